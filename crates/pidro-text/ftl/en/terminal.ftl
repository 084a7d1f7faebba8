### What only the terminal program says.

## What happens

throws =
    { $person ->
        [you] You throw away { $cards }.
       *[other] { $who } throws away { $cards }.
    }
throws_count =
    { $count ->
        [one] { $who } throws away 1 card.
       *[other] { $who } throws away { $count } cards.
    }
throws_hidden = { $who } throws away cards, nobody else knows how many.
buries =
    { $person ->
        [you] You bury { $cards }.
       *[other] { $who } buries { $cards }.
    }

## Where the points of a hand went

points_went = Where the points went:
went_trick = { $cards }: { $team }, trick { $trick } ({ $who })
went_played = { $cards }: { $team }, played by { $who }
went_held = { $cards }: { $team }, still held by { $who }
went_claimed = { $cards }: { $team }, claimed
went_buried = { $cards }: buried

## The table

bot = bot
pool =
    { $count ->
        [one] pool of 1 card
       *[other] pool of { $count } cards
    }
killed_cards = killed { $cards }
cold_cards = cold { $cards }
brought = Before
points_taken = Points taken
needed = Still needed

## What is asked of a player

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
choose_keys = ←→ Enter or its name  ? help  h hint  u undo  l log  q leave
pick_keys = ←→ Space Enter  ? help  h hint  u undo  l log  q leave
idle_keys = ? help  u undo  l log  s save  q leave
suggested = The expert's choice is marked. Space changes it, Enter accepts it.
pass_keyboard = The keyboard goes to { $who }. Press Enter when nobody else is looking.
too_small = The window is too small.

## Answers

saved_to = Saved: { $file }
not_saved = Not saved: { $reason }
game_waits = The game waits: pidro play --resume { $file }
record_at = The game is saved in { $file }
the_rob = the rob
taken_back = { $who } took back: { $action }
no_such_card = { $word } can't be chosen here.
not_now = That can't be done now.
must_bid = After three passes the dealer must bid { $bids }.
not_trump = { $card } is not a trump: only trumps are played.
no_killed_points = Point cards can't be killed: { $cards }.
must_keep = Must be kept: { $cards }.
choose_count = Choose { $count }, not { $chosen }.
cant_bid = You can't bid { $bid }. You may say { $bids }.
resign_again = Press r once more to resign.
promise = Fair deal, promised before the first card: { $commitment }
ask_word = { $who }, your word for the deal (Enter for none):
hint_next = Next best: { $action }, { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } points less.

## Windows over the table

help_title = Help
esc_closes = Esc closes
help =
    ← →        choose a card, a bid or a suit
    Enter      do it, or continue
    Space      pick for the rob and the kill
    Ah 10d 8 P name a card, a bid, a pass: capitals and
               digits; the suit of a card may be small
               (S spades, H hearts, D diamonds, C clubs)
    h          a hint with its reason
    u          take your last decision back
    l          what has happened   t  the last trick
    s          save                q  leave; it waits
    c          claim the rest      r  resign

    { "*" } trump, its points beside it. If hearts are trump, the
    five of diamonds is one too: the wrong pidro. 14 points:
    A 1, J 1, 10 1, both pidros 5 each and the two 1: its
    point goes to who plays it. Only trumps are played.

## After the game

percent = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
new_game = n new game  q leave

## The game in lines

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
line_unknown = { $word } is not understood here. Type help for the commands.
line_resign = Type it once more to resign.
line_score = Score: { $score }.
line_contract = { $who } has bid { $bid }.
line_trump_is = Trump: { $suit }.
line_on_table = On the table: { $cards }.

## The commands of the game in lines; the English ones work in every language

say_help = help
say_hint = hint
say_undo = undo
say_hand = hand
say_table = table
say_score = score
say_log = log
say_save = save
say_claim = claim
say_resign = resign
say_quit = quit
say_pass = pass

## Watching a game

watch_keys = ←→ step  ↑↓ turn  PgUp/Dn hand  Space play  v view  a analyse  l log  q leave
not_analysed = What one seat saw can't be analysed.
view_spectator = as a spectator
view_seat = as { $who } sees it
chance = Chance to win after the last hand: { $team } { $percent } %
