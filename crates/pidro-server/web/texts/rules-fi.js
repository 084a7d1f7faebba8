/** The rules on one page, in Finnish. */
/** @type {RulesPage} */
export default [
  {
    title: 'Mikä pidro on',
    parts: [
      'Pidroa pelaa neljä pelaajaa 52 kortilla. Vastakkain istuvat ovat toistensa pareja: Pohjoinen ja Etelä pelaavat Itää ja Länttä vastaan.',
      'Joka jaossa on 14 pistettä. Pelaajat tarjoavat siitä, kuka saa valita valtin: korkeimman tarjouksen tehnyt lupaa, että hänen joukkueensa ottaa vähintään niin monta pistettä. Pelin voittaa joukkue, jolla on ensin 62 pistettä.',
      'Vain valtteja lyödään. Kaikki etenee myötäpäivään. Pelaajan vasemmalla puolella istuu myötäpäivään seuraava.',
    ],
  },
  {
    title: 'Valtit ja niiden pisteet',
    parts: [
      'Valtteja on 14: valttimaan 13 korttia ja toisen samanvärisen maan vitonen.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', 'Th', '9h', '8h', '7h', '6h', '5h', '5d', '4h', '3h', '2h'],
        caption: 'Valtti on hertta: kaikki valtit, korkein ensin',
      },
      'Kuudesta niistä saa pisteitä: ässästä, jätkästä ja kympistä 1, kummastakin vitosesta 5 ja kakkosesta 1.',
      { cards: ['Ah', 'Jh', 'Th', '5h', '5d', '2h'], caption: '1 + 1 + 1 + 5 + 5 + 1 = 14' },
      'Tikin pisteet saa joukkue, joka ottaa tikin. Vain kakkonen on poikkeus: sen pisteen saa joukkue, joka lyö kakkosen.',
    ],
  },
  {
    title: 'Oikea pidro ja väärä pidro',
    parts: [
      'Vitosta sanotaan pidroksi. Valttimaan vitonen on oikea pidro. Toisen samanvärisen maan vitonen on väärä pidro, ja se on valtti siinä missä muutkin.',
      {
        table: {
          head: ['Valtti', 'Väärä pidro'],
          rows: [
            ['hertta', 'ruutuvitonen'],
            ['ruutu', 'herttavitonen'],
            ['pata', 'ristivitonen'],
            ['risti', 'patavitonen'],
          ],
        },
      },
      {
        cards: ['6c', '5c', '5s', '4c'],
        caption: 'Valtti on risti. Ylhäältä alkaen: kutonen, oikea pidro, väärä pidro, nelonen',
      },
    ],
  },
  {
    title: 'Jakaminen ja tarjoukset',
    parts: [
      'Ennen ensimmäistä jakoa jokainen nostaa kortin, ja korkeimman nostanut jakaa. Jos korkeimpia on useita, niiden nostajat nostavat uudelleen. Joka jaon jälkeen jakovuoro siirtyy vasemmalle.',
      'Jokainen saa yhdeksän korttia, kolme kerrallaan. Pakkaan jää 16.',
      'Kullakin on yksi tarjousvuoro, ensin jakajan vasemmalla puolella istuvalla. Tarjoat 6–14, enemmän kuin aiemmat, tai passaat.',
      {
        list: [
          '14:n päälle saa tarjota 14. Viimeinen niistä jää voimaan.',
          'Jos kolme muuta passaa, jakajan on tarjottava 6.',
        ],
      },
    ],
  },
  {
    title: 'Valtti ja uudet kortit',
    parts: [
      'Korkeimman tarjouksen tehnyt valitsee valttimaan, minkä tahansa. Kortit, jotka eivät ole valtteja, heitetään pois; se tapahtuu itsestään.',
      'Muut kuin jakaja saavat pakasta uusia kortteja, kunnes kortteja on kuusi. Ensimmäisenä saa jakajan vasemmalla puolella istuva. Jos pakka loppuu, viimeiset jäävät vajaiksi.',
      'Esimerkki: sinulla on kaksi valttia, joten pyydät neljä korttia. Jos valtteja on kuusi tai enemmän, et saa yhtään.',
    ],
  },
  {
    title: 'Jakajan valinta pakasta',
    parts: [
      'Jos pakassa on kortteja jäljellä, jakaja ottaa ne kaikki. Ne ja jakajan omat valtit ovat jakajan pino. Jakaja pitää siitä kuusi korttia, mitkä tahansa, ja hautaa loput. Haudattuja pisteitä ei saa kukaan.',
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '4s', '3s', '2s', '2c'],
        caption:
          'Valtti on pata. Länsi jakaa. Hänellä on viisi valttia, ja hän ottaa pakasta neljä korttia: pinossa on yhdeksän',
      },
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '2s'],
        caption: 'Länsi pitää nämä kuusi ja hautaa nelosen, kolmosen ja ristikakkosen',
      },
      'Jos pinossa on alle kuusi valttia, käsi täydennetään kuuteen muilla korteilla. Niitä ei voi lyödä. Enintään kuuden kortin pino pidetään sellaisenaan.',
    ],
  },
  {
    title: 'Tappaminen',
    parts: [
      'Kädessä on enintään kuusi korttia. Jos sinulla on enemmän kuin kuusi valttia, tapat ylimääräiset: panet ne näkyviin pöydälle. Vain pisteettömiä valtteja voi tappaa: K Q 9 8 7 6 4 3.',
      'Valitset itse, mitkä tapat ja mikä jää päällimmäiseksi. Päällimmäinen sinun on lyötävä ensin. Muut ovat kuolleita.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', '9h', '8h', '7h', '4h'],
        caption: 'Valtti on hertta. Idällä on kahdeksan valttia, ja hänen on tapettava kaksi',
      },
      { cards: ['9h', '4h'], caption: 'Itä tappaa nämä, ysi päällimmäisenä' },
      'Idän on lyötävä ysi ensin. Nelonen on kuollut. Kädessä on vielä kuusi korttia.',
    ],
  },
  {
    title: 'Lyöminen',
    parts: [
      'Ensimmäisen tikin aloittaa jakajan vasemmalla puolella istuva. Muut lyövät kukin yhden kortin. Korkein valtti ottaa tikin, ja sen lyönyt aloittaa seuraavan.',
      'Jos sinulla on valtti, sinun on lyötävä valtti, mutta saat valita minkä.',
      {
        cards: ['Tc', '2c', 'Ac', '4c'],
        caption: 'Valtti on risti. Itä aloitti kympillä, sitten löivät Etelä, Länsi ja Pohjoinen',
      },
      'Länsi ottaa tikin ässällä. Ässästä ja kympistä tulee 2 pistettä Idälle ja Lännelle. Etelä löi kakkosen: 1 piste Pohjoiselle ja Etelälle.',
    ],
  },
  {
    title: 'Kylmäksi jääminen ja jaon loppu',
    parts: [
      'Kun sinulla ei ole enää valtteja, olet kylmä: muut korttisi pannaan näkyviin pöydälle, ja olet poissa jaosta. Se tapahtuu heti, myös kesken tikin. Jos kylmän pelaajan pitäisi aloittaa tikki, sen aloittaa seuraava, joka ei ole kylmä.',
      'Jako päättyy, kun kaikki ovat kylmiä, tai kahden tikin välissä, kun valtteja on enää toisella joukkueella. Se joukkue saa pisteet, jotka sillä on vielä kädessä.',
      'Kun on vuorosi aloittaa tikki, voit ottaa loput, jos näkemäsi todistaa, että ne ovat sinun. Vastustaja, jolla on kakkonen, pitää sen pisteen.',
    ],
  },
  {
    title: 'Pisteet ja voitto',
    parts: [
      'Joukkue, joka ottaa vähintään tarjoamansa määrän, saa kaikki ottamansa pisteet. Jos se ottaa vähemmän, se menettää niin monta pistettä kuin tarjosi. Toinen joukkue saa aina ottamansa pisteet.',
      {
        table: {
          head: ['Tarjous', 'Tarjoajat ottivat', 'He saavat', 'Toiset saavat'],
          rows: [
            ['8', '10', '+10', '+4'],
            ['9', '8', '−9', '+6'],
            ['14', '13', '−14', '+1'],
          ],
        },
      },
      'Joukkue voi olla miinuksella. Joukkue, jolla ensin on jaon jälkeen 62 tai enemmän, voittaa. Jos molemmat pääsevät siihen samassa jaossa, voittaa se, joka tarjosi.',
      'Kuka tahansa saa luovuttaa joukkueensa puolesta. Silloin toiset voittavat.',
    ],
  },
  {
    title: 'Mitä muut saavat tietää',
    parts: [
      {
        list: [
          'Kaikki näkevät tarjoukset, valtin, lyödyt ja tapetut kortit ja sen, montako korttia kukin pyytää ja saa.',
          'Vain sinä näet korttisi ja sen, mitä heität pois. Muut näkevät, montako heität pois, paitsi silloin kun jaat.',
          'Kaikki näkevät, montako korttia jakaja ottaa pakasta ja montako hän pitää. Vain jakaja tietää, mitä pinossa on, miten suuri se on ja mitä haudataan.',
          'Kun peli on ohi, mikään ei ole salaista.',
        ],
      },
    ],
  },
  {
    title: 'Muut säännöt',
    parts: [
      'Nämä ovat suomalaiset säännöt. Pöytään voi valita myös toiset säännöt ja muun pisterajan kuin 62.',
      'Perinteisillä säännöillä pelataan suomalaisissa pöydissä:',
      {
        list: [
          'Korkeimman tarjouksen tehnyt aloittaa ensimmäisen tikin.',
          'Kaikki tapetut kortit ovat kuolleita. Ensimmäisen korttisi saat valita vapaasti.',
          'Jakajan on pidettävä kaikki pinon kortit, joista saa pisteitä.',
          'Pelaaja, jolla ei ole valtteja, jää kylmäksi vasta omalla vuorollaan.',
        ],
      },
      'Turnaussäännöillä pelaa Svenska Österbottens Ungdomsförbund. Ne ovat kuin perinteiset, ja lisäksi:',
      {
        list: [
          'Vain jakaja saa tarjota 14 toisen 14:n päälle.',
          'Jakaja, jolla on alle kuusi korttia, täydentää ne kuuteen itse poisheittämillään korteilla.',
        ],
      },
    ],
  },
];
