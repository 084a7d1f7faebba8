"""Sends a real server every request that its OpenAPI description allows, and many that it doesn't.

    schemathesis.py PIDRO SCHEMATHESIS    the programs `pidro` and `schemathesis`
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

# Operations that need a token. Those that end it use a separate one.
CONFIG = """
[[operations]]
include-operation-id = ["me", "rename", "my_games", "my_data", "sessions", "report", "create_table", "record", "hint"]
headers = { Authorization = "Bearer ${TOKEN}" }
[[operations]]
include-operation-id = ["log_out", "end_sessions", "end_session", "delete_me", "change_password", "issue_recovery_code"]
headers = { Authorization = "Bearer ${SPARE_TOKEN}" }
"""


def token(url):
    body = json.dumps({"name": "Anna"}).encode()
    request = urllib.request.Request(f"{url}/api/guests", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


def main(pidro, schemathesis):
    with tempfile.TemporaryDirectory() as folder:
        limits = ("requests-per-minute", "guests-per-hour", "accounts-per-hour", "logins-per-hour", "wrong-passwords", "tables-per-hour")
        unlimited = [f"--{limit}=100000000" for limit in limits]
        serve = [pidro, "serve", "--address", "127.0.0.1:0", "--store", f"{folder}/store.sqlite", *unlimited]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        try:
            url = re.search(r"http://\S+", server.stdout.readline()).group()
            config = pathlib.Path(folder, "config.toml")
            config.write_text(CONFIG)
            run = [schemathesis, "--config-file", str(config), "run", f"{url}/openapi.json"]
            run += ["--seed", "1", "--max-examples", "50", "--workers", "1"]
            run += ["--phases", "examples,coverage,fuzzing,stateful", "--continue-on-failure"]
            run += ["--generation-database", "none", "--request-timeout", "10", "--no-color"]
            environment = os.environ | {"TOKEN": token(url), "SPARE_TOKEN": token(url)}
            return subprocess.run(run, cwd=folder, env=environment, timeout=300).returncode
        finally:
            server.terminate()
            server.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
