### Texts of the page only.

## The first screen

tagline = Österbottens kortspel
play_now = Spela nu
play_now_more = Mot datorn, direkt
invite = Bjud in vänner
invite_more = Ett bord med länk och QR-kod
tables = Bord
tables_more = Hitta andra att spela med
learn = Lär dig pidro
learn_more = En första omgång, reglerna, uppgifter
resume_game = Fortsätt spelet
settings = Inställningar
home = Hem
back = Tillbaka
close = Stäng
continue = Fortsätt
yes = Ja
no = Nej
loading = Ett ögonblick …

## Seats, suits, cards

NS = Nord och Syd
EW = Öst och Väst
trump = sort
wrong_five = fel pidro
points_on_card = { $points } poäng

## Announcements

says_timed_out =
    { $person ->
        [you] Din tid gick ut; en bot valde åt dig.
       *[other] Tiden gick ut för { $who }; en bot valde.
    }
says_your_turn = Din tur.
you_as_name = Du

## The table

bot_random = nybörjare
bot_basic = medel
bot_expert = stark
away = borta
stand_in = en bot spelar
left = har lämnat bordet, en bot spelar
free_seat = ledig
killed = dödade
your_hand = Dina kort
the_table = Bordet
the_trick = Sticket
trick_to = { $who } +{ $points }
contract_is = { $who } { $bid }
points_needed = { $count } kvar till budet
points_enough = budet har gått hem
turn_of = { $who } är i tur.
disconnected = Ingen anslutning. Kopplar upp på nytt …
watching = Du tittar på.

## Decisions

your_bid = Ditt bud
pass = Pass
pass_means = Du lovar ingenting i den här omgången.
bid_means = Du bestämmer sort, alltså trumffärg, och ert lag lovar ta { $bid } av de 14 poängen. Blir det färre förlorar ni { $bid }.
bid_means_all = Ert lag lovar ta alla 14 poäng. Fattas en enda förlorar ni 14.
bid_button = Bjud { $bid }
your_trump = Vilken sort ska spelas?
trump_count = du har { $count }
trump_button = Välj { $suit }
trump_means = Då hör också { $other } fem till sorten: fel pidro.
your_keep = Behåll { $count } av { $of }
chosen_count = Valda: { $chosen } av { $count }
keep_means = Det här är dina kort i sort och resten av leken. Ingen annan ser vad du begraver.
keep_button = Behåll dessa { $count }
suggest = Visa förslag
your_kill = Döda { $count } kort
kill_means = Du har fler än sex kort i sort. Det du väljer först ligger överst och måste slås först; de andra är döda.
kill_means_dead = Du har fler än sex kort i sort. De dödade korten är ute ur omgången.
kill_button = Döda de här
kill_top = överst
your_play = Ditt kort
play_button = Slå { $card }
hint = Tips
do_keep_marked = behåll de märkta korten

## The menu of the table

menu = Meny
undo = Ångra
undo_wanted = { $who } vill ta tillbaka det senaste beslutet.
undo_waiting = Väntar på att de andra ska gå med på det.
agree = Godkänn
refuse = Neka
claim = Ta resten
resign = Ge upp
resign_sure = Vill du ge upp spelet för hela laget?
leave = Lämna bordet
leave_sure = En bot spelar för dig tills du kommer tillbaka. Vill du gå?
come_back = Spela vidare
say = Säg något
write = Skriv
send = Skicka
open_chat = Tillåt egna meddelanden
close_chat = Bara fraser
mute = Tysta { $who }
unmute = Låt { $who } prata
remove = Ta bort { $who }
remove_sure = Ska { $who } bort från bordet för gott?
phrase_hello = Hej!
phrase_good_luck = Lycka till!
phrase_well_played = Bra spelat!
phrase_well_bid = Bra bjudet!
phrase_thanks = Tack!
phrase_sorry = Förlåt!
phrase_one_moment = Ett ögonblick bara.
phrase_your_turn = Din tur!
phrase_close = Det var nära.
phrase_lucky = Vilken tur!
phrase_good_game = Bra spel!
phrase_again = Ett spel till?
phrase_must_go = Jag måste gå.
reaction_like = tummen upp
reaction_clap = applåd
reaction_laugh = skratt
reaction_wow = förvåning
reaction_sad = tår
reaction_heart = hjärta
says = { $who }: { $text }

## Before the game

new_table = Ett nytt bord
create_table = Skapa bordet
rules = Regler
rules_finnish = Finländska regler
rules_traditional = Traditionella regler
rules_tournament = Turneringsregler
rules_finnish_more = Spelaren till vänster om den som ger börjar.
rules_traditional_more = Den som tog budet börjar; dödade kort är döda; poäng får inte begravas.
rules_tournament_more = Som de traditionella, men bara den som ger får bjuda 14 över 14 och fyller på om korten är för få.
play_to = Spela till
time_limit = Betänketid
time_none = ingen gräns
time_seconds =
    { $count ->
        [one] 1 sekund
       *[other] { $count } sekunder
    }
who_finds = Vem kan hitta bordet?
by_link = bara den som har länken
in_lobby = alla, under Bord
who_watches = Vem får titta på?
watch_public = alla, men dolda kort syns inte
watch_all_cards = alla; alla kort visas några minuter försenat
watch_nobody = ingen
share_this = Skicka länken till dina vänner. Den som öppnar den kan ta en ledig plats.
copy_link = Kopiera länken
copied = Kopierat
share_link = Dela
qr_code = Länken som QR-kod
take_a_seat = Tryck på ”Sitt här” för att ta en ledig plats.
sit_here = Sitt här
add_bot = Bot
remove_bot = Ta bort bot
start = Starta
fill_and_start = Starta med bottar
fair_deal = Rättvis blandning
your_word = Ditt ord i blandningen
your_word_more = Din webbläsare blandar in ett slumpat ord: då kan ingen välja korten, inte ens servern. Du kan lägga till något eget.
words_awaited = Väntar på { $who } …
partner = partner
opponent = motståndare
no_tables = Inga öppna bord just nu. Skapa ett!
free_seats =
    { $count ->
        [one] 1 ledig plats
       *[other] { $count } lediga platser
    }
game_in_progress = spelet pågår
watch = Titta på
join = Gå med
not_found = Det finns inget sådant bord.
not_found_page = Det finns ingen sådan sida.
removed = Värden har tagit bort dig från det här bordet.
error_unknown = Det gick inte.

## After a hand and a game

verdict_made =
    { $side ->
        [we] Budet gick hem!
       *[other] Motståndarnas bud gick hem
    }
verdict_failed =
    { $side ->
        [we] Budet gick inte hem
       *[other] Motståndarnas bud gick inte hem
    }
won = Ni vann!
lost = Ni förlorade.
team_won = { $team } vann
rematch = Spela igen
rematch_more = I nästa spel byter ni platser och partner.
rematch_waiting = Väntar på de andra …
rematch_wanted = { $who } vill spela igen.
review_game = Gå igenom spelet
download = Ladda ner spelfilen
check_deal = Kontrollera blandningen
deal_fair =
    Alla { $decks } blandningar ({ $hands ->
        [one] 1 omgång
       *[other] { $hands } omgångar
    }{ $cuts ->
        [0] { "" }
       *[other] { " " }och lottdragningen
    }) följer av den hemliga kod som servern låste före första kortet och av spelarnas ord: ingen har valt ett enda kort.
deal_unfair = Blandningen är INTE rättvis.
deal_not_proven = Blandningen är inte bevisad.
deal_wrong_secret = Hemligheten stämmer inte med serverns åtagande.
deal_wrong_decks = Dessa blandningar följer inte av hemligheten: { $decks }.
deal_no_commitment = Servern gjorde inget åtagande före första kortet.
deal_no_secret = Hemligheten saknas.
deal_one_view = Bara det som en plats såg är känt.
deal_no_decks = Ingen kortlek har delats ut.
deal_missing_decks = Dessa blandningar saknas: { $decks }.
deal_unfinished = Spelet är inte slut.
deal_cut = lottdragningen
deal_broken = Den här blandningen går inte att lita på!
deal_broken_commitment = Servern visar nu ett annat åtagande än före första kortet.
deal_broken_secret = Hemligheten stämmer inte med serverns åtagande från före första kortet.
deal_broken_word = Ditt ord togs inte med i blandningen.
deal_broken_promise = Ordet från { $who } är inte det som lovades.
deal_broken_cards = Korten som du fick följer inte av hemligheten och orden.
deal_noted = Din webbläsare antecknade åtagandet och alla löften före första kortet, och alla har hållits: ditt ord är med i blandningen, och korten som du fick följer av den.
deal_not_noted = Den här webbläsaren antecknade varken åtagandet eller löften före första kortet och kan därför inte jämföra dem.
deal_commitment = Serverns åtagande, publicerat före första kortet
deal_secret = Hemligheten, avslöjad efter sista kortet
deal_promises = Löftena om orden
deal_words = Spelarnas ord
deal_yourself = Så kontrollerar du det på din egen dator: ladda ner spelfilen och kör ”pidro verify”.
replay = Repris
perspective = Sett av
first = Till början
previous = Ett steg bakåt
next = Ett steg framåt
last = Till slutet
play_replay = Spela upp
pause_replay = Paus
share_game = Dela det här spelet
analysis = Analys
chance_row = Omgång { $hand }: { $chance } %, { $ns } mot { $ew }
moment_hand_made = Omgång { $hand }: { $who } bjöd { $bid } och laget tog { $taken }. Budet gick hem.
moment_hand_failed = Omgång { $hand }: { $who } bjöd { $bid }, men laget tog bara { $taken }.
win_changed =
    { $win ->
        [one] Vinstchansen ändrades 1 procentenhet.
       *[other] Vinstchansen ändrades { $win } procentenheter.
    }
show = Visa
accuracy_more = 100 är att hitta det bästa varje gång.
decisions = Beslut
luck = Tur med korten
player = Spelare

## Learning

lesson = Din första omgång
lesson_more = Tio minuter, sedan kan du spela.
rules_page = Reglerna
rules_page_more = På en sida, med bilder.
puzzles = Vad skulle du bjuda?
puzzles_more = Nio kort på hand, och chanserna uträknade.
lesson_reread = Förklara igen
lesson_again = En gång till
lesson_done = Det var en hel omgång pidro.
lesson_now_play = Spela ett spel nu
lesson_welcome = Du är Syd, längst ner. Nord, mitt emot, är din partner. I varje omgång finns det 14 poäng att ta. Först bjuder alla om rätten att bestämma sort, alltså trumffärg.
lesson_bidding = Du ger, så du bjuder sist. Alla får ordet en gång: ett tal från 6 till 14, högre än det förra, eller pass. Budet är ett löfte: så många poäng ska laget ta. Du har knekten och båda röda femmorna, pidrorna: 11 av de 14 poängen om hjärter blir sort. Och din partner har bjudit: tillsammans är ni starka. Bjud 8.
lesson_trump = Du tog budet. Nu bestämmer du sort. Välj hjärter: då hör också ruter fem till sorten. Den kallas fel pidro, för egentligen är den ju en ruter. I pidro slås bara kort i sort.
lesson_other_suit = Du får välja vilken färg du vill. Men i hjärter har du tre kort och 11 poäng: välj hjärter.
lesson_partner_trump = Du sa pass, så din partner tog budet och bestämmer sort. Det blir hjärter, och då hör också ruter fem till sorten: fel pidro. I pidro slås bara kort i sort.
lesson_redeal = Alla har kastat bort de kort som inte är i sort och får nya ur leken, upp till sex kort. Alla ser hur många var och en bad om: den som bad om fem har ett kort i sort.
lesson_rob = Den som ger får inga nya kort utan väljer ur leken: allt som är kvar av den är ditt. Av de korten och dina kort i sort behåller du sex. Behåll alla i sort. Nian ger inga poäng, och just det har du nytta av. Är du osäker, be om ett förslag.
lesson_kill = Din partner fick sju kort i sort, ett för mycket för en hand på sex. Då måste ett dödas: läggas öppet på bordet. Bara kort utan poäng får dödas, och det översta är det kort som måste slås först.
lesson_play = Spelaren till vänster om den som ger börjar. Väst har slagit esset, det högsta kortet i sort: inget kort tar det. Det du slår nu går till Väst. Ge alltså inte bort en pidro, den är värd 5 poäng! Slå nian.
lesson_play_other = Den som har kort i sort måste slå ett. Det högsta tar sticket med poängen i det: ess, knekt och tia ger 1, båda pidrorna 5 var och tvåan, lågå, 1 åt laget som slår den.
lesson_cold = Den som inte har kort i sort kvar är kall: resten av korten läggs öppet och är ute ur omgången. När bara ett lag är kvar får det behålla poängen det ännu har på hand.
lesson_feed = Väst har slagit lågå, tvåan: den poängen stannar hos Västs lag, vem som än tar sticket. Din partners kort är högst nu, så sticket är ert: ge din partner en pidro.
lesson_scored_made = Ert lag tog { $taken } poäng, och budet gick hem. Ett lag vars bud går hem får alla poäng det tog. Det andra laget får alltid det som det tog. De som först har 62 vinner spelet.
lesson_scored_failed = Ert lag tog bara { $taken } poäng, färre än ni bjöd, och förlorar då lika många som ni bjöd. Esset tog det du gav. Försök en gång till!
puzzle_number = Uppgift { $number }
puzzle_calls = Buden före dig
puzzle_none_before = Du bjuder först.
puzzle_ask = Vad skulle du bjuda?
puzzle_expert = Experten: { $action }. { $reason }
puzzle_same = Precis så skulle experten göra.
puzzle_other = Experten skulle göra något annat.
puzzle_odds = Chansen att budet går hem när alla spelar så bra det går, uträknad på { $deals } omgångar
puzzle_mean = { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } poäng i medeltal
puzzle_next = Nästa uppgift
bid_column = Bud

## Settings and the account

language = Språk
card_size = Kortens storlek
size_normal = normal
size_large = stor
size_huge = mycket stor
four_colours = Egen kulör för varje färg
one_tap = Slå kort med ett tryck
sounds = Ljud
theme = Ljust eller mörkt
theme_auto = som systemet
theme_light = ljust
theme_dark = mörkt
pace = Speltakt
pace_slow = långsam
pace_normal = normal
pace_fast = snabb
bot_level = Bottarnas styrka
your_name = Ditt namn
save = Spara
saved = Sparat
guest = Gäst
account = Konto
account_more = Du behöver inget konto för att spela. Med ett konto finns dina spel och din rating kvar, på alla dina enheter.
password = Lösenord (minst 8 tecken)
sign_up = Skapa konto
sign_in = Logga in
sign_out = Logga ut
signed_in = Inloggad som { $name }
your_games = Dina spel
no_games = Inga spel ännu.
game_won = vunnet
game_lost = förlorat
game_unfinished = inte slut
games_played = { $games } spel, vunna: { $won }
rating = Rating: { NUMBER($rating, minimumFractionDigits: 1, maximumFractionDigits: 1) }
keys = Tangenter
keys_more = Pilarna och Tab flyttar, Enter väljer. H tips, L förra sticket, P protokoll, M meny, Esc stänger.

## The account page, reports, privacy

change_password = Byt lösenord
current_password = Nuvarande lösenord
new_password = Nytt lösenord (minst 8 tecken)
recovery_title = Din återställningskod
recovery_more = Skriv upp koden och förvara den på ett säkert ställe. Om du glömmer ditt lösenord kan du välja ett nytt med hjälp av koden. Servern kan inte visa den igen.
copy = Kopiera
recovery_noted = Jag har skrivit upp den
recovery_replace = En ny kod ersätter den gamla.
recovery_new = Hämta en ny kod
recovery_code = Återställningskod
forgot_password = Har du glömt lösenordet?
forgot_more = Skriv in återställningskoden som du fick till ditt konto. Om du har tappat bort den kan du be den som driver servern om en ny.
recover = Spara det nya lösenordet
sessions = Dina enheter
session_current = den här enheten
session_unknown = Okänd enhet
session_dates = Inloggad sedan { $since }, senast använd { $used }
sign_out_everywhere = Logga ut överallt
my_data = Dina uppgifter
my_data_more = Ladda ner allt som servern har sparat om dig, eller radera dina uppgifter.
download_data = Ladda ner dina uppgifter
delete_more = Ditt namn, dina resultat och dina anmälningar raderas överallt. Spelen som du har spelat finns kvar, men utan ditt namn. Det går inte att ångra.
delete_account = Radera ditt konto
delete_guest = Radera { $name }
delete_sure = Vill du radera dina uppgifter för gott?
deleted_player = Raderad spelare
report = Anmäl { $who }
report_more = Den som driver servern läser din anmälan. Personen som du anmäler ser den inte.
report_reason = Vad gäller det?
report_text = Vad hände?
report_sent = Tack. Anmälan har skickats.
report_abuse = Förolämpningar eller hot
report_name = Ett kränkande eller vilseledande namn
report_cheating = Fusk
report_leaving = Lämnar spel i förtid eller drar ut på tiden
report_other = Något annat
announcement = Meddelande från servern
privacy = Dataskydd

## Notices and errors

no_spectators = Ingen får titta på vid det här bordet.
next_game = Till nästa spel
stand_up = Lämna platsen
shortcuts = Kortkommandon
says_left =
    { $person ->
        [you] Du har lämnat spelet. En bot spelar åt dig.
       *[other] { $who } har lämnat spelet. En bot spelar nu.
    }
says_stand_in =
    { $person ->
        [you] Du är borta. En bot spelar tills du är tillbaka.
       *[other] { $who } är borta. En bot spelar så länge.
    }
says_back =
    { $person ->
        [you] Du är tillbaka.
       *[other] { $who } är tillbaka.
    }
says_undo_asked =
    { $person ->
        [you] Du vill ta tillbaka det senaste beslutet.
       *[other] { $who } vill ta tillbaka det senaste beslutet.
    }
says_undo_refused =
    { $person ->
        [you] Du gick inte med på det.
       *[other] { $who } gick inte med på det.
    }
says_rematch_asked =
    { $person ->
        [you] Du vill spela igen.
       *[other] { $who } vill spela igen.
    }
says_start_called_off = Spelet startade inte utan { $who }. Platsen är ledig igen.
says_start_called_off_you = Spelet startade inte utan dig: din enhet svarade inte, eller så lämnade du bordet. Ta din plats igen.
error_seat_taken = Någon annan sitter där.
error_game_starting = Spelet startar strax.
error_game_started = Spelet har börjat.
error_rematched = Nästa spel är redan vid ett annat bord.
error_no_change = Det är redan gjort.
error_muted = Värden har tystat dig.
error_chat_closed = Här går det bara att säga fraserna.
error_not_stored = Servern kunde inte spara det. Försök igen.
error_unavailable = Servern når inte bordet just nu. Försök igen.
error_game_too_long = Efter 250 omgångar slutar spelet utan vinnare. Spela igen!
error_closing = Servern startas om. Ett ögonblick.
error_too_many_requests = För många förfrågningar. Vänta lite.
error_too_many_attempts = För många försök med det här namnet. Vänta en halv minut.
error_request_timeout = Förbindelsen är för långsam. Försök igen.
error_no_hints = När andra människor spelar finns det tips bara för valet ur leken.
error_not_found = Det finns inget sådant bord.
error_not_over = Spelet är inte slut.
error_bad_request = Det går inte.
error_wrong_password = Inget konto har det namnet och det lösenordet.
error_banned = Du kan inte använda servern just nu: du är avstängd.
error_weak_password = Lösenordet är för lätt att gissa. Välj ett annat.
error_wrong_recovery_code = Fel namn eller återställningskod.
error_no_account = Du behöver ett konto för det här.
error_name_taken = Namnet är upptaget.
error_removed = Värden har tagit bort dig från bordet.
error_cannot_remove_host = Värden kan inte tas bort.
error_seats_free = Spelet börjar när alla fyra platser är upptagna.
