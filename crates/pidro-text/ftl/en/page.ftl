### Texts of the page only.

## The first screen

tagline = The card game of Ostrobothnia
play_now = Play now
play_now_more = Against the computer, right away
invite = Invite friends
invite_more = A table with a link and a QR code
tables = Tables
tables_more = Find others to play with
learn = Learn Pidro
learn_more = A first hand, the rules, puzzles
resume_game = Resume your game
settings = Settings
home = Home
back = Back
close = Close
continue = Continue
yes = Yes
no = No
loading = Loading …

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

## Announcements

says_timed_out =
    { $person ->
        [you] You ran out of time; a bot played for you.
       *[other] { $who } ran out of time; a bot played.
    }
says_your_turn = Your turn.
you_as_name = You

## The table

bot_random = beginner bot
bot_basic = good bot
bot_expert = strong bot
away = away
stand_in = bot playing
left = left, bot playing
free_seat = free
killed = killed
your_hand = Your hand
the_table = The table
the_trick = The trick
trick_to = { $who } +{ $points }
contract_is = { $who } { $bid }
points_needed = { $count } more to make the bid
points_enough = bid made
turn_of = { $who }’s turn
disconnected = Reconnecting …
watching = You are watching this game.

## Decisions

your_bid = Your bid
pass = Pass
pass_means = You promise nothing in this hand.
bid_means = You name the trump suit, and your team promises to take at least { $bid } of the 14 points. If it takes fewer, it loses { $bid }.
bid_means_all = Your team promises to take all 14 points. If it misses even one, it loses 14.
bid_button = Bid { $bid }
your_trump = Which suit is trump?
trump_count = you hold { $count }
trump_button = Choose { $suit }
trump_means = The five of { $other } becomes a trump too: the wrong five.
your_keep = Keep { $count } of { $of }
chosen_count = { $chosen } of { $count } chosen
keep_means = These are your trumps and the rest of the pack. Nobody else sees what you bury.
keep_button = Keep these { $count }
suggest = Show suggestion
your_kill =
    { $count ->
        [one] Kill 1 card
       *[other] Kill { $count } cards
    }
kill_means = You hold more than six trumps. The first card you choose goes on top and must be your first play; the others are dead.
kill_means_dead = You hold more than six trumps. The killed cards are out of the hand.
kill_button = Kill these
kill_top = top
your_play = Play a card
play_button = Play { $card }
hint = Hint
do_keep_marked = keep the marked cards

## The menu of the table

menu = Menu
undo = Take back
undo_wanted = { $who } wants to take back the last decision.
undo_waiting = Waiting for the others to agree.
agree = Agree
refuse = Refuse
claim = Claim the rest
resign = Resign
resign_sure = Resign the game for your team?
leave = Leave the table
leave_sure = A bot will play for you until you come back. Leave?
come_back = Return to game
say = Say something
write = Message
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
create_table = Create table
rules = Rules
rules_finnish = Finnish rules
rules_traditional = Traditional rules
rules_tournament = Tournament rules
rules_finnish_more = The player left of the dealer leads; the top killed card is played first.
rules_traditional_more = The highest bidder leads; killed cards are dead; points can’t be buried.
rules_tournament_more = Like the traditional rules, but only the dealer may bid 14 over 14, and a dealer with fewer than six cards takes back discards.
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
watch_public = everybody, but hidden cards stay hidden
watch_all_cards = everybody; all cards are shown a few minutes late
watch_nobody = nobody
share_this = Send this link to your friends. Anybody who opens it can take a free seat.
copy_link = Copy the link
copied = Copied
share_link = Share
qr_code = QR code for the link
take_a_seat = Tap “Sit here” to take a free seat.
sit_here = Sit here
add_bot = Add bot
remove_bot = Remove bot
start = Start
fill_and_start = Start with bots
fair_deal = Fair deal
your_word = Your word for the deal
your_word_more = Your browser mixes a random word into the shuffle, so nobody, not even the server, can choose the cards. You can add something of your own to it.
words_awaited = Waiting for { $who } …
partner = partner
opponent = opponent
no_tables = There are no open tables right now. Create one!
free_seats =
    { $count ->
        [one] 1 free seat
       *[other] { $count } free seats
    }
game_in_progress = game in progress
watch = Watch
join = Join
not_found = This table doesn’t exist.
not_found_page = This page doesn’t exist.
removed = The host removed you from this table.
error_unknown = Something went wrong.

## After a hand and a game

verdict_made =
    { $side ->
        [we] Bid made!
       *[other] They made their bid
    }
verdict_failed =
    { $side ->
        [we] Bid missed
       *[other] They missed their bid
    }
won = You won!
lost = You lost.
team_won = { $team } won
rematch = Rematch
rematch_more = For the next game you change seats and partners.
rematch_waiting = Waiting for the others …
rematch_wanted = { $who } would like a rematch.
review_game = Review the game
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
deal_wrong_secret = The secret does not match the server’s commitment.
deal_wrong_decks = These decks do not follow from the secret: { $decks }.
deal_no_commitment = The server committed to nothing before the first card.
deal_no_secret = The secret is missing.
deal_one_view = The record shows only what one seat saw.
deal_no_decks = No deck was dealt.
deal_missing_decks = These decks are missing: { $decks }.
deal_unfinished = The game is not finished.
deal_cut = the cut
deal_broken = This deal can’t be trusted!
deal_broken_commitment = The server now shows a different commitment than before the first card.
deal_broken_secret = The secret does not match what the server committed to before the first card.
deal_broken_word = Your word was left out of the shuffle.
deal_broken_promise = The word of { $who } is not the one that was promised.
deal_broken_cards = The cards you were dealt do not follow from the secret and the words.
deal_noted = This browser noted the commitment and all promises before the first card, and all were kept: your word is in the shuffle, and the cards you were dealt follow from it.
deal_not_noted = This browser noted neither commitment nor promises before the first card, so it has nothing to compare.
deal_commitment = The server’s commitment, published before the first card
deal_secret = The secret, revealed after the last card
deal_promises = The players’ promises of their words
deal_words = The players’ words
deal_yourself = To check it on your own computer: download the record and run “pidro verify”.
replay = Replay
perspective = Perspective
first = To the start
previous = Previous
next = Next
last = To the end
play_replay = Play
pause_replay = Pause
share_game = Copy a link to this game
analysis = Analysis
chance_row = Hand { $hand }: { $chance } %, { $ns } to { $ew }
moment_hand_made = Hand { $hand }: { $who } bid { $bid } and made it with { $taken }.
moment_hand_failed = Hand { $hand }: { $who } bid { $bid } and took only { $taken }.
win_changed =
    { $win ->
        [one] Win chance changed by 1 percentage point.
       *[other] Win chance changed by { $win } percentage points.
    }
show = Show
accuracy_more = 100 means the best choice every time.
decisions = Decisions
luck = Luck with the cards
player = Player

## Learning

lesson = Your first hand
lesson_more = Learn to play in ten minutes.
rules_page = The rules
rules_page_more = On one page, with pictures.
puzzles = What would you bid?
puzzles_more = Example hands, and the odds of each bid.
lesson_reread = Explain again
lesson_again = Start over
lesson_done = You have played a whole hand of Pidro.
lesson_now_play = Now play a game
lesson_welcome = You are South, at the bottom. North, opposite you, is your partner. Each hand has 14 points to take. First, everybody bids for the right to choose the trump suit.
lesson_bidding = You are the dealer, so you call last. Everybody calls once: either pass, or a bid from 6 to 14 that is higher than the bids before. A bid is a promise: your team will take at least that many points. You hold the jack and both red fives, which are worth 11 of the 14 points if hearts are trump. And your partner has bid, so together you are strong. Bid 8.
lesson_trump = You won the bidding. Now name the trump suit. Choose hearts: then the five of diamonds is a trump too. It is called the wrong five, because it belongs to the other red suit. Only trumps are played in Pidro.
lesson_other_suit = You could name any suit, but with hearts you hold three trumps and 11 points: choose hearts.
lesson_partner_trump = You passed, so your partner won the bidding and names the trump suit. Hearts are trump, so the five of diamonds is a trump too: the wrong five. Only trumps are played in Pidro.
lesson_redeal = Everybody has thrown away the cards that aren’t trumps and gets new ones from the pack, up to six cards. Everybody sees how many each player asked for: a player who asked for five holds one trump.
lesson_rob = The dealer gets no new cards but robs the pack: everything left in it is yours. From these cards and your trumps you keep six. Keep all the trumps. The nine is worth no points, and that will be useful. If you are not sure, ask for the suggestion.
lesson_kill = Your partner was dealt seven trumps, one too many for a hand of six. So one had to be killed: laid down face up. Only trumps without points can be killed, and the top killed card must be played first.
lesson_play = The player left of the dealer leads. West has led the ace, the highest trump, which nothing can beat. Whatever you play now goes to West. So don’t give away a five, which is worth 5 points! Play the nine.
lesson_play_other = Every player who has a trump must play one. The highest trump takes the trick and the points in it: the ace, jack and ten are worth 1 each, both fives 5 each, and the two is worth 1 to the team that plays it.
lesson_cold = A player with no trumps left is cold: the player’s other cards are shown and are out of the hand. When only one team has trumps left, it gets the points it still holds.
lesson_feed = West has played the two: its point stays with West’s team, whoever takes the trick. Your partner’s card is the highest so far, so the trick is yours: give your partner a five.
lesson_scored_made = Your team took { $taken } points and has made its bid. A team that makes its bid scores everything it took. The other team always scores what it took. The first team to reach 62 wins the game.
lesson_scored_failed =
    { $taken ->
        [one] Your team took only 1 point, less than it bid, so it loses as many points as it bid. The ace took what you gave it. Try again!
       *[other] Your team took only { $taken } points, fewer than it bid, so it loses as many points as it bid. The ace took what you gave it. Try again!
    }
puzzle_number = Puzzle { $number }
puzzle_calls = Calls before you
puzzle_none_before = You call first.
puzzle_ask = What would you bid?
puzzle_expert = The expert: { $action }. { $reason }
puzzle_same = The expert would do the same.
puzzle_other = The expert would do something else.
puzzle_odds = The chance to make each bid if everybody plays as well as possible, over { $deals } deals
puzzle_mean = { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } points on average
puzzle_next = Next puzzle
bid_column = Bid

## Settings and the account

language = Language
card_size = Card size
size_normal = normal
size_large = large
size_huge = very large
four_colours = A colour for each suit
one_tap = Play cards with one tap
sounds = Sounds
theme = Theme
theme_auto = same as the system
theme_light = light
theme_dark = dark
pace = Game speed
pace_slow = slow
pace_normal = normal
pace_fast = fast
bot_level = Bot strength
your_name = Your name
save = Save
saved = Saved
guest = Guest
account = Account
account_more = You don’t need an account to play. With an account you keep your games and your rating, on every device.
password = Password (at least 8 characters)
sign_up = Create account
sign_in = Sign in
sign_out = Sign out
signed_in = Signed in as { $name }
your_games = Your games
no_games = No games yet.
game_won = won
game_lost = lost
game_unfinished = in progress
games_played =
    { $games ->
        [one] 1 game
       *[other] { $games } games
    }, won: { $won }
rating = Rating: { NUMBER($rating, minimumFractionDigits: 1, maximumFractionDigits: 1) }
keys = Keys
keys_more = Arrows and Tab move, Enter chooses. H hint, L last trick, P score sheet, M menu, Esc closes.

## The account page, reports, privacy

change_password = Change your password
current_password = Current password
new_password = New password (at least 8 characters)
recovery_title = Your recovery code
recovery_more = Write this code down and keep it in a safe place. If you forget your password, it lets you choose a new one. The server can’t show it again.
copy = Copy
recovery_noted = I have written it down
recovery_replace = A new code replaces the previous one.
recovery_new = Get a new code
recovery_code = Recovery code
forgot_password = Forgot your password?
forgot_more = Enter the recovery code that you got with your account. If you have lost it, ask the person who runs this server for a new one.
recover = Choose the new password
sessions = Your devices
session_current = this device
session_unknown = Unknown device
session_dates = Signed in { $since }, last used { $used }
sign_out_everywhere = Sign out everywhere
my_data = Your data
my_data_more = Download everything that this server has stored about you, or delete it.
download_data = Download your data
delete_more = Your name, results and reports are deleted everywhere. Games that you have played stay, without your name. This can’t be undone.
delete_account = Delete your account
delete_guest = Delete { $name }
delete_sure = Delete your data for good?
deleted_player = Deleted player
report = Report { $who }
report_more = The person who runs this server reads your report. The person you report doesn’t see it.
report_reason = What is it about?
report_text = What happened?
report_sent = Thank you. The report has been sent.
report_abuse = Insults or threats
report_name = An offensive or misleading name
report_cheating = Cheating
report_leaving = Leaving or stalling games
report_other = Something else
announcement = Message from the server
privacy = Privacy

## Notices and errors

no_spectators = This table doesn’t allow spectators.
next_game = Go to the next game
stand_up = Stand up
shortcuts = Keyboard shortcuts
says_left =
    { $person ->
        [you] You have left. A bot plays for you.
       *[other] { $who } has left. A bot plays now.
    }
says_stand_in =
    { $person ->
        [you] You are away. A bot plays until you return.
       *[other] { $who } is away. A bot plays in the meantime.
    }
says_back =
    { $person ->
        [you] You are back.
       *[other] { $who } is back.
    }
says_undo_asked =
    { $person ->
        [you] You asked to take back the last decision.
       *[other] { $who } wants to take back the last decision.
    }
says_undo_refused =
    { $person ->
        [you] You did not agree to take it back.
       *[other] { $who } did not agree to take it back.
    }
says_rematch_asked =
    { $person ->
        [you] You asked for a rematch.
       *[other] { $who } would like a rematch.
    }
says_start_called_off = The game did not start without { $who }. That seat is free again.
says_start_called_off_you = The game did not start without you: your device did not answer, or you left. Take your seat again.
error_seat_taken = Somebody else is sitting there.
error_game_starting = The game is about to start.
error_game_started = The game has already begun.
error_rematched = The next game has already been set up at another table.
error_no_change = Already done.
error_muted = The host has muted you.
error_chat_closed = At this table you can only send phrases.
error_not_stored = The server couldn’t save that. Try again.
error_unavailable = The server can’t reach this table right now. Try again.
error_game_too_long = After 250 hands the game ends without a winner. Play again!
error_closing = The server is restarting. One moment.
error_too_many_requests = Too many requests. Wait a moment.
error_too_many_attempts = Too many attempts with this name. Wait half a minute.
error_request_timeout = The connection is too slow. Try again.
error_no_hints = At a table with other people, you can get a suggestion only for the rob.
error_not_found = This table doesn’t exist.
error_not_over = The game isn’t over yet.
error_bad_request = That isn’t possible.
error_wrong_password = Wrong name or password.
error_banned = You can’t use this server at the moment: you have been banned.
error_weak_password = This password is too easy to guess. Choose another one.
error_wrong_recovery_code = Wrong name or recovery code.
error_no_account = You need an account for this.
error_name_taken = This name is taken.
error_removed = The host removed you from this table.
error_cannot_remove_host = The host can’t be removed.
error_seats_free = The game can’t begin until all four seats are taken.
