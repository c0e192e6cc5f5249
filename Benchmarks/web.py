# SPDX-License-Identifier: Apache-2.0
"""What pages in the browser cost: python3 web.py PROGRAM [sessions …]

Of Tests/Support/Processes/WebProcess, a list of a hundred rows over a store: the time to the first page; from the click that saves to the
message in all other pages, and to the change of the document in a Chromium that is one of them (p50, p95); the memory of a
page that is idle; the bytes that are sent for one change; how long a page waits for its answer while another one makes all
of them busy. Beside it the same list written by hand with Hummingbird and a template. Then a list of 100,000 rows.

Times are reported, never asserted. Client and program share the machine, so with many sessions the client's time is in
the figures. Without a Chromium its column is empty.
"""
import base64
import gzip
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

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "Views", "Browser"))
import chromium  # noqa: E402
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

    def placeholder(self, name):
        return re.search(f'<input id="([^"]+)"[^>]*placeholder="{name}"', self.html)[1]

    def button(self, name):
        return re.search(f'<button id="([^"]+)"[^>]*>(?:<[^>]*>)*{name}<', self.html)[1]

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
        part = self.socket.recv(1 << 20)
        assert part, "the host has closed the connection"
        self.buffer += part
        texts = []
        while len(self.buffer) >= 2:
            length, start = self.buffer[1], 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                break
            kind = self.buffer[0] & 15
            if kind == 1:
                texts.append(self.buffer[start:start + length].decode())
            elif kind == 9:
                # Who does not answer pings is taken for gone.
                self.socket.sendall(bytes([0x8A, 0x80 | length]) + b"\0\0\0\0" + self.buffer[start:start + length])
            else:
                raise AssertionError(f"the host has sent a frame of kind {kind}: {self.buffer[start:start + length]!r}")
            self.buffer = self.buffer[start + length:]
        return texts

    def wait(self, condition):
        while True:
            for text in self.frames():
                if condition(text):
                    return text


def wire(port):
    """How many bytes a browser without a cache loads until a page is there, with their headers: the page and its files."""
    total, paths = 0, ["/"]
    while paths:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{paths.pop()}", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            total += len(body) + len(str(answer.headers))
            if answer.headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            if answer.headers["Content-Type"].startswith("text/html"):
                paths += re.findall(r'(?:src|href|data-icons)="(/_/[^"]+)"', body.decode())
    return total


TURNS = 20


class Board:
    """A list as views over a store, and pages that show it."""

    def __init__(self, program, count, *arguments):
        self.host = host.Host(program, "--board", *arguments)
        self.first = Session(self.host.port)
        before = self.host.memory()
        self.sessions = [self.first] + [Session(self.host.port) for _ in range(count - 1)]
        self.memory = (self.host.memory() - before) / (count - 1) if count > 1 else 0
        self.selector = selectors.DefaultSelector()
        for session in self.sessions:
            self.selector.register(session.socket, selectors.EVENT_READ, session)

    def add(self, session, name):
        session.event([session.placeholder("draft"), "input", name], [session.button("add"), "click"])

    def until_all_show(self, name):
        """When each page has the message that a row of this name is there, and how long the messages are."""
        left, times, sizes = set(self.sessions), [], []
        while left:
            for key, _ in self.selector.select(30):
                for text in key.data.frames():
                    if key.data in left and f'"{name}"' in text and '"i"' in text:
                        left.discard(key.data)
                        times.append(time.perf_counter())
                        if key.data is not self.first:
                            sizes.append(len(text))
        return times, sizes


def measure(program, count, browser):
    """A list of a hundred rows as views over a store."""
    board = Board(program, count)
    try:
        took, sent = [], []
        for turn in range(TURNS):
            name = f"change number {turn}"
            started = time.perf_counter()
            board.add(board.first, name)
            times, sizes = board.until_all_show(name)
            took += [at - started for at in times]
            sent += sizes
        row = [f"views, {count}", figures([session.first_page for session in board.sessions]), figures(took),
               in_browser(board, browser), f"{statistics.mean(sent):.0f}" if sent else "",
               f"{board.memory / 1024:.0f} kB" if board.memory else "", waiting(board),
               f"{wire(board.host.port) / 1024:.0f} kB"]
        print(line(row), flush=True)
    finally:
        board.host.stop()


def in_browser(board, browser):
    """From the click in another page to the change of a document in Chromium, which is one more page."""
    if not browser:
        return ""
    page = browser.page(board.host.address, context=browser.context())
    took = []
    for turn in range(TURNS):
        name = f"seen number {turn}"
        page.run(f"""window.heard = new Promise(done => {{
          const seen = new MutationObserver(list => {{
            for (const part of list) for (const node of part.addedNodes) if (node.textContent.includes({json.dumps(name)})) {{
              seen.disconnect();
              done(performance.timeOrigin + performance.now());
            }}
          }});
          seen.observe(document.body, {{ childList: true, subtree: true }}); }}); 0""")
        started = time.time()
        board.add(board.first, name)
        took.append(page.run("window.heard") / 1e3 - started)
        board.until_all_show(name)
    page.close()
    return figures(took)


def waiting(board):
    """How long a page waits for the answer to a letter that is typed, while another page changes all of them."""
    if len(board.sessions) < 2:
        return ""
    typing, took = board.sessions[-1], []
    field = typing.placeholder("draft")
    for turn in range(TURNS):
        name = f"busy number {turn}"
        board.add(board.first, name)
        # Not at the same time: the letter comes while the others are being brought up to date.
        end = time.perf_counter() + 0.002
        while time.perf_counter() < end:
            pass
        started = time.perf_counter()
        typing.event([field, "input", "x" * (turn + 1)])
        wanted, heard, left = typing.number, None, set(board.sessions)
        while left or heard is None:
            for key, _ in board.selector.select(30):
                for text in key.data.frames():
                    if key.data is typing and heard is None and int(re.search('"a":(\\d+)', text)[1]) >= wanted:
                        heard = time.perf_counter() - started
                    if f'"{name}"' in text and '"i"' in text:
                        left.discard(key.data)
        took.append(heard)
    return figures(took)


def by_hand(program, count):
    """The same list written by hand: a change is a form that is sent, and the page loaded anew, by all who look at it."""
    running = host.Host(program, "--hand")
    try:
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n\r\n".encode()
        before = running.memory()
        pages, browsers, selector = [], [], selectors.DefaultSelector()
        for _ in range(count):
            started = time.perf_counter()
            browser = Reader(running.port)
            browser.socket.sendall(request)
            while not browser.page():
                pass
            pages.append(time.perf_counter() - started)
            browsers.append(browser)
            selector.register(browser.socket, selectors.EVENT_READ, browser)
        memory = (running.memory() - before) / count
        took, size = [], 0
        for turn in range(TURNS):
            name = f"change number {turn}"
            started = time.perf_counter()
            with urllib.request.urlopen(running.address + "add", data=name.encode()) as answer:
                assert name in answer.read().decode()
            for browser in browsers:
                browser.socket.sendall(request)
            left = set(browsers)
            while left:
                for key, _ in selector.select(30):
                    page = key.data.page()
                    if page:
                        assert name.encode() in page
                        size = len(page)
                        left.discard(key.data)
                        took.append(time.perf_counter() - started)
        print(line([f"by hand, {count}", figures(pages), figures(took), "", str(size),
                    f"{memory / 1024:.0f} kB" if count > 1 else "", "", ""]), flush=True)
    finally:
        running.stop()


class Reader:
    """A connection over which pages are read one after the other."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.buffer = b""

    def page(self):
        """Reads once; the page if it is whole."""
        part = self.socket.recv(1 << 20)
        assert part, "the host has closed the connection"
        self.buffer += part
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head) if found else None
        if not length or len(body) < int(length[1]):
            return None
        self.buffer = body[int(length[1]):]
        return body[:int(length[1])]


def long_list(program, rows):
    """A list that is scrolled by windows: what the page costs, and what it costs more after many of them."""
    board = Board(program, 1, "--rows", str(rows))
    try:
        page, empty = board.first, board.host.memory()
        second = Session(board.host.port)
        opened = board.host.memory()
        gap = re.search(r'id="([^"]+)"[^>]*data-count="%d"' % rows, page.html)[1]
        took, sizes = [], []
        for turn in range(200):
            # Through the whole list, in an order that is none.
            first = turn * 7919 * 101 % (rows - 120)
            started = time.perf_counter()
            page.event([gap, "window", f"{first}-{first + 119}"])
            text = page.wait(lambda text: f'"a":{page.number}' in text)
            took.append(time.perf_counter() - started)
            sizes.append(len(text))
        print(f"{rows} rows: first page {page.first_page * 1e3:.0f} ms, {len(page.html)} bytes; {(opened - empty) / 1e6:.0f} MB"
              f" for one page more; a window {figures(took)}, {statistics.mean(sizes):.0f} bytes;"
              f" {(board.host.memory() - opened) / 1e6:.1f} MB more after {len(took)} windows", flush=True)
        second.socket.close()
    finally:
        board.host.stop()


def figures(values):
    values = sorted(values)
    return f"{values[len(values) // 2] * 1e3:.1f}, {values[int(len(values) * .95)] * 1e3:.1f} ms"


def line(cells):
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    counts = [int(argument) for argument in sys.argv[2:]] or [1, 50, 500]
    try:
        browser = chromium.Browser()
    except Exception as error:
        print(f"There is no Chromium: {error}")
        browser = None
    print("Times are p50, p95.")
    print(line(["sessions", "first page", "save to the message in all pages", "save to the document in Chromium",
                "bytes of a change, each page", "an idle session", "a letter's answer meanwhile",
                "a first page with its files"]))
    print("|---|---|---|---|---|---|---|---|")
    for count in counts:
        measure(sys.argv[1], count, browser)
    for count in counts:
        by_hand(sys.argv[1], count)
    if browser:
        browser.close()
    long_list(sys.argv[1], 100_000)
