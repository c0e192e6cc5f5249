"""What pages in the browser cost: python3 web.py PROGRAM [sessions …]

Of Tests/WebProcess, a list of a hundred rows over a store: the time to the first page, from an event of one page to the
change in all others (p50, p95), the memory of a page that is idle, and the bytes that are sent for one change. Beside it
the same list written by hand with Hummingbird and a template.
"""
import base64
import json
import os
import re
import selectors
import socket
import statistics
import struct
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "Browser"))
import host  # noqa: E402


class Session:
    """A page with its connection, without a browser."""

    def __init__(self, port):
        started = time.perf_counter()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            self.html = answer.read().decode()
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.first_page = time.perf_counter() - started
        self.number = 0
        token = re.search('data-page="([^"]+)"', self.html)[1]
        known = int(re.search('data-number="([^"]+)"', self.html)[1])
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /_/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        ).encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head
        self.send({"p": token, "q": known, "at": "/"})
        self.wait(lambda text: True)

    def id(self, name):
        return re.search(f'id="([^"]+)"[^>]*data-name="{name}"', self.html)[1]

    def send(self, message):
        data = json.dumps(message).encode()
        length = len(data)
        head = bytes([0x81, 0x80 | length]) if length < 126 else bytes([0x81, 0xFE]) + struct.pack(">H", length)
        self.socket.sendall(head + b"\0\0\0\0" + data)

    def event(self, *events):
        self.number += len(events)
        self.send({"n": self.number, "e": events})

    def frames(self):
        """The texts that have come; reads once."""
        self.buffer += self.socket.recv(1 << 20)
        texts = []
        while len(self.buffer) >= 2:
            length, start = self.buffer[1], 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                break
            if self.buffer[0] & 15 == 1:
                texts.append(self.buffer[start:start + length].decode())
            self.buffer = self.buffer[start + length:]
        return texts

    def wait(self, condition):
        while True:
            for text in self.frames():
                if condition(text):
                    return text


def measure(program, count):
    """A list of a hundred rows as views over a store."""
    running = host.Host(program, "--board")
    try:
        first = Session(running.port)
        before = running.memory()
        sessions = [first] + [Session(running.port) for _ in range(count - 1)]
        memory = (running.memory() - before) / max(1, count - 1)
        pages = sorted(session.first_page for session in sessions)
        draft = re.search('<input id="([^"]+)"[^>]*placeholder="draft"', first.html)[1]
        add = re.search('<button id="([^"]+)"[^>]*>(?:<[^>]*>)*add<', first.html)[1]
        selector = selectors.DefaultSelector()
        for session in sessions:
            selector.register(session.socket, selectors.EVENT_READ, session)
        took, sent = [], []
        for turn in range(20):
            name = f"change number {turn}"
            started = time.perf_counter()
            first.event([draft, "input", name], [add, "click"])
            left = set(sessions)
            while left:
                for key, _ in selector.select(30):
                    for text in key.data.frames():
                        if f'"{name}"' in text and '"i"' in text and key.data in left:
                            left.discard(key.data)
                            took.append(time.perf_counter() - started)
                            if key.data is not first:
                                sent.append(len(text))
        report(f"views, {count} sessions", pages, took, len(first.html), statistics.mean(sent) if sent else 0)
        print(f"  {memory / 1024:.0f} kB an idle session")
    finally:
        running.stop()


def by_hand(program):
    """The same list written by hand: a change is a form that is sent, and the page loaded anew."""
    running = host.Host(program, "--hand")
    try:
        pages, took, size = [], [], 0
        for turn in range(100):
            started = time.perf_counter()
            with urllib.request.urlopen(running.address) as answer:
                size = len(answer.read())
            pages.append(time.perf_counter() - started)
        for turn in range(20):
            name = f"change number {turn}"
            started = time.perf_counter()
            with urllib.request.urlopen(running.address + "add", data=name.encode()) as answer:
                assert name in answer.read().decode()
            took.append(time.perf_counter() - started)
        report("written by hand, one browser", pages, took, size, size)
    finally:
        running.stop()


def report(name, pages, took, size, change):
    pages, took = sorted(pages), sorted(took)

    def figures(values):
        return f"{values[len(values) // 2] * 1e3:.1f} ms (p50), {values[int(len(values) * .95)] * 1e3:.1f} ms (p95)"

    print(f"{name}: first page {figures(pages)}, {size} bytes; from a change to all pages {figures(took)},"
          f" {change:.0f} bytes", flush=True)


if __name__ == "__main__":
    by_hand(sys.argv[1])
    for count in [int(argument) for argument in sys.argv[2:]] or [1, 50, 500]:
        measure(sys.argv[1], count)
