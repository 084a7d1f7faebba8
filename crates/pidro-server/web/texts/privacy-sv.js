/** The privacy note, in Swedish. An operator can change it here. */
/** @type {(server: ServerInfo) => PrivacyNote} */
export default ({ operator, contact, keep_days: days }) => [
  {
    title: 'Vem som ansvarar',
    parts: [
      operator
        ? `${operator} driver den här servern och ansvarar för dina uppgifter.`
        : 'Den som driver den här servern ansvarar för dina uppgifter.',
      contact
        ? `Kontakt: ${contact}`
        : 'Ingen kontaktadress har uppgetts. Fråga den som skickade länken till dig.',
    ],
  },
  {
    title: 'Vad som sparas, och varför',
    parts: [
      [
        'Ditt namn, så att de andra vid bordet vet vem du är.',
        'Om du har ett konto: en kontrollsumma av ditt lösenord och av din återställningskod. Ingen kan läsa ut dem ur den.',
        'För varje enhet som är inloggad: när den användes och vilken sorts webbläsare den har. Då känner du igen den och kan logga ut den.',
        'Dina spel: vem som satt var, varje beslut, resultatet och din rating. Då kan du fortsätta spelen, se dem igen och analysera dem.',
        'Anmälningar som du skriver om andra, så att den som driver servern kan göra något åt saken.',
        'Din internetadress så länge den begränsar antalet försök, högst några timmar. En adress som stängs av sparas tillsammans med orsaken.',
      ],
      'Det du säger i chatten skickas vidare och sparas inte. Serverns logg innehåller varken namn eller spelares adresser. Här finns inga reklamkakor, ingen spårning och inget från andra webbplatser.',
    ],
  },
  {
    title: 'Hur länge',
    parts: [
      days
        ? `Om du är gäst och inte har varit här på ${days} dagar raderas ditt namn och dina inloggningar, och även oavslutade spel som ingen har återvänt till.`
        : 'Gäster och oavslutade spel sparas utan tidsgräns.',
      'Ett konto och dess avslutade spel finns kvar tills du raderar kontot.',
      'Säkerhetskopior kan innehålla dina uppgifter längre än så.',
    ],
  },
  {
    title: 'Dina rättigheter',
    parts: [
      'På sidan ”Konto” kan du ladda ner allt som sparats om dig, och radera dig själv. Då försvinner ditt namn överallt, också ur spel som andra har spelat med dig. Själva spelen finns kvar, utan ditt namn.',
      'Den rättsliga grunden är att du vill spela här, och alla spelares intresse av rättvisa och trygga spel (artikel 6.1 b och f i dataskyddsförordningen). Du får klaga hos dataskyddsmyndigheten i ditt land.',
    ],
  },
];
