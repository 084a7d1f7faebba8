//! What is said to players: English, Swedish and Finnish side by side, so that none can be missing.
//!
//! The words are those of the tables in Ostrobothnia: a five is a *pidro*, in Swedish the trump suit is the *sort*, a hand
//! an *omgång*, and who has no trumps left is *kall*, in Finnish *kylmä*. Names are never bent: every sentence works with any name.

/// A text in every language, in the order of [`Lang`](super::Lang).
#[derive(Clone, Copy)]
pub(crate) struct Text {
    pub(crate) in_each: [&'static str; 3],
}

macro_rules! texts {
    ($($name:ident: $en:literal, $sv:literal, $fi:literal;)*) => {
        $(pub(crate) const $name: Text = Text { in_each: [$en, $sv, $fi] };)*
        #[cfg(test)]
        const ALL: &[(&str, Text)] = &[$((stringify!($name), $name)),*];
    };
}

pub(crate) const SEATS: [Text; 4] = [NORTH, EAST, SOUTH, WEST];
pub(crate) const SUITS: [Text; 4] = [SPADES, HEARTS, DIAMONDS, CLUBS];

texts! {
    NORTH: "North", "Nord", "Pohjoinen";
    EAST: "East", "Öst", "Itä";
    SOUTH: "South", "Syd", "Etelä";
    WEST: "West", "Väst", "Länsi";
    SPADES: "spades", "spader", "pata";
    HEARTS: "hearts", "hjärter", "hertta";
    DIAMONDS: "diamonds", "ruter", "ruutu";
    CLUBS: "clubs", "klöver", "risti";
    AND: "{one} and {other}", "{one} och {other}", "{one} ja {other}";

    // What happens.
    CUT: "The cut: {cards}.", "Lottdragning: {cards}.", "Jakajan arvonta: {cards}.";
    DEALS_FIRST: "{who} has the highest card and deals.", "{who} har högsta kortet och ger.", "{who} nosti korkeimman kortin ja jakaa.";
    HAND_DEALT: "Hand {hand}: {who} deals.", "Omgång {hand}: {who} ger.", "Jako {hand}: {who} jakaa.";
    YOUR_CARDS: "{who} gets {cards}.", "{who} får {cards}.", "{who} saa: {cards}.";
    BIDS: "{who} bids {bid}.", "{who} bjuder {bid}.", "{who} tarjoaa {bid}.";
    PASSES: "{who} passes.", "{who} säger pass.", "{who} passaa.";
    BIDDING_WON: "{who} has the bid with {bid}.", "{who} tar budet med {bid}.", "Korkein tarjous: {who} {bid}.";
    NAMES_TRUMP: "{who} names {suit}.", "{who} bestämmer sort: {suit}.", "{who} valitsee maan: {suit}.";
    THROWS: "{who} throws away {cards}.", "{who} kastar bort {cards}.", "{who} heittää pois: {cards}.";
    THROWS_COUNT: "{who} throws away cards: {count}.", "{who} kastar bort {count} kort.", "{who} heittää pois kortteja: {count}.";
    THROWS_HIDDEN: "{who} throws away cards, nobody else knows how many.", "{who} kastar bort kort, ingen annan vet hur många.", "{who} heittää pois kortteja, muut eivät tiedä montako.";
    ASKS: "{who} asks for {asked}.", "{who} ber om {asked} kort.", "{who} pyytää {asked}.";
    ASKS_GETS: "{who} asks for {asked} and gets {got}: the pack is empty.", "{who} ber om {asked} och får {got}: leken är slut.", "{who} pyytää {asked} ja saa {got}: pakka on tyhjä.";
    GETS: "{who} asks for {asked} and gets {cards}.", "{who} ber om {asked} och får {cards}.", "{who} pyytää {asked} ja saa: {cards}.";
    ROBS: "{who} takes {taken} from the pack and keeps {kept}.", "{who} tar {taken} ur leken och behåller {kept}.", "{who} ottaa pakasta {taken} ja pitää: {kept}.";
    BURIES: "{who} buries {cards}.", "{who} begraver {cards}.", "{who} hautaa: {cards}.";
    KILLS: "{who} kills {cards}.", "{who} dödar {cards}.", "{who} tappaa: {cards}.";
    PLAYS: "{who} plays {card}.", "{who} slår {card}.", "{who} lyö: {card}.";
    COLD_SHOWS: "{who} is cold and shows {cards}.", "{who} är kall och visar {cards}.", "{who} on kylmä ja näyttää: {cards}.";
    COLD_EMPTY: "{who} is cold.", "{who} är kall.", "{who} on kylmä.";
    TAKES: "{who} takes the trick (+{points}).", "{who} tar sticket (+{points}).", "{who} ottaa tikin (+{points}).";
    TAKES_AND_TWO: "{who} takes the trick (+{points}), the two stays with {two} (+1).", "{who} tar sticket (+{points}), lågå stannar hos {two} (+1).", "{who} ottaa tikin (+{points}), kakkosen piste: {two} (+1).";
    CLAIMS: "{who} claims the rest.", "{who} tar resten.", "{who} ottaa loput.";
    RESIGNS: "{who} resigns.", "{who} ger upp.", "{who} luovuttaa.";
    MADE: "{who} bid {bid}, {team} took {taken}: made.", "{who} bjöd {bid}, {team} tog {taken}: budet gick hem.", "{who} tarjosi {bid}, {team} saivat {taken}: tarjous onnistui.";
    FAILED: "{who} bid {bid}, {team} took only {taken}: failed.", "{who} bjöd {bid}, {team} tog bara {taken}: budet gick inte hem.", "{who} tarjosi {bid}, {team} saivat vain {taken}: tarjous epäonnistui.";
    SCORES: "{team}: {change}, now {score}.", "{team}: {change}, nu {score}.", "{team}: {change}, nyt {score}.";
    WINS_BY_RESIGNATION: "{team} win the game!", "{team} vinner spelet!", "{team} voittavat pelin!";
    WINS: "{team} win the game, {won} to {lost}!", "{team} vinner spelet, {won} mot {lost}!", "{team} voittavat pelin, {won} vastaan {lost}!";

    // Where the points of a hand went.
    POINTS_WENT: "Where the points went:", "Vart poängen gick:", "Minne pisteet menivät:";
    WENT_TRICK: "{cards}: {team}, trick {trick} ({who})", "{cards}: {team}, stick {trick} ({who})", "{cards}: {team}, tikki {trick} ({who})";
    WENT_PLAYED: "{cards}: {team}, played by {who}", "{cards}: {team}, slagen av {who}", "{cards}: {team}, lyöjä {who}";
    WENT_HELD: "{cards}: {team}, still in the hand of {who}", "{cards}: {team}, ännu på hand hos {who}", "{cards}: {team}, vielä kädessä: {who}";
    WENT_CLAIMED: "{cards}: {team}, claimed", "{cards}: {team}, tog resten", "{cards}: {team}, ottivat loput";
    WENT_BURIED: "{cards}: buried", "{cards}: begravdes", "{cards}: haudattu";

    // The table.
    HAND: "Hand {hand}", "Omgång {hand}", "Jako {hand}";
    DEALER: "dealer", "given", "jakaja";
    BOT: "bot", "bot", "botti";
    YOU: "you", "du", "sinä";
    TO_TARGET: "to {target}", "till {target}", "tavoite {target}";
    NO_BID_YET: "no bid yet", "inget bud än", "ei vielä tarjousta";
    IS_COLD: "cold", "kall", "kylmä";
    PASSED: "pass", "pass", "pass";
    BID: "bid {bid}", "bud {bid}", "tarjous {bid}";
    CARD_COUNT: "cards {count}", "{count} kort", "kortteja {count}";
    ASKED: "asked {count}", "bad om {count}", "pyysi {count}";
    ASKED_GOT: "asked {count}, got {got}", "fick {got} av {count}", "pyysi {count}, sai {got}";
    POOL: "pool {count}", "hög {count}", "varanto {count}";
    KILLED: "killed {cards}", "dödade {cards}", "tappoi {cards}";
    TOP_WAITS: "plays {card} first", "slår {card} först", "lyö ensin {card}";
    COLD: "cold {cards}", "kall {cards}", "kylmä {cards}";
    SHEET: "Score", "Protokoll", "Pisteet";
    WE: "We", "Vi", "Me";
    THEY: "They", "De", "He";
    BROUGHT: "Before", "Tidigare", "Aiemmin";
    TOTAL: "Total", "Summa", "Yhteensä";
    POINTS: "Points taken", "Tagna poäng", "Tässä jaossa";
    NEEDED: "Still needed", "Fattas", "Puuttuu";

    // What is asked of a player.
    TURN_BID: "Your bid, {who}:", "Ditt bud, {who}:", "Tarjouksesi, {who}:";
    TURN_TRUMP: "Which suit, {who}?", "Vilken sort, {who}?", "Mikä maa, {who}?";
    TURN_KEEP: "Keep {count} of {of} cards, {who} (chosen: {chosen}).", "Behåll {count} av {of} kort, {who} (valda: {chosen}).", "Pidä {of} kortista {count}, {who} (valittu: {chosen}).";
    TURN_KILL: "Kill {count}, {who} (chosen: {chosen}). The first is the top card.", "Döda {count} kort, {who} (valda: {chosen}). Det första ligger överst.", "Tapa {count}, {who} (valittu: {chosen}). Ensimmäinen jää päällimmäiseksi.";
    TURN_PLAY: "Your card, {who}:", "Ditt kort, {who}:", "Korttisi, {who}:";
    GO_ON: "Enter goes on", "Enter fortsätter", "Enter jatkaa";
    CHOOSE_KEYS: "←→ Enter or its name  ? help  h hint  u undo  l log  q leave", "←→ Enter eller skriv  ? hjälp  h tips  u ångra  l logg  q sluta", "←→ Enter tai kirjoita  ? ohje  h vihje  u peru  l loki  q lopeta";
    PICK_KEYS: "←→ Space Enter  ? help  h hint  u undo  l log  q leave", "←→ Mellanslag Enter  ? hjälp  h tips  u ångra  l logg  q sluta", "←→ Välilyönti Enter  ? ohje  h vihje  u peru  l loki  q lopeta";
    IDLE_KEYS: "? help  u undo  l log  s save  q leave", "? hjälp  u ångra  l logg  s spara  q sluta", "? ohje  u peru  l loki  s tallenna  q lopeta";
    SUGGESTED: "Marked is what the expert would do. Space changes, Enter does it.", "De märkta korten är expertens förslag. Mellanslag ändrar, Enter godkänner.", "Merkityt ovat asiantuntijan ehdotus. Välilyönti muuttaa, Enter hyväksyy.";
    PASS_KEYBOARD: "The keyboard goes to {who}. Enter when nobody else is looking.", "Ge tangentbordet åt {who}. Tryck Enter när ingen annan tittar.", "Näppäimistön saa {who}. Enter, kun kukaan muu ei katso.";
    TOO_SMALL: "The window is too small.", "Fönstret är för litet.", "Ikkuna on liian pieni.";

    // Answers.
    SAVED: "Saved: {file}", "Sparat: {file}", "Tallennettu: {file}";
    NOT_SAVED: "Not saved: {reason}", "Inte sparat: {reason}", "Ei tallennettu: {reason}";
    LEFT: "The game waits: pidro play --resume {file}", "Spelet väntar: pidro play --resume {file}", "Peli odottaa: pidro play --resume {file}";
    RECORD_AT: "The game is written down in {file}", "Spelet finns sparat i {file}", "Peli on kirjattu tiedostoon {file}";
    THE_ROB: "the rob", "valet ur leken", "valinta pakasta";
    TAKEN_BACK: "{who} took back: {action}", "{who} tog tillbaka: {action}", "{who} perui: {action}";
    NOTHING_TO_UNDO: "There is nothing to take back.", "Det finns inget att ta tillbaka.", "Ei ole mitään peruttavaa.";
    NOT_YOUR_TURN: "It is not your turn.", "Det är inte din tur.", "Ei ole sinun vuorosi.";
    NO_SUCH_CARD: "{word} can't be chosen here.", "{word} kan inte väljas här.", "{word} ei ole valittavissa.";
    NOT_NOW: "That can't be done now.", "Det går inte nu.", "Se ei käy nyt.";
    MUST_BID: "After three passes the dealer must bid {bids}.", "Efter tre pass måste given bjuda {bids}.", "Kolmen passin jälkeen jakajan on tarjottava {bids}.";
    NOT_TRUMP: "{card} is no trump: only trumps are played.", "{card} hör inte till sorten: bara kort i sort får slås.", "{card} ei ole valtti: vain valtteja lyödään.";
    TOP_FIRST: "The top killed card, {card}, must be played first.", "Det översta dödade kortet, {card}, måste slås först.", "Päällimmäinen tapettu kortti, {card}, on lyötävä ensin.";
    NO_KILLED_POINTS: "Point cards can't be killed: {cards}.", "Poängkort kan inte dödas: {cards}.", "Pistekortteja ei voi tappaa: {cards}.";
    MUST_KEEP: "Must be kept: {cards}.", "Måste behållas: {cards}.", "Pakko pitää: {cards}.";
    CHOOSE_COUNT: "Choose {count}, not {chosen}.", "Välj {count}, inte {chosen}.", "Valitse {count}, ei {chosen}.";
    CANT_BID: "{bid} can't be bid. You may say {bids}.", "{bid} kan inte bjudas. Du kan säga {bids}.", "{bid} ei käy. Voit sanoa {bids}.";
    CLAIM_REFUSED: "It is not certain that the rest is yours.", "Det är inte säkert att du får resten.", "Ei ole varmaa, että saat loput.";
    RESIGN_SURE: "Press r once more to resign.", "Tryck r en gång till om du vill ge upp.", "Paina r vielä kerran, jos haluat luovuttaa.";
    PROMISE: "Fair deal, promised before the first card: {commitment}", "Rättvis giv, lovad före första kortet: {commitment}", "Reilu jako, luvattu ennen ensimmäistä korttia: {commitment}";
    ASK_WORD: "{who}, your word for the deal (Enter for none):", "{who}, ditt ord till given (Enter för inget):", "{who}, sanasi jakoon (pelkkä Enter: ei sanaa):";

    // Hints.
    HINT: "Hint: {action}. {reason}", "Tips: {action}. {reason}", "Vihje: {action}. {reason}";
    HINT_NEXT: "Next best: {action}, {points} points less.", "Näst bäst: {action}, {points} poäng mindre.", "Toiseksi paras: {action}, {points} pistettä vähemmän.";
    DO_BID: "bid {bid}", "bjud {bid}", "tarjoa {bid}";
    DO_PASS: "pass", "säg pass", "passaa";
    DO_TRUMP: "{suit}", "{suit}", "{suit}";
    DO_KEEP: "keep {cards}", "behåll {cards}", "pidä {cards}";
    DO_KILL: "kill {cards}", "döda {cards}", "tapa {cards}";
    DO_PLAY: "play {card}", "slå {card}", "lyö {card}";
    WHY_ONLY: "There is nothing else.", "Det finns inget annat att välja.", "Muuta vaihtoehtoa ei ole.";
    WHY_BID: "{trumps} trumps in {suit}, worth {points}.", "{trumps} kort i {suit}, {points} poäng.", "Valtteja {trumps} ({suit}), pisteitä {points}.";
    WHY_PASS: "Only {trumps} trumps in {suit}, worth {points}.", "Bara {trumps} kort i {suit}, {points} poäng.", "Valtteja vain {trumps} ({suit}), pisteitä {points}.";
    WHY_KEEP: "Points and high trumps are worth most.", "Poäng och höga kort i sort är värda mest.", "Pisteet ja korkeat valtit ovat arvokkaimmat.";
    WHY_BURY: "Points that the others would take are better buried.", "Poäng som de andra skulle ta är det bättre att begrava.", "Pisteet, jotka toiset saisivat, on parempi haudata.";
    WHY_KILL: "The low trumps without points are missed least.", "Låga kort utan poäng har man minst nytta av.", "Pieniä pisteettömiä valtteja kaipaa vähiten.";
    WHY_KILL_TOP: "The top card is still played, the others are missed least.", "Det översta kortet slås ändå, de andra har man minst nytta av.", "Päällimmäinen lyödään silti, muita kaipaa vähiten.";
    WHY_BEAT: "It beats what is on the table.", "Det är högre än det som ligger på bordet.", "Se on korkeampi kuin pöydällä olevat.";
    WHY_MUST: "After three passes the dealer must bid.", "Efter tre pass måste given bjuda.", "Kolmen passin jälkeen jakajan on tarjottava.";
    WHY_HIGH: "Nothing that is out can beat it.", "Inget kort som är kvar är högre.", "Mikään jäljellä oleva kortti ei voita sitä.";
    WHY_FEED: "Your partner takes the trick: points are safe there.", "Din partner tar sticket: där är poängen trygga.", "Parisi ottaa tikin: pisteet ovat siellä turvassa.";
    WHY_TAKE: "It takes the trick (+{points}).", "Det tar sticket (+{points}).", "Se ottaa tikin (+{points}).";
    WHY_TWO: "The point of the two stays with who plays it.", "Poängen för lågå får den som slår den.", "Kakkosen piste jää lyöjälle.";
    WHY_LOW: "It gives no points away.", "Det ger inte bort några poäng.", "Se ei anna pisteitä pois.";
    WHY_LEAST: "It costs least.", "Det kostar minst.", "Se maksaa vähiten.";

    // Windows over the table.
    HELP_TITLE: "Help", "Hjälp", "Ohje";
    LOG_TITLE: "What happened", "Vad som hänt", "Mitä on tapahtunut";
    CLOSE: "Esc closes", "Esc stänger", "Esc sulkee";
    HELP: "← →        choose a card, a bid or a suit\nEnter      do it, or go on\nSpace      pick for the rob and the kill\nAh 10d 8 P name a card, a bid, a pass: capitals and\n           digits; the suit of a card may be small\n           (S spades, H hearts, D diamonds, C clubs)\nh          a hint with its reason\nu          take your last decision back\nl          what has happened   t  the last trick\ns          save                q  leave; it waits\nc          claim the rest      r  resign\n\n* trump, its points beside it. If hearts are trump, the\nfive of diamonds is one too: the wrong pidro. 14 points:\nA 1, J 1, 10 1, both pidros 5 each and the two 1: its\npoint goes to who plays it. Only trumps are played.",
        "← →        välj kort, bud eller sort\nEnter      gör det, eller fortsätt\nMellanslag välj kort att behålla eller döda\nAh 10d 8 P skriv kort, bud eller pass: stor bokstav och\n           siffror; kortets sort får skrivas liten\n           (S spader, H hjärter, D ruter, C klöver)\nh          ett tips med motivering\nu          ta tillbaka ditt senaste beslut\nl          vad som hänt        t  förra sticket\ns          spara               q  sluta; spelet väntar\nc          ta resten           r  ge upp\n\n* kort i sort, poängen bredvid. Är hjärter sort hör även\nruter fem dit: fel pidro. 14 poäng: A 1, J 1, 10 1, båda\npidrorna 5 var och tvåan, lågå, 1: den poängen får den\nsom slår lågå. Bara kort i sort slås.",
        "← →        valitse kortti, tarjous tai maa\nEnter      tee se, tai jatka\nVälilyönti valitse pidettävät tai tapettavat kortit\nAh 10d 8 P kirjoita kortti, tarjous tai pass isolla\n           tai numerolla; kortin maa käy pienelläkin\n           (S pata, H hertta, D ruutu, C risti)\nh          vihje perusteluineen\nu          peru viimeisin päätöksesi\nl          mitä on tapahtunut  t  edellinen tikki\ns          tallenna            q  lopeta; peli odottaa\nc          ota loput           r  luovuta\n\n* valtti, pisteet vieressä. Kun maa on hertta, valtti on\nmyös ruutuvitonen: väärä pidro. 14 pistettä: A 1, J 1,\n10 1, kumpikin pidro 5 ja kakkonen 1: sen piste jää\nlyöjälle. Vain valtteja lyödään.";
    LAST_TRICK: "The last trick: {cards}", "Förra sticket: {cards}", "Edellinen tikki: {cards}";
    NO_TRICK: "No trick has been taken yet.", "Inget stick har tagits ännu.", "Yhtään tikkiä ei ole vielä otettu.";

    // After the game.
    ANALYSING: "The game is looked at: {percent} %", "Spelet granskas: {percent} %", "Peliä arvioidaan: {percent} %";
    ACCURACY: "Accuracy", "Träffsäkerhet", "Tarkkuus";
    DEAREST: "What cost most:", "Det som kostade mest:", "Kalleimmat päätökset:";
    COST: "hand {hand}: {who}, {action}; better: {best} ({win} %)", "omgång {hand}: {who}, {action}; bättre: {best} ({win} %)", "jako {hand}: {who}, {action}; parempi: {best} ({win} %)";
    NO_COST: "Nobody gave anything away.", "Ingen gav bort något.", "Kukaan ei antanut mitään pois.";
    CHANCES: "Chance to win after each hand, {team}: {chances}", "Vinstchans efter varje omgång, {team}: {chances}", "Voittomahdollisuus jaoittain, {team}: {chances}";
    NEW_GAME: "n new game  q leave", "n nytt spel  q sluta", "n uusi peli  q lopeta";

    // The game in lines.
    LINE_WELCOME: "Pidro, line by line. Write help for the commands.", "Pidro, rad för rad. Skriv hjälp för att få veta kommandona.", "Pidro riveittäin. Kirjoita ohje, niin näet komennot.";
    LINE_HELP: "A bid: its number, or pass. A suit: s, h, d or c. A card: its number in the list, or its name such as Ah or 10d. Cards to keep or kill: several in a row.\nCommands: hint, undo, hand, table, score, log, save, claim, resign, quit.", "Bud: skriv siffran, eller pass. Sort: s, h, d eller c (spader, hjärter, ruter, klöver). Kort: numret i listan, eller namnet, t.ex. Ah eller 10d. Kort att behålla eller döda: flera i rad.\nKommandon: tips, ångra, hand, bord, ställning, logg, spara, ta resten, ge upp, sluta.", "Tarjous: kirjoita numero, tai pass. Maa: s, h, d tai c (pata, hertta, ruutu, risti). Kortti: numero luettelossa, tai nimi, esim. Ah tai 10d. Pidettävät tai tapettavat kortit: monta peräkkäin.\nKomennot: vihje, peru, kortit, pöytä, tilanne, loki, tallenna, ota loput, luovuta, lopeta.";
    LINE_HAND: "{who} holds: {cards}.", "{who} har på hand: {cards}.", "{who}, kortit: {cards}.";
    LINE_BID: "{who}, your bid ({bids}):", "{who}, ditt bud ({bids}):", "{who}, tarjouksesi ({bids}):";
    LINE_OR_PASS: "{bids} or pass", "{bids} eller pass", "{bids} tai pass";
    LINE_TRUMP: "{who}, the suit (s, h, d, c):", "{who}, vilken sort (s spader, h hjärter, d ruter, c klöver)?", "{who}, mikä maa (s pata, h hertta, d ruutu, c risti)?";
    LINE_KEEP: "{who}, keep {count} of: {cards}. Suggestion: {suggestion}.", "{who}, behåll {count} av: {cards}. Förslag: {suggestion}.", "{who}, pidä {count} näistä: {cards}. Ehdotus: {suggestion}.";
    LINE_KILL: "{who}, kill {count} of: {cards}. The first is the top card. Suggestion: {suggestion}.", "{who}, döda {count} kort av: {cards}. Det första ligger överst. Förslag: {suggestion}.", "{who}, tapa {count} näistä: {cards}. Ensimmäinen jää päällimmäiseksi. Ehdotus: {suggestion}.";
    LINE_PLAY: "{who}, play one of: {cards}.", "{who}, slå ett av korten: {cards}.", "{who}, lyö jokin näistä: {cards}.";
    LINE_UNKNOWN: "{word} is not understood here. Write help for the commands.", "Förstår inte {word} här. Skriv hjälp för att få veta kommandona.", "En ymmärrä: {word}. Kirjoita ohje, niin näet komennot.";
    LINE_RESIGN: "Write it once more to resign.", "Skriv det en gång till om du vill ge upp.", "Kirjoita se vielä kerran, jos haluat luovuttaa.";
    LINE_SCORE: "Score: {score}.", "Ställning: {score}.", "Tilanne: {score}.";
    LINE_CONTRACT: "{who} has bid {bid}.", "{who} har bjudit {bid}.", "{who} on tarjonnut {bid}.";
    LINE_TRUMP_IS: "Trump: {suit}.", "Sort: {suit}.", "Maa: {suit}.";
    LINE_ON_TABLE: "On the table: {cards}.", "På bordet: {cards}.", "Pöydällä: {cards}.";

    // The words of the game in lines, besides the English ones.
    SAY_HELP: "help", "hjälp", "ohje";
    SAY_HINT: "hint", "tips", "vihje";
    SAY_UNDO: "undo", "ångra", "peru";
    SAY_HAND: "hand", "hand", "kortit";
    SAY_TABLE: "table", "bord", "pöytä";
    SAY_SCORE: "score", "ställning", "tilanne";
    SAY_LOG: "log", "logg", "loki";
    SAY_SAVE: "save", "spara", "tallenna";
    SAY_CLAIM: "claim", "ta resten", "ota loput";
    SAY_RESIGN: "resign", "ge upp", "luovuta";
    SAY_QUIT: "quit", "sluta", "lopeta";
    SAY_PASS: "pass", "pass", "passaa";

    // Watching a game.
    WATCH_KEYS: "←→ step  ↑↓ turn  PgUp/Dn hand  Space play  v view  a analyse  l log  q leave", "←→ steg  ↑↓ tur  PgUp/Dn omgång  Blank kör  v vy  a granska  l logg  q sluta", "←→ askel ↑↓ vuoro PgUp/Dn jako Väli toista v näkymä a arvio l loki q lopeta";
    NOT_ANALYSED: "What one seat saw can't be analysed.", "Det som en enda plats såg kan inte granskas.", "Yhden paikan näkemää ei voi arvioida.";
    VIEW_OPEN: "all cards open", "alla kort öppna", "kaikki kortit auki";
    VIEW_SPECTATOR: "as a spectator", "som åskådare", "katsojana";
    VIEW_SEAT: "as {who} sees it", "så som {who} ser det", "kuten {who} sen näkee";
    EVENT_OF: "event {at} of {all}", "händelse {at} av {all}", "tapahtuma {at}/{all}";
    CHANCE: "Chance to win after the last hand: {team} {percent} %", "Vinstchans efter förra omgången: {team} {percent} %", "Voittomahdollisuus edellisen jaon jälkeen: {team} {percent} %";
    BETTER: "better: {best} ({win} %)", "bättre: {best} ({win} %)", "parempi: {best} ({win} %)";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the blanks, in the order of the alphabet.
    fn blanks(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_language_tells_the_same() {
        for (name, text) in ALL {
            let [english, swedish, finnish] = text.in_each;
            assert!(text.in_each.iter().all(|text| !text.is_empty()), "{name}");
            assert_eq!(blanks(english), blanks(swedish), "{name}");
            assert_eq!(blanks(english), blanks(finnish), "{name}");
        }
    }

    #[test]
    fn help_fits_its_window() {
        for text in HELP.in_each {
            assert!(text.lines().count() <= 16, "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 56), "{text}");
        }
    }

    #[test]
    fn the_keys_fit_a_line() {
        for keys in [CHOOSE_KEYS, PICK_KEYS, IDLE_KEYS, WATCH_KEYS] {
            for text in keys.in_each {
                assert!(text.chars().count() < 80, "{text}");
            }
        }
    }

    #[test]
    fn the_words_of_a_language_are_told_in_its_help() {
        let said = [
            SAY_HINT, SAY_UNDO, SAY_HAND, SAY_TABLE, SAY_SCORE, SAY_LOG, SAY_SAVE, SAY_CLAIM, SAY_RESIGN,
            SAY_QUIT,
        ];
        for word in said {
            for (word, help) in word.in_each.iter().zip(LINE_HELP.in_each) {
                assert!(help.contains(word), "{word}: {help}");
            }
        }
    }
}
