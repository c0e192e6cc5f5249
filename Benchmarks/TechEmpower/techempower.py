# SPDX-License-Identifier: Apache-2.0
"""Runs the four questions under wrk, by turns for each contestant, and prints requests per second.

usage: techempower.py PROGRAM [--seconds N] [--rounds N] [--clients N]
"""

import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import time
import urllib.request

PATHS = ["/db", "/queries?queries=20", "/updates?queries=20", "/fortunes"]
CONTESTANTS = ["libpq", "models", "models-without-history"]


def check(address, path):
    """The answer is what the rules want."""
    body = urllib.request.urlopen(address + path, timeout=10).read().decode()
    if path == "/fortunes":
        assert body.count("<tr>") == 14 and "&lt;script&gt;" in body and "<script>" not in body, body
        return
    value = json.loads(body)
    rows = value if isinstance(value, list) else [value]
    assert len(rows) == (20 if "queries=20" in path else 1), body
    assert all(set(row) == {"id", "randomNumber"} and 1 <= row["id"] <= 10_000 for row in rows), body


def measure(address, path, seconds, clients):
    out = subprocess.run(
        ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--latency", address + path], capture_output=True, text=True,
        check=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        raise SystemExit(f"{path}: {out}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    slow = re.search(r"99%\s+(\S+)", out)[1]
    return rate, slow


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=32)
    options = parser.parse_args()
    results = {}
    for number, contestant in enumerate(CONTESTANTS):
        address = f"http://127.0.0.1:{18080 + number}"
        process = subprocess.Popen([options.program, contestant, address.rsplit(":", 1)[1]])
        try:
            for _ in range(300):
                try:
                    check(address, "/db")
                    break
                except OSError:
                    assert process.poll() is None
                    time.sleep(0.1)
            for path in PATHS:
                check(address, path)
                measure(address, path, 1, options.clients)
                rounds = [measure(address, path, options.seconds, options.clients) for _ in range(options.rounds)]
                results[contestant, path] = sorted(rounds)[len(rounds) // 2]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)
    print(f"Requests a second, median of {options.rounds} rounds of {options.seconds} s, {options.clients} clients;")
    print("the time that 99 of 100 answers take at most.")
    print()
    print("| | " + " | ".join(CONTESTANTS) + " | models to libpq |")
    print("|---" + "|---:" * (len(CONTESTANTS) + 1) + "|")
    ratios = []
    for path in PATHS:
        cells = [f"{results[name, path][0]:,.0f} ({results[name, path][1]})" for name in CONTESTANTS]
        ratios.append(results["models", path][0] / results["libpq", path][0])
        print(f"| {path} | " + " | ".join(cells) + f" | {ratios[-1]:.2f} |")
    print(f"| geometric mean | | | | {statistics.geometric_mean(ratios):.2f} |")


main()
