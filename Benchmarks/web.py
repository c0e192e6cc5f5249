# SPDX-License-Identifier: Apache-2.0
"""What pages in the browser cost: python3 web.py PROGRAM [sessions …]

Of Tests/Support/Processes/WebProcess, a list of a hundred rows over a store: the time to the first page; from the click that saves to the
message in all other pages, and to the change of the document in a Chromium that is one of them (p50, p95); the memory of a
page that is idle; the bytes that are sent for one change; how long a page waits for its answer while another one makes all
of them busy. Beside it the same list written by hand with Hummingbird and a template. Then a list of 100,000 rows; 10,000
rows of a stack with a picture each, which a person should see within a second; and the bytes on the wire of a session.

Times are reported, never asserted. Client and program share the machine, so with many sessions the client's time is in
the figures. Without a Chromium its column is empty.
"""
import gzip
import json
import os
import re
import selectors
import statistics
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "Views", "Browser"))
import chromium  # noqa: E402
import host  # noqa: E402
from web_session import Reader, Session, wire  # noqa: E402


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


PICTURES = """(() => { const start = () => {
  const sight = document.querySelector(".s-scroll");
  const inSight = el => { const a = el.getBoundingClientRect(), b = sight.getBoundingClientRect(); return a.bottom > b.top && a.top < b.bottom; };
  window.areShown = () => { if (!sight) return false; const images = [...sight.querySelectorAll("img")].filter(inSight);
    return images.length > 5 && images.every(each => each.complete && each.naturalWidth)
      && ![...sight.querySelectorAll(".s-gap")].some(each => inSight(each) && each.getBoundingClientRect().height > 0); };
  window.whenShown = () => new Promise(done => (function look() { areShown() ? done(performance.now()) : requestAnimationFrame(look); })());
  whenShown().then(at => { window.shown = at; }); };
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", start) : start(); })()"""


def pictures(program, rows, browser):
    """A stack of rows with pictures: when those in sight are seen, from the beginning of the request, and after a jump."""
    running = host.Host(program, "--pictures", "--rows", str(rows))
    try:
        session = Session(running.port)
        text = (f"{rows} rows of a stack with pictures: first page {session.first_page * 1e3:.0f} ms, {len(session.html)} bytes")
        if browser:
            # The second one: nobody has asked for the files before the first.
            for _ in range(2):
                page = browser.page(running.address, context=browser.context(), before=PICTURES)
                page.wait("window.shown > 0", "the first pictures are shown")
                seen = page.run("window.shown")
                took = [page.run(f"""(() => {{ const sight = document.querySelector(".s-scroll"), started = performance.now();
                  sight.scrollTop = sight.scrollHeight * {turn * 7919 % 1000 / 1000};
                  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => whenShown().then(at => done(at - started))))); }})()""") / 1e3
                        for turn in range(1, TURNS + 1)]
                page.close()
            text += (f"; seen in Chromium after {seen:.0f} ms, {'within' if seen < 1000 else 'NOT within'} the second that is wanted;"
                     f" after a jump {figures(took)}")
        print(text, flush=True)
        session.socket.close()
    finally:
        running.stop()


def on_the_wire(program):
    """The bytes of a session: the page with its files, and rows that are typed letter by letter; what each row costs a page
    that only looks on. And one row that is changed of 300, for which figures of LiveView are published."""
    board = Board(program, 2)
    try:
        typing, looking = board.sessions
        field, button = typing.placeholder("draft"), typing.button("add")
        started = [typing.sent, typing.received, looking.sent, looking.received]
        for turn in range(TURNS):
            name = f"row {turn:02}"
            for end in range(1, len(name) + 1):
                typing.event([field, "input", name[:end]])
                typing.wait(lambda text: f'"a":{typing.number}' in text)
            typing.event([button, "click"])
            board.until_all_show(name)
        sent, received, *other = (now - then for now, then in zip(
            [typing.sent, typing.received, looking.sent, looking.received], started))
        print(f"a session on the wire: {wire(board.host.port)} bytes for the page and its files; {TURNS} rows typed letter by letter:"
              f" {sent / TURNS:.0f} bytes up and {received / TURNS:.0f} down for each, {other[1] / TURNS:.0f} down for each to a page that"
              " looks on", flush=True)
    finally:
        board.host.stop()
    running = host.Host(program, "--items")
    try:
        session = Session(running.port)
        buttons = re.findall('<button id="([^"]+)"[^>]*>(?:<[^>]*>)*Randomise<', session.html)
        assert len(buttons) == 300, len(buttons)
        sizes = []
        for _ in range(2):
            before = session.received
            session.event([buttons[49], "click"])
            text = session.wait(lambda text: f'"a":{session.number}' in text)
            assert "Item " in text, text
            sizes.append(session.received - before)
        print(f"one of 300 rows changed by a button: {max(sizes)} bytes down; the page {len(gzip.compress(session.html.encode()))} bytes"
              f" compressed, {len(session.html)} as they are", flush=True)
        session.socket.close()
    finally:
        running.stop()


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
    long_list(sys.argv[1], 100_000)
    pictures(sys.argv[1], 10_000, browser)
    on_the_wire(sys.argv[1])
    if browser:
        browser.close()
