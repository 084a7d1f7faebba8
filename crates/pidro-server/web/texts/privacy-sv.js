/** The privacy note, in Swedish. An operator can change it here. */
/** @type {(server: ServerInfo) => PrivacyNote} */
export default ({ operator, contact, keep_days: days }) => [
  {
    title: 'Vem som ansvarar för uppgifterna',
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
    title: 'Vad som sparas och varför',
    parts: [
      [
        'Ditt namn, så att de andra vid bordet vet vem du är.',
        'Om du har ett konto: hashvärden av ditt lösenord och din återställningskod. Ingen kan läsa ut lösenordet eller koden ur dem.',
        'För varje enhet som är inloggad: när den har använts och vilken webbläsare den har. Det behövs för att du ska känna igen enheten och kunna logga ut den.',
        'Dina spel: vem som satt var, varje beslut, resultatet och din rating. Det behövs för att du ska kunna fortsätta spelen, se dem igen och analysera dem.',
        'Anmälningar som du skriver om andra, så att den som driver servern kan göra något åt saken.',
        'Din internetadress (IP-adress) så länge den behövs för att begränsa antalet försök, högst några timmar. En adress som stängs av sparas tillsammans med orsaken.',
      ],
      'Det du säger i chatten skickas vidare men sparas inte. Serverns logg innehåller varken spelarnas namn eller adresser. Här finns inga reklamkakor, ingen spårning och ingenting från andra webbplatser.',
    ],
  },
  {
    title: 'Hur länge uppgifterna sparas',
    parts: [
      days
        ? `Om du är gäst och inte har varit här på ${days} dagar raderas ditt namn och dina inloggningar, liksom oavslutade spel som ingen har återvänt till.`
        : 'Uppgifter om gäster och oavslutade spel sparas utan tidsgräns.',
      'Om du har ett konto sparas det och dina avslutade spel tills du raderar kontot.',
      'Säkerhetskopior kan innehålla dina uppgifter längre än så.',
    ],
  },
  {
    title: 'Dina rättigheter',
    parts: [
      'På sidan ”Konto” kan du ladda ner allt som har sparats om dig och radera dina uppgifter. Om du raderar dem försvinner ditt namn överallt, också ur spelen som andra har spelat med dig. Själva spelen finns kvar, men utan ditt namn.',
      'Den rättsliga grunden är dels att du vill spela här, dels alla spelares berättigade intresse av rättvisa och trygga spel (artikel 6.1 b och f i EU:s allmänna dataskyddsförordning). Du har rätt att lämna in klagomål till dataskyddsmyndigheten i ditt land, i Finland till dataskyddsombudsmannen.',
    ],
  },
];
