/** The privacy note, in Finnish. An operator can change it here. */
/** @type {(server: ServerInfo) => PrivacyNote} */
export default ({ operator, contact, keep_days: days }) => [
  {
    title: 'Kuka vastaa tiedoista',
    parts: [
      operator
        ? `Tätä palvelinta ylläpitää ja tiedoistasi vastaa ${operator}.`
        : 'Tiedoistasi vastaa tämän palvelimen ylläpitäjä.',
      contact
        ? `Yhteystiedot: ${contact}`
        : 'Ylläpitäjä ei ole antanut yhteystietoja. Kysy siltä, joka lähetti sinulle linkin.',
    ],
  },
  {
    title: 'Mitä tallennetaan ja miksi',
    parts: [
      [
        'Nimesi, jotta muut pöydässä tietävät, kuka olet.',
        'Jos sinulla on tili: tiivisteet salasanastasi ja palautuskoodistasi. Kukaan ei voi lukea niistä salasanaa eikä koodia.',
        'Jokaisesta laitteesta, jolla olet kirjautunut: milloin sitä on käytetty ja millainen selain siinä on. Näin tunnistat laitteen ja voit kirjata sen ulos.',
        'Pelisi: kuka istui missäkin, jokainen päätös, tulos ja vahvuuslukusi. Näin voit jatkaa pelejä, katsoa ne uudelleen ja analysoida niitä.',
        'Ilmoitukset, jotka teet muista, jotta ylläpitäjä voi puuttua asiaan.',
        'Internetosoitteesi (IP-osoitteesi) niin kauan kuin sitä tarvitaan yritysten määrän rajoittamiseen, enintään joitakin tunteja. Jos ylläpitäjä estää osoitteen, osoite ja eston syy säilytetään.',
      ],
      'Keskusteluviestit välitetään eteenpäin, eikä niitä tallenneta. Palvelimen lokissa ei ole pelaajien nimiä eikä osoitteita. Sivulla ei ole mainosevästeitä, seurantaa eikä mitään muilta sivustoilta.',
    ],
  },
  {
    title: 'Kuinka kauan tietoja säilytetään',
    parts: [
      days
        ? `Jos olet vieras etkä ole käynyt täällä ${days} päivään, nimesi ja kirjautumisesi poistetaan, samoin keskeneräiset pelit, joihin kukaan ei ole palannut.`
        : 'Vieraiden tietoja ja keskeneräisiä pelejä säilytetään ilman aikarajaa.',
      'Jos sinulla on tili, se ja päättyneet pelisi säilytetään, kunnes poistat tilin.',
      'Ylläpitäjän varmuuskopioissa tietosi voivat säilyä pidempään.',
    ],
  },
  {
    title: 'Oikeutesi',
    parts: [
      'Sivulla ”Tili” voit ladata kaikki sinusta tallennetut tiedot ja poistaa tietosi. Jos poistat ne, nimesi häviää kaikkialta, myös peleistä, joita muut ovat pelanneet kanssasi. Itse pelit säilyvät, mutta ilman nimeäsi.',
      'Tietojen käsittelyn oikeusperusteet ovat se, että haluat pelata täällä, ja kaikkien pelaajien oikeutettu etu: pelien on oltava reiluja ja turvallisia (EU:n yleisen tietosuoja-asetuksen 6 artiklan 1 kohdan b ja f alakohta). Sinulla on oikeus tehdä valitus maasi tietosuojaviranomaiselle, Suomessa tietosuojavaltuutetulle.',
    ],
  },
];
