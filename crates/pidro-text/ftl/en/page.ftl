### What only the page says.

## The first screen

tagline = The card game of Ostrobothnia
play_now = Play now
play_now_more = Against the computer, at once
invite = Invite friends
invite_more = A table with a link and a QR code
tables = Tables
tables_more = Find others to play with
learn = Learn Pidro
learn_more = A first hand, the rules, puzzles
go_on_with = Resume your game
settings = Settings
home = Home
back = Back
close = Close
go_on = Continue
yes = Yes
no = No
loading = One moment …

## Seats, suits, cards

NS = North and South
EW = East and West
trump = trump
wrong_five = the wrong five
points_on_card =
    { $points ->
        [one] 1 point
       *[other] { $points } points
    }

## What happens, for the ear and for the log

says_late =
    { $person ->
        [you] You ran out of time; a bot played for you.
       *[other] { $who } ran out of time; a bot played.
    }
says_your_turn = Your turn.
You = You

## The table

bot_random = beginner
bot_basic = good bot
bot_expert = strong bot
away = away
stand_in = a bot plays
left = left, a bot plays
free_seat = free
killed = killed
your_hand = Your hand
the_table = The table
the_trick = The trick
trick_to = { $who } +{ $points }
contract_is = { $who } { $bid }
points_needed = { $count } more to make the bid
points_enough = has made the bid
waits_for = { $who }’s turn
disconnected = Reconnecting …
watching = You are watching.

## What is asked of a player

your_bid = Your bid
pass = Pass
pass_means = You promise nothing in this hand.
bid_means = You name the trump suit, and your team promises to take { $bid } of the 14 points. If it takes fewer, it loses { $bid }.
bid_means_all = Your team promises to take all 14 points. If one is missing, it loses 14.
bid_button = Bid { $bid }
your_trump = Which suit is trump?
trump_count = you hold { $count }
trump_button = Choose { $suit }
trump_means = The five of { $other } becomes a trump too: the wrong five.
your_keep = Keep { $count } of { $of }
keep_chosen = Chosen: { $chosen } of { $count }
keep_means = These are your trumps and the rest of the pack. Nobody else sees what you bury.
keep_button = Keep these { $count }
suggest = Show suggestion
your_kill =
    { $count ->
        [one] Kill 1 card
       *[other] Kill { $count } cards
    }
kill_means = You hold more than six trumps. The first card you choose lies on top and is your first play; the others are dead.
kill_means_dead = You hold more than six trumps. The killed cards are out of the hand.
kill_button = Kill these
kill_top = top
your_play = Your card
play_button = Play { $card }
hint = Hint
do_keep_marked = keep the marked cards

## The menu of the table

menu = Menu
undo = Take back
undo_wanted = { $who } would like to take back the last decision.
undo_waiting = Waiting for the others to agree.
agree = Agree
refuse = Refuse
claim = Claim the rest
resign = Resign
resign_sure = Resign the game for your team?
leave = Leave the table
leave_sure = A bot plays for you until you come back. Leave?
come_back = Return to game
say = Say something
write = Write
send = Send
open_chat = Allow free text
close_chat = Phrases only
mute = Mute { $who }
unmute = Unmute { $who }
remove = Remove { $who }
remove_sure = Remove { $who } from this table for good?
phrase_hello = Hello!
phrase_good_luck = Good luck!
phrase_well_played = Well played!
phrase_well_bid = Well bid!
phrase_thanks = Thank you!
phrase_sorry = Sorry, partner.
phrase_one_moment = One moment, please.
phrase_your_turn = Your turn!
phrase_close = That was close.
phrase_lucky = What luck!
phrase_good_game = Good game!
phrase_again = Another one?
phrase_must_go = I have to go.
reaction_like = thumbs up
reaction_clap = applause
reaction_laugh = laugh
reaction_wow = surprise
reaction_sad = tear
reaction_heart = heart
says = { $who }: { $text }

## Before the game

new_table = New table
make_table = Create table
rules = Rules
rules_finnish = Finnish rules
rules_traditional = Traditional rules
rules_tournament = Tournament rules
rules_finnish_more = The player left of the dealer leads; the top killed card is played first.
rules_traditional_more = The highest bidder leads; killed cards are dead; points can’t be buried.
rules_tournament_more = Like the traditional rules, but only the dealer may bid 14 over 14, and a dealer with too few cards fills up.
play_to = Play to
time_limit = Time limit
time_none = no limit
time_seconds =
    { $count ->
        [one] 1 second
       *[other] { $count } seconds
    }
who_finds = Who can find the table?
by_link = only people with the link
in_lobby = everybody, under Tables
who_watches = Who may watch?
watch_public = everybody, without hidden cards
watch_open = everybody, all cards with a few minutes’ delay
watch_nobody = nobody
share_this = Send this link to your friends. Whoever opens it can take a free seat.
copy_link = Copy the link
copied = Copied
share_link = Share
qr_code = QR code of the link
take_a_seat = Tap “Sit here” to take a free seat.
sit_here = Sit here
put_bot = Bot
take_bot_away = Remove the bot
start = Start
fill_and_start = Start with bots
fair_deal = Fair deal
your_word = Your word for the deal
your_word_more = Your browser mixes a random word into the shuffle, so nobody, not even the server, can choose the cards. You can add something of your own to it.
words_awaited = Waiting for { $who } …
partner = partner
opponent = opponent
no_tables = No open tables at the moment. Create one!
free_seats =
    { $count ->
        [one] 1 free seat
       *[other] { $count } free seats
    }
game_is_on = game in progress
watch = Watch
join = Join
not_found = There is no such table.
not_found_page = There is no such page.
removed = The host has removed you from this table.
failed = That did not work.

## After a hand and a game

verdict_made =
    { $side ->
        [we] Made!
       *[other] They made their bid
    }
verdict_failed =
    { $side ->
        [we] Not made
       *[other] They missed their bid
    }
won = You won!
lost = You lost.
team_won = { $team } won
rematch = Rematch
rematch_more = In the next game you sit at other seats, with another partner.
rematch_waiting = Waiting for the others …
rematch_wanted = { $who } would like to play again.
look_back = Review the game
download = Download the record
check_deal = Check the deal
deal_fair =
    All { $decks } decks ({ $hands ->
        [one] 1 hand
       *[other] { $hands } hands
    }{ $cuts ->
        [0] { "" }
       *[other] { " " }and the cut
    }) follow from the secret that the server committed to before the first card, and from the players’ words: nobody chose a single card.
deal_unfair = The deal is NOT fair.
deal_not_proven = The deal is not proven.
deal_wrong_secret = The secret is not the one that was promised.
deal_wrong_decks = These decks do not follow from the secret: { $decks }.
deal_no_promise = Nothing was promised before the first card.
deal_no_secret = The secret is missing.
deal_one_view = Only what one seat saw is known.
deal_no_decks = No deck was dealt.
deal_missing_decks = These decks are missing: { $decks }.
deal_unfinished = The game is not finished.
deal_cut = the cut
deal_broken = This deal can’t be trusted!
deal_broken_commitment = The server now shows another promise than before the first card.
deal_broken_secret = The secret is not the one that the server promised before the first card.
deal_broken_word = Your word was left out of the shuffle.
deal_broken_promise = The word of { $who } is not the one that was promised.
deal_broken_cards = The cards that you were dealt do not follow from the secret and the words.
deal_noted = This browser noted all promises before the first card, and every one was kept: your word is in the shuffle, and the cards you were dealt follow from it.
deal_not_noted = This browser noted no promises before the first card, so it can’t compare them.
deal_promise = Promised before the first card
deal_secret = The secret, revealed after the last card
deal_promises = The promises of the words
deal_words = The words of the players
deal_yourself = To check it on your own computer: download the record and run “pidro verify”.
replay = Replay
replay_eyes = Seen by
first = To the beginning
previous = Previous
next = Next
last = To the end
play_on = Play
pause = Pause
share_game = Share this game
analysis = Analysis
chance_row = Hand { $hand }: { $chance } %, { $ns } to { $ew }
moment_hand_made = Hand { $hand }: { $who } bid { $bid } and made it with { $taken }.
moment_hand_failed = Hand { $hand }: { $who } bid { $bid } and took only { $taken }.
win_changed =
    { $win ->
        [one] Win chance changed by 1 point.
       *[other] Win chance changed by { $win } points.
    }
show = Show
accuracy_more = 100 means the best choice every time.
decisions = Decisions
luck = Luck with the cards
player = Player

## Learning

lesson = Your first hand
lesson_more = Ten minutes, and you can play.
rules_page = The rules
rules_page_more = On one page, with pictures.
puzzles = What would you bid?
puzzles_more = Hands with their odds.
lesson_reread = Explain again
lesson_again = Once more
lesson_done = That was a whole hand of Pidro.
lesson_now_play = Now play a game
lesson_welcome = You are South, at the bottom. North, opposite, is your partner. In each hand there are 14 points to take. First everybody bids for the right to choose the trump suit.
lesson_bidding = You deal, so you call last. Everybody calls once: a number from 6 to 14, higher than before, or pass. It is a promise: so many points your team will take. You hold the jack and both red fives, 11 of the 14 points if hearts are trump. And your partner has bid: together you are strong. Bid 8.
lesson_trump = You have the bid. Now name the trump suit. Take hearts: then the five of diamonds is a trump too. It is called the wrong five, because it belongs to the other red suit. Only trumps are played in Pidro.
lesson_trump_not = You could name any suit. But with hearts you hold three trumps and 11 points: take hearts.
lesson_partner_trump = You passed, so your partner has the bid and names the trump suit. Hearts are trump, and so the five of diamonds is a trump too: the wrong five. Only trumps are played in Pidro.
lesson_redeal = Everybody has thrown away the cards that aren’t trumps and gets new ones from the pack, up to six cards. Everybody sees how many each player asked for: a player who asked for five holds one trump.
lesson_rob = The dealer gets no new cards but robs: all that is left of the pack is yours. Of these and your trumps you keep six. Keep all trumps. The nine has no points, and that is useful. If you are not sure, ask for the suggestion.
lesson_kill = Your partner was dealt seven trumps, one too many for a hand of six. So one had to be killed: laid down face up. Only trumps without points can be killed, and the top one must be the first that is played.
lesson_play = The player left of the dealer leads. West has led the ace, the highest trump: nobody can beat it. What you play now goes to West. So do not give a five, it is worth 5 points! Play the nine.
lesson_play_other = Everybody who has a trump must play one. The highest takes the trick with the points in it: ace, jack and ten count 1, both fives 5, and the two 1 for the team that plays it.
lesson_cold = A player with no trumps left is cold: the other cards are shown and are out of the hand. When only one team is left, it keeps the points it still holds.
lesson_feed = West has played the two: its point stays with West’s team, whoever takes the trick. Your partner’s card is the highest now, so the trick is yours: give your partner a five.
lesson_scored_made = Your team took { $taken } points and has made its bid. A team that makes its bid scores all it took. The other team always scores what it took. The first team to reach 62 wins the game.
lesson_scored_failed =
    { $taken ->
        [one] Your team took only 1 point, fewer than it bid, and so loses as many as it bid. The ace took what you gave it. Try once more!
       *[other] Your team took only { $taken } points, fewer than it bid, and so loses as many as it bid. The ace took what you gave it. Try once more!
    }
puzzle_number = Puzzle { $number }
puzzle_calls = The calls before you
puzzle_none_before = You call first.
puzzle_ask = What would you bid?
puzzle_expert = The expert: { $action }. { $reason }
puzzle_same = Just what the expert would do.
puzzle_other = The expert would do something else.
puzzle_odds = Chance to make each bid if everybody plays as well as possible, over { $deals } deals
puzzle_mean = { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } points on average
puzzle_next = Next puzzle
bid_column = Bid

## Settings and the account

language = Language
card_size = Size of the cards
size_normal = normal
size_large = large
size_huge = very large
four_colours = Four colours for the suits
one_tap = Play cards with one tap
sounds = Sounds
theme = Light or dark
theme_auto = same as the system
theme_light = light
theme_dark = dark
pace = Pace of the game
pace_slow = slow
pace_normal = normal
pace_fast = fast
bot_level = Strength of the bots
your_name = Your name
save = Save
saved = Saved
guest = Guest
account = Account
account_more = You need no account to play. With one, your games and your rating are kept, on every device.
password = Password (8 characters or more)
sign_up = Create account
sign_in = Sign in
sign_out = Sign out
signed_in = Signed in as { $name }
your_games = Your games
no_games = No game yet.
game_won = won
game_lost = lost
game_on = not over
games_played =
    { $games ->
        [one] 1 game
       *[other] { $games } games
    }, won: { $won }
rating = Rating: { NUMBER($rating, minimumFractionDigits: 1, maximumFractionDigits: 1) }
keys = Keys
keys_more = Arrows and Tab move, Enter chooses. H hint, L last trick, P score sheet, M menu, Esc closes.

## What is said beside the game, and why something did not work

no_watching = Nobody may watch at this table.
next_game = To the next game
stand_up = Stand up
letter_keys = Keyboard shortcuts
says_left =
    { $person ->
        [you] You are away. A bot plays until you are back.
       *[other] { $who } is away. A bot plays in the meantime.
    }
says_back =
    { $person ->
        [you] You are back.
       *[other] { $who } is back.
    }
says_undo_asked =
    { $person ->
        [you] You would like to take back the last decision.
       *[other] { $who } would like to take back the last decision.
    }
says_undo_refused =
    { $person ->
        [you] You did not agree.
       *[other] { $who } did not agree.
    }
says_rematch_asked =
    { $person ->
        [you] You would like to play again.
       *[other] { $who } would like to play again.
    }
says_start_called_off = The game did not start: no answer from { $who }. That seat is free again.
says_start_called_off_you = The game did not start: your device did not answer in time. Take your seat again.
error_seat_taken = Somebody else sits there.
error_starting = The game is about to start.
error_begun = The game has begun.
error_rematched = The next game is at another table already.
error_already = Already done.
error_muted = The host has muted you.
error_chat_closed = Only the phrases can be said here.
error_not_stored = The server could not save it. Try again.
error_game_too_long = After 250 hands the game ends without a winner. Play again!
error_closing = The server is being restarted. One moment.
error_too_many_requests = Too many requests. Wait a little.
error_too_many_attempts = Too many attempts with this name. Wait half a minute.
error_request_timeout = The connection is too slow. Try again.
error_no_hints = Where other people play there is advice only for the rob.
error_not_found = There is no such table.
error_not_over = The game is not over.
error_bad_request = That is not possible.
error_wrong_password = No account has this name and this password.
error_name_taken = This name is taken.
error_removed = The host has removed you from this table.
error_host_stays = The host can’t be removed.
error_seats_free = The game begins when all four seats are taken.
