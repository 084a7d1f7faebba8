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
        'Jos sinulla on tili: tiiviste salasanastasi ja palautuskoodistasi. Kukaan ei voi lukea niitä siitä.',
        'Jokaisesta laitteesta, jolla olet kirjautunut: milloin sitä on käytetty ja millainen selain siinä on. Näin tunnistat laitteen ja voit kirjata sen ulos.',
        'Pelisi: kuka istui missäkin, jokainen ratkaisu, tulos ja vahvuuslukusi. Näin voit jatkaa pelejä, katsoa ne uudelleen ja analysoida niitä.',
        'Ilmoitukset, joita teet muista, jotta ylläpitäjä voi puuttua asiaan.',
        'Internetosoitteesi niin kauan kuin se rajoittaa yritysten määrää, enintään joitakin tunteja. Osoite, jonka ylläpitäjä estää, tallennetaan syyn kanssa.',
      ],
      'Keskusteluviestit välitetään eteenpäin, eikä niitä tallenneta. Palvelimen lokissa ei ole nimiä eikä pelaajien osoitteita. Sivulla ei ole mainosevästeitä, seurantaa eikä mitään muilta sivustoilta.',
    ],
  },
  {
    title: 'Kuinka kauan',
    parts: [
      days
        ? `Jos olet vieras etkä ole käynyt täällä ${days} päivään, nimesi ja kirjautumisesi poistetaan, samoin keskeneräiset pelit, joihin kukaan ei ole palannut.`
        : 'Vieraiden tietoja ja keskeneräisiä pelejä säilytetään ilman aikarajaa.',
      'Tiliä ja sen päättyneitä pelejä säilytetään, kunnes poistat tilin.',
      'Ylläpitäjän varmuuskopioissa tietosi voivat säilyä pidempään.',
    ],
  },
  {
    title: 'Oikeutesi',
    parts: [
      'Sivulla ”Tili” voit ladata kaikki sinusta tallennetut tiedot ja poistaa itsesi. Silloin nimesi häviää kaikkialta, myös peleistä, joita muut ovat pelanneet kanssasi. Itse pelit jäävät, ilman nimeäsi.',
      'Oikeusperuste on se, että haluat pelata täällä, sekä kaikkien pelaajien etu reiluista ja turvallisista peleistä (tietosuoja-asetuksen 6 artiklan 1 kohdan b ja f alakohta). Voit valittaa maasi tietosuojaviranomaiselle.',
    ],
  },
];
