# SPDX-License-Identifier: Apache-2.0
"""The page's scripts by themselves, in a browser, with a host that the test speaks for: python3 client.py [test …]"""
import http.server
import json
import os
import random
import sys
import threading

import chromium
import live

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Sources/Views/SwiftDataWeb/Client")
TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}

# Takes the place of the browser's WebSocket. Nothing happens on it until the test says so.
HOST = """(() => {
  if (window.host) return;
  class Fake {
    constructor(address) { Object.assign(this, { address, state: "connecting", sent: [] }); host.sockets.push(this); }
    send(text) {
      if (this.state !== "open") throw new Error("sent while " + this.state);
      this.sent.push(text);
      const { n, e } = JSON.parse(text);
      if (!e) return;
      host.number = n;
      e.forEach((event, i) => host.events.push([n - e.length + 1 + i, ...event]));
    }
    close() { this.state = "closing"; setTimeout(() => host.end(1005, this)); }
  }
  window.host = {
    sockets: [], events: [], number: 0,
    get last() { return host.sockets[host.sockets.length - 1]; },
    open() { host.last.state = "open"; host.last.onopen(); return JSON.parse(host.last.sent[0]); },
    say(message, socket = host.last) { socket.onmessage({ data: JSON.stringify(message) }); },
    end(code, socket = host.last) { socket.state = "closed"; socket.onclose({ code }); },
    take() { return host.events.splice(0); },
  };
  window.WebSocket = Fake;
  addEventListener("error", e => console.error(e.message));
})();"""

# Timers that end when the test says so.
CLOCK = """window.timers = new Map();
  window.begun = 0;
  window.setTimeout = action => { timers.set(++window.begun, action); return window.begun; };
  window.clearTimeout = id => timers.delete(id);"""


# It is as late as the test says, and the page looks at its connection when the test says so.
LATER = """(() => {
  const start = Date.now();
  window.later = 0;
  Date.now = () => start + window.later;
  window.setInterval = action => { window.check = action; };
})();"""


class Server(http.server.BaseHTTPRequestHandler):
    """Hands out the page that the test has made, and the scripts."""
    body = ""

    def do_GET(self):
        name = self.path.split("?")[0]
        kind = TYPES.get(name.split(".")[-1]) if name.startswith("/_/") else None
        if kind:
            # Without lines that are comments, as the host sends them: style sheets have none of that kind.
            # The host makes two files of that with the symbols.
            file_name = os.path.basename(name).replace("symbols.svg", "icons.svg")
            with open(os.path.join(FOLDER, file_name), "rb") as file:
                content = b"\n".join(line for line in file.read().split(b"\n") if not line.lstrip().startswith(b"//"))
        else:
            content = f"""<!doctype html><html lang="en" data-page="first-page" data-number="4"><head><meta charset="utf-8">
              <title>Page</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/_/style.css">
              <script src="/_/live.js" defer></script><script src="/_/rows.js" defer></script>
              <script src="/_/gestures.js" defer></script><script src="/_/motion.js" defer></script></head>
              <body data-icons="/_/icons.svg">{self.body}</body></html>""".encode()
        self.send_response(200)
        self.send_header("Content-Type", kind or "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def js(value):
    return json.dumps(value)


def root(inner, kinds="location"):
    return f'<div id="root" data-e="{kinds}">{inner}</div>'


def tree(*inner, **attributes):
    """The whole tree, as the host sends it."""
    return ["div", "root", attributes, "location", list(inner)]


def line(name="f", kinds="input", **attributes):
    """A field of a whole tree."""
    return ["input", name, {key.replace("_", "-"): value for key, value in attributes.items()}, kinds]


FIELD = '<input id="f" data-e="input" aria-label="Name">'


class Client(chromium.Page):
    """A page, and the host that it talks to."""
    number = 4
    handled = 0

    def greet(self):
        """Connects the page, if it is not; the first message of a host tells that."""
        first = self.run("host.open()")
        self.say()
        return first

    def say(self, *operations, a=None, **more):
        """Says something as the host; with a='all' every event is handled."""
        if a is not None:
            self.handled = self.run("host.number") if a == "all" else a
        self.number += 1
        message = {"q": self.number, "a": self.handled, **more}
        if operations:
            message["o"] = operations
        self.run(f"host.say({js(message)})")

    def said(self):
        """What the page has told since the last time: number, element, kind, value."""
        return self.run("host.take()")

    def told(self):
        """The same without numbers."""
        return [event[1:] for event in self.said()]

    def value(self, name="f"):
        return self.run(f"document.getElementById('{name}').value")

    def focus(self, name="f"):
        self.run(f"document.getElementById('{name}').focus()")

    def focused(self):
        return self.run("document.activeElement.id")

    def notice(self):
        """The text of the notice that is shown now, None if there is none."""
        return self.run("(n => n && n.matches(':popover-open') ? n.textContent : null)(document.getElementById('s-notice'))")

    def asks(self):
        """Whether the browser would ask before it leaves the page."""
        return self.run("(e => { dispatchEvent(e); return e.defaultPrevented; })(new Event('beforeunload', { cancelable: true }))")

    def again(self, count):
        """Waits for a new connection, and makes it one."""
        self.wait(f"host.sockets.length >= {count}", f"there is connection {count}")
        return self.run("host.open()")

    def mouse(self, kind, x, y, button="left"):
        self.call("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, clickCount=1,
                  button="none" if kind == "Moved" and not self.isDown else button, buttons=1 if self.isDown else 0)
        self.isDown = kind == "Pressed" or kind == "Moved" and self.isDown

    isDown = False

    def middle(self, selector):
        return self.run(f"""(b => [b.left + b.width / 2, b.top + b.height / 2])(
          document.querySelector({js(selector)}).getBoundingClientRect())""")

    def letters(self, text, name="f"):
        """Types into a field."""
        self.focus(name)
        self.type(text)


class Tests:
    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        self.browser = chromium.Browser()

    def page(self, inner, path="", before="", greeted=True, **more):
        Server.body = inner if inner.startswith("<div id=\"root\"") else root(inner)
        page = Client(self.browser, self.address + path, self.browser.context(), before=HOST + before, **more)
        page.wait("document.readyState === 'complete' && window.host && host.sockets.length")
        if greeted:
            page.greet()
            page.said()
        return page

    def done(self, page, *expected):
        """Ends a test; the console has said nothing but what was expected."""
        left = [text for text in page.complaints() if not any(part in text for part in expected)]
        assert not left, left
        page.close()

    def field(self, kinds="input", text="abc", **more):
        """A page with one field, into which something was typed."""
        page = self.page(f'<input id="f" data-e="{kinds}" aria-label="Name">', **more)
        page.letters(text)
        return page

    # The connection.

    def test_a_page_says_which_it_is(self):
        page = self.page(FIELD, path="trips?x=1", greeted=False)
        assert page.run("host.last.address").endswith(self.address[5:] + "_/live")
        assert page.run("document.documentElement.dataset.live") == "connecting"
        hello = page.run("host.open()")
        # How the browser is set: its time zone and language, whether it is dark, narrow, low, and wants less motion.
        assert hello.pop("r") == page.run("[Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language, false, innerWidth < 600, innerHeight < 450, false]"), hello
        assert hello == {"p": "first-page", "q": 4, "at": "/trips?x=1", "h": False}
        assert page.run("document.documentElement.dataset.live") == "connecting", "only the host's word counts"
        page.say()
        assert page.run("document.documentElement.dataset.live") == "online"
        self.done(page)

    def test_a_page_says_how_much_room_and_motion_there_is(self):
        page = self.page(FIELD)
        page.run("host.last.sent.length = 0")
        page.call("Emulation.setDeviceMetricsOverride", width=500, height=400, deviceScaleFactor=1, mobile=False)
        page.wait("host.last.sent.length > 1", "the page says that it is narrow and low")
        assert page.run("JSON.parse(host.last.sent.pop()).r.slice(2)") == [False, True, True, False]
        page.run("host.last.sent.length = 0")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        page.wait("host.last.sent.length > 0", "the page says that less motion is asked for")
        assert page.run("JSON.parse(host.last.sent.pop()).r.slice(2)") == [False, True, True, True]
        assert "~0~1~1~1" in page.run("document.cookie"), "the next page is told before its script runs"
        page.call("Emulation.clearDeviceMetricsOverride")
        page.call("Emulation.setEmulatedMedia", features=[])
        self.done(page)

    def test_a_page_says_when_it_is_out_of_sight(self):
        page = self.page(FIELD)
        page.run("""Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange')); 0""")
        assert page.run("JSON.parse(host.last.sent.pop())") == {"h": True}
        page.run("host.end(1006)")
        assert page.again(2)["h"] is True
        self.done(page)

    def test_events_are_numbered_and_wait_for_the_connection(self):
        page = self.page('<button id="b" data-e="click">Go</button>', greeted=False)
        for _ in range(3):
            page.run("document.getElementById('b').click()")
        assert page.said() == []
        page.greet()
        page.run("document.getElementById('b').click()")
        assert page.said() == [[n, "b", "click"] for n in (1, 2, 3, 4)]
        assert page.run("host.last.sent.length") == 3, "what has waited is one message"
        self.done(page)

    def test_a_new_connection_repeats_only_what_was_not_handled(self):
        page = self.page('<button id="b" data-e="click">Go</button>')
        for _ in range(4):
            page.run("document.getElementById('b').click()")
        page.say(a=2)
        page.said()
        page.run("host.end(1006)")
        assert page.run("document.documentElement.dataset.live") == "offline"
        page.run("document.getElementById('b').click()")
        assert page.said() == []
        first = page.again(2)
        assert (first["p"], first["q"]) == ("first-page", page.number)
        assert [event[0] for event in page.said()] == [3, 4, 5]
        page.say(a=5)
        page.run("host.end(1006)")
        page.again(3)
        assert page.said() == [], "all was handled"
        self.done(page)

    def test_typing_without_a_connection_is_one_event(self):
        page = self.page('<button id="b" data-e="click">Save</button>' + FIELD)
        page.letters("a")
        assert page.said() == [[1, "f", "input", "a"]]
        page.run("host.end(1006)")
        # The first letter may have been handled: the next ones are another event.
        page.type("bcd")
        page.run("document.getElementById('b').click()")
        page.type("ef")
        page.again(2)
        assert page.said() == [[1, "f", "input", "a"], [2, "f", "input", "abcd"], [3, "b", "click"], [4, "f", "input", "abcdef"]]
        page.type("g")
        assert page.said() == [[5, "f", "input", "abcdefg"]]
        page.say(["a", "f", "value", "abcdefg"], a="all")
        assert page.value() == "abcdefg" and not page.asks()
        self.done(page)

    def test_half_a_character_is_not_sent(self):
        page = self.page(FIELD)
        page.run("""(f => { for (const text of ['x\\ud83d', '\\ude00 \\ud83d\\ude00']) {
          f.value = text; f.dispatchEvent(new Event('input', { bubbles: true })); } })(document.getElementById('f'))""")
        assert page.told() == [["f", "input", "x\ufffd"], ["f", "input", "\ufffd \U0001f600"]]
        self.done(page)

    def test_what_the_host_cannot_read_is_not_sent_for_ever(self):
        page = self.page('<button id="b" data-e="click">Go</button>' + FIELD)
        page.letters("a")
        page.run("document.getElementById('b').click()")
        page.run("document.getElementById('b').click()")
        page.said()
        page.run("host.end(1007)")
        assert "was not taken" in page.notice() and page.value() == "a" and page.asks()
        page.again(2)
        assert page.said() == [[2, "b", "click"], [3, "b", "click"]]
        page.say()
        page.run("host.end(1007)")
        assert "may not have been done" in page.notice()
        page.again(3)
        assert page.said() == [[3, "b", "click"]]
        # More that is typed is sent as ever.
        page.type("b")
        assert page.said() == [[4, "f", "input", "ab"]]
        page.say(["a", "f", "value", "ab"], a="all")
        assert page.value() == "ab" and not page.asks()
        self.done(page)

    def test_a_connection_that_is_dead_is_given_up(self):
        page = self.page('<button id="b" data-e="click">Go</button>', before=LATER)
        page.run("later = 60000; check()")
        assert page.run("host.sockets.length") == 1 and not page.asks(), "nothing is awaited"
        page.run("document.getElementById('b').click()")
        page.run("later += 2000; check()")
        assert page.run("host.last.state") == "open" and not page.asks(), "it is on its way"
        page.run("later += 2000; check()")
        assert page.run("host.last.state") == "open" and page.asks(), "nobody knows whether it arrives"
        page.run("later += 8000")
        page.say()
        page.run("later += 14000; check()")
        assert page.run("host.last.state") == "open", "the host is there, and slow"
        page.said()
        page.run("later += 2000; check()")
        assert page.run("document.documentElement.dataset.live") == "offline"
        page.again(2)
        assert page.said() == [[1, "b", "click"]], "it is told again"
        page.run("check()")
        assert page.run("host.last.state") == "open", "the new one has its time"
        page.say(a="all")
        assert page.run("document.documentElement.dataset.live") == "online" and not page.asks()
        self.done(page)

    def test_many_events_are_told_in_parts(self):
        page = self.page('<button id="b" data-e="click">Go</button>', greeted=False)
        page.run("for (let i = 0; i < 250; i++) document.getElementById('b').click(); 0")
        page.greet()
        assert page.run("host.last.sent.slice(1).map(text => JSON.parse(text).e.length)") == [100, 100, 50]
        assert [event[0] for event in page.said()] == list(range(1, 251))
        self.done(page)

    def test_long_texts_are_told_in_parts(self):
        # By turns, since what is typed in one field is one event.
        page = self.page("".join(f'<textarea id="{name}" data-e="input" aria-label="Text"></textarea>' for name in "fg"), greeted=False)
        page.run("""for (let i = 0; i < 90; i++) {
          const f = document.getElementById(i % 2 ? 'g' : 'f');
          f.value = 'ä'.repeat(1500 + i); f.dispatchEvent(new Event('input', { bubbles: true })); } 0""")
        page.greet()
        sizes = page.run("host.last.sent.slice(1).map(text => new Blob([text]).size)")
        assert len(sizes) == 2 and max(sizes) <= 256 * 1024, sizes
        assert [event[0] for event in page.said()] == list(range(1, 91))
        self.done(page)

    def test_a_text_that_is_too_long_is_not_sent(self):
        page = self.page('<textarea id="f" data-e="input" aria-label="Text"></textarea>')
        page.run("""(f => { f.value = 'a'.repeat(300000); f.dispatchEvent(new Event('input', { bubbles: true })); })(
          document.getElementById('f'))""")
        assert page.said() == []
        assert "too long" in page.notice(), page.notice()
        assert len(page.value()) == 300000 and page.asks()
        # A shorter one is sent, and what comes after it.
        page.run("""(f => { f.value = 'short'; f.dispatchEvent(new Event('input', { bubbles: true })); })(
          document.getElementById('f'))""")
        assert page.told() == [["f", "input", "short"]]
        self.done(page)

    def test_the_former_connection_is_not_listened_to(self):
        page = self.page('<p id="t">old</p>')
        page.run("host.end(1006)")
        page.again(2)
        page.run("""host.say({ q: 6, a: 0, o: [["t", "t", "late"]] }, host.sockets[0]); host.end(1006, host.sockets[0])""")
        assert page.run("document.getElementById('t').textContent") == "old"
        assert page.run("host.sockets.length") == 2 and page.run("host.last.state") == "open"
        self.done(page)

    def test_a_message_that_is_missing_is_noticed(self):
        page = self.page('<p id="t">old</p>')
        number = page.number
        page.number += 1
        page.say(["t", "t", "new"])
        assert page.run("document.getElementById('t').textContent") == "old"
        assert page.again(2)["q"] == number, "so the host sends all"
        page.say(p="first-page", r=tree(["p", "t", {}, "", "new"]))
        assert page.run("document.getElementById('t').textContent") == "new"
        page.say(["t", "t", "newer"])
        assert page.run("document.getElementById('t').textContent") == "newer"
        self.done(page)

    def test_a_page_that_nobody_looked_at_rests(self):
        page = self.page(FIELD)
        page.run("host.end(4001)")
        assert page.run("document.documentElement.dataset.live") == "resting"
        # Nothing is under way: what wakes it is the key, at once.
        count = page.run("host.sockets.length")
        assert count == 1
        page.run("dispatchEvent(new Event('keydown'))")
        assert page.run("host.sockets.length") == 2
        self.done(page)

    def test_what_happens_wakes_a_page(self):
        page = self.page(FIELD)
        page.run("host.end(4001)")
        page.run("document.getElementById('f').value = 'x'; document.getElementById('f').dispatchEvent(new Event('input'))")
        assert page.run("host.sockets.length") == 2
        page.run("host.open()")
        assert page.told() == [["f", "input", "x"]]
        self.done(page)

    def test_a_browser_without_a_cookie_loads_the_page_again_once(self):
        page = self.page(FIELD)
        page.run("window.mark = 1; host.end(4003)")
        page.wait("!window.mark && document.readyState === 'complete' && host.sockets.length", "the page was loaded again")
        page.run("host.open()")
        page.run("window.mark = 1; host.end(4003)")
        assert "cookies" in page.notice()
        assert page.run("window.mark") == 1 and page.run("host.sockets.length") == 1
        self.done(page)

    def test_who_is_one_too_many_is_told_and_waits(self):
        page = self.page(FIELD)
        page.run("host.end(1013)")
        assert "Too many pages" in page.notice()
        page.again(2)
        page.say()
        assert page.run("document.documentElement.dataset.live") == "online"
        self.done(page)

    # What the host says.

    def test_elements_are_inserted(self):
        page = self.page('<ul id="u"><li id="a">a</li></ul>')
        page.say(["i", "u", "a", ["li", "b", {"class": "x", "title": "<b>"}, "click", [["b", "c", {}, "", "<i>"]]]],
                 ["i", "u", None, ["li", "d", {}, "", "d"]])
        assert page.run("[...document.querySelectorAll('#u > *')].map(e => e.id)") == ["b", "a", "d"]
        assert page.run("(e => [e.className, e.title, e.dataset.e, e.firstChild.textContent])(document.getElementById('b'))") == [
            "x", "<b>", "click", "<i>"]
        page.run("document.getElementById('c').click()")
        assert page.told() == [["b", "click"]]
        self.done(page)

    def test_drawings_are_of_their_own_kind(self):
        page = self.page('<div id="u"></div>')
        page.say(["i", "u", None, ["svg", "s", {"viewBox": "0 0 9 9"}, "", [["path", "p", {"d": "M0 0h9"}, ""]]]])
        page.say(["i", "s", "p", ["circle", "c", {"r": "3"}, ""]])
        assert page.run("['s', 'p', 'c'].every(id => document.getElementById(id) instanceof SVGElement)")
        assert page.run("document.getElementById('s').firstElementChild.id") == "c"
        self.done(page)

    def test_elements_are_moved_and_removed(self):
        page = self.page('<ul id="u"><li id="a"></li><li id="b"></li><li id="c"></li></ul><ol id="o"></ol>')
        page.run("window.node = document.getElementById('c'); 0")
        page.say(["m", "c", "u", "a"], ["m", "b", "o", None], ["r", "a"])
        assert page.run("[...document.querySelectorAll('li')].map(e => e.parentNode.id + e.id)") == ["uc", "ob"]
        assert page.run("window.node === document.getElementById('c')"), "it is the element that was there"
        self.done(page)

    def test_attributes_are_set_and_taken_away(self):
        page = self.page('<p id="p" title="old" style="color: red"></p><input id="c" type="checkbox" data-e="change"><dialog id="d" open></dialog>')
        page.say(["a", "p", "title", "new"], ["a", "p", "style", "color: blue"], ["a", "p", "onclick", "window.owned = 1"],
                 ["a", "p", "id", "other"], ["a", "c", "checked", ""], ["a", "c", "indeterminate", ""], ["a", "d", "open", None])
        assert page.run("(e => [e.title, e.style.color, e.hasAttribute('onclick')])(document.getElementById('p'))") == ["new", "blue", False]
        assert page.run("(e => [e.checked, e.indeterminate])(document.getElementById('c'))") == [True, True]
        assert page.run("document.getElementById('d').open"), "a dialog is open as long as it is there"
        page.say(["a", "p", "title", None], ["a", "p", "style", None], ["a", "c", "checked", None], ["a", "c", "indeterminate", None])
        assert page.run("(e => [e.hasAttribute('title'), e.style.color])(document.getElementById('p'))") == [False, ""]
        assert page.run("(e => [e.checked, e.indeterminate])(document.getElementById('c'))") == [False, False]
        self.done(page)

    def test_symbols_are_drawn(self):
        page = self.page('<span id="s"></span>')
        page.say(["a", "s", "data-symbol", "trash"])
        assert page.run("document.querySelector('#s use').getAttribute('href')") == "/_/icons.svg#trash"
        page.say(["a", "s", "data-symbol", None])
        assert page.run("[...document.querySelectorAll('#s use')].map(e => e.getAttribute('href'))") == ["/_/icons.svg#unknown"]
        page.say(["a", "s", "data-symbol", "/_/symbols.svg?v=1#leaf"])
        assert page.run("[...document.querySelectorAll('#s use')].map(e => e.getAttribute('href'))") == ["/_/symbols.svg?v=1#leaf"]
        self.done(page)

    def test_texts_and_events_change(self):
        page = self.page('<p id="p"><b id="b">bold</b></p><button id="c" data-e="click">Go</button><textarea id="t" data-e="input"></textarea>')
        page.say(["t", "p", "<plain>"], ["e", "c", ""], ["t", "t", "lines"])
        assert page.run("document.getElementById('p').innerHTML") == "&lt;plain&gt;"
        assert page.value("t") == "lines"
        page.run("document.getElementById('c').click()")
        assert page.told() == []
        page.say(["e", "c", "click"])
        page.run("document.getElementById('c').click()")
        assert page.told() == [["c", "click"]]
        self.done(page)

    def test_what_cannot_be_applied_stops_nothing(self):
        page = self.page('<p id="p">old</p>')
        page.say(["i", "p", None, ["<>", "x", {}, ""]], ["r", "nobody"], ["m", "nobody", "p", None], ["i", "nobody", None, ["p", "y", {}, ""]],
                 ["i", "p", "root", ["p", "z", {}, ""]], ["t", "p", "new"])
        assert page.run("document.getElementById('p').textContent") == "new"
        self.done(page, "InvalidCharacterError", "NotFoundError")

    def test_an_element_that_cannot_be_moved_goes_on(self):
        page = self.page('<div id="u"></div><button id="b" data-e="click">Go</button>', before="delete Element.prototype.moveBefore;")
        page.say(["m", "b", "u", "root"])
        page.run("document.getElementById('b').click()")
        assert page.told() == [["b", "click"]]
        page.focus("b")
        page.say(["e", "b", "blur"])
        page.run("document.activeElement.blur()")
        assert page.told() == [["b", "blur"]]
        self.done(page, "NotFoundError")

    def test_commands(self):
        page = self.page(FIELD + '<p id="far" style="margin-top: 3000px">far</p>', before="window.open = (...all) => { window.opened = all; };")
        page.say(["c", "title", "Trips"], ["c", "scheme", "dark"], ["c", "focus", "f"], ["c", "open", "https://example.com/"])
        assert page.run("[document.title, document.documentElement.dataset.scheme]") == ["Trips", "dark"]
        assert page.focused() == "f"
        assert page.run("window.opened") == ["https://example.com/", "_blank", "noopener,noreferrer"]
        page.say(["c", "scheme", None], ["c", "focus", None], ["c", "open", None], ["c", "scroll", "far", "center"])
        assert page.run("document.documentElement.hasAttribute('data-scheme')") is False
        assert page.focused() != "f"
        page.wait("document.getElementById('far').getBoundingClientRect().top < innerHeight", "it has come in sight")
        self.done(page)

    def test_a_notice_lies_over_everything(self):
        page = self.page('<div id="u"></div>')
        page.say(["i", "u", None, ["dialog", "d", {}, "toggle", "ask"]], ["c", "notice", "Saved <b>."])
        assert page.notice() == "Saved <b>."
        assert page.run("document.getElementById('s-notice').getAttribute('role')") == "status"
        page.say(["c", "notice", "Again."])
        assert page.notice() == "Again." and page.run("document.querySelectorAll('#s-notice').length") == 1
        self.done(page)

    # Addresses.

    def test_the_address_goes_with_the_page(self):
        page = self.page(FIELD)
        length = page.run("history.length")
        page.say(["c", "location", "/a", False])
        assert page.run("[location.pathname, history.length]") == ["/a", length]
        page.say(["c", "location", "/b?x", True])
        assert page.run("[location.pathname + location.search, history.length]") == ["/b?x", length + 1]
        page.say(["c", "location", "/b?x", True])
        assert page.run("history.length") == length + 1, "it is there already"
        # Back in the page is back in the browser.
        page.say(["c", "location", "/a", True])
        page.wait("location.pathname === '/a'")
        assert page.run("history.length") == length + 1
        # The host knows: what it has opened in the same step stays.
        assert page.told() == []
        page.run("history.forward()")
        page.wait("host.events.length")
        assert page.told() == [["root", "location", "/b?x"]], "the person's way is told"
        self.done(page)

    def test_back_in_the_page_closes_nothing(self):
        page = self.page('<p id="p" style="height: 5000px">long</p><div id="sheets"></div>')
        page.run("scrollTo(0, 700)")
        page.say(["c", "location", "/b", True])
        page.say(["i", "sheets", None, ["dialog", "d", {"data-modal": ""}, "toggle", "ask"]], ["c", "location", "/", True])
        page.wait("location.pathname === '/'")
        page.wait("scrollY === 700", "it is where it was")
        assert page.told() == []
        assert page.run("document.getElementById('d').open")
        self.done(page)

    def test_back_and_forward_are_told(self):
        page = self.page('<p id="p" style="height: 5000px">long</p>')
        page.run("scrollTo(0, 700)")
        page.say(["c", "location", "/b", True])
        assert page.run("scrollY") == 0, "a new page begins at its top"
        page.run("history.back()")
        page.wait("host.events.length")
        assert page.told() == [["root", "location", "/"]]
        page.say(a="all")
        assert page.run("scrollY") == 700, "it is where it was"
        page.run("history.forward()")
        page.wait("host.events.length")
        assert page.told() == [["root", "location", "/b"]]
        self.done(page)

    def test_a_page_that_does_not_go_with_the_address_is_loaded(self):
        page = self.page(root("<p>x</p>", kinds=""))
        page.run("history.pushState({}, '', '/b'); window.mark = 1; history.back()")
        page.wait("!window.mark && window.host", "the page was loaded again")
        self.done(page)

    # Fields.

    def test_typing_is_told_letter_by_letter(self):
        page = self.field("input change submit", "ab")
        page.key("Enter")
        assert page.told() == [["f", "input", "a"], ["f", "input", "ab"], ["f", "submit", "ab"]]
        page.run("document.activeElement.blur()")
        assert page.told() == [["f", "change", "ab"]]
        self.done(page)

    def test_a_field_is_not_shown_over_before_all_is_handled(self):
        page = self.field(text="abc")
        page.say(["a", "f", "value", "A"], a=1)
        page.say(["a", "f", "value", "AB"], a=2)
        assert page.value() == "abc"
        page.say(["a", "f", "value", "ABC"], a=3)
        assert page.value() == "ABC"
        page.say(["a", "f", "value", ""])
        assert page.value() == "", "then the host's word counts"
        self.done(page)

    def test_a_value_that_comes_before_its_acknowledgement_is_kept(self):
        page = self.field(text="ab")
        page.say(["a", "f", "value", "AB"])
        assert page.value() == "ab"
        page.say(a=2)
        assert page.value() == "AB"
        self.done(page)

    def test_a_value_that_the_host_changes_back_is_shown(self):
        page = self.field(text="12x")
        page.say(["a", "f", "value", "12"], a=2)
        page.say(a=3)
        assert page.value() == "12"
        self.done(page)

    def test_the_caret_stays_in_what_has_not_changed(self):
        page = self.field(text="abd")
        page.say(["a", "f", "value", "ABD"], a=3)
        page.key("ArrowLeft")
        page.type("c")
        page.say(["a", "f", "value", "ABCD"], a=4)
        assert page.run("(e => [e.value, e.selectionStart, e.selectionEnd])(document.activeElement)") == ["ABCD", 3, 3]
        selection = "(e => [e.selectionStart, e.selectionEnd])(document.activeElement)"
        page.run("document.activeElement.setSelectionRange(0, 2)")
        page.say(["a", "f", "value", "ABCDEF"])
        assert page.run(selection) == [0, 2]
        page.say(["a", "f", "value", "xABCDEF"])
        assert page.run(selection) == [1, 3]
        page.say(["a", "f", "value", ""])
        assert page.run(selection) == [0, 0]
        self.done(page)

    def test_what_the_host_adds_is_not_typed_over(self):
        page = self.field(text="12")
        page.say(["a", "f", "value", "12-"], a=2)
        page.type("3")
        assert page.value() == "12-3"
        page.key("ArrowLeft")
        page.say(["a", "f", "value", "12-34"], a=3)
        page.type("x")
        assert page.value() == "12-x34"
        self.done(page)

    def test_what_is_composed_is_not_shown_over(self):
        page = self.page(FIELD)
        page.focus()
        page.call("Input.imeSetComposition", text="ni", selectionStart=2, selectionEnd=2)
        assert page.told() == [["f", "input", "ni"]]
        page.say(["a", "f", "value", "NI"], a="all")
        assert page.value() == "ni"
        page.insert("你")
        assert page.told()[-1] == ["f", "input", "你"]
        page.say(["a", "f", "value", "你"], a="all")
        assert page.value() == "你"
        self.done(page)

    def test_choices_are_told(self):
        page = self.page("""<input id="c" type="checkbox" data-e="change"><input id="r" type="range" min="0" max="9" value="3" data-e="input">
          <select id="s" data-e="change"><option value="a">A</option><option value="b">B</option></select>""")
        page.click("#c")
        page.focus("r")
        page.key("ArrowRight")
        page.focus("s")
        page.run("(e => { e.value = 'b'; e.dispatchEvent(new Event('input', { bubbles: true })); e.dispatchEvent(new Event('change', { bubbles: true })); })(document.getElementById('s'))")
        assert page.told() == [["c", "change", "true"], ["r", "input", "4"], ["s", "change", "b"]]
        page.say(a="all")
        assert page.run("document.getElementById('c').checked") is False, "the host has not agreed"
        page.say(["a", "s", "value", "b"], ["a", "c", "checked", ""])
        assert page.run("[document.getElementById('c').checked, document.getElementById('s').value]") == [True, "b"]
        self.done(page)

    def test_an_option_may_come_after_its_choice(self):
        page = self.page('<select id="s" data-e="change"><option id="o" value="a">A</option></select>')
        page.say(["a", "s", "value", "b"], ["i", "s", None, ["option", "p", {"value": "b"}, "", "B"]])
        assert page.value("s") == "b"
        self.done(page)

    def test_what_was_typed_before_the_script_is_told(self):
        early = "addEventListener('readystatechange', () => { const f = document.getElementById('f'); if (f && !window.early) { window.early = 1; f.value = 'early'; } }, true);"
        page = self.page(FIELD, before=early, greeted=False)
        page.greet()
        assert page.told() == [["f", "input", "early"]]
        assert page.value() == "early"
        self.done(page)

    def test_values_that_the_browser_changes_are_not_told(self):
        page = self.page(
            '<input id="a" data-e="input" aria-label="A" value="a&#10;b">'
            '<textarea id="b" data-e="input" aria-label="B">a&#13;&#10;b</textarea>'
            '<input id="c" type="range" min="0" max="10" step="1" data-e="input" aria-label="C" value="2.5">'
            '<input id="d" type="range" min="0" max="10" step="1" data-e="change" aria-label="D" value="20">'
            '<input id="e" type="date" data-e="change" aria-label="E" value="soon">', greeted=False)
        page.greet()
        assert page.told() == []
        assert not page.asks()
        # Once somebody types, what is in the field is told.
        page.letters("c", "a")
        assert [event[:2] for event in page.told()] == [["a", "input"]]
        self.done(page)

    # What somebody types is never taken out of a field silently.

    def test_a_refused_letter_is_offered_again(self):
        page = self.field(text="ti", before=CLOCK)
        page.say(["a", "f", "value", "ti"], a="all")
        page.type("c")
        page.said()
        page.say(a="all", x=[3])
        assert page.value() == "tic", "the letter is there"
        page.type("k")
        assert page.told() == [["f", "input", "tick"]], "and the next one brings it along"
        page.run("timers.forEach(action => action())")
        assert page.told() == [], "so it need not be offered again"
        page.say(["a", "f", "value", "tick"], a="all")
        assert page.value() == "tick" and page.notice() is None and not page.asks()
        self.done(page)

    def test_what_was_refused_is_offered_without_another_letter(self):
        page = self.field(text="tic")
        page.said()
        page.say(["a", "f", "value", "ti"], a=3, x=[3])
        assert page.value() == "tic" and page.asks()
        page.wait("host.events.length", "it is offered again")
        assert page.said() == [[4, "f", "input", "tic"]]
        page.say(["a", "f", "value", "tic"], a=4)
        assert page.value() == "tic" and page.notice() is None and not page.asks()
        # Later it is the host again that decides.
        page.say(["a", "f", "value", ""])
        assert page.value() == ""
        self.done(page)

    def test_what_is_refused_twice_stays_with_a_word_about_it(self):
        page = self.field(text="tic")
        page.say(["a", "f", "value", "ti"], a=3, x=[3])
        page.wait("host.events.length === 4", "it is offered again")
        page.say(a=4, x=[4])
        assert "was not taken" in page.notice()
        assert page.value() == "tic" and page.asks()
        page.say(["a", "f", "value", "other"])
        assert page.value() == "tic", "it is not shown over"
        # It is a draft until more is typed.
        page.said()
        page.type("k")
        assert page.told() == [["f", "input", "tick"]]
        page.say(a=5, x=[5])
        page.wait("host.events.length", "that is offered again")
        page.say(["a", "f", "value", "tick"], a="all")
        assert not page.asks()
        self.done(page)

    def test_an_earlier_letter_that_was_refused_does_no_harm(self):
        page = self.field(text="abc")
        page.say(["a", "f", "value", "abc"], a=3, x=[1, 2])
        page.say(["a", "f", "value", "ABC"])
        assert page.value() == "ABC" and not page.asks()
        self.done(page)

    def test_a_refused_choice_is_the_hosts(self):
        page = self.page('<input id="c" type="checkbox" data-e="change">')
        page.click("#c")
        page.say(a="all", x=[1])
        assert page.run("document.getElementById('c').checked") is False
        self.done(page)

    def test_refused_text_of_a_field_that_is_gone_is_shown(self):
        page = self.field(text="half a")
        page.say(["a", "f", "value", "half"], a=4)
        page.say(["r", "f"])
        assert page.notice() is None, "it may have been handled"
        page.say(a=6, x=[5, 6])
        assert page.notice().endswith("half a"), page.notice()
        self.done(page)

    def test_no_password_is_shown(self):
        page = self.page('<input id="f" type="password" data-e="input">')
        page.letters("secret")
        page.say(["r", "f"], a="all", x=[6])
        assert "gone" in page.notice() and "secret" not in page.notice()
        self.done(page)

    def test_a_field_that_goes_after_it_was_handled_goes_silently(self):
        page = self.field("input change submit", text="ab")
        page.key("Enter")
        page.said()
        page.say(["a", "f", "value", "ab"], a=2)
        page.say(["r", "f"], a=3)
        assert page.notice() is None
        assert page.told() == [], "what is removed reports nothing of itself"
        self.done(page)

    def test_a_field_that_tells_only_its_end_is_not_shown_over(self):
        page = self.field("change", text="ab")
        page.say(["a", "f", "value", "other"])
        assert page.value() == "ab" and page.told() == []
        assert page.asks()
        page.run("document.activeElement.blur()")
        assert page.told() == [["f", "change", "ab"]]
        page.say(["a", "f", "value", "AB"], a="all")
        assert page.value() == "AB" and not page.asks()
        self.done(page)

    def test_a_field_that_goes_before_it_told_its_end_says_so(self):
        page = self.field("change", text="ab")
        page.say(["r", "f"])
        assert page.notice().endswith("ab") and page.told() == []
        self.done(page)

    def test_a_field_that_is_left_as_it_was_shows_what_the_host_says(self):
        page = self.field("change", text="a")
        page.key("Backspace")
        page.say(["a", "f", "value", "other"])
        assert page.value() == ""
        page.run("document.activeElement.blur()")
        assert page.value() == "other" and page.told() == []
        self.done(page)

    def test_a_field_that_listens_to_nothing_for_a_while_loses_nothing(self):
        page = self.field(text="a")
        page.say(["a", "f", "value", "a"], ["e", "f", ""], a="all")
        page.said()
        page.type("b")
        page.say()
        assert page.value() == "ab" and page.told() == []
        page.say(["e", "f", "input"])
        assert page.told() == [["f", "input", "ab"]]
        page.say(["a", "f", "value", "AB"], a="all")
        assert page.told() == [] and page.value() == "AB", "once"
        self.done(page)

    def test_a_field_that_is_moved_keeps_everything(self):
        for moves in (True, False):
            inner = '<div id="u"><p id="a">a</p><input id="f" data-e="input focus blur change"><p id="b">b</p></div>'
            page = self.page(inner, before="" if moves else "delete Element.prototype.moveBefore;")
            page.letters("tic")
            page.run("document.activeElement.setSelectionRange(1, 2)")
            page.said()
            page.say(["m", "f", "u", "a"], ["m", "f", "u", None])
            assert page.focused() == "f", moves
            assert page.run("(e => [e.value, e.selectionStart, e.selectionEnd])(document.activeElement)") == ["tic", 1, 2]
            assert page.told() == [], "nobody has left it"
            page.type("o")
            assert page.told() == [["f", "input", "toc"]]
            page.run("document.activeElement.blur()")
            assert ["f", "blur"] in page.told()
            self.done(page)

    def test_no_letter_is_lost_whatever_comes_between(self):
        """A host that handles events at its own pace, in parts, with moves, whole trees, refusals and lost connections."""
        text = "the quick brown fox jumps over the lazy dog"
        for seed in range(int(os.environ.get("SEEDS", "4"))):
            choose = random.Random(seed)
            page = self.page('<div id="u"><p id="a">a</p>' + FIELD + '<p id="b">b</p></div>')
            page.focus()
            held, pending, handled, sockets, steps = "", [], 0, 1, []

            def handle(count, refuses=False):
                """Handles events as the host does; returns what it says about them."""
                nonlocal held, handled
                more, operations = {}, []
                for number, *event in pending[:count]:
                    assert event[:2] == ["f", "input"], event
                    if number <= handled:
                        continue
                    handled = number
                    if refuses and choose.random() < 0.5:
                        more.setdefault("x", []).append(number)
                    elif held != event[2]:
                        held = event[2]
                        operations = [["a", "f", "value", held]]
                del pending[:count]
                return operations, {"a": handled, **more}

            for letter in [*text, None]:
                if letter:
                    page.type(letter)
                pending += page.said()
                # What comes last is what somebody types, and nothing is refused after it.
                step = choose.choice(["some", "all", "none", "move", "whole", "refuse", "lost"]) if letter else "all"
                steps.append(step)
                operations, more = handle(choose.randint(0, len(pending)) if step != "all" else len(pending), step == "refuse")
                if step == "move":
                    operations.insert(choose.randint(0, len(operations)), ["m", "f", "u", choose.choice(["a", "b", None])])
                if step == "whole":
                    parts = [["p", "a", {}, "", "a"], line(aria_label="Name", value=held), ["p", "b", {}, "", "b"]]
                    choose.shuffle(parts)
                    page.say(p="first-page", r=tree(["div", "u", {}, "", parts]), **more)
                elif step == "lost":
                    page.run("host.end(1006)")
                    sockets += 1
                    page.again(sockets)
                    pending = page.said()
                    page.say(*operations, **more)
                elif step != "none" or len(more) > 1 or operations:
                    page.say(*operations, **more)
            if held != text:
                # What was refused is offered once more, by itself.
                page.wait("host.events.length", f"it is offered again ({seed}: {steps})")
                pending += page.said()
                operations, more = handle(len(pending))
                page.say(*operations, **more)
            assert (page.value(), held) == (text, text), (seed, page.value(), held, steps)
            assert page.focused() == "f" and not page.asks(), (seed, steps)
            self.done(page)

    # Whole trees.

    def test_a_whole_tree_is_put_over_what_is_shown(self):
        page = self.page('<details id="d" open><summary id="s">more</summary></details><input id="f" data-e="input"><p id="p" title="x" class="y">old</p>')
        page.letters("ab")
        page.run("window.node = document.getElementById('f'); 0")
        page.say(["a", "f", "value", "ab"], a="all")
        page.say(p="first-page", r=tree(["p", "q", {}, "", "first"], line(value="ab"), ["details", "d", {}, "", [["summary", "s", {}, "", "less"]]],
                                        ["p", "p", {"lang": "de"}, "click", "new"]))
        assert page.run("[...document.getElementById('root').children].map(e => e.id)") == ["q", "f", "d", "p"]
        assert page.focused() == "f" and page.run("window.node === document.activeElement")
        assert page.run("document.getElementById('d').open"), "what is open stays open"
        assert page.run("(e => [e.title, e.className, e.lang, e.textContent, e.dataset.e])(document.getElementById('p'))") == ["", "", "de", "new", "click"]
        page.type("c")
        assert page.told()[-1] == ["f", "input", "abc"]
        self.done(page)

    def test_a_whole_tree_does_not_show_over_what_is_typed(self):
        page = self.field(text="abc")
        page.say(a=1, p="first-page", r=tree(line(value="A")))
        assert page.value() == "abc"
        page.say(["a", "f", "value", "ABC"], a=3)
        assert page.value() == "ABC"
        self.done(page)

    def test_a_focused_field_is_moved_by_a_whole_tree(self):
        page = self.page('<p id="a">a</p><p id="b">b</p><input id="f" data-e="input focus blur">', before="delete Element.prototype.moveBefore;")
        page.letters("x")
        page.said()
        page.say(p="first-page", a="all", r=tree(line(kinds="input focus blur", value="x"), ["p", "b", {}, "", "b"], ["p", "a", {}, "", "a"]))
        assert page.focused() == "f" and page.told() == []
        assert page.run("[...document.getElementById('root').children].map(e => e.id)") == ["f", "b", "a"]
        self.done(page)

    def test_another_field_does_not_take_over_what_is_typed(self):
        page = self.field(text="abc")
        page.say(p="first-page", r=tree(line("g", aria_label="Name", value="")))
        assert page.run("document.querySelector('#f') === null") and page.value("g") == ""
        page.say(a=3, x=[1, 2, 3])
        assert page.value("g") == "" and "abc" in page.notice()
        self.done(page)

    def test_a_host_that_began_anew_gets_what_was_typed(self):
        page = self.page(FIELD.replace("id=", 'data-key="~1" id='))
        page.letters("abc")
        page.say(["a", "f", "value", "abc"], a="all")
        page.run("window.node = document.activeElement; host.end(1006)")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(line("g", aria_label="Name", value="", data_key="~1")))
        assert page.run("window.node === document.activeElement && window.node.id") == "g", "names are others, the place is not"
        assert page.value("g") == "abc" and page.notice() is None
        assert page.told() == [["g", "input", "abc"]]
        page.run("host.end(1006)")
        assert page.again(3)["p"] == "second-page"
        self.done(page)

    def test_a_message_with_several_values_shows_the_last_one_alone(self):
        # Under load, a host sends what it has made of several keys at once. What is older than what is typed is not shown, and
        # is not taken for what the host has shown before somebody typed: a host that begins anew would not get the text.
        page = self.page(FIELD.replace("id=", 'data-key="~1" id='))
        page.run("""(() => { const f = document.getElementById("f"), own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          window.shown = [];
          Object.defineProperty(f, "value", { get() { return own.get.call(this); }, set(text) { shown.push(text); own.set.call(this, text); } }); })()""")
        page.letters("ab")
        page.say(["a", "f", "value", "a"], ["a", "f", "value", "ab"], a="all")
        assert page.value() == "ab" and page.run("shown") == []
        page.letters("c")
        page.say(["a", "f", "value", "abc"], a="all")
        page.run("host.end(1006)")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(line("g", aria_label="Name", value="", data_key="~1")))
        assert page.value("g") == "abc" and page.told() == [["g", "input", "abc"]]
        self.done(page)

    def test_what_is_typed_after_the_host_has_changed_a_text_is_told_to_the_next_one(self):
        # The app has put something into the field, which is gone with the former host, as what was typed after that would be.
        page = self.page(FIELD.replace("id=", 'data-key="~1" id='))
        page.letters("a")
        page.say(["a", "f", "value", "Dear "], a="all")
        page.run("document.activeElement.setSelectionRange(5, 5)")
        page.letters("Ann")
        page.say(["a", "f", "value", "Dear Ann"], a="all")
        page.run("host.end(1006)")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(line("g", aria_label="Name", value="", data_key="~1")))
        assert page.value("g") == "Dear Ann" and page.told() == [["g", "input", "Dear Ann"]]
        self.done(page)

    def test_options_get_their_choice_with_the_message(self):
        page = self.page('<select id="c" data-e="change" aria-label="Kind"><option value="1">One</option></select>')
        page.say(["a", "c", "value", "2"], ["i", "c", None, ["option", "o", {"value": "2"}, "", "Two"]])
        assert page.value("c") == "2" and page.told() == []
        self.done(page)

    def test_what_a_former_host_has_handled_is_not_told_over_what_is_stored(self):
        # What is stored, though it is as it was before; and what ends with the page, which somebody else has changed.
        for key, value in (("1", ""), ("~1", "other")):
            page = self.page(FIELD.replace("id=", f'data-key="{key}" id='))
            page.letters("abc")
            page.say(["a", "f", "value", "abc"], a="all")
            page.run("host.end(1006)")
            page.again(2)
            page.said()
            page.say(a=0, p="second-page", r=tree(line("g", aria_label="Name", value=value, data_key=key)))
            assert page.value("g") == value and page.told() == [] and page.notice() is None, key
            self.done(page)

    def test_what_is_typed_goes_to_the_same_row_or_to_none(self):
        def rows(*keys):
            return tree(*[line("g" + key, aria_label="Name", value="", data_key=key) for key in keys])

        page = self.page("".join(FIELD.replace('id="f"', f'id="f{key}" data-key="{key}"') for key in "12"))
        page.letters("abc", "f2")
        for number, (keys, told) in enumerate((("012", [["g2", "input", "abc"]]), ("012", []))):
            page.run("host.end(1006)")
            page.again(2 + number)
            page.said()
            page.say(a=0, p=f"page-{number}", r=rows(*keys))
            assert [page.value("g" + key) for key in keys] == ["", "", "abc"]
            assert page.told() == told, "it is told once: a host that ends by it would end again"
        assert "not taken" in page.notice() and page.asks()
        page.run("host.end(1006)")
        page.again(4)
        page.say(a=0, p="page-2", r=rows("0", "1", "3"))
        assert page.notice().endswith("abc") and page.value("g3") == "" and page.told() == []
        self.done(page)

    def test_what_is_typed_is_told_to_each_host_that_lives_through_it(self):
        page = self.page(FIELD.replace("id=", 'data-key="~1" id='))
        page.letters("abc")
        page.say(["a", "f", "value", "abc"], a="all")
        for number in range(3):
            page.run("host.end(1006)")
            page.again(2 + number)
            page.said()
            page.say(a=0, p=f"page-{number}", r=tree(line("g", aria_label="Name", value="", data_key="~1")))
            assert page.value("g") == "abc" and page.told() == [["g", "input", "abc"]], number
            page.say(["a", "g", "value", "abc"], a="all")
            assert page.notice() is None, number
        self.done(page)

    def test_a_choice_is_not_told_to_a_host_that_began_anew(self):
        page = self.page('<input id="c" type="checkbox" data-e="change" aria-label="On">')
        page.run("host.end(1006)")
        page.click("#c")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(["input", "d", {"type": "checkbox", "aria-label": "On"}, "change"]))
        assert page.run("document.getElementById('d').checked") is False and page.told() == []
        assert "may not have been done" in page.notice()
        self.done(page)

    def test_what_is_typed_does_not_get_into_a_field_of_another_name(self):
        page = self.field(text="abc")
        page.run("host.end(1006)")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(line("g", aria_label="Amount", value="7")))
        assert page.value("g") == "7" and page.told() == []
        assert page.notice().endswith("abc"), "the former host has not handled all of it"
        self.done(page)

    def test_what_a_former_host_has_handled_goes_with_it(self):
        page = self.field(text="abc")
        page.say(["a", "f", "value", "abc"], a="all")
        page.run("host.end(1006)")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(["p", "p", {}, "", "elsewhere"]))
        assert page.notice() is None, "it may be stored"
        # A sheet was not: what is typed in it is lost.
        page.say(["i", "root", None, ["dialog", "d", {}, "toggle", [line("g")]]])
        page.letters("sheet", "g")
        page.say(["a", "g", "value", "sheet"], a="all")
        page.run("host.end(1006)")
        page.again(3)
        page.say(a=0, p="third-page", r=tree(["p", "p", {}, "", "elsewhere"]))
        assert page.notice().endswith("sheet")
        self.done(page)

    def test_options_are_called_as_a_host_that_began_anew_calls_them(self):
        page = self.page('<select id="s" data-e="change"><option id="a" value="a">A</option><option id="b" value="b">B</option></select>')
        page.run("host.end(1006)")
        page.again(2)
        page.said()
        options = [["option", name, {"value": name}, "", name.upper()] for name in "cd"]
        page.say(a=0, p="second-page", r=tree(["select", "t", {"value": "d"}, "change", options]))
        assert page.value("t") == "d"
        page.run("(s => { s.value = 'c'; s.dispatchEvent(new Event('change', { bubbles: true })); })(document.getElementById('t'))")
        assert page.told() == [["t", "change", "c"]]
        page.say(["a", "t", "value", "c"], a="all")
        self.done(page)

    def test_clicks_are_not_repeated_for_a_host_that_began_anew(self):
        page = self.page('<button id="b" data-e="click">Go</button>')
        page.run("host.end(1006)")
        page.run("document.getElementById('b').click()")
        page.again(2)
        page.said()
        page.say(a=1, p="second-page", r=tree(["button", "b", {}, "click", "Go"]))
        assert "may not have been done" in page.notice(), "the host has not known what was clicked"
        page.run("host.end(1006)")
        page.again(3)
        assert page.said() == []
        self.done(page)

    def test_a_page_that_is_loaded_again_goes_on(self):
        page = self.field(text="abc")
        page.call("Page.reload")
        page.wait("document.readyState === 'complete' && host.sockets.length && !host.number", "the page was loaded again")
        first = page.run("host.open()")
        assert (first["p"], first["b"]) == ("first-page", "first-page")
        # The host goes on with the page that was there before, of which it has handled 57 events.
        page.number = 90
        page.say(a=57, p="former-page", r=tree(line("g", value="abc"), ["button", "b", {}, "click", "Go"]))
        assert page.value("g") == "abc"
        page.letters("d", "g")
        page.run("document.getElementById('b').click()")
        assert page.said() == [[58, "g", "input", "abcd"], [59, "b", "click"]], "what comes now has numbers that it has not had"
        assert page.value("g") == "abcd"
        page.run("host.end(1006)")
        first = page.again(2)
        assert first["p"] == "former-page" and "b" not in first, "it is here already"
        self.done(page)

    # Pages of a stack.

    def test_the_focus_follows_navigation(self):
        def page_of(name, title, *inner):
            return ["div", name, {"class": "s-nav-page"}, "", [["h1", name + "-title", {"class": "s-nav-title"}, "", title], *inner]]

        def link(name):
            return ["button", name, {"class": "s-nav-link"}, "click", name]

        one = page_of("one", "Trips", link("a"), link("b"))
        page = self.page("""<div id="s" class="s-nav-stack"><div id="one" class="s-nav-page"><h1 id="one-title" class="s-nav-title">Trips</h1>
          <button id="a" class="s-nav-link" data-e="click">a</button><button id="b" class="s-nav-link" data-e="click">b</button></div></div>""")
        assert page.run("document.activeElement === document.body"), "a page that is just loaded takes no focus"
        page.click("#b")
        page.say(["i", "s", None, page_of("two", "Trip", link("c"))], ["r", "one"], a="all")
        assert page.focused() == "two-title"
        page.click("#c")
        page.say(["i", "s", None, page_of("three", "Stop")], ["r", "two"], a="all")
        assert page.focused() == "three-title"
        page.say(["i", "s", None, page_of("two", "Trip", link("c"))], ["r", "three"])
        assert page.focused() == "c"
        page.say(["i", "s", None, one], ["r", "two"])
        assert page.focused() == "b", "back is where it was"
        # A page that the program opens has no link.
        page.say(["i", "s", None, page_of("two", "Trip", ["input", "f", {}, "input"])], ["r", "one"], ["c", "focus", "f"])
        assert page.focused() == "f", "what the program focuses keeps it"
        page.say(["i", "s", None, one], ["r", "two"])
        assert page.focused() == "one-title", "no link has led away"
        self.done(page)

    # Dialogs.

    def test_a_dialog_is_modal_and_gives_the_focus_back(self):
        page = self.page('<button id="b" data-e="click">Ask</button>')
        page.click("#b")
        page.say(["i", "root", None, ["dialog", "d", {}, "toggle", [line(kinds="input")]]], a="all")
        assert page.run("document.getElementById('d').matches(':modal')")
        page.letters("yes")
        page.said()
        page.key("Escape")
        assert page.told() == [["d", "toggle", "false"]]
        assert page.run("document.getElementById('d').matches(':modal')"), "the host closes it"
        page.say(["a", "f", "value", "yes"], a="all")
        page.say(["r", "d"])
        assert page.run("document.querySelector('dialog')") is None
        assert page.focused() == "b" and page.notice() is None
        self.done(page)

    def test_a_click_beside_a_dialog(self):
        page = self.page("<p>x</p>")
        page.say(["i", "root", None, ["dialog", "d", {"style": "width: 200px; height: 100px"}, "toggle", "ask"]])
        page.rest()
        x, y = page.middle("#d")
        page.click_at(x, y)
        assert page.told() == []
        page.click_at(10, 10)
        assert page.told() == [["d", "toggle", "false"]]
        page.say(["a", "d", "data-modal", ""])
        page.click_at(10, 10)
        page.key("Escape")
        page.key("Escape")
        assert page.told() == [], "it has to be answered"
        assert page.run("document.getElementById('d').matches(':modal')"), "however often one asks"
        # Some browsers have other ways back.
        page.run("document.getElementById('d').close()")
        page.wait("document.getElementById('d').matches(':modal')", "it is shown again")
        assert page.told() == []
        page.say(["a", "d", "role", "alertdialog"])
        page.key("Escape")
        assert page.told() == [["d", "toggle", "false"]]
        self.done(page)

    def test_a_dialog_that_goes_reports_nothing_of_its_fields(self):
        page = self.page('<button id="b" data-e="focus">Ask</button>')
        page.focus("b")
        page.said()
        page.say(["i", "root", None, ["dialog", "d", {}, "toggle", [line(kinds="input change blur")]]])
        page.letters("yes")
        page.say(["a", "f", "value", "yes"], a="all")
        page.said()
        page.say(["r", "d"])
        assert page.told() == [["b", "focus"]], "only where the focus is now"
        self.done(page)

    # Leaving the page.

    def test_who_leaves_is_asked_only_if_something_is_lost(self):
        page = self.page('<button id="b" data-e="click">Go</button><input id="f" data-e="input"><dialog id="d"><input id="g" data-e="input"></dialog>')
        assert not page.asks()
        page.run("document.getElementById('b').click()")
        assert not page.asks(), "it was sent"
        page.run("host.end(1006)")
        assert page.asks(), "nobody knows whether it arrived"
        page.again(2)
        page.say(a="all")
        assert not page.asks()
        page.letters("x", "g")
        page.say(["a", "g", "value", "x"], a="all")
        assert page.asks(), "what is typed in a sheet is not saved yet"
        page.say(["r", "d"])
        assert not page.asks()
        page.say(["a", "f", "data-draft", ""])
        assert page.asks(), "no value was made of it"
        self.done(page)

    # What happens here.

    def test_links_belong_to_the_host_and_to_the_browser(self):
        page = self.page('<a id="a" href="/b" data-e="click">b</a><button id="x" data-e="click" aria-disabled="true">x</button>')
        page.run("document.addEventListener('click', e => { window.left = !e.defaultPrevented; e.preventDefault(); }); 0")
        page.click("#a")
        assert page.told() == [["a", "click"]] and page.run("window.left") is False
        page.run("document.getElementById('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))")
        assert page.told() == [] and page.run("window.left") is True, "the browser opens it elsewhere"
        page.click("#x")
        assert page.told() == [], "it is disabled"
        self.done(page)

    def test_focus_hover_and_two_clicks(self):
        page = self.page('<button id="b" data-e="focus blur hover doubleClick">Go</button><p id="p">beside</p>')
        page.focus("b")
        page.run("document.activeElement.blur()")
        assert page.told() == [["b", "focus"], ["b", "blur"]]
        x, y = page.middle("#b")
        page.mouse("Moved", x, y)
        page.mouse("Moved", x, y + 200)
        assert page.told() == [["b", "hover", "true"], ["b", "hover", "false"]]
        page.run("document.getElementById('b').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
        assert page.told() == [["b", "doubleClick"]]
        self.done(page)

    def test_a_gesture_around_controls_goes_by_its_priority(self):
        inner = ('<button id="{0}b" data-e="click">Go</button><input id="{0}c" type="checkbox" data-e="change">'
                 '<label>Name<input id="{0}i"></label><p id="{0}p">Text</p>')
        page = self.page("".join(f'<div id="{name}" data-e="click" {tap}>{inner.format(name)}</div>' for name, tap in (
            ("l", ""), ("a", 'data-tap="along"'), ("f", 'data-tap="first"'))))
        # The others come first; the host knows what goes along with an element that it is told of.
        for name, expected in (("l", [["lb", "click"], ["lc", "change", "true"], ["l", "click"]]),
                               ("a", [["ab", "click"], ["a", "click"], ["ac", "change", "true"], ["a", "click"], ["a", "click"]]),
                               ("f", [["f", "click"]] * 4)):
            for part in "bcip":
                page.click(f"#{name}{part}")
            told = page.told()
            assert told == expected, (name, told)
        assert page.run("document.getElementById('fc').checked") is False, "what comes first comes alone"
        self.done(page)

    def test_what_is_held_is_not_clicked(self):
        page = self.page('<button id="b" data-e="click longPress" data-press="1">Go</button>')
        x, y = page.middle("#b")
        page.mouse("Pressed", x, y)
        page.wait("host.events.length", "it was held")
        page.mouse("Released", x, y)
        assert page.told() == [["b", "longPress"]]
        # Another time it is clicked.
        page.run("document.getElementById('b').dataset.press = 60000; 0")
        page.mouse("Pressed", x, y)
        page.mouse("Released", x, y)
        assert page.told() == [["b", "click"]]
        self.done(page)

    def test_what_is_dragged_away_is_not_held(self):
        page = self.page('<button id="b" data-e="longPress" data-press="77">Go</button>', before=CLOCK)
        x, y = page.middle("#b")
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x + 3, y)
        assert page.run("timers.size") == 1, "a hand that shakes holds it still"
        page.mouse("Moved", x + 30, y)
        assert page.run("timers.size") == 0
        page.mouse("Released", x + 30, y)
        assert page.told() == []
        self.done(page)

    def test_keys_that_are_asked_for(self):
        page = self.page('<div id="k" data-e="key" data-keys="Escape ArrowUp"><p id="i" data-e="key" data-keys="Space"><input id="f" data-e="submit"></p></div>')
        page.focus()
        page.key(" ")
        assert page.told() == [["i", "key", "Space"]]
        page.key("ArrowUp")
        page.key("ArrowDown")
        page.key("Escape")
        assert page.told() == [["k", "key", "ArrowUp"], ["k", "key", "Escape"]]
        page.key("Enter")
        assert page.told() == [["f", "submit", ""]]
        # Return that ends the writing of a word, as Safari tells it.
        page.run("""document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
          key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })); 0""")
        assert page.told() == []
        self.done(page)

    def test_shortcuts(self):
        page = self.page("""<button id="n" data-e="click" data-shortcut="Shift+Meta+n">n</button><button id="x" data-e="click" data-shortcut="x">x</button>
          <button id="u" data-e="click" data-shortcut="Meta+z">undo</button><button id="e" data-e="click" data-shortcut="Enter">default</button>
          <button id="c" data-e="click" data-shortcut="Escape">cancel</button><button id="b" data-e="click" data-shortcut="Meta+Backspace">b</button>
          <button id="z" data-e="click" data-shortcut="q" disabled>q</button><input id="f" data-e="input">
          <textarea id="t" data-e="input" aria-label="Text"></textarea>""")
        page.key("n", modifiers=2 + 8)
        assert page.told() == [["n", "click"]]
        page.key("n", modifiers=2)
        page.key("q")
        assert page.told() == [], "another combination, and a disabled one"
        page.key("x")
        page.key("z", modifiers=4)
        assert page.told() == [["x", "click"], ["u", "click"]]
        page.letters("x")
        page.key("z", modifiers=2)
        assert [event for event in page.told() if event[1] == "click"] == [], "while one types, these are the field's"
        page.key("Backspace")
        assert [event for event in page.told() if event[1] == "click"] == [], "so is what it is edited by"
        page.key("Enter")
        assert ["e", "click"] in page.told()
        page.key("Escape")
        page.key("Backspace", modifiers=2)
        assert [event for event in page.told() if event[1] == "click"] == [["c", "click"], ["b", "click"]]
        page.focus("t")
        page.key("Enter")
        page.key("Escape")
        assert [event[:2] for event in page.told() if event[1] == "click"] == [["c", "click"]], "Return begins a line"
        page.say(["i", "root", None, ["dialog", "d", {}, "toggle", [["button", "y", {"data-shortcut": "y"}, "click", "y"]]]])
        page.key("x")
        page.key("y")
        assert page.told() == [["y", "click"]], "a dialog has its own"
        self.done(page)

    def test_sizes_are_told(self):
        page = self.page('<div id="s" style="width: 200px; height: 50px" data-e="size"></div>', greeted=False)
        page.greet()
        page.wait("host.events.length")
        assert page.told() == [["s", "size", "200x50"]]
        page.run("document.getElementById('s').style.width = '120px'; 0")
        page.wait("host.events.length")
        assert page.told() == [["s", "size", "120x50"]]
        # A host that has begun anew has heard of no size.
        page.run("host.end(1006)")
        page.again(2)
        page.said()
        page.say(a=0, p="second-page", r=tree(["div", "t", {"style": "width: 120px; height: 50px"}, "size"]))
        page.wait("host.events.length")
        assert page.told() == [["t", "size", "120x50"]]
        self.done(page)

    def test_a_disclosure_and_a_menu(self):
        page = self.page("""<details id="d" data-e="toggle"><summary id="s">more</summary>text</details>
          <details id="m" class="s-menu"><summary id="t">menu</summary><div class="s-menu-items"><button id="one" data-e="click">one</button>
          <button id="two" data-e="click">two</button></div></details>""")
        page.click("#s")
        page.wait("host.events.length")
        assert page.told() == [["d", "toggle", "true"]]
        page.click("#t")
        page.wait("document.getElementById('m').open")
        page.key("ArrowDown")
        page.key("ArrowDown")
        page.key("ArrowDown")
        assert page.focused() == "two"
        page.key("Escape")
        assert not page.run("document.getElementById('m').open") and page.focused() == "t"
        page.click("#t")
        page.wait("document.getElementById('m').open")
        page.run("document.getElementById('one').click()")
        assert not page.run("document.getElementById('m').open")
        assert page.told() == [["one", "click"]]
        self.done(page)

    # Rows.

    ROWS = """<div class="s-list"><div class="s-rows" style="width: 400px">""" + "".join(
        f'<div id="{name}" class="s-row s-row-movable" data-e="reorder"><div class="s-row-content">{name}</div></div>'
        for name in "abcd") + "</div></div>"

    def test_a_row_is_dragged(self):
        page = self.page(self.ROWS)
        boxes = page.run("['a', 'b', 'c', 'd'].map(id => (b => [b.right - 20, b.top + b.height / 2])(document.getElementById(id).getBoundingClientRect()))")
        (x, a), (_, b), (_, c), (_, d) = boxes
        for start, end, told in ((a, c + 4, ["a", "reorder", "after:c"]), (d, b - 4, ["d", "reorder", "before:b"]), (b, b + 5, None)):
            page.mouse("Moved", x, start)
            page.mouse("Pressed", x, start)
            for step in (1, 2, 3):
                page.mouse("Moved", x, start + (end - start) * step / 3)
            assert page.run("document.querySelectorAll('.s-dragged').length") == 1
            page.mouse("Released", x, end)
            assert page.told() == ([told] if told else []), (start, end)
            assert page.run("[...document.querySelectorAll('.s-row')].every(e => !e.style.transform && !e.matches('.s-dragged'))")
        self.done(page)

    def test_a_row_is_dragged_by_its_end_only(self):
        page = self.page(self.ROWS)
        (x, y), (_, end) = page.middle("#a"), page.middle("#d")
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x, end)
        assert page.run("document.querySelectorAll('.s-dragged').length") == 0
        page.mouse("Released", x, end)
        assert page.told() == []
        self.done(page)

    def test_a_row_goes_by_the_keyboard(self):
        page = self.page(self.ROWS)
        assert page.run("document.getElementById('b').tabIndex") == 0
        page.focus("b")
        page.key("ArrowDown", modifiers=1)
        page.key("ArrowUp", modifiers=1)
        assert page.told() == [["b", "reorder", "after:c"], ["b", "reorder", "before:a"]]
        page.focus("a")
        page.key("ArrowUp", modifiers=1)
        assert page.told() == [], "there is nothing above"
        page.key("ArrowDown")
        page.key("ArrowDown")
        assert page.focused() == "c"
        page.key("ArrowUp")
        assert page.focused() == "b" and page.told() == []
        self.done(page)

    def test_the_actions_of_a_row(self):
        row = '<div id="{0}" class="s-row" style="width: 300px"><div class="s-row-content" style="flex: 0 0 266px" id="c{0}" data-e="click">{0}</div><div class="s-row-actions" id="m{0}"><button id="x{0}" class="s-button" data-e="click">Delete</button></div></div>'
        page = self.page('<div class="s-rows">' + row.format("a") + row.format("b") + "</div>")
        x, y = page.middle("#ma")
        x = page.run("document.getElementById('ma').getBoundingClientRect().left") + 17
        page.click_at(x, y)
        page.wait("document.getElementById('a').scrollLeft > 20", "the row is open")
        assert page.told() == [], "its mark is no part of it"
        # Something else is done: it closes.
        page.click("#cb")
        page.wait("document.getElementById('a').scrollLeft === 0", "the row is closed")
        assert page.told() == [["cb", "click"]]
        bx, by = page.middle("#cb")
        page.mouse("Pressed", bx, by, "right")
        page.mouse("Released", bx, by, "right")
        page.wait("document.getElementById('b').scrollLeft > 20", "a secondary click opens it")
        page.wait("document.getElementById('xb').getBoundingClientRect().right <= document.getElementById('b').getBoundingClientRect().right + 1")
        page.run("document.getElementById('xb').click()")
        assert page.told() == [["xb", "click"]]
        page.wait("document.getElementById('b').scrollLeft === 0", "the row is closed when something is chosen")
        self.done(page)

    def test_a_context_menu(self):
        page = self.page('<div id="p" style="height: 100px"><p id="t">text</p><div id="m" class="s-context-menu"><button id="one" data-e="click">one</button></div></div>')
        x, y = page.middle("#t")
        page.mouse("Pressed", x, y, "right")
        page.mouse("Released", x, y, "right")
        page.wait("document.getElementById('m').matches(':popover-open')")
        page.click("#one")
        assert page.told() == [["one", "click"]]
        assert not page.run("document.getElementById('m').matches(':popover-open')")
        self.done(page)

    SHEET = """<dialog id="d" class="s-dialog s-sheet s-sheet-sized" style="--sheet-height: 50dvh" data-e="toggle" aria-label="Sheet" open>
      <div id="c" class="s-dialog-content"><p>in the sheet</p></div>
      <button id="g" class="s-sheet-handle" data-e="click change" data-heights="medium 0.5;large 1.0" value="medium" aria-label="Height"></button></dialog>"""

    def test_the_grip_of_a_sheet_is_dragged(self):
        page = self.page(self.SHEET)
        page.run("Promise.all(document.getAnimations().map(a => a.finished)).then(() => 0)")
        height = "document.getElementById('c').getBoundingClientRect().height"
        half, whole = page.run(height), page.run("innerHeight")
        assert abs(half - whole / 2) < 1.5, (half, whole)
        x, y = page.middle("#g")
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x, y - 10)
        assert abs(page.run(height) - half - 20) < 1.5, "it follows the pointer, and grows to both sides"
        # Nearer to the other height.
        page.mouse("Moved", x, y - whole * 0.2)
        page.mouse("Released", x, y - whole * 0.2)
        assert page.told() == [["g", "change", "large"]], "it is named, and nothing was clicked"
        # A message about something else does not let the sheet fall back.
        page.say(["a", "d", "aria-label", "Sheet"])
        assert page.run("document.getElementById('c').style.height") == f"{whole}px"
        page.say(["a", "d", "style", "--sheet-height: 100dvh"], ["a", "g", "value", "large"], a="all")
        assert page.run("document.getElementById('c').style.height") == ""
        # Back to where it was is no change.
        x, y = page.middle("#g")
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x, y + 20)
        page.mouse("Released", x, y + 20)
        assert page.told() == []
        # Far below the smallest one it is closed.
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x, y + whole * 0.5)
        page.mouse("Released", x, y + whole * 0.5)
        assert page.told() == [["d", "toggle", "false"]]
        page.say(a="all")
        self.done(page)

    def test_a_grip_that_is_dragged_out_of_the_sheet_does_not_close_it(self):
        # A modal one: what is beside it is the dialog, too.
        page = self.page(self.SHEET.replace(" open>", ">"))
        page.run("Promise.all(document.getAnimations().map(a => a.finished)).then(() => 0)")
        x, y = page.middle("#g")
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x, 4)
        page.mouse("Released", x, 4)
        assert page.told() == [["g", "change", "large"]], "beside the sheet nothing was clicked"
        page.say(["a", "d", "style", "--sheet-height: 100dvh"], ["a", "g", "value", "large"], a="all")
        self.done(page)

    def test_the_grip_does_not_close_a_sheet_that_stays_open(self):
        page = self.page(self.SHEET.replace('data-e="toggle"', 'data-e="toggle" data-modal'))
        page.run("Promise.all(document.getAnimations().map(a => a.finished)).then(() => 0)")
        x, y = page.middle("#g")
        below = y + page.run("innerHeight") * 0.4
        page.mouse("Pressed", x, y)
        page.mouse("Moved", x, below)
        page.mouse("Released", x, below)
        assert page.told() == [] and page.run("document.getElementById('c').style.height") == ""
        self.done(page)

    def test_the_grip_of_a_sheet_hears_of_keys_and_clicks(self):
        page = self.page(self.SHEET)
        page.click("#g")
        assert page.told() == [["g", "click"]]
        page.focus("g")
        page.key("ArrowDown")
        assert page.told() == [], "there is no smaller one"
        page.key("ArrowUp")
        assert page.told() == [["g", "change", "large"]]
        page.say(a="all")
        self.done(page)

    def test_the_first_view_that_fits_is_shown(self):
        page = self.page('<div id="r" style="width: 500px; display: flex; flex-direction: column; align-items: center">'
                         '<div id="v" class="s-fitting" data-fits="x">'
                         + "".join(f'<div id="{name}"><div style="width: {width}px; height: 20px"></div></div>'
                                   for name, width in (("a", 400), ("b", 300), ("c", 200))) + "</div></div>")
        shown = "[...document.getElementById('v').children].filter(e => e.offsetParent).map(e => e.id).join()"
        page.wait(f"{shown} === 'a'")
        for width, name in ((350, "b"), (250, "c"), (100, "c"), (450, "a")):
            page.run(f"document.getElementById('r').style.width = '{width}px'; 0")
            page.wait(f"{shown} === '{name}'", f"{name} is shown in {width}")
        # What a view becomes counts, too.
        page.say(["i", "a", None, ["div", "w", {"style": "width: 480px"}, ""]])
        page.wait(f"{shown} === 'b'")
        self.done(page)

    def test_a_drawing_that_is_not_chosen_is_hidden(self):
        page = self.page('<div id="v" class="s-fitting" data-fits="x"><div id="a"><div style="width: 100px; height: 20px"></div></div>'
                         '<svg id="b" width="50" height="20"></svg></div>')
        page.wait("document.getElementById('v').hasAttribute('data-fitted')")
        assert page.run("['a', 'b'].map(name => getComputedStyle(document.getElementById(name)).display === 'none')") == [False, True]
        self.done(page)

    def test_of_several_views_that_are_meant_the_one_in_sight_gets_the_focus(self):
        page = self.page(FIELD)
        def part(name, width):
            return ["div", name, {}, "", [["input", name + "f", {"style": f"width: {width}px", "aria-label": name}, "focus blur"]]]
        views = ["div", "v", {"class": "s-fitting", "data-fits": "x"}, "", [part("a", 5000), part("b", 100), part("c", 50)]]
        page.say(["i", "root", None, views], *[["c", "focus", name] for name in ("af", "bf", "cf")])
        assert page.focused() == "bf", page.focused()
        assert page.told() == [["bf", "focus"]]
        self.done(page)

    def test_rows_that_come_near_are_asked_for(self):
        rows = "".join(f'<div class="row" style="height: 40px">{i}</div>' for i in range(40))
        page = self.page(f"""<div id="l"><div id="g" data-e="window" data-count="1000" data-first="0" data-last="39"></div>{rows}
          <div id="h" data-rows="960" style="height: 38400px"></div></div>""", greeted=False, height=800)
        page.greet()
        page.said()
        page.run("scrollTo(0, 1500)")
        page.wait("host.events.length")
        (event,) = page.told()
        first, last = map(int, event[2].split("-"))
        assert event[:2] == ["g", "window"] and first <= 37 and last >= 37 + 20 and last < 200, event
        page.run("dispatchEvent(new Event('scroll'))")
        page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.told() == [], "it is asked once"
        assert page.run("document.getElementById('l').style.getPropertyValue('--row-height')") == "40px"
        self.done(page)

    def test_rows_of_a_grid_begin_where_the_browser_begins_one(self):
        def cells(count):
            return "".join('<div style="height: 40px">cell</div>' for _ in range(count))
        def gaps(name, first, last, count):
            return (f'<div id="{name}" class="s-gap" data-e="window" data-rows="{first}" data-count="{count}" data-first="{first}"'
                    f' data-last="{last}" style="--rows: {first}"></div>',
                    f'<div class="s-gap" data-rows="{count - 1 - last}" style="--rows: {count - 1 - last}"></div>')
        begin, end = gaps("g", 0, 5, 6)
        # The host has scrolled to a cell, and does not know of three columns: 310 is in the middle of a row.
        other, rest = gaps("h", 310, 409, 1000)
        page = self.page(f"""<div class="s-grid" style="grid-template-columns: repeat(3, 100px)">{begin}{cells(6)}{end}
          {other}{cells(100)}{rest}</div>""", greeted=False, height=800)
        assert page.run("[...document.querySelectorAll('[data-rows=\"0\"]')].every(el => getComputedStyle(el).position === 'absolute')")
        page.greet()
        page.said()
        page.run("document.getElementById('h').nextElementSibling.scrollIntoView()")
        page.wait("host.events.length")
        (event,) = page.told()
        first, last = map(int, event[2].split("-"))
        assert event[:2] == ["h", "window"] and first % 3 == 0 and first < last, event
        self.done(page)

    def test_what_both_scripts_use_is_not_left_behind(self):
        page = self.page(FIELD)
        assert page.run("window.live") is None
        self.done(page)

    def close(self):
        self.browser.close()
        self.server.shutdown()


if __name__ == "__main__":
    live.main(Tests(), sys.argv[1:])
