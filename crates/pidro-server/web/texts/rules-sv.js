/** The rules on one page, in Swedish. */
/** @type {RulesPage} */
export default [
  {
    title: 'Vad pidro är',
    parts: [
      'Pidro spelas av fyra, med 52 kort. De som sitter mittemot varandra spelar ihop: Nord och Syd mot Öst och Väst.',
      'I varje omgång finns det 14 poäng. Spelarna bjuder om vem som får bestämma sort, alltså trumffärg: den som bjuder högst lovar att laget ska ta minst så många poäng. Det lag som först har 62 vinner spelet.',
      'Bara kort i sort slås. Allt går medsols. ”Till vänster om” någon betyder nästa spelare medsols.',
    ],
  },
  {
    title: 'Korten i sort och deras poäng',
    parts: [
      'Det finns 14 kort i sort: de 13 i den valda färgen, och femman i den andra färgen med samma kulör, röd eller svart.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', 'Th', '9h', '8h', '7h', '6h', '5h', '5d', '4h', '3h', '2h'],
        caption: 'Hjärter är sort: alla kort i sort, det högsta först',
      },
      'Sex av dem ger poäng: esset, knekten och tian 1 var, båda femmorna 5 var och tvåan, lågå, 1.',
      { cards: ['Ah', 'Jh', 'Th', '5h', '5d', '2h'], caption: '1 + 1 + 1 + 5 + 5 + 1 = 14' },
      'Det lag som tar ett stick får poängen i det. Bara lågå är ett undantag: den poängen får det lag som slår lågå.',
    ],
  },
  {
    title: 'Rätt pidro och fel pidro',
    parts: [
      'En femma kallas pidro. Femman i sorten är rätt pidro. Femman i den andra färgen med samma kulör är fel pidro, och den är ett kort i sort som alla andra.',
      {
        table: {
          head: ['Sort', 'Fel pidro'],
          rows: [
            ['hjärter', 'ruter fem'],
            ['ruter', 'hjärter fem'],
            ['spader', 'klöver fem'],
            ['klöver', 'spader fem'],
          ],
        },
      },
      {
        cards: ['6c', '5c', '5s', '4c'],
        caption: 'Klöver är sort. Uppifrån: sexan, rätt pidro, fel pidro, fyran',
      },
    ],
  },
  {
    title: 'Att ge och att bjuda',
    parts: [
      'Före den första omgången drar alla ett kort, och den som har det högsta ger. Om flera delar på det högsta drar de igen. Efter varje omgång är det spelaren till vänster som ger.',
      'Alla får nio kort, tre åt gången. Sexton blir kvar i leken.',
      'Den som ger kallas given. Alla bjuder en gång, spelaren till vänster om given först. Du bjuder från 6 till 14, högre än buden före dig, eller säger pass.',
      {
        list: [
          '14 får bjudas över 14. Den som sist bjöd 14 har budet.',
          'Om de tre andra säger pass måste given bjuda 6.',
        ],
      },
    ],
  },
  {
    title: 'Sorten och de nya korten',
    parts: [
      'Den som bjöd högst bestämmer sort. Vilken färg som helst går bra. Alla kort som inte hör till sorten kastas bort; det sker av sig självt.',
      'Alla utom given får nya kort ur leken, upp till sex, med början till vänster om given. Om leken tar slut får de sista för få.',
      'Exempel: du har två kort i sort, alltså ber du om fyra. Har du sex i sort eller fler får du inga.',
    ],
  },
  {
    title: 'Given väljer ur leken',
    parts: [
      'Om det finns kort kvar i leken tar given alla. De och givens egna kort i sort är högen. Av den behåller given sex kort, vilka som helst, och begraver resten. Om poäng begravs får ingen dem.',
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '4s', '3s', '2s', '2c'],
        caption:
          'Spader är sort. Väst, som ger, har fem kort i sort och tar fyra kort ur leken: en hög på nio',
      },
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '2s'],
        caption: 'Väst behåller de här sex och begraver fyran, trean och klöver två',
      },
      'Finns det färre än sex kort i sort i högen blir det sex med andra kort. De kan inte slås. En hög på sex kort eller färre behålls som den är.',
    ],
  },
  {
    title: 'Att döda',
    parts: [
      'På hand har man högst sex kort. Har du fler än sex i sort dödar du dem som är för många: du lägger dem öppet på bordet. Bara kort utan poäng kan dödas: K Q 9 8 7 6 4 3.',
      'Du väljer vilka, och vilket som ligger överst. Det översta måste du slå först. De andra är döda.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', '9h', '8h', '7h', '4h'],
        caption: 'Hjärter är sort. Öst har åtta kort i sort och måste döda två',
      },
      { cards: ['9h', '4h'], caption: 'Öst dödar de här, nian överst' },
      'Öst måste slå nian först. Fyran är död. På hand finns ännu sex kort.',
    ],
  },
  {
    title: 'Att slå',
    parts: [
      'Spelaren till vänster om given börjar det första sticket. De andra slår ett kort var. Det högsta kortet tar sticket, och den som slog det börjar nästa.',
      'Har du kort i sort måste du slå ett, men du väljer vilket.',
      {
        cards: ['Tc', '2c', 'Ac', '4c'],
        caption: 'Klöver är sort. Öst började med tian, sedan slog Syd, Väst och Nord',
      },
      'Väst tar sticket med esset. Esset och tian blir 2 poäng för Öst och Väst. Syd slog lågå: 1 poäng för Nord och Syd.',
    ],
  },
  {
    title: 'Att bli kall, och omgångens slut',
    parts: [
      'Har du inga kort i sort kvar är du kall: dina andra kort läggs öppet på bordet, och du är ute ur omgången. Det sker genast, också mitt i ett stick. Är det en kall spelares tur att börja, så börjar nästa som inte är kall.',
      'Omgången är slut när alla är kalla, eller mellan två stick när bara ett av lagen har kort i sort kvar. Det laget får de poäng som det ännu har på hand.',
      'När du ska börja ett stick kan du ta resten, om det du har sett bevisar att den är din. En motståndare som har lågå behåller poängen för den.',
    ],
  },
  {
    title: 'Protokollet och segern',
    parts: [
      'Ett lag som tar minst vad det bjöd får alla poäng som det tog. Tar det mindre förlorar det lika många poäng som det bjöd. Det andra laget får alltid vad det tog.',
      {
        table: {
          head: ['Bud', 'De som bjöd tog', 'De får', 'De andra får'],
          rows: [
            ['8', '10', '+10', '+4'],
            ['9', '8', '−9', '+6'],
            ['14', '13', '−14', '+1'],
          ],
        },
      },
      'Ett lag kan ligga på minus. Det lag som först har 62 eller mer efter en omgång vinner. Kommer båda dit i samma omgång vinner laget som bjöd.',
      'Vem som helst får ge upp för sitt lag. Då vinner de andra.',
    ],
  },
  {
    title: 'Vad de andra får veta',
    parts: [
      {
        list: [
          'Alla ser buden, sorten, de kort som slås och dödas och hur många kort var och en ber om och får.',
          'Bara du ser dina kort och vad du kastar bort. De andra ser hur många du kastar bort, utom när du ger.',
          'Alla ser hur många kort given tar ur leken och behåller. Bara given vet vad som finns i högen, hur stor den är och vad som begravs.',
          'När spelet är slut är ingenting hemligt.',
        ],
      },
    ],
  },
  {
    title: 'Andra regler',
    parts: [
      'Reglerna ovan kallas finländska. Ett bord kan välja andra, och spela till något annat än 62.',
      'Traditionella regler är så som man spelar vid borden i Finland:',
      {
        list: [
          'Den som tog budet börjar det första sticket.',
          'Alla dödade kort är döda. Du väljer fritt vad du slår först.',
          'Given måste behålla alla kort i högen som ger poäng.',
          'Den som inte har kort i sort blir kall först när turen kommer.',
        ],
      },
      'Turneringsregler är så som Svenska Österbottens Ungdomsförbund spelar. De är som de traditionella, och dessutom:',
      {
        list: [
          'Bara given får bjuda 14 över 14.',
          'Har given färre än sex kort fyller given på till sex med kort som given själv kastade bort.',
        ],
      },
    ],
  },
];
