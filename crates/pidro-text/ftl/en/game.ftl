### Texts that the terminal program and the page share.
###
### $who is a name, $team two names. $person is `you` if it is the reader, else `other`; $side is
### `we` for the reader's team, else `other`.

## Seats, suits and cards

N = North
E = East
S = South
W = West
suit_s = spades
suit_h = hearts
suit_d = diamonds
suit_c = clubs
card = { $rank } of { $suit }
rank_2 = two
rank_3 = three
rank_4 = four
rank_5 = five
rank_6 = six
rank_7 = seven
rank_8 = eight
rank_9 = nine
rank_T = ten
rank_J = jack
rank_Q = queen
rank_K = king
rank_A = ace
and = { $one } and { $other }
you = you
we = We
they = They

## Events

cut = The cut: { $cards }.
deals_first =
    { $person ->
        [you] You drew the highest card and deal.
       *[other] { $who } drew the highest card and deals.
    }
hand_dealt =
    { $person ->
        [you] Hand { $hand }: you deal.
       *[other] Hand { $hand }: { $who } deals.
    }
gets =
    { $person ->
        [you] You get { $cards }.
       *[other] { $who } gets { $cards }.
    }
bids =
    { $person ->
        [you] You bid { $bid }.
       *[other] { $who } bids { $bid }.
    }
passes =
    { $person ->
        [you] You pass.
       *[other] { $who } passes.
    }
bidding_won =
    { $person ->
        [you] You win the bidding with { $bid }.
       *[other] { $who } wins the bidding with { $bid }.
    }
names_trump =
    { $person ->
        [you] You name { $suit } as trump.
       *[other] { $who } names { $suit } as trump.
    }
asks =
    { $person ->
        [you] You ask for
       *[other] { $who } asks for
    } { $asked ->
        [0] no cards.
        [one] 1 card.
       *[other] { $asked } cards.
    }
asks_gets =
    { $person ->
        [you] You ask for { $asked } and get { $got }: the pack is empty.
       *[other] { $who } asks for { $asked } and gets { $got }: the pack is empty.
    }
# $kept are cards, or their number where they are hidden.
robs =
    { $person ->
        [you] You take
       *[other] { $who } takes
    } { $taken ->
        [0] no cards
        [one] 1 card
       *[other] { $taken } cards
    } { $person ->
        [you] from the pack and keep { $kept }.
       *[other] from the pack and keeps { $kept }.
    }
kills =
    { $person ->
        [you] You kill { $cards }.
       *[other] { $who } kills { $cards }.
    }
kills_on_top = The top card, { $card }, is played first.
plays =
    { $person ->
        [you] You play { $card }.
       *[other] { $who } plays { $card }.
    }
goes_cold =
    { $person ->
        [you] You go cold.
       *[other] { $who } goes cold.
    }
goes_cold_showing =
    { $person ->
        [you] You go cold and show { $cards }.
       *[other] { $who } goes cold and shows { $cards }.
    }
takes =
    { $person ->
        [you] You take the trick:
       *[other] { $who } takes the trick:
    } { $points ->
        [0] no points.
        [one] 1 point.
       *[other] { $points } points.
    }
two_stays =
    { $person ->
        [you] You get the point for the two.
       *[other] The point for the two goes to { $who }.
    }
claims =
    { $person ->
        [you] You claim the rest.
       *[other] { $who } claims the rest.
    }
resigns =
    { $person ->
        [you] You resign.
       *[other] { $who } resigns.
    }
# $person is `partner` if the reader's partner bid.
bid_made =
    { $person ->
        [you] You bid { $bid }, your team took { $taken }. You made it!
        [partner] { $who } bid { $bid }, your team took { $taken }. You made it!
       *[other] { $who } bid { $bid }, { $team } took { $taken }. They made it.
    }
bid_failed =
    { $person ->
        [you] You bid { $bid }, your team took only { $taken }. You missed your bid.
        [partner] { $who } bid { $bid }, your team took only { $taken }. You missed your bid.
       *[other] { $who } bid { $bid }, { $team } took only { $taken }. They missed their bid.
    }
scores = { $team }: { $change }, now { $score }.
wins =
    { $side ->
        [we] You win the game!
       *[other] { $team } win the game.
    }

## The table

hand_number = Hand { $hand }
dealer = dealer
target = to { $target }
no_bid_yet = No bid yet
bid_of = bid { $bid }
passed = pass
card_count =
    { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
asked = asked for { $count }
asked_got = asked for { $count }, got { $got }
plays_first = plays { $card } first
cold = cold
score_sheet = Score sheet
total = Total
last_trick = Last trick
no_last_trick = No trick has been taken in this hand yet.
what_happened = What happened
top_first = The top killed card, { $card }, must be played first.
error_not_your_turn = It is not your turn.
error_nothing_to_undo = There is nothing to take back.
error_claim_not_proven = It is not certain that you take the rest.

## Hints: what to do, and why

hint_is = Hint: { $action }. { $reason }
do_bid = bid { $bid }
do_pass = pass
do_trump = choose { $suit }
do_keep = keep { $cards }
do_kill = kill { $cards }
do_play = play { $card }
why_only_choice = There is no other choice.
why_must_bid = After three passes the dealer must bid.
why_strong =
    { $trumps ->
        [one] 1 trump in { $suit },
       *[other] { $trumps } trumps in { $suit },
    } { $points ->
        [0] no points.
        [one] 1 point.
       *[other] { $points } points.
    }
why_weak =
    { $trumps ->
        [0] No trumps in { $suit },
        [one] Only 1 trump in { $suit },
       *[other] Only { $trumps } trumps in { $suit },
    } { $points ->
        [0] no points.
        [one] 1 point.
       *[other] { $points } points.
    }
why_keeps_best = Points and high trumps are worth most.
why_buries_points = Points that the opponents would take are better buried.
why_kills_low = Low trumps without points are the least useful.
why_top_is_played = The top card will still be played; the others are the least useful.
why_unbeatable = No remaining card can beat it.
why_feeds_partner = Your partner takes the trick: points are safe there.
why_takes_points =
    { $points ->
        [one] It takes the trick and 1 point.
       *[other] It takes the trick and { $points } points.
    }
why_beats = It beats what is on the table.
why_two_is_safe = Whoever plays the two keeps its point.
why_gives_nothing = It gives no points away.
why_costs_least = It gives away the least.

## After the game

all_cards = all cards open
replay_at = Event { $at } of { $of }
analysing = Analysing …
accuracy = Accuracy
moments = Key moments
no_moments = Nobody gave anything away.
did_bid = bid { $bid }
did_pass = passed
did_trump = chose { $suit }
did_keep = kept { $cards }
did_kill = killed { $cards }
did_play = played { $card }
decided = Hand { $hand }, { $who }: { $action }.
better =
    Better: { $best }. Win chance fell by { $win ->
        [one] 1 percentage point.
       *[other] { NUMBER($win, maximumFractionDigits: 1) } percentage points.
    }
chance_chart = Chance to win after each hand, { $team }
