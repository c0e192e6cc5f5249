# SPDX-License-Identifier: Apache-2.0
"""'swiftdata studio' in a browser: python3 studio.py SWIFTDATA STUDIOPROCESS [test …]

STUDIOPROCESS makes the store that is shown. With SCREENSHOTS, a folder, pictures are left there.
"""
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import chromium
import host
import live

ROWS = "[...document.querySelectorAll('.st-table tbody .st-row')]"


class Studio(host.Host):
    """The tool with a store."""

    def __init__(self, program, *arguments):
        super().__init__(program, "studio", *arguments)


class Shop:
    """A store with books, Studio over it, and a browser. What somebody sets in Studio is kept in a folder of its own."""

    def __init__(self, program, maker):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="studio-")
        self.store = os.path.join(self.folder, "Bookshop.store")
        rows = os.environ.get("ROWS", "20000")
        subprocess.run([maker, self.store, rows], check=True)
        self.rows = int(rows)
        os.environ["XDG_CONFIG_HOME"] = self.folder + "-settings"
        self.host = Studio(program, self.store)
        self.browser = chromium.Browser()
        self.pictures = os.environ.get("SCREENSHOTS")

    def page(self, path="", studio=None, **more):
        more.setdefault("width", 1320)
        more.setdefault("height", 840)
        return self.browser.page((studio or self.host).url(path), **more)

    def picture(self, page, name):
        if self.pictures:
            page.wait("document.getAnimations().every(a => a.playState !== 'running')", "nothing moves")
            page.screenshot(f"{self.pictures}/studio-{name}.png")

    def has(self, page, text, within="body"):
        page.wait(f"[...document.querySelectorAll({json.dumps(within)})].some(e => e.innerText.includes({json.dumps(text)}))",
                  f"'{text}' is shown")

    def lacks(self, page, text, within="body"):
        page.wait(f"![...document.querySelectorAll({json.dumps(within)})].some(e => e.innerText.includes({json.dumps(text)}))",
                  f"'{text}' is gone")

    def open(self, page, entity):
        page.run(f"[...document.querySelectorAll('.st-side-row')].find(e => e.innerText.includes({json.dumps(entity)})).click()")
        page.wait(f"document.querySelector('.st-head .st-title')?.innerText === {json.dumps(entity)}")
        page.wait(ROWS + ".length > 0", "there are rows")

    def state(self):
        """All files beside the store, byte for byte."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.join(folder, name)] = hashlib.sha256(file.read()).hexdigest()
        return found

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.folder + "-settings", ignore_errors=True)


class Tests(Shop):
    def test_1_browsing_changes_no_byte(self):
        before = self.state()
        page = self.page()
        self.has(page, "Bookshop.store")
        self.has(page, "Facts")
        self.picture(page, "overview")
        self.open(page, "Book")
        self.has(page, "Invisible Cities")
        self.picture(page, "rows")
        page.run(
            ROWS + ".find(e => e.innerText.includes('Invisible Cities')).querySelector('td').click()")
        self.has(page, "Italo Calvino", ".st-detail")
        self.has(page, "Einaudi", ".st-detail")
        self.picture(page, "row")
        for place, text in (("Diagram", "OrderLine"), ("History", "prices"), ("Health", "No problems found."),
                            ("Schema", "@Model")):
            page.run(f"[...document.querySelectorAll('.st-side-tools a')].find(e => e.innerText.trim() === '{place}').click()")
            page.wait(f"document.querySelector('.st-main').textContent.includes({json.dumps(text)})", f"{place} shows {text}")
            self.picture(page, place.lower())
        assert not page.complaints(), page.complaints()
        page.close()
        assert self.state() == before, "browsing has changed files"

    def test_2_counts_are_those_of_sql(self):
        page = self.page()
        connection = sqlite3.connect(f"file:{self.store}?immutable=1", uri=True)
        for entity in ("Author", "Book", "Customer", "Measurement", "Order", "OrderLine", "Publisher"):
            count = connection.execute(f"SELECT count(*) FROM Z{entity.upper()}").fetchone()[0]
            self.has(page, entity)
            shown = page.run(f"""[...document.querySelectorAll('.st-side-row')].find(e => e.querySelector('.st-side-entity')
              && e.querySelector('.st-side-entity').innerText === '{entity}').querySelector('.st-side-count').innerText""")
            assert shown.replace(",", "") == str(count), (entity, shown, count)
        page.close()

    def test_3_windows_of_many_rows(self):
        page = self.page("rows/Measurement")
        page.wait(ROWS + ".length > 20")
        page.wait("document.querySelector('.st-head-count').innerText !== 'counting…'")
        memory = self.host.memory()
        took = []
        for place in (0.5, 0.1, 0.97, 0.3, 1):
            wanted = int((self.rows - 1) * place)
            started = time.monotonic()
            page.run(f"""(() => {{ const grid = document.querySelector('.st-grid');
              grid.scrollTop = {place} * (grid.scrollHeight - grid.clientHeight); }})()""")
            # The key is the place: rows were written one after the other.
            page.wait(f"""(() => {{ const grid = document.querySelector('.st-grid').getBoundingClientRect();
              const seen = {ROWS}.filter(e => {{ const b = e.getBoundingClientRect(); return b.top < grid.bottom && b.bottom > grid.top + 42; }})
                .map(e => +e.querySelector('.st-row-button').innerText);
              return seen.length > 15 && seen.every((k, i) => !i || k === seen[i - 1] + 1)
                && Math.abs(seen[0] - {wanted}) < {self.rows} * 0.01 + 60; }})()""", f"the rows near {wanted} are shown")
            took.append(round((time.monotonic() - started) * 1000))
            assert page.run(ROWS + ".length") < 700
        print(f"    windows of {self.rows} rows were shown after {took} ms; "
              f"{(self.host.memory() - memory) // 1024} kB more in memory")
        self.picture(page, "many")
        started = time.monotonic()
        page.run("[...document.querySelectorAll('th button')].find(e => e.innerText.includes('value')).click()")
        page.wait(f"""(() => {{ const v = {ROWS}.map(e => +e.children[3].innerText); return v.length > 20 && v[0] === 0; }})()""",
                  "sorted by value")
        print(f"    sorted after {round((time.monotonic() - started) * 1000)} ms")
        assert not page.complaints(), page.complaints()
        page.close()

    def test_4_sort_filter_follow_and_back(self):
        page = self.page("rows/Book")
        self.has(page, "Ficciones")
        page.run("[...document.querySelectorAll('th button')].find(e => e.innerText.includes('title')).click()")
        page.wait(ROWS + "[0].innerText.includes('A Collection of Letters')", "sorted by title")
        page.run("[...document.querySelectorAll('th button')].find(e => e.innerText.includes('title')).click()")
        page.wait(ROWS + "[0].innerText.includes('View with a Grain')", "the other way round")
        page.click(".st-filter-field")
        page.insert('publisher.name == "Einaudi" and pages > 250')
        page.key("Enter")
        page.wait(ROWS + ".length === 2", "two rows are left")
        self.picture(page, "filter")
        page.run("document.querySelector('.st-filter-field').select()")
        page.click(".st-filter-field")
        page.run("document.activeElement.select()")
        page.insert("pages >> 3")
        page.key("Enter")
        page.wait("document.querySelector('.st-error')", "what is wrong is said")
        self.picture(page, "filter-error")
        page.run("history.back()")
        page.wait(ROWS + ".length === 2", "back")
        # Along relationships, and back.
        page.run("[...document.querySelectorAll('td a')].find(e => e.innerText === 'Einaudi').click()")
        self.has(page, "website", ".st-detail")
        page.run("[...document.querySelectorAll('.st-detail .st-chip')].find(e => e.innerText === 'in the grid').click()")
        self.has(page, "'books' of")
        page.wait(ROWS + ".length === 3", "three books")
        address = page.run("location.pathname + location.search")
        page.close()
        page = self.page(address.lstrip("/"))
        page.wait(ROWS + ".length === 3", "the address leads to the same rows")
        page.close()

    def test_5_hostile_text_stays_text(self):
        page = self.page("rows/Author")
        self.has(page, '<b>Anonymous</b> & "Co"')
        page.run(ROWS + ".find(e => e.innerText.includes('Anonymous')).querySelector('td').click()")
        self.has(page, '<b>Anonymous</b> & "Co"', ".st-detail")
        page.close()
        page = self.page("rows/Book")
        self.has(page, "<script>alert(1)</script>")
        assert page.run("document.querySelectorAll('.st-app script, .st-app b').length") == 0
        assert not page.complaints(), page.complaints()
        page.close()

    def test_6_sql_only_reads(self):
        before = self.state()
        page = self.page("sql")
        page.click("textarea")
        page.insert("SELECT ZTITLE, ZPRICE FROM ZBOOK ORDER BY ZTITLE LIMIT 5")
        page.click_text("Run")
        self.has(page, "5 rows")
        self.picture(page, "sql")
        # Its text is in the address: filled in, and never run on opening.
        page.call("Page.reload")
        page.wait("document.querySelector('textarea').value.startsWith('SELECT ZTITLE')", "the statement is there")
        page.wait("document.documentElement.dataset.live === 'online'")
        assert not page.run("document.querySelector('.st-result')"), "nothing was run"
        page.run("document.querySelector('textarea').focus()")
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, modifiers=2)
        page.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13, modifiers=2)
        self.has(page, "5 rows")
        page.run("document.querySelector('textarea').select()")
        page.insert("DELETE FROM ZBOOK")
        page.click_text("Run")
        self.has(page, "more than read")
        page.run("document.querySelector('textarea').select()")
        page.insert("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
        page.click_text("Run")
        # Others are served meanwhile.
        other = self.page("rows/Author")
        self.has(other, "Tove Jansson")
        other.close()
        self.has(page, "longer than 5 seconds")
        page.close()
        assert self.state() == before

    def test_7_downloads(self):
        page = self.page("rows/Author")
        self.has(page, "Tove Jansson")
        for title, name, wanted in (("CSV", "Author.csv", "$id"), ("JSON", "Author.json", '"Author"'),
                                    ("SQL", "Author.sql", "INSERT INTO")):
            text = self.browser.download(lambda: page.click_text(title, within=".st-head"), name).decode()
            assert "Tove Jansson" in text and wanted in text, text[:200]
        assert page.run("document.documentElement.dataset.live") == "online"
        # Who has no page gets no file.
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(self.host.url("export?format=json")) as answer:
            assert "attachment" not in (answer.headers.get("content-disposition") or "")
            assert "token" not in answer.geturl()
        # And who has no token gets nothing.
        for path in ("", "export?format=json", "?token=x"):
            try:
                urllib.request.urlopen(self.host.address + path)
                raise AssertionError(path + " is answered")
            except urllib.error.HTTPError as error:
                assert error.code == 403, error.code
        page.close()

    def test_8_dark_and_phone(self):
        for name, more in {"dark": {"dark": True}, "phone": {"phone": True}, "phone-dark": {"phone": True, "dark": True}}.items():
            page = self.page("rows/Book", **more)
            self.has(page, "Invisible Cities")
            self.picture(page, "rows-" + name)
            page.run(ROWS + ".find(e => e.innerText.includes('Invisible Cities')).querySelector('td').click()")
            self.has(page, "Einaudi", ".st-detail")
            self.picture(page, "row-" + name)
            page.close()
            page = self.page("diagram", **more)
            page.wait("document.querySelector('svg .st-box')")
            self.picture(page, "diagram-" + name)
            page.close()
            page = self.page("history", **more)
            self.has(page, "prices")
            self.picture(page, "history-" + name)
            if name == "phone":
                page.click_text("Menu")
                self.has(page, "Measurement", ".st-side")
                self.picture(page, "menu-phone")
                page.run("[...document.querySelectorAll('.st-side-row')].find(e => e.innerText.includes('Customer')).click()")
                self.has(page, "Reader 3")
            assert not page.complaints(), page.complaints()
            page.close()

    def test_9_changes_with_preview_and_undo(self):
        copy = os.path.join(self.folder, "Copy.store")
        shutil.copy(self.store, copy)
        studio = Studio(self.program, copy, "--write")

        def one(sql):
            connection = sqlite3.connect(copy)
            try:
                return connection.execute(sql).fetchone()[0]
            finally:
                connection.close()

        try:
            page = self.page("rows/Book", studio)
            self.has(page, "Invisible Cities")
            page.run(ROWS + ".find(e => e.innerText.includes('Invisible Cities')).querySelector('td').click()")
            page.wait("document.querySelector('.st-detail input[aria-label=title]')")
            page.click(".st-detail input[aria-label=title]")
            page.run("document.activeElement.select()")
            page.insert("Visible Cities")
            self.has(page, "1 change, not written yet")
            assert one("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Visible Cities'") == 0
            self.picture(page, "edit")
            page.click_text("Preview…")
            self.has(page, "Visible Cities", "dialog")
            self.picture(page, "preview")
            assert one("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Visible Cities'") == 0
            page.click_text("Write", within="dialog")
            self.has(page, "Written.")
            page.wait("!document.querySelector('dialog')")
            assert one("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Visible Cities'") == 1
            self.has(page, "Visible Cities", ".st-table")
            page.click_text("Undo", within=".st-changes")
            self.has(page, "Invisible Cities", ".st-table")
            assert one("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Visible Cities'") == 0
            # A deletion, with what goes with it.
            books = one("SELECT count(*) FROM ZBOOK")
            page.click_text("Delete")
            # Then there is more beside the button: it stays where it is from now on.
            self.has(page, "1 change, not written yet")
            page.click_text("Preview…")
            self.has(page, "delete", "dialog")
            self.picture(page, "preview-delete")
            page.click_text("Write", within="dialog")
            self.has(page, "Written.")
            assert one("SELECT count(*) FROM ZBOOK") == books - 1
            page.click_text("Undo", within=".st-changes")
            page.wait("!document.querySelector('.st-changes')")
            assert one("SELECT count(*) FROM ZBOOK") == books
            page.close()
            page = self.page("rows/Publisher", studio)
            self.has(page, "Einaudi")
            page.click_text("New")
            page.click(".st-insertion input")
            page.insert("Small Press")
            self.picture(page, "insert")
            page.click_text("Preview…")
            self.has(page, "Small Press", "dialog")
            page.click_text("Write", within="dialog")
            self.has(page, "Small Press", ".st-table")
            assert one("SELECT count(*) FROM ZPUBLISHER WHERE ZNAME = 'Small Press'") == 1
            check = subprocess.run([self.program, "check", copy], capture_output=True, text=True)
            assert check.returncode == 0 and "No problems" in check.stdout, check.stdout
            assert not page.complaints(), page.complaints()
            page.close()
        finally:
            studio.stop()


if __name__ == "__main__":
    live.main(Tests(sys.argv[1], sys.argv[2]), sys.argv[3:])
