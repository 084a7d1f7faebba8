### Texts that the terminal program and the page share.

## Seats, suits and cards

N = Nord
E = Öst
S = Syd
W = Väst
suit_s = spader
suit_h = hjärter
suit_d = ruter
suit_c = klöver
card = { $suit } { $rank }
rank_2 = två
rank_3 = tre
rank_4 = fyra
rank_5 = fem
rank_6 = sex
rank_7 = sju
rank_8 = åtta
rank_9 = nio
rank_T = tio
rank_J = knekt
rank_Q = dam
rank_K = kung
rank_A = ess
and = { $one } och { $other }
you = du
we = Vi
they = De

## Events

cut = Lottdragning: { $cards }.
deals_first =
    { $person ->
        [you] Du har högsta kortet och ger.
       *[other] { $who } har högsta kortet och ger.
    }
hand_dealt =
    { $person ->
        [you] Omgång { $hand }: du ger.
       *[other] Omgång { $hand }: { $who } ger.
    }
gets =
    { $person ->
        [you] Du får { $cards }.
       *[other] { $who } får { $cards }.
    }
bids =
    { $person ->
        [you] Du bjuder { $bid }.
       *[other] { $who } bjuder { $bid }.
    }
passes =
    { $person ->
        [you] Du säger pass.
       *[other] { $who } säger pass.
    }
bidding_won =
    { $person ->
        [you] Du tar budet med { $bid }.
       *[other] { $who } tar budet med { $bid }.
    }
names_trump =
    { $person ->
        [you] Du bestämmer sort: { $suit }.
       *[other] { $who } bestämmer sort: { $suit }.
    }
asks =
    { $asked ->
        [0] { $person ->
            [you] Du behöver inga kort.
           *[other] { $who } behöver inga kort.
        }
       *[other] { $person ->
            [you] Du ber om { $asked } kort.
           *[other] { $who } ber om { $asked } kort.
        }
    }
asks_gets =
    { $person ->
        [you] Du ber om { $asked } kort och får { $got }: leken är slut.
       *[other] { $who } ber om { $asked } kort och får { $got }: leken är slut.
    }
robs =
    { $person ->
        [you] Du tar { $taken } kort ur leken och behåller { $kept }.
       *[other] { $who } tar { $taken } kort ur leken och behåller { $kept }.
    }
kills =
    { $person ->
        [you] Du dödar { $cards }.
       *[other] { $who } dödar { $cards }.
    }
kills_on_top = Överst ligger { $card }, som slås först.
plays =
    { $person ->
        [you] Du slår { $card }.
       *[other] { $who } slår { $card }.
    }
goes_cold =
    { $person ->
        [you] Du är kall.
       *[other] { $who } är kall.
    }
goes_cold_showing =
    { $person ->
        [you] Du är kall och visar { $cards }.
       *[other] { $who } är kall och visar { $cards }.
    }
takes =
    { $person ->
        [you] Du tar sticket:
       *[other] { $who } tar sticket:
    } { $points ->
        [0] inga poäng.
       *[other] { $points } poäng.
    }
two_stays =
    { $person ->
        [you] Du får poängen för lågå.
       *[other] { $who } får poängen för lågå.
    }
claims =
    { $person ->
        [you] Du tar resten.
       *[other] { $who } tar resten.
    }
resigns =
    { $person ->
        [you] Du ger upp.
       *[other] { $who } ger upp.
    }
bid_made =
    { $person ->
        [you] Du bjöd { $bid }, ni tog { $taken }. Budet gick hem!
        [partner] { $who } bjöd { $bid }, ni tog { $taken }. Budet gick hem!
       *[other] { $who } bjöd { $bid }, { $team } tog { $taken }. Budet gick hem.
    }
bid_failed =
    { $person ->
        [you] Du bjöd { $bid }, ni tog bara { $taken }. Budet gick inte hem.
        [partner] { $who } bjöd { $bid }, ni tog bara { $taken }. Budet gick inte hem.
       *[other] { $who } bjöd { $bid }, { $team } tog bara { $taken }. Budet gick inte hem.
    }
scores = { $team }: { $change }, nu { $score }.
wins =
    { $side ->
        [we] Ni vinner spelet!
       *[other] { $team } vinner spelet.
    }

## The table

hand_number = Omgång { $hand }
dealer = ger
target = till { $target }
no_bid_yet = Inget bud än
bid_of = bud { $bid }
passed = pass
card_count = { $count } kort
asked = bad om { $count }
asked_got = bad om { $count }, fick { $got }
plays_first = slår { $card } först
cold = kall
score_sheet = Protokoll
total = Summa
last_trick = Förra sticket
no_last_trick = Inget stick har tagits i den här omgången.
what_happened = Vad som hänt
top_first = Det översta dödade kortet, { $card }, måste slås först.
error_not_your_turn = Det är inte din tur.
error_nothing_to_undo = Det finns inget att ta tillbaka.
error_claim_not_proven = Det är inte säkert att du får resten.

## Hints: what to do, and why

hint_is = Tips: { $action }. { $reason }
do_bid = bjud { $bid }
do_pass = säg pass
do_trump = välj { $suit }
do_keep = behåll { $cards }
do_kill = döda { $cards }
do_play = slå { $card }
why_only_choice = Det finns inget annat att välja.
why_must_bid = Efter tre pass måste den som ger bjuda.
why_strong =
    { $trumps } kort i { $suit }, { $points ->
        [0] inga poäng.
       *[other] { $points } poäng.
    }
why_weak =
    { $trumps ->
        [0] Inga kort i { $suit },
       *[other] Bara { $trumps } kort i { $suit },
    } { $points ->
        [0] inga poäng.
       *[other] { $points } poäng.
    }
why_keeps_best = Poäng och höga kort i sort är värda mest.
why_buries_points = Poäng som de andra skulle ta är det bättre att begrava.
why_kills_low = Låga kort utan poäng har man minst nytta av.
why_top_is_played = Det översta kortet slås ändå, de andra har man minst nytta av.
why_unbeatable = Inget kort som är kvar är högre.
why_feeds_partner = Din partner tar sticket: där är poängen trygga.
why_takes_points = Det tar sticket med { $points } poäng.
why_beats = Det är högre än det som ligger på bordet.
why_two_is_safe = Poängen för lågå får den som slår den.
why_gives_nothing = Det ger inte bort några poäng.
why_costs_least = Det ger bort minst.

## After the game

all_cards = alla kort öppna
replay_at = Händelse { $at } av { $of }
analysing = Spelet analyseras …
accuracy = Träffsäkerhet
moments = Viktigaste besluten
no_moments = Ingen gav bort något.
did_bid = bjöd { $bid }
did_pass = sa pass
did_trump = valde { $suit }
did_keep = behöll { $cards }
did_kill = dödade { $cards }
did_play = slog { $card }
decided = Omgång { $hand }, { $who }: { $action }.
better =
    Bättre: { $best }. Vinstchansen sjönk { $win ->
        [one] 1 procentenhet.
       *[other] { NUMBER($win, maximumFractionDigits: 1) } procentenheter.
    }
chance_chart = Vinstchans efter varje omgång, { $team }
