### Texts of the page only.

## The first screen

tagline = Pohjanmaan korttipeli
play_now = Pelaa nyt
play_now_more = Tietokonetta vastaan, heti
invite = Kutsu kavereita
invite_more = Pöytä linkillä ja QR-koodilla
tables = Pöydät
tables_more = Löydä pelikavereita
learn = Opettele pidroa
learn_more = Ensimmäinen jako, säännöt, pulmia
resume_game = Jatka peliäsi
settings = Asetukset
home = Etusivu
back = Takaisin
close = Sulje
continue = Jatka
yes = Kyllä
no = Ei
loading = Pieni hetki …

## Seats, suits, cards

NS = Pohjoinen ja Etelä
EW = Itä ja Länsi
trump = valtti
wrong_five = väärä pidro
points_on_card =
    { $points ->
        [one] 1 piste
       *[other] { $points } pistettä
    }

## Announcements

says_timed_out =
    { $person ->
        [you] Aikasi loppui; botti valitsi puolestasi.
       *[other] { $who }: aika loppui; botti valitsi hänen puolestaan.
    }
says_your_turn = Sinun vuorosi.
you_as_name = Sinä

## The table

bot_random = aloittelija
bot_basic = keskitaso
bot_expert = vahva
away = poissa
stand_in = botti tuuraa
left = lähtenyt, botti tuuraa
free_seat = vapaa
killed = tapetut
your_hand = Omat kortit
the_table = Pöytä
the_trick = Tikki
trick_to = { $who } +{ $points }
contract_is = { $who } { $bid }
points_needed = tarjouksesta puuttuu { $count }
points_enough = tarjous koossa
turn_of = Vuorossa: { $who }.
disconnected = Ei yhteyttä. Yhdistetään uudelleen …
watching = Olet katsojana.

## Decisions

your_bid = Tarjouksesi
pass = Pass
pass_means = Et lupaa tässä jaossa mitään.
bid_means = Saat valita valtin, ja joukkueenne lupaa ottaa { $bid } pistettä 14:stä. Jos pisteitä tulee vähemmän, menetätte { $bid }.
bid_means_all = Joukkueenne lupaa ottaa kaikki 14 pistettä. Jos yksikin puuttuu, menetätte 14.
bid_button = Tarjoa { $bid }
your_trump = Mikä maa valtiksi?
trump_count = sinulla { $count }
trump_button = Valitse { $suit }
trump_means = Silloin myös { $other }vitonen on valtti: väärä pidro.
your_keep = Pidä { $of } kortista { $count }
chosen_count = Valittu: { $chosen }/{ $count }
keep_means = Tässä ovat valttisi ja loput pakasta. Kukaan muu ei näe, mitä hautaat.
keep_button = Pidä nämä { $count }
suggest = Näytä ehdotus
your_kill =
    { $count ->
        [one] Tapa 1 kortti
       *[other] Tapa { $count } korttia
    }
kill_means = Sinulla on yli kuusi valttia. Ensin valitsemasi kortti jää päällimmäiseksi, ja se on lyötävä ensin; muut ovat kuolleita.
kill_means_dead = Sinulla on yli kuusi valttia. Tapetut kortit ovat poissa tästä jaosta.
kill_button = Tapa nämä
kill_top = ylin
your_play = Mitä lyöt?
play_button = Lyö { $card }
hint = Vihje
do_keep_marked = pidä merkityt kortit

## The menu of the table

menu = Valikko
undo = Peru
undo_wanted = { $who } haluaa perua viimeisimmän päätöksen.
undo_waiting = Odotetaan, että muut suostuvat.
agree = Suostu
refuse = Kieltäydy
claim = Ota loput
resign = Luovuta
resign_sure = Luovutatko pelin koko joukkueen puolesta?
leave = Lähde pöydästä
leave_sure = Botti pelaa puolestasi, kunnes palaat. Lähdetkö?
come_back = Palaa peliin
say = Sano jotain
write = Kirjoita
send = Lähetä
open_chat = Salli vapaat viestit
close_chat = Vain valmiit lauseet
mute = Mykistä { $who }
unmute = Poista mykistys: { $who }
remove = Poista { $who }
remove_sure = Poistetaanko { $who } tästä pöydästä lopullisesti?
phrase_hello = Terve!
phrase_good_luck = Onnea peliin!
phrase_well_played = Hyvin pelattu!
phrase_well_bid = Hyvä tarjous!
phrase_thanks = Kiitos!
phrase_sorry = Anteeksi!
phrase_one_moment = Hetki vain.
phrase_your_turn = Sinun vuorosi!
phrase_close = Tiukille meni.
phrase_lucky = Mikä tuuri!
phrase_good_game = Hyvä peli!
phrase_again = Vielä toinen peli?
phrase_must_go = Minun täytyy lähteä.
reaction_like = peukku
reaction_clap = aplodit
reaction_laugh = nauru
reaction_wow = hämmästys
reaction_sad = kyynel
reaction_heart = sydän
says = { $who }: { $text }

## Before the game

new_table = Uusi pöytä
create_table = Luo pöytä
rules = Säännöt
rules_finnish = Suomalaiset säännöt
rules_traditional = Perinteiset säännöt
rules_tournament = Turnaussäännöt
rules_finnish_more = Jakajan vasemmalla puolella istuva aloittaa; päällimmäinen tapettu kortti lyödään ensin.
rules_traditional_more = Korkeimman tarjouksen tehnyt aloittaa; tapetut kortit ovat kuolleita; pisteitä ei saa haudata.
rules_tournament_more = Kuten perinteiset säännöt, mutta vain jakaja saa tarjota 14 toisen 14:n päälle, ja hän täydentää vajaan kätensä.
play_to = Tavoite
time_limit = Miettimisaika
time_none = ei rajaa
time_seconds =
    { $count ->
        [one] 1 sekunti
       *[other] { $count } sekuntia
    }
who_finds = Kuka voi löytää pöydän?
by_link = vain linkin saaneet
in_lobby = kaikki, kohdasta Pöydät
who_watches = Kuka saa katsoa?
watch_public = kaikki, mutta piilokortit eivät näy
watch_all_cards = kaikki; kaikki kortit näkyvät muutaman minuutin viiveellä
watch_nobody = ei kukaan
share_this = Lähetä linkki ystävillesi. Linkin avaaja voi ottaa vapaan paikan.
copy_link = Kopioi linkki
copied = Kopioitu
share_link = Jaa linkki
qr_code = Linkki QR-koodina
take_a_seat = Ota vapaa paikka painamalla ”Istu tähän”.
sit_here = Istu tähän
add_bot = Botti
remove_bot = Poista botti
start = Aloita
fill_and_start = Aloita bottien kanssa
fair_deal = Reilu sekoitus
your_word = Sanasi sekoitukseen
your_word_more = Selaimesi lisää sekoitukseen satunnaisen sanan: näin kukaan ei voi valita kortteja, ei edes palvelin. Voit lisätä siihen jotain omaa.
words_awaited = Odotetaan: { $who } …
partner = pari
opponent = vastustaja
no_tables = Avoimia pöytiä ei nyt ole. Luo oma!
free_seats =
    { $count ->
        [one] 1 vapaa paikka
       *[other] { $count } vapaata paikkaa
    }
game_in_progress = peli käynnissä
watch = Katso
join = Liity
not_found = Sellaista pöytää ei ole.
not_found_page = Sellaista sivua ei ole.
removed = Pöydän avaaja on poistanut sinut tästä pöydästä.
error_unknown = Se ei onnistunut.

## After a hand and a game

verdict_made =
    { $side ->
        [we] Tarjous onnistui!
       *[other] Vastustajien tarjous onnistui
    }
verdict_failed =
    { $side ->
        [we] Tarjous ei pitänyt
       *[other] Vastustajien tarjous ei pitänyt
    }
won = Voititte!
lost = Hävisitte.
team_won = Voittajat: { $team }
rematch = Pelaa uudelleen
rematch_more = Seuraavassa pelissä vaihdetaan paikkoja ja pareja.
rematch_waiting = Odotetaan muita …
rematch_wanted = { $who }: pelataanko uudelleen?
review_game = Käy peli läpi
download = Lataa pelitiedosto
check_deal = Tarkista sekoitus
deal_fair =
    Kaikki { $decks } sekoitusta ({ $hands ->
        [one] 1 jako
       *[other] { $hands } jakoa
    }{ $cuts ->
        [0] { "" }
       *[other] { " " }ja jakajan arvonta
    }) on johdettu salaisuudesta, johon palvelin sitoutui ennen ensimmäistä korttia, ja pelaajien sanoista: kukaan ei ole valinnut yhtäkään korttia.
deal_unfair = Sekoitus EI ole reilu.
deal_not_proven = Sekoitusta ei ole todistettu.
deal_wrong_secret = Salaisuus ei vastaa palvelimen sitoumusta.
deal_wrong_decks = Näitä pakkoja ei ole johdettu salaisuudesta: { $decks }.
deal_no_commitment = Palvelin ei antanut sitoumusta ennen ensimmäistä korttia.
deal_no_secret = Salaisuus puuttuu.
deal_one_view = Tiedossa on vain se, mitä yksi paikka näki.
deal_no_decks = Yhtään pakkaa ei jaettu.
deal_missing_decks = Nämä pakat puuttuvat: { $decks }.
deal_unfinished = Peli ei ole päättynyt.
deal_cut = jakajan arvonta
deal_broken = Tähän sekoitukseen ei voi luottaa!
deal_broken_commitment = Palvelin näyttää nyt eri sitoumuksen kuin ennen ensimmäistä korttia.
deal_broken_secret = Salaisuus ei vastaa sitoumusta, jonka palvelin antoi ennen ensimmäistä korttia.
deal_broken_word = Sanasi jätettiin pois sekoituksesta.
deal_broken_promise = Annettu sana ei ole se, joka luvattiin: { $who }.
deal_broken_cards = Saamasi kortit eivät seuraa salaisuudesta ja sanoista.
deal_noted = Selaimesi merkitsi sitoumuksen ja kaikki lupaukset muistiin ennen ensimmäistä korttia, ja ne kaikki pidettiin: sanasi on mukana sekoituksessa, ja saamasi kortit seuraavat siitä.
deal_not_noted = Tämä selain ei merkinnyt sitoumusta eikä lupauksia muistiin ennen ensimmäistä korttia, joten se ei voi verrata niitä.
deal_commitment = Palvelimen sitoumus, julkaistu ennen ensimmäistä korttia
deal_secret = Salaisuus, paljastettu viimeisen kortin jälkeen
deal_promises = Sanojen lupaukset
deal_words = Pelaajien sanat
deal_yourself = Näin tarkistat sen omalla koneellasi: lataa pelitiedosto ja suorita komento ”pidro verify”.
replay = Pelin toisto
perspective = Kenen silmin
first = Alkuun
previous = Askel taaksepäin
next = Askel eteenpäin
last = Loppuun
play_replay = Toista
pause_replay = Tauko
share_game = Jaa tämä peli
analysis = Analyysi
chance_row = Jako { $hand }: { $chance } %, { $ns } vastaan { $ew }
moment_hand_made = Jako { $hand }: { $who } tarjosi { $bid }, ja tarjous onnistui: { $taken } pistettä.
moment_hand_failed = Jako { $hand }: { $who } tarjosi { $bid }, mutta joukkue sai vain { $taken }.
win_changed =
    { $win ->
        [one] Voittomahdollisuus muuttui 1 prosenttiyksikön.
       *[other] Voittomahdollisuus muuttui { $win } prosenttiyksikköä.
    }
show = Näytä
accuracy_more = 100 tarkoittaa, että paras löytyi joka kerta.
decisions = Päätökset
luck = Korttituuri
player = Pelaaja

## Learning

lesson = Ensimmäinen jakosi
lesson_more = Kymmenen minuuttia, ja osaat pelata.
rules_page = Säännöt
rules_page_more = Yhdellä sivulla, kuvien kera.
puzzles = Mitä tarjoaisit?
puzzles_more = Yhdeksän korttia ja onnistumisen mahdollisuudet.
lesson_reread = Selitä uudelleen
lesson_again = Uudelleen
lesson_done = Siinä oli kokonainen jako pidroa.
lesson_now_play = Nyt pelaamaan!
lesson_welcome = Olet Etelä, alareunassa. Vastapäätä istuva Pohjoinen on parisi. Joka jaossa on otettavana 14 pistettä. Ensin tarjotaan: korkeimman tarjouksen tehnyt saa valita valtin.
lesson_bidding = Sinä jaat, joten tarjoat viimeisenä. Jokainen on vuorossa kerran: luku 6–14, korkeampi kuin edellinen tarjous, tai pass. Tarjous on lupaus: niin monta pistettä joukkue ottaa. Sinulla on jätkä ja molemmat punaiset vitoset eli pidrot: 11 pistettä 14:stä, jos valtti on hertta. Ja parisi on tarjonnut: yhdessä olette vahvoja. Tarjoa 8.
lesson_trump = Tarjouksesi oli korkein. Valitse nyt valtti. Ota hertta: silloin myös ruutuvitonen on valtti. Se on väärä pidro, koska se kuuluu toiseen punaiseen maahan. Pidrossa lyödään vain valtteja.
lesson_other_suit = Saisit valita minkä maan tahansa. Mutta hertassa sinulla on kolme valttia ja 11 pistettä: ota hertta.
lesson_partner_trump = Sinä passasit, joten korkein tarjous on parillasi ja hän valitsee valtin. Valtti on hertta, ja silloin myös ruutuvitonen on valtti: väärä pidro. Pidrossa lyödään vain valtteja.
lesson_redeal = Kaikki ovat heittäneet pois kortit, jotka eivät ole valtteja, ja saavat pakasta uusia kuuteen korttiin asti. Kaikki näkevät, montako kukin pyysi: jos joku pyysi viisi, hänellä on yksi valtti.
lesson_rob = Jakaja ei saa uusia kortteja vaan valitsee pakasta: kaikki, mitä siitä on jäljellä, on sinun. Näistä ja valteistasi pidät kuusi. Pidä kaikki valtit. Ysissä ei ole pisteitä, ja juuri siitä on hyötyä. Jos et ole varma, pyydä ehdotus.
lesson_kill = Parisi sai seitsemän valttia, yhden liikaa kuuden kortin käteen. Siksi yksi piti tappaa eli panna pöydälle kuvapuoli ylöspäin. Vain pisteettömiä valtteja voi tappaa, ja päällimmäinen on lyötävä ensimmäisenä.
lesson_play = Jakajan vasemmalla puolella istuva aloittaa. Länsi on lyönyt ässän, korkeimman valtin: sitä ei voita mikään. Se, minkä nyt lyöt, menee Lännelle. Älä siis anna pidroa, se on 5 pisteen arvoinen! Lyö ysi.
lesson_play_other = Jokaisen, jolla on valtti, on lyötävä valtti. Korkein vie tikin ja siinä olevat pisteet: ässä, jätkä ja kymppi 1, kumpikin pidro 5 ja kakkonen 1 sille joukkueelle, joka sen lyö.
lesson_cold = Pelaaja, jolla ei ole enää valtteja, on kylmä: muut kortit pannaan näkyviin, ja ne ovat poissa jaosta. Kun vain yksi joukkue on jäljellä, se saa pisteet, jotka sillä on vielä kädessä.
lesson_feed = Länsi on lyönyt kakkosen: sen piste jää Lännen joukkueelle, otti tikin kuka tahansa. Parisi kortti on nyt korkein, joten tikki on teidän: anna parillesi pidro.
lesson_scored_made = Joukkueenne otti { $taken } pistettä, ja tarjous onnistui. Kun tarjous onnistuu, joukkue saa kaikki ottamansa pisteet. Toinen joukkue saa aina sen, minkä otti. Pelin voittaa se, jolla on ensin 62 pistettä.
lesson_scored_failed =
    { $taken ->
        [one] Joukkueenne otti vain 1 pisteen, vähemmän kuin tarjosi, ja menettää siksi tarjouksensa verran. Ässä vei sen, minkä sille annoit. Yritä uudelleen!
       *[other] Joukkueenne otti vain { $taken } pistettä, vähemmän kuin tarjosi, ja menettää siksi tarjouksensa verran. Ässä vei sen, minkä sille annoit. Yritä uudelleen!
    }
puzzle_number = Pulma { $number }
puzzle_calls = Tarjoukset ennen sinua
puzzle_none_before = Sinä tarjoat ensin.
puzzle_ask = Mitä tarjoaisit?
puzzle_expert = Asiantuntija: { $action }. { $reason }
puzzle_same = Juuri niin asiantuntijakin tekisi.
puzzle_other = Asiantuntija tekisi toisin.
puzzle_odds = Tarjouksen onnistumismahdollisuus, kun kaikki pelaavat parhaalla tavalla, { $deals } jaon perusteella
puzzle_mean = keskimäärin { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } pistettä
puzzle_next = Seuraava pulma
bid_column = Tarjous

## Settings and the account

language = Kieli
card_size = Korttien koko
size_normal = normaali
size_large = suuri
size_huge = hyvin suuri
four_colours = Joka maalla oma väri
one_tap = Lyö kortti yhdellä napautuksella
sounds = Äänet
theme = Vaalea vai tumma
theme_auto = kuten laitteessa
theme_light = vaalea
theme_dark = tumma
pace = Pelin tahti
pace_slow = hidas
pace_normal = normaali
pace_fast = nopea
bot_level = Bottien taso
your_name = Nimesi
save = Tallenna
saved = Tallennettu
guest = Vieras
account = Tili
account_more = Pelaamiseen ei tarvita tiliä. Jos sinulla on tili, pelisi ja vahvuuslukusi säilyvät kaikilla laitteillasi.
password = Salasana (vähintään 8 merkkiä)
sign_up = Luo tili
sign_in = Kirjaudu
sign_out = Kirjaudu ulos
signed_in = Kirjautuneena: { $name }
your_games = Pelisi
no_games = Ei vielä pelejä.
game_won = voitto
game_lost = tappio
game_unfinished = kesken
games_played =
    { $games ->
        [one] 1 peli
       *[other] { $games } peliä
    }, voittoja: { $won }
rating = Vahvuusluku: { NUMBER($rating, minimumFractionDigits: 1, maximumFractionDigits: 1) }
keys = Näppäimet
keys_more = Nuolilla ja Tabilla liikutaan, Enter valitsee. H vihje, L edellinen tikki, P pisteet, M valikko, Esc sulkee.

## The account page, reports, privacy

change_password = Vaihda salasana
current_password = Nykyinen salasana
new_password = Uusi salasana (vähintään 8 merkkiä)
recovery_title = Palautuskoodisi
recovery_more = Kirjoita koodi muistiin ja säilytä sitä turvallisessa paikassa. Jos unohdat salasanasi, voit koodin avulla valita uuden. Palvelin ei voi näyttää koodia uudelleen.
copy = Kopioi
recovery_noted = Olen kirjoittanut sen muistiin
recovery_replace = Uusi koodi korvaa vanhan.
recovery_new = Luo uusi koodi
recovery_code = Palautuskoodi
forgot_password = Unohditko salasanasi?
forgot_more = Kirjoita palautuskoodi, jonka sait tilin mukana. Jos olet hukannut sen, pyydä uusi palvelimen ylläpitäjältä.
recover = Tallenna uusi salasana
sessions = Laitteesi
session_current = tämä laite
session_unknown = Tuntematon laite
session_dates = Kirjauduttu { $since }, viimeksi käytetty { $used }
sign_out_everywhere = Kirjaudu ulos kaikkialta
my_data = Tietosi
my_data_more = Lataa kaikki, mitä palvelin on tallentanut sinusta, tai poista tietosi.
download_data = Lataa tietosi
delete_more = Nimesi, tuloksesi ja ilmoituksesi poistetaan kaikkialta. Pelaamasi pelit säilyvät, mutta ilman nimeäsi. Tätä ei voi perua.
delete_account = Poista tilisi
delete_guest = Poista { $name }
delete_sure = Poistetaanko tietosi lopullisesti?
deleted_player = Poistettu pelaaja
report = Tee ilmoitus: { $who }
report_more = Palvelimen ylläpitäjä lukee ilmoituksesi. Pelaaja, josta ilmoitat, ei näe sitä.
report_reason = Mistä on kyse?
report_text = Mitä tapahtui?
report_sent = Kiitos. Ilmoitus on lähetetty.
report_abuse = Loukkaukset tai uhkailu
report_name = Loukkaava tai harhaanjohtava nimi
report_cheating = Huijaaminen
report_leaving = Pelien jättäminen kesken tai viivyttely
report_other = Jokin muu asia
announcement = Viesti palvelimelta
privacy = Tietosuoja

## Notices and errors

no_spectators = Tässä pöydässä ei saa katsella.
next_game = Seuraavaan peliin
stand_up = Nouse pöydästä
shortcuts = Pikanäppäimet
says_left =
    { $person ->
        [you] Poistuit pelistä. Botti pelaa puolestasi.
       *[other] { $who } poistui pelistä. Botti pelaa nyt.
    }
says_stand_in =
    { $person ->
        [you] Olet poissa. Botti pelaa, kunnes palaat.
       *[other] { $who } on poissa. Botti pelaa sillä aikaa.
    }
says_back =
    { $person ->
        [you] Palasit.
       *[other] { $who } palasi.
    }
says_undo_asked =
    { $person ->
        [you] Haluat perua viimeisimmän päätöksen.
       *[other] { $who } haluaa perua viimeisimmän päätöksen.
    }
says_undo_refused =
    { $person ->
        [you] Et suostunut.
       *[other] { $who } ei suostunut.
    }
says_rematch_asked =
    { $person ->
        [you] Haluat pelata uudelleen.
       *[other] { $who } haluaa pelata uudelleen.
    }
says_start_called_off = Peli ei alkanut, koska pelaaja puuttui. Paikka on taas vapaa: { $who }.
says_start_called_off_you = Peli ei alkanut ilman sinua: laitteesi ei vastannut tai poistuit pöydästä. Ota paikkasi uudelleen.
error_seat_taken = Siinä istuu jo joku muu.
error_game_starting = Peli on juuri alkamassa.
error_game_started = Peli on alkanut.
error_rematched = Seuraava peli on jo toisessa pöydässä.
error_no_change = Se on jo tehty.
error_muted = Pöydän avaaja on mykistänyt sinut.
error_chat_closed = Täällä voi sanoa vain valmiita lauseita.
error_not_stored = Palvelin ei voinut tallentaa sitä. Yritä uudelleen.
error_unavailable = Palvelin ei juuri nyt tavoita pöytää. Yritä uudelleen.
error_game_too_long = 250 jaon jälkeen peli päättyy ilman voittajaa. Pelatkaa uudelleen!
error_closing = Palvelin käynnistyy uudelleen. Hetkinen.
error_too_many_requests = Liikaa pyyntöjä. Odota hetki.
error_too_many_attempts = Liian monta yritystä tällä nimellä. Odota puoli minuuttia.
error_request_timeout = Yhteys on liian hidas. Yritä uudelleen.
error_no_hints = Kun muita ihmisiä on pelaamassa, vihjeen saa vain pakasta valitessa.
error_not_found = Sellaista pöytää ei ole.
error_not_over = Peli ei ole ohi.
error_bad_request = Se ei käy.
error_wrong_password = Tällä nimellä ja salasanalla ei ole tiliä.
error_banned = Et voi käyttää palvelinta juuri nyt: pääsysi on estetty.
error_weak_password = Salasana on liian helppo arvata. Valitse toinen.
error_wrong_recovery_code = Väärä nimi tai palautuskoodi.
error_no_account = Tähän tarvitaan tili.
error_name_taken = Nimi on varattu.
error_removed = Pöydän avaaja on poistanut sinut pöydästä.
error_cannot_remove_host = Pöydän avaajaa ei voi poistaa.
error_seats_free = Peli alkaa, kun kaikki neljä paikkaa on varattu.
