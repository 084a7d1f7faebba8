"""Checks the decks of a game as fair-deal.md describes, with Python's standard library alone.

    python3 fair_deal_check.py GAME.pidro [--word WORD] [--commitment HEX] [--promise SEAT=HEX]
    python3 fair_deal_check.py

The first checks your own game: give your word, the commitment and the promises of the words as you noted them before
the game. The second checks fair-deal-vectors.json beside this file. Exit code 0 means that everything is proven.
"""
import argparse, hashlib, hmac, json, pathlib, re, struct, sys

SEATS = "NESW"
CARDS = re.compile("(?:[2-9TJQKA][shdc])+")
COLUMNS_AND_DIAGONALS = [(a, 4 + (a + d) % 4, 8 + (a + 2 * d) % 4, 12 + (a + 3 * d) % 4) for d in (0, 1) for a in range(4)]


class Unfair(Exception):
    """Something contradicts a fair deal, or can't be checked."""


# The construction.


def commitment(secret):
    return hashlib.sha256(b"pidro/fair-deal/1/commitment\0" + secret).hexdigest()


def promise(word):
    return hashlib.sha256(b"pidro/fair-deal/1/word\0" + word.encode()).hexdigest()


def key_of(secret, words):
    added = [words.get(seat, "").encode() for seat in SEATS]
    return hmac.digest(secret, b"pidro/fair-deal/1/key\0" + b"".join(bytes([len(word)]) + word for word in added), "sha256")


def key_stream(key, nonce):  # the 32-bit words of ChaCha20 with a 64-bit counter
    for counter in range(2**64):
        start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, nonce))
        x = list(start)
        for a, b, c, d in COLUMNS_AND_DIAGONALS * 10:
            for i, j, k, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[i] = (x[i] + x[j]) % 2**32
                x[k] = ((x[k] ^ x[i]) << turn | (x[k] ^ x[i]) >> 32 - turn) % 2**32
        yield from ((now + then) % 2**32 for now, then in zip(x, start))


def deck(key, number):
    cards, words = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"], key_stream(key, number)
    for place in range(51, 0, -1):
        drawn = next(word * (place + 1) for word in words if word * (place + 1) % 2**32 >= 2**32 % (place + 1))
        cards[place], cards[drawn >> 32] = cards[drawn >> 32], cards[place]
    return "".join(cards)


# The record, as notation.md describes it.


def games(text):
    """The games of a file: for each its tags and its other lines. A tag after anything but a tag begins the next game."""
    found, in_tags = [], False
    for line in text.splitlines():
        tag = re.fullmatch(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', line.strip())
        if tag:
            if not in_tags:
                found.append(({}, []))
            name, value = tag.groups()
            if name in found[-1][0]:
                raise Unfair(f"the tag {name} comes twice")
            found[-1][0][name] = re.sub(r"\\(.)", lambda escaped: {"n": "\n", "r": "\r"}.get(escaped[1], escaped[1]), value)
        elif found:
            found[-1][1].append(line)
        in_tags = bool(tag)
    return found


def decks_of(lines):
    """The number of each deck with its cards, in the order in which they were dealt; of the cut only those that were drawn."""
    body = re.sub(r"\{[^}]*\}|;[^\n]*", " ", "\n".join(lines))
    words = [word for word in re.split(r"[\s,]+", body) if word]
    at = 0

    def cards(count=None):
        """Whole words of cards: so many of them, or all that come."""
        nonlocal at
        found = ""
        while at < len(words) and CARDS.fullmatch(words[at]) and (count is None or len(found) < 2 * count):
            found, at = found + words[at], at + 1
        if count is not None and len(found) != 2 * count:
            raise Unfair("not all cards are told: this is what one observer saw, or it is damaged. Take the whole record")
        return found

    while at < len(words):
        part, at = words[at], at + 1
        if part == "Cut":
            yield 0, cards()
        elif part == "Hand":
            if not re.fullmatch(r"[1-9]\d*", "".join(words[at : at + 1])) or "".join(words[at + 1 : at + 2]) not in list(SEATS):
                raise Unfair("a hand has no number or no dealer")
            number, dealer = int(words[at]), words[at + 1]
            at, held = at + 3, {}
            for _ in SEATS:
                seat, at = "".join(words[at : at + 1]), at + 1
                held[seat] = cards(9)
            if sorted(held) != sorted(SEATS) or "".join(words[at : at + 1]) != "Pack":
                raise Unfair(f"the deal of hand {number} is not whole")
            at += 1
            # Three rounds of three cards each, clockwise from the dealer's left.
            left = SEATS.index(dealer) + 1
            order = [SEATS[(left + turn) % 4] for turn in range(4)]
            yield number, "".join(held[seat][6 * turn : 6 * turn + 6] for turn in range(3) for seat in order) + cards(16)


def check_game(tags, lines, noted):
    """Tells what is proven; raises `Unfair` at the first thing that is not."""
    if "Secret" not in tags:
        raise Unfair("there is no secret in it: the game is not over, or it was not dealt fairly")
    secret, words = bytes.fromhex(tags["Secret"]), {seat: tags.get(f"Word{seat}", "") for seat in SEATS}
    committed = noted.commitment or tags.get("Commitment")
    if committed is None:
        raise Unfair("there is no commitment in it: give the one that you noted before the game")
    if tags.get("Commitment", committed).lower() != committed.lower():
        raise Unfair("the commitment in it is not the one that you noted before the game")
    if commitment(secret) != committed.lower():
        raise Unfair("the secret does not match the commitment")
    print("the secret matches the commitment:", committed.lower())
    if noted.word is not None and noted.word not in words.values():
        raise Unfair("your word is not among the words")
    for seat, seen in noted.promise:
        if words[seat] != "" if seen == "" else promise(words[seat]) != seen:
            raise Unfair(f"the word of {seat} is not the one that was promised")
    for seat in SEATS:
        if words[seat]:
            print(f"word of {seat}: {words[seat]!r}, promise {promise(words[seat])}")
    key, before = key_of(secret, words), None
    for number, cards in decks_of(lines):
        if number != (before or 0) + 1 and not (before is None and (number == 0 or "Position" in tags)):
            raise Unfair(f"hand {number} does not follow")
        before = number
        if not cards or not deck(key, number).startswith(cards):
            raise Unfair(f"the deck of {f'hand {number}' if number else 'the cut'} does not follow from the secret and the words")
        print(f"hand {number}" if number else "cut", "ok")
    if not before:
        raise Unfair("no hand was dealt")


def check_vectors():
    for vector in json.loads(pathlib.Path(__file__).with_name("fair-deal-vectors.json").read_text(encoding="utf-8")):
        secret, words = bytes.fromhex(vector["secret"]), vector["words"]
        assert commitment(secret) == vector["commitment"]
        assert {seat: promise(word) for seat, word in words.items()} == vector["promises"]
        key = key_of(secret, words)
        assert key.hex() == vector["key"]
        assert all(deck(key, int(number)) == cards for number, cards in vector["decks"].items())
        print("ok", vector["commitment"])


def seat_and_promise(text):
    seat, sign, seen = text.partition("=")
    if seat not in list(SEATS) or not sign or not re.fullmatch("([0-9a-fA-F]{64})?", seen):
        raise ValueError
    return seat, seen.lower()


def main():
    arguments = argparse.ArgumentParser(description="Checks that the decks of a game follow from its secret and words. Without a game: the test vectors.")
    arguments.add_argument("game", nargs="?", help="the record of a game, or of several")
    arguments.add_argument("--word", help="your word: it must be among those of the game")
    arguments.add_argument("--commitment", metavar="HEX", help="what you noted before the game")
    arguments.add_argument("--promise", metavar="SEAT=HEX", type=seat_and_promise, action="append", default=[],
                           help="the promise of a seat's word as you noted it; `E=` if East had promised none")
    noted = arguments.parse_args()
    if noted.game is None:
        return check_vectors()
    try:
        found = games(pathlib.Path(noted.game).read_text(encoding="utf-8"))
        if not found:
            raise Unfair("there is no game in it")
        for tags, lines in found:
            check_game(tags, lines, noted)
    except (Unfair, ValueError, OSError) as error:
        sys.exit(f"{noted.game}: NOT PROVEN: {error}")
    print("proven: every deck follows from the secret and the words")


if __name__ == "__main__":
    main()
