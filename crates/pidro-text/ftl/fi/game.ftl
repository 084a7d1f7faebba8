### Texts that the terminal program and the page share.

## Seats, suits and cards

N = Pohjoinen
E = Itä
S = Etelä
W = Länsi
suit_s = pata
suit_h = hertta
suit_d = ruutu
suit_c = risti
card = { $suit }{ $rank }
rank_2 = kakkonen
rank_3 = kolmonen
rank_4 = nelonen
rank_5 = vitonen
rank_6 = kutonen
rank_7 = seiska
rank_8 = kasi
rank_9 = ysi
rank_T = kymppi
rank_J = jätkä
rank_Q = rouva
rank_K = kuningas
rank_A = ässä
and = { $one } ja { $other }
you = sinä
we = Me
they = He

## Events

cut = Jakajan arvonta: { $cards }.
deals_first =
    { $person ->
        [you] Nostit korkeimman kortin ja jaat.
       *[other] { $who } nosti korkeimman kortin ja jakaa.
    }
hand_dealt =
    { $person ->
        [you] Jako { $hand }: sinä jaat.
       *[other] Jako { $hand }: { $who } jakaa.
    }
gets =
    { $person ->
        [you] Saat: { $cards }.
       *[other] { $who } saa: { $cards }.
    }
bids =
    { $person ->
        [you] Tarjoat { $bid }.
       *[other] { $who } tarjoaa { $bid }.
    }
passes =
    { $person ->
        [you] Passaat.
       *[other] { $who } passaa.
    }
bidding_won =
    { $person ->
        [you] Tarjouksesi { $bid } on korkein.
       *[other] Korkein tarjous: { $who } { $bid }.
    }
names_trump =
    { $person ->
        [you] Valitset valtin: { $suit }.
       *[other] { $who } valitsee valtin: { $suit }.
    }
asks =
    { $asked ->
        [0] { $person ->
            [you] Et tarvitse kortteja.
           *[other] { $who } ei tarvitse kortteja.
        }
        [one] { $person ->
            [you] Pyydät 1 kortin.
           *[other] { $who } pyytää 1 kortin.
        }
       *[other] { $person ->
            [you] Pyydät { $asked } korttia.
           *[other] { $who } pyytää { $asked } korttia.
        }
    }
asks_gets =
    { $person ->
        [you] Pyydät { $asked } ja saat { $got }: pakka on tyhjä.
       *[other] { $who } pyytää { $asked } ja saa { $got }: pakka on tyhjä.
    }
robs =
    { $person ->
        [you] Otat pakasta
       *[other] { $who } ottaa pakasta
    } { $taken ->
        [one] 1 kortin
       *[other] { $taken } korttia
    }. Käteen jää: { $kept }.
kills =
    { $person ->
        [you] Tapat: { $cards }.
       *[other] { $who } tappaa: { $cards }.
    }
kills_on_top = Päällimmäinen, { $card }, lyödään ensin.
plays =
    { $person ->
        [you] Lyöt: { $card }.
       *[other] { $who } lyö: { $card }.
    }
goes_cold =
    { $person ->
        [you] Olet kylmä.
       *[other] { $who } on kylmä.
    }
goes_cold_showing =
    { $person ->
        [you] Olet kylmä ja näytät: { $cards }.
       *[other] { $who } on kylmä ja näyttää: { $cards }.
    }
takes =
    { $person ->
        [you] Otat tikin:
       *[other] { $who } ottaa tikin:
    } { $points ->
        [0] ei pisteitä.
        [one] 1 piste.
       *[other] { $points } pistettä.
    }
two_stays =
    { $person ->
        [you] Saat kakkosen pisteen.
       *[other] { $who } saa kakkosen pisteen.
    }
claims =
    { $person ->
        [you] Otat loput.
       *[other] { $who } ottaa loput.
    }
resigns =
    { $person ->
        [you] Luovutat.
       *[other] { $who } luovuttaa.
    }
bid_made =
    { $person ->
        [you] Tarjosit { $bid }, saitte { $taken } pistettä. Tarjous onnistui!
        [partner] { $who } tarjosi { $bid }, saitte { $taken } pistettä. Tarjous onnistui!
       *[other] { $who } tarjosi { $bid }, { $team } saivat { $taken } pistettä. Tarjous onnistui.
    }
bid_failed =
    { $person ->
        [you] Tarjosit { $bid }, saitte vain
        [partner] { $who } tarjosi { $bid }, saitte vain
       *[other] { $who } tarjosi { $bid }, { $team } saivat vain
    } { $taken ->
        [one] 1 pisteen.
       *[other] { $taken } pistettä.
    } Tarjous ei pitänyt.
scores = { $team }: { $change }, nyt { $score }.
wins =
    { $side ->
        [we] Voitatte pelin!
       *[other] { $team } voittavat pelin.
    }

## The table

hand_number = Jako { $hand }
dealer = jakaja
target = { $target } pisteeseen
no_bid_yet = Ei vielä tarjousta
bid_of = tarjous { $bid }
passed = pass
card_count =
    { $count ->
        [one] 1 kortti
       *[other] { $count } korttia
    }
asked = pyysi { $count }
asked_got = pyysi { $count }, sai { $got }
plays_first = ensin { $card }
cold = kylmä
score_sheet = Pisteet
total = Yhteensä
last_trick = Edellinen tikki
no_last_trick = Tässä jaossa ei ole vielä otettu tikkejä.
what_happened = Mitä on tapahtunut
top_first = Päällimmäinen tapettu kortti, { $card }, on lyötävä ensin.
error_not_your_turn = Ei ole sinun vuorosi.
error_nothing_to_undo = Ei ole mitään peruttavaa.
error_claim_not_proven = Ei ole varmaa, että saat loput.

## Hints: what to do, and why

hint_is = Vihje: { $action }. { $reason }
do_bid = tarjoa { $bid }
do_pass = passaa
do_trump = valitse { $suit }
do_keep = pidä { $cards }
do_kill = tapa { $cards }
do_play = lyö { $card }
why_only_choice = Muuta vaihtoehtoa ei ole.
why_must_bid = Kolmen passin jälkeen jakajan on tarjottava.
why_strong =
    { $trumps ->
        [one] 1 valtti ({ $suit }),
       *[other] { $trumps } valttia ({ $suit }),
    } { $points ->
        [0] ei pisteitä.
        [one] 1 piste.
       *[other] { $points } pistettä.
    }
why_weak =
    { $trumps ->
        [0] Ei yhtään valttia ({ $suit }),
        [one] Vain 1 valtti ({ $suit }),
       *[other] Vain { $trumps } valttia ({ $suit }),
    } { $points ->
        [0] ei pisteitä.
        [one] 1 piste.
       *[other] { $points } pistettä.
    }
why_keeps_best = Pisteet ja korkeat valtit ovat arvokkaimmat.
why_buries_points = Pisteet, jotka toiset saisivat, on parempi haudata.
why_kills_low = Pieniä pisteettömiä valtteja kaipaa vähiten.
why_top_is_played = Päällimmäinen lyödään silti, muita kaipaa vähiten.
why_unbeatable = Mikään jäljellä oleva kortti ei voita sitä.
why_feeds_partner = Parisi ottaa tikin: pisteet ovat siellä turvassa.
why_takes_points =
    { $points ->
        [one] Se ottaa tikin ja 1 pisteen.
       *[other] Se ottaa tikin ja { $points } pistettä.
    }
why_beats = Se on korkeampi kuin pöydällä olevat.
why_two_is_safe = Kakkosen piste jää lyöjälle.
why_gives_nothing = Se ei anna pisteitä pois.
why_costs_least = Siinä menettää vähiten.

## After the game

all_cards = kaikki kortit auki
replay_at = Tapahtuma { $at }/{ $of }
analysing = Peliä analysoidaan …
accuracy = Tarkkuus
moments = Ratkaisevat hetket
no_moments = Kukaan ei antanut mitään pois.
did_bid = tarjous { $bid }
did_pass = pass
did_trump = valtiksi { $suit }
did_keep = pidetyt { $cards }
did_kill = tapetut { $cards }
did_play = { $card }
decided = Jako { $hand }, { $who }: { $action }.
better =
    Parempi: { $best }. Voittomahdollisuus laski { $win ->
        [one] 1 prosenttiyksikön.
       *[other] { NUMBER($win, maximumFractionDigits: 1) } prosenttiyksikköä.
    }
chance_chart = Voittomahdollisuus jaoittain, { $team }
