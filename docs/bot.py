#!/usr/bin/env python3
"""A bot of another language, playing through `pidro engine`: python3 docs/bot.py target/release/pidro

North and South are this program's, East and West the engine's own `basic`. It prints who won.
"""
import json, subprocess, sys

engine = subprocess.Popen([*sys.argv[1:], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(**request):
    """One line in, one line out."""
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    if not answer["ok"]:
        sys.exit(answer["error"]["message"])
    return answer

def choose(view, legal):
    """What this bot does, from what its seat may know: bids on long suits, leads high, follows low."""
    hand = view["hands"][view["turn"]]
    suits = {suit: [card for card in hand if card[1] == suit] for suit in "shdc"}
    longest = max(suits, key=lambda suit: len(suits[suit]))
    if legal["kind"] == "bid":
        wants = len(suits[longest]) >= 4 and 6 in legal["bids"]
        return f"bid {legal['bids'][0]}" if wants or not legal["pass"] else "pass"
    if legal["kind"] == "trump":
        return "trump " + longest
    if legal["kind"] == "play":
        return "play " + legal["cards"][-1 if view["trick"] else 0]
    return ask(cmd="bot", level="basic")["action"]  # What to keep or to kill.

state = ask(cmd="new", seed="a bot of my own")["state"]
while state["winner"] is None:
    seat = state["turn"]
    if seat in "NS":
        action = choose(ask(cmd="view", **{"as": seat})["view"], ask(cmd="legal")["legal"])
    else:
        action = ask(cmd="bot", level="basic")["action"]
    state = ask(cmd="act", seat=seat, action=action)["state"]
print(state["winner"], "won,", state["scores"])
