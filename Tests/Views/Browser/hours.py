# SPDX-License-Identifier: Apache-2.0
"""Pages that are open all day: python3 hours.py WEBPROCESS [--hour SECONDS | --real] [--seed NUMBER]

Three browsers show one list. Each hour people add rows and type; between that their machines sleep, the network is lost or
swallows everything, the program is killed, and a page is out of sight all day. Nothing may be lost: a row that somebody has
added is in the store once, or its page has said that it may not be, and its text is still in the field. Text that was
typed and not added is in its field at the end, also if the page was closed meanwhile.

Time is virtual, eight hours of it: an hour takes SECONDS, 60 unless said, for the host, whose limits are so much shorter, and
for the pages, whose clock is so much faster. With --real two hours pass, at their own pace, with the usual limits.
"""
import argparse
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time

import chromium
import host
import lossy

HOURS, REAL_HOURS = 8, 2

# The clock of a page, before any of its scripts: faster, and with what somebody sees of the page, and what it has said.
CLOCK = """(() => {
  const rate = RATE, Real = Date, start = Real.now(), begun = performance.now.bind(performance);
  const now = () => start + (Real.now() - start) * rate;
  window.Date = class extends Real { constructor(...a) { if (a.length) super(...a); else super(now()); } static now() { return now(); } };
  performance.now = () => begun() * rate;
  for (const name of ["setTimeout", "setInterval"]) { const real = window[name].bind(window); window[name] = (action, time = 0, ...more) => real(action, time / rate, ...more); }
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
  Object.defineProperty(document, "visibilityState", { get: () => window.away ? "hidden" : "visible" });
  window.look = isAway => { window.away = isAway; document.dispatchEvent(new Event("visibilitychange")); };
  window.said = JSON.parse(sessionStorage.said || "[]");
  new MutationObserver(() => { const el = document.getElementById("s-notice");
    if (el && el.textContent && said.at(-1) !== el.textContent) { said.push(el.textContent); sessionStorage.said = JSON.stringify(said); }
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()"""

FIELD = "document.querySelector('input[placeholder=draft]')"


class Person:
    """Somebody with a page of a browser of their own, and a network of their own."""

    def __init__(self, day, name):
        self.day, self.name = day, name
        self.network = lossy.Network(day.host.port)
        self.page = day.browser.page(self.network.address, context=day.browser.context(), before=CLOCK.replace("RATE", str(day.rate)))
        self.number, self.draft = 0, ""
        self.online()

    def online(self):
        # Whoever comes back touches something, at the latest after some time.
        self.page.wait("document.documentElement && document.documentElement.dataset.live === 'online'", f"{self.name} is connected",
                       timeout=60)

    def type(self, text):
        """Types in place of what is in the field, letter by letter."""
        self.page.run(f"{FIELD}.focus(), {FIELD}.select()")
        for letter in text:
            self.page.key(letter, text=letter)
        self.draft = text

    def add(self):
        """Types a new row and presses the button; says which row that is."""
        self.number += 1
        self.type(f"{self.name} {self.number}")
        self.press()

    def press(self):
        """Adds what was typed, maybe long ago: the host has to know it still."""
        self.day.added.append((self, self.draft, len(self.said())))
        self.page.run("document.querySelector('[data-identifier=add]').click()")

    def said(self):
        return self.page.run("window.said")

    def field(self):
        return self.page.run(FIELD + ".value")

    def leave(self, is_away=True):
        self.page.run(f"look({json.dumps(is_away)})")

    def sleep(self, minutes):
        """The lid is closed: no script runs, and no network is there."""
        self.leave()
        self.page.call("Page.setWebLifecycleState", state="frozen")
        self.network.cut()
        self.day.wait(minutes)
        self.network.up()
        self.page.call("Page.setWebLifecycleState", state="active")
        self.leave(False)
        self.online()

    def lose(self, minutes, how, during=lambda: None):
        """The network is gone while somebody goes on."""
        getattr(self.network, how)()
        during()
        self.day.wait(minutes)
        self.network.up()
        self.page.run("dispatchEvent(new Event('online'))")
        self.online()

    def settle(self):
        self.online()
        self.page.wait(f"{FIELD}.value === {json.dumps(self.draft)}", f"{self.name} has what was typed: {self.draft}", timeout=60)


class Day:
    def __init__(self, program, seconds, hours, seed):
        self.seconds, self.hours = seconds, hours
        self.rate = 3600 / seconds
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="hours-")
        self.store = os.path.join(self.folder, "Board.store")
        limits = [] if seconds == 3600 else ["--hour", str(seconds)]
        self.host = host.Host(program, "--board", "--rows", "0", "--store", self.store, *limits)
        self.browser = chromium.Browser()
        self.added = []

    def wait(self, minutes):
        """Time that passes, for everybody."""
        time.sleep(minutes / 60 * self.seconds)

    def rows(self):
        connection = sqlite3.connect(self.store, timeout=20)
        try:
            return [title for (title,) in connection.execute("SELECT ZTITLE FROM ZENTRY ORDER BY ZCREATED")]
        finally:
            connection.close()

    def run(self):
        people = [Person(self, name) for name in ("Anna", "Ben")]
        idle = Person(self, "Cleo")
        idle.type("half a sentence of Cleo")
        idle.leave()
        kinds = self.kinds()
        for hour in range(self.hours):
            ends = time.monotonic() + self.seconds
            for person in people:
                person.add()
                person.settle()
            kind = kinds[hour % len(kinds)]
            print(f"hour {hour + 1}: {kind.__doc__}", flush=True)
            person, other = people if hour % 2 == 0 else people[::-1]
            kind(person, other)
            for each in people:
                each.settle()
            if person.draft != f"{person.name} {person.number}":
                person.press()
            time.sleep(max(0, ends - time.monotonic()))
        idle.leave(False)
        idle.page.run("dispatchEvent(new Event('keydown'))")
        idle.settle()
        idle.press()
        self.until(lambda: idle.draft in self.rows(), "what was typed in the morning is added in the evening")
        self.check(people + [idle])

    def until(self, condition, what):
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "never: " + what
            time.sleep(0.05)

    def kinds(self):
        """What happens, one of it each hour."""
        def asleep(a, b):
            "one sleeps for a quarter of an hour, and the other one goes on"
            a.type(f"before the sleep of {a.name}")
            a.sleep(15)
            b.add()

        def cut(a, b):
            "the network is cut for a minute while one types and adds"
            a.lose(1, "cut", a.add)
            b.add()

        def swallowed(a, b):
            "the network swallows everything for ten minutes while one types and adds"
            a.lose(10, "swallow", a.add)
            b.add()

        def killed(a, b):
            "the program is killed while one types"
            a.type("before the end of the program")
            self.host.restart()
            a.type("after the end of the program")
            a.online()
            b.online()

        def long_sleep(a, b):
            "one sleeps for longer than a page is kept"
            a.type(f"before the long sleep of {a.name}")
            a.sleep(65)
            b.add()

        def flaps(a, b):
            "the network comes and goes"
            for _ in range(5):
                a.lose(self.random.uniform(0.2, 1), self.random.choice(("cut", "swallow")), a.add)
                b.add()

        def both_asleep(a, b):
            "both are away, and the program is killed meanwhile"
            a.type(f"{a.name} is away")
            for each in (a, b):
                each.leave()
                each.network.cut()
            self.host.restart()
            self.wait(20)
            for each in (a, b):
                each.network.up()
                each.leave(False)
                each.page.run("dispatchEvent(new Event('online'))")
                each.online()

        def reloaded(a, b):
            "one loads the page anew while the network is slow to come back"
            a.type(f"{a.name} reloads")
            a.lose(0.5, "cut")
            a.settle()
            a.page.reload()
            a.online()

        def the_rest(a, b):
            "all of what is shorter"
            for kind in (cut, swallowed, killed, asleep, flaps):
                kind(a, b)
                for each in (a, b):
                    each.settle()

        # Two real hours are one sleep and the rest.
        return [asleep, cut, swallowed, killed, long_sleep, flaps, both_asleep, reloaded] if self.hours > 2 else [long_sleep, the_rest]

    def check(self, people):
        # What was pressed last is stored a moment later.
        self.until(lambda: all(text in self.rows() or len(person.said()) > said for person, text, said in self.added),
                   "every row is stored, or its page has said something")
        rows = self.rows()
        lost, told = [], 0
        for person, text, said in self.added:
            count = rows.count(text)
            if count > 1:
                lost.append(f"'{text}' is there {count} times")
            elif count == 0:
                # What may not have been done was said.
                if len(person.said()) > said:
                    told += 1
                else:
                    lost.append(f"'{text}' is gone without a word")
        assert not lost, lost
        for person in people:
            person.page.wait(f"""(texts => {json.dumps(rows)}.every(row => texts.includes(row)))(
              [...document.querySelectorAll('.s-row')].map(row => row.innerText.split('\\n')[0].trim()))""", f"{person.name} sees all rows")
            assert person.field() == person.draft, (person.name, person.field(), person.draft)
            assert not person.page.complaints(), person.page.complaints()
        print(f"{len(self.added)} rows were added, {len(rows)} of them are stored once, of {told} the page said that they may not be; "
              f"{self.host.memory() // 1024} kB in the end")

    def close(self):
        self.browser.close()
        self.host.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--hour", type=float, default=60)
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    day = Day(said.program, 3600 if said.real else said.hour, REAL_HOURS if said.real else HOURS, said.seed)
    try:
        day.run()
    except BaseException:
        day.browser.close()
        if day.host.process.poll() is None:
            day.host.process.kill()
        raise
    day.close()
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
