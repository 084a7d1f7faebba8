### The texts of the terminal program alone.

## Events

discards =
    { $person ->
        [you] Heität pois: { $cards }.
       *[other] { $who } heittää pois: { $cards }.
    }
discards_count =
    { $count ->
        [one] { $who } heittää pois 1 kortin.
       *[other] { $who } heittää pois { $count } korttia.
    }
discards_hidden = { $who } heittää pois kortteja, muut eivät tiedä montako.
buries =
    { $person ->
        [you] Hautaat: { $cards }.
       *[other] { $who } hautaa: { $cards }.
    }

## Where the points of a hand went

points_went = Minne pisteet menivät:
points_by_trick = { $cards }: { $team }, tikki { $trick } ({ $who })
points_by_playing = { $cards }: { $team }, lyöjä { $who }
points_by_holding = { $cards }: { $team }, vielä kädessä: { $who }
points_by_claim = { $cards }: { $team }, ottivat loput
points_buried = { $cards }: haudattu

## The table

bot = botti
pool =
    { $count ->
        [one] jakajan pino: 1 kortti
       *[other] jakajan pino: { $count } korttia
    }
killed_cards = tappoi { $cards }
cold_cards = kylmä { $cards }
earlier_score = Aiemmin
points_taken = Tässä jaossa
still_needed = Puuttuu

## Prompts

turn_bid = Tarjouksesi, { $who }:
turn_trump = Mikä maa valtiksi, { $who }?
turn_keep = Pidä { $of } kortista { $count }, { $who } (valittu: { $chosen }).
turn_kill =
    { $count ->
        [one] Tapa 1 kortti, { $who } (valittu: { $chosen }).
       *[other] Tapa { $count } korttia, { $who } (valittu: { $chosen }). Ensimmäinen jää päällimmäiseksi.
    }
turn_play = Korttisi, { $who }:
enter_continues = Enter jatkaa
choose_keys = ←→ Enter tai kirjoita  ? ohje  h vihje  u peru  l loki  q lopeta
pick_keys = ←→ Välilyönti Enter  ? ohje  h vihje  u peru  l loki  q lopeta
idle_keys = ? ohje  u peru  l loki  s tallenna  q lopeta
suggested = Merkityt ovat asiantuntijan ehdotus. Välilyönti muuttaa, Enter hyväksyy.
pass_keyboard = Näppäimistön saa { $who }. Paina Enter, kun kukaan muu ei katso.
too_small = Ikkuna on liian pieni.

## Messages

saved_to = Tallennettu: { $file }
not_saved = Ei tallennettu: { $reason }
resume_with = Peli odottaa: pidro play --resume { $file }
saved_in = Peli on tallennettu tiedostoon { $file }
the_rob = valinta pakasta
undone = { $who } perui: { $action }
cant_choose = { $word } ei ole valittavissa.
cant_do_now = Se ei käy nyt.
must_bid = Kolmen passin jälkeen jakajan on tarjottava { $bids }.
not_trump = { $card } ei ole valtti: vain valtteja lyödään.
cant_kill_points = Pistekortteja ei voi tappaa: { $cards }.
must_keep = Pakko pitää: { $cards }.
choose_count = Valitse { $count }, ei { $chosen }.
cant_bid = { $bid } ei käy. Voit sanoa { $bids }.
resign_again = Paina r vielä kerran, jos haluat luovuttaa.
commitment = Reilu sekoitus, sitoumus ennen ensimmäistä korttia: { $commitment }
ask_word = { $who }, sanasi sekoitukseen (pelkkä Enter: ei sanaa):
hint_next = Toiseksi paras: { $action }, { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } pistettä vähemmän.

## Windows over the table

help_title = Ohje
esc_closes = Esc sulkee
help =
    ← →        valitse kortti, tarjous tai maa
    Enter      tee se, tai jatka
    Välilyönti valitse pidettävät tai tapettavat kortit
    Ah 10d 8 P kirjoita kortti, tarjous tai pass isolla
               tai numerolla; kortin maa käy pienelläkin
               (S pata, H hertta, D ruutu, C risti)
    h          vihje perusteluineen
    u          peru viimeisin päätöksesi
    l          mitä on tapahtunut  t  edellinen tikki
    s          tallenna            q  lopeta; peli odottaa
    c          ota loput           r  luovuta

    { "*" } valtti, pisteet vieressä. Jos valtti on hertta, myös
    ruutuvitonen on valtti: väärä pidro. 14 pistettä: A 1,
    J 1, 10 1, kumpikin pidro 5 ja kakkonen 1: sen piste jää
    lyöjälle. Vain valtteja lyödään.

## After the game

percent = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
new_game = n uusi peli  q lopeta

## The game as plain lines

line_welcome = Pidro riveittäin. Kirjoita ohje, niin näet komennot.
line_help =
    Tarjous: kirjoita numero, tai pass. Maa: s, h, d tai c (pata, hertta, ruutu, risti). Kortti: numero luettelossa, tai nimi, esim. Ah tai 10d. Pidettävät tai tapettavat kortit: monta peräkkäin.
    Komennot: vihje, peru, kortit, pöytä, tilanne, loki, tallenna, ota loput, luovuta, lopeta.
line_hand = { $who }, kortit: { $cards }.
line_bid = { $who }, tarjouksesi ({ $bids }):
line_or_pass = { $bids } tai pass
line_trump = { $who }, mikä maa valtiksi (s pata, h hertta, d ruutu, c risti)?
line_keep = { $who }, pidä { $count } näistä: { $cards }. Ehdotus: { $suggestion }.
line_kill =
    { $count ->
        [one] { $who }, tapa 1 näistä: { $cards }. Ehdotus: { $suggestion }.
       *[other] { $who }, tapa { $count } näistä: { $cards }. Ensimmäinen jää päällimmäiseksi. Ehdotus: { $suggestion }.
    }
line_play = { $who }, lyö jokin näistä: { $cards }.
line_unknown = En ymmärrä: { $word }. Kirjoita ohje, niin näet komennot.
line_resign = Kirjoita se vielä kerran, jos haluat luovuttaa.
line_score = Tilanne: { $score }.
line_contract = { $who } on tarjonnut { $bid }.
line_trump_is = Valtti: { $suit }.
line_on_table = Pöydällä: { $cards }.

## The commands of the game as plain lines. The English ones work in every language.

command_help = ohje
command_hint = vihje
command_undo = peru
command_hand = kortit
command_table = pöytä
command_score = tilanne
command_log = loki
command_save = tallenna
command_claim = ota loput
command_resign = luovuta
command_quit = lopeta
command_pass = passaa

## Watching a game

watch_keys = ←→ tapahtuma ↑↓ päätös PgUp/Dn jako Väli pelaa v näkymä a arvio l loki q lopeta
not_analysed = Yhden paikan näkemää ei voi analysoida.
view_spectator = katsojana
view_seat = kuten { $who } sen näkee
win_chance = Voittomahdollisuus edellisen jaon jälkeen: { $team } { $percent } %
