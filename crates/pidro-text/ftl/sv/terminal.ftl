### The texts of the terminal program alone.

## Events

discards =
    { $person ->
        [you] Du kastar bort { $cards }.
       *[other] { $who } kastar bort { $cards }.
    }
discards_count = { $who } kastar bort { $count } kort.
discards_hidden = { $who } kastar bort kort, ingen annan vet hur många.
buries =
    { $person ->
        [you] Du begraver { $cards }.
       *[other] { $who } begraver { $cards }.
    }

## Where the points of a hand went

points_went = Vart poängen gick:
points_by_trick = { $cards }: { $team }, stick { $trick } ({ $who })
points_by_playing = { $cards }: { $team }, slagen av { $who }
points_by_holding = { $cards }: { $team }, ännu på hand hos { $who }
points_by_claim = { $cards }: { $team }, tog resten
points_buried = { $cards }: begravdes

## The table

bot = bot
pool = hög på { $count } kort
killed_cards = dödade { $cards }
cold_cards = kall { $cards }
earlier_score = Tidigare
points_taken = Tagna poäng
still_needed = Till budet

## Prompts

turn_bid = Ditt bud, { $who }:
turn_trump = Vilken sort ska spelas, { $who }?
turn_keep = Behåll { $count } av { $of } kort, { $who } (valda: { $chosen }).
turn_kill =
    { $count ->
        [one] Döda 1 kort, { $who } (valda: { $chosen }).
       *[other] Döda { $count } kort, { $who } (valda: { $chosen }). Det första ligger överst.
    }
turn_play = Ditt kort, { $who }:
enter_continues = Enter fortsätter
choose_keys = ←→ Enter eller skriv  ? hjälp  h tips  u ångra  l logg  q sluta
pick_keys = ←→ Mellanslag Enter  ? hjälp  h tips  u ångra  l logg  q sluta
idle_keys = ? hjälp  u ångra  l logg  s spara  q sluta
suggested = De märkta korten är expertens förslag. Mellanslag ändrar, Enter godkänner.
pass_keyboard = Ge tangentbordet åt { $who }. Tryck Enter när ingen annan tittar.
too_small = Fönstret är för litet.

## Messages

saved_to = Sparat: { $file }
not_saved = Inte sparat: { $reason }
resume_with = Spelet väntar: pidro play --resume { $file }
saved_in = Spelet finns sparat i { $file }
the_rob = valet ur leken
undone = { $who } tog tillbaka: { $action }
cant_choose = { $word } kan inte väljas här.
cant_do_now = Det går inte nu.
must_bid = Efter tre pass måste den som ger bjuda { $bids }.
not_trump = { $card } hör inte till sorten: bara kort i sort får slås.
cant_kill_points = Poängkort kan inte dödas: { $cards }.
must_keep = Måste behållas: { $cards }.
choose_count = Välj { $count }, inte { $chosen }.
cant_bid = { $bid } kan inte bjudas. Du kan säga { $bids }.
resign_again = Tryck r en gång till om du vill ge upp.
commitment = Rättvis blandning, åtagande före första kortet: { $commitment }
ask_word = { $who }, ditt ord till blandningen (Enter för inget):
hint_next = Näst bäst: { $action }, { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } poäng mindre.

## Windows over the table

help_title = Hjälp
esc_closes = Esc stänger
help =
    ← →        välj kort, bud eller sort
    Enter      gör det, eller fortsätt
    Mellanslag välj kort att behålla eller döda
    Ah 10d 8 P skriv kort, bud eller pass: stor bokstav och
               siffror; kortets färg får skrivas liten
               (S spader, H hjärter, D ruter, C klöver)
    h          ett tips med motivering
    u          ta tillbaka ditt senaste beslut
    l          vad som hänt        t  förra sticket
    s          spara               q  sluta; spelet väntar
    c          ta resten           r  ge upp

    { "*" } kort i sort, poängen bredvid. Är hjärter sort hör även
    ruter fem dit: fel pidro. 14 poäng: A 1, J 1, 10 1, båda
    pidrorna 5 var och tvåan, lågå, 1: den poängen får den
    som slår lågå. Bara kort i sort slås.

## After the game

percent = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
new_game = n nytt spel  q sluta

## The game as plain lines

line_welcome = Pidro, rad för rad. Skriv hjälp för att få veta kommandona.
line_help =
    Bud: skriv siffran, eller pass. Sort: s, h, d eller c (spader, hjärter, ruter, klöver). Kort: numret i listan, eller namnet, t.ex. Ah eller 10d. Kort att behålla eller döda: flera i rad.
    Kommandon: tips, ångra, hand, bord, ställning, logg, spara, ta resten, ge upp, sluta.
line_hand = { $who } har på hand: { $cards }.
line_bid = { $who }, ditt bud ({ $bids }):
line_or_pass = { $bids } eller pass
line_trump = { $who }, vilken sort ska spelas (s spader, h hjärter, d ruter, c klöver)?
line_keep = { $who }, behåll { $count } av: { $cards }. Förslag: { $suggestion }.
line_kill =
    { $count ->
        [one] { $who }, döda 1 kort av: { $cards }. Förslag: { $suggestion }.
       *[other] { $who }, döda { $count } kort av: { $cards }. Det första ligger överst. Förslag: { $suggestion }.
    }
line_play = { $who }, slå ett av korten: { $cards }.
line_unknown = Förstår inte { $word } här. Skriv hjälp för att få veta kommandona.
line_resign = Skriv det en gång till om du vill ge upp.
line_score = Ställning: { $score }.
line_contract = { $who } har bjudit { $bid }.
line_trump_is = Sort: { $suit }.
line_on_table = På bordet: { $cards }.

## The commands of the game as plain lines. The English ones work in every language.

command_help = hjälp
command_hint = tips
command_undo = ångra
command_hand = hand
command_table = bord
command_score = ställning
command_log = logg
command_save = spara
command_claim = ta resten
command_resign = ge upp
command_quit = sluta
command_pass = pass

## Watching a game

watch_keys = ←→ händelse ↑↓ beslut PgUp/Dn omgång Blank kör v vy a granska l logg q sluta
not_analysed = Det som en enda plats såg kan inte granskas.
view_spectator = som åskådare
view_seat = så som { $who } ser det
win_chance = Vinstchans efter förra omgången: { $team } { $percent } %
