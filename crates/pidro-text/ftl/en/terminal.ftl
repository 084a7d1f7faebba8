### The texts of the terminal program alone.

## Events

discards =
    { $person ->
        [you] You discard { $cards }.
       *[other] { $who } discards { $cards }.
    }
discards_count =
    { $count ->
        [one] { $who } discards 1 card.
       *[other] { $who } discards { $count } cards.
    }
discards_hidden = { $who } discards. Nobody else knows how many cards.
buries =
    { $person ->
        [you] You bury { $cards }.
       *[other] { $who } buries { $cards }.
    }

## Where the points of a hand went

points_went = Where the points went:
points_by_trick = { $cards }: { $team }, trick { $trick } ({ $who })
points_by_playing = { $cards }: { $team }, played by { $who }
points_by_holding = { $cards }: { $team }, still held by { $who }
points_by_claim = { $cards }: { $team }, claimed
points_buried = { $cards }: buried

## The table

bot = bot
pool =
    { $count ->
        [one] pool of 1 card
       *[other] pool of { $count } cards
    }
killed_cards = killed { $cards }
cold_cards = cold { $cards }
earlier_score = Before
points_taken = Points taken
still_needed = Still needed

## Prompts

turn_bid = Your bid, { $who }:
turn_trump = Which suit is trump, { $who }?
turn_keep = Keep { $count } of { $of } cards, { $who } (chosen: { $chosen }).
turn_kill =
    { $count ->
        [one] Kill 1 card, { $who } (chosen: { $chosen }).
       *[other] Kill { $count } cards, { $who } (chosen: { $chosen }). The first is the top card.
    }
turn_play = Your card, { $who }:
enter_continues = Enter continues
choose_keys = ←→ Enter or type its name  ? help  h hint  u undo  l log  q leave
pick_keys = ←→ Space Enter  ? help  h hint  u undo  l log  q leave
idle_keys = ? help  u undo  l log  s save  q leave
suggested = The expert's choice is preselected. Space changes it, Enter accepts it.
pass_keyboard = Pass the keyboard to { $who }. Press Enter when nobody else is looking.
too_small = The window is too small.

## Messages

saved_to = Saved: { $file }
not_saved = Not saved: { $reason }
resume_with = To resume the game: pidro play --resume { $file }
saved_in = The game is saved in { $file }
the_rob = the rob
undone = { $who } took back: { $action }
cant_choose = You can't choose { $word } here.
cant_do_now = You can't do that now.
must_bid = After three passes the dealer must bid { $bids }.
not_trump = { $card } is not a trump. You can only play trumps.
cant_kill_points = You can't kill cards with points: { $cards }.
must_keep = You must keep { $cards }.
choose_count = Choose { $count }, not { $chosen }.
cant_bid = You can't bid { $bid }. Allowed: { $bids }.
resign_again = Press r again to resign.
commitment = Fair deal, committed before the first card: { $commitment }
ask_word = { $who }, your word for the deal (Enter for none):
hint_next = Next best: { $action }, { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } points less.

## Windows over the table

help_title = Help
esc_closes = Esc closes
help =
    ← →        choose a card, a bid or a suit
    Enter      confirm, or continue
    Space      pick a card to keep or kill
    Ah 10d 8 P type a card, a bid or a pass, starting with a
               capital or digit; the suit may be lower-case
               (S spades, H hearts, D diamonds, C clubs)
    h          a hint and the reason for it
    u          undo your last decision
    l          what has happened   t  the last trick
    s          save                q  leave, to resume later
    c          claim the rest      r  resign

    { "*" } marks trumps and their points. If hearts are trump,
    so is the five of diamonds, the wrong five. Points: the
    A, J, 10 and 2 have 1 each, both fives 5. The two scores
    for the team that plays it. Only trumps are played.

## After the game

percent = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
new_game = n new game  q leave

## The game as plain lines

line_welcome = Pidro, line by line. Type help for the commands.
line_help =
    A bid: its number, or pass. A suit: s, h, d or c. A card: its number in the list, or its name such as Ah or 10d. Cards to keep or kill: several in a row.
    Commands: hint, undo, hand, table, score, log, save, claim, resign, quit.
line_hand = { $who } holds: { $cards }.
line_bid = { $who }, your bid ({ $bids }):
line_or_pass = { $bids } or pass
line_trump = { $who }, which suit is trump (s spades, h hearts, d diamonds, c clubs)?
line_keep = { $who }, keep { $count } of: { $cards }. Suggestion: { $suggestion }.
line_kill =
    { $count ->
        [one] { $who }, kill 1 of: { $cards }. Suggestion: { $suggestion }.
       *[other] { $who }, kill { $count } of: { $cards }. The first is the top card. Suggestion: { $suggestion }.
    }
line_play = { $who }, play one of: { $cards }.
line_unknown = I don't understand { $word }. Type help for the commands.
line_resign = Type it again to resign.
line_score = Score: { $score }.
line_contract = { $who } has bid { $bid }.
line_trump_is = Trump: { $suit }.
line_on_table = On the table: { $cards }.

## The commands of the game as plain lines. The English ones work in every language.

command_help = help
command_hint = hint
command_undo = undo
command_hand = hand
command_table = table
command_score = score
command_log = log
command_save = save
command_claim = claim
command_resign = resign
command_quit = quit
command_pass = pass

## Watching a game

watch_keys = ←→ event ↑↓ decision PgUp/Dn hand Space play v view a analyse l log q leave
not_analysed = A record of one seat's view can't be analysed.
view_spectator = as a spectator
view_seat = as { $who } sees it
win_chance = Chance to win after the last hand: { $team } { $percent } %
