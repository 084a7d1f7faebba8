"""Checks fair-deal-vectors.json against the construction in fair-deal.md, with Python's standard library alone."""
import hashlib, hmac, json, pathlib, struct
COLUMNS_AND_DIAGONALS = [(a, 4 + (a + d) % 4, 8 + (a + 2 * d) % 4, 12 + (a + 3 * d) % 4) for d in (0, 1) for a in range(4)]
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
for vector in json.loads(pathlib.Path(__file__).with_name("fair-deal-vectors.json").read_text(encoding="utf-8")):
    secret, added = bytes.fromhex(vector["secret"]), [vector["words"].get(seat, "").encode() for seat in "NESW"]
    key = hmac.digest(secret, b"pidro/fair-deal/1/key\0" + b"".join(bytes([len(word)]) + word for word in added), "sha256")
    assert hashlib.sha256(b"pidro/fair-deal/1/commitment\0" + secret).hexdigest() == vector["commitment"]
    assert all(deck(key, int(number)) == cards for number, cards in vector["decks"].items())
    print("ok", vector["commitment"])
