# SPDX-License-Identifier: Apache-2.0
"""Studio as people use it who work with it all day, with keys: python3 studio_daily.py SWIFTDATA STUDIOPROCESS [test …]"""
import csv
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time

import access
import live
import studio

ROWS = studio.ROWS
FIELD = ".st-detail [aria-label={}]"


class Tests(studio.Shop):
    """Each test has a copy of the store, which may be changed."""

    def start(self, name, before=None):
        path = os.path.join(self.folder, name + ".store")
        shutil.copy(self.store, path)
        if before:
            self.change(path, before)
        return path, studio.Studio(self.program, path, "--write")

    def change(self, path, sql, values=()):
        """What another program does meanwhile."""
        connection = sqlite3.connect(path, timeout=20)
        connection.execute(sql, values)
        connection.commit()
        connection.close()

    def one(self, path, sql):
        connection = sqlite3.connect(path)
        try:
            return connection.execute(sql).fetchone()[0]
        finally:
            connection.close()

    def sound(self, path):
        check = subprocess.run([self.program, "check", path], capture_output=True, text=True)
        assert check.returncode == 0 and "No problems" in check.stdout, check.stdout

    def type(self, page, text, pause=0):
        for letter in text:
            page.type(letter)
            time.sleep(pause)

    def focus(self, page, condition, key="Tab", modifiers=0, most=80):
        """Presses a key until what has the focus meets a condition."""
        for _ in range(most):
            if page.run(f"(e => !!e && ({condition}))(document.activeElement)"):
                return
            page.key(key, modifiers=modifiers)
        raise AssertionError("no key leads to " + condition + ": " + page.run("document.activeElement.outerHTML.slice(0, 300)"))

    def control(self, page, key):
        page.key(key, code="Key" + key.upper() if len(key) == 1 else key, modifiers=2)

    def go(self, page, selector):
        """Gives the focus to what will be there."""
        page.wait(f"document.querySelector({json.dumps(selector)})", selector)
        page.run(f"document.querySelector({json.dumps(selector)}).focus()")

    def retype(self, page, selector, text, pause=0):
        """Replaces what is in a field, key by key."""
        self.go(page, selector)
        self.control(page, "a")
        page.run("document.activeElement.select && document.activeElement.select()")
        self.type(page, text, pause)

    def until(self, condition, what):
        end = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < end, "never: " + what
            time.sleep(0.02)

    def write(self, page):
        self.has(page, "not written yet", ".st-changes")
        self.control(page, "s")
        page.wait("[...document.querySelectorAll('dialog button')].some(e => e.innerText === 'Write')", "the preview is there")
        page.rest()
        self.control(page, "Enter")
        page.wait("!document.querySelector('dialog')", "it is written")
        self.has(page, "Written.")

    # What others write.

    def test_a_change_of_others_is_shown_before_it_is_replaced(self):
        for pause in (0, 0.05, 0.15):
            path, host = self.start(f"Conflict{int(pause * 1000)}")
            page = self.page("rows/Book?row=Book/p1", host)
            self.retype(page, FIELD.format("title"), "Mine", pause)
            self.change(path, "UPDATE ZBOOK SET ZTITLE = 'Theirs', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
            self.has(page, "1 change, not written yet")
            self.control(page, "s")
            self.has(page, "you have seen 'The Dispossessed', now it is 'Theirs'", "dialog")
            page.key("Escape")
            page.wait("!document.querySelector('dialog')")
            assert self.one(path, "SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 1") == "Theirs"
            # Changed between preview and write: nothing is written, and the page says so.
            self.control(page, "s")
            self.has(page, "Theirs", "dialog")
            self.change(path, "UPDATE ZBOOK SET ZTITLE = 'Again', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
            page.rest()
            self.control(page, "Enter")
            self.has(page, "nothing was written", "dialog")
            assert self.one(path, "SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 1") == "Again"
            page.close()
            host.stop()

    def test_line_ends_are_kept(self):
        path, host = self.start("Lines", "UPDATE ZBOOK SET ZBLURB = 'one' || char(13, 10) || 'two' WHERE Z_PK = 1")
        self.change(path, "UPDATE ZBOOK SET ZBLURB = 'one' || char(13) || 'two' || char(10) || 'three' WHERE Z_PK = 2")
        page = self.page("rows/Book?row=Book/p1", host)
        page.wait(f"document.querySelector({json.dumps(FIELD.format('blurb'))})")
        self.go(page, FIELD.format('blurb'))
        page.run("document.activeElement.setSelectionRange(99, 99)")
        self.type(page, "!")
        self.write(page)
        assert self.one(path, "SELECT ZBLURB FROM ZBOOK WHERE Z_PK = 1") == "one\r\ntwo!"
        page.close()
        page = self.page("rows/Book?row=Book/p2", host)
        self.has(page, "Its lines end in different ways", ".st-detail")
        assert not page.run(f"document.querySelector({json.dumps(FIELD.format('blurb'))})")
        page.close()
        host.stop()

    # By keyboard alone.

    def test_a_walk_without_a_mouse(self):
        path, host = self.start("Walk")
        page = self.page("", host)
        self.has(page, "Facts")
        self.focus(page, "e.innerText.startsWith('Book') && e.matches('.st-side-row')")
        page.key("Enter")
        page.wait(ROWS + ".length > 5")
        self.focus(page, "e.matches('.st-filter-field')")
        self.type(page, 'publisher.name == "Einaudi"', 0.02)
        page.key("Enter")
        page.wait(ROWS + ".length === 3", "three books")
        self.focus(page, "e.matches('.st-grid')")
        page.key("ArrowDown")
        page.key("ArrowRight")
        page.wait("document.activeElement.matches('td') && document.activeElement.innerText === 'Invisible Cities'")
        page.key("ArrowUp")
        page.wait("document.activeElement.matches('th') && document.activeElement.innerText.startsWith('title')")
        page.key("ArrowDown")
        page.key("Enter")
        page.wait("document.activeElement.matches('.st-cell-input')", "the cell is a field")
        self.type(page, "Visible", 0.02)
        page.key("Enter")
        page.wait("!document.querySelector('.st-cell-input') && document.activeElement.matches('td')", "back in the cell")
        # Escape takes back what was typed there last, and nothing else.
        page.key("F2")
        page.wait("document.activeElement.matches('.st-cell-input')")
        self.type(page, "Nonsense")
        page.key("Escape")
        page.wait("!document.querySelector('.st-cell-input')")
        self.has(page, "Visible", ".st-changed")
        self.has(page, "1 change, not written yet")
        access.check(page, "a grid with a change")
        self.write(page)
        assert self.one(path, "SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Visible'") == 1
        self.focus(page, "e.innerText.trim() === 'CSV'")
        text = self.browser.download(lambda: page.key("Enter"), "Book.csv").decode()
        rows = list(csv.DictReader(text.splitlines()))
        assert len(rows) == 3 and {row["title"] for row in rows} >= {"Visible"}, rows
        self.focus(page, "e.innerText.trim() === 'JSON'")
        found = json.loads(self.browser.download(lambda: page.key("Enter"), "Book.json"))
        assert [row["title"] for row in found] == [row["title"] for row in rows], found
        self.focus(page, "e.innerText.trim() === 'Undo'")
        page.key("Enter")
        page.wait("!document.querySelector('.st-changes')")
        assert self.one(path, "SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Visible'") == 0
        self.sound(path)
        assert not page.complaints(), page.complaints()
        page.close()
        host.stop()

    def test_the_grid_is_one_stop_however_many_rows_there_are(self):
        page = self.page("rows/Measurement")
        page.wait(ROWS + ".length > 20")
        self.focus(page, "e.matches('.st-grid')")
        page.key("ArrowDown")
        keys = []
        for step in range(60):
            # Keys that come slower than rows. In one look: rows may be replaced between two.
            page.wait("""[...document.querySelectorAll('.st-grid tr[data-rows]')].every(row => {
              const box = row.getBoundingClientRect(), sight = row.closest('.s-table-cells').getBoundingClientRect();
              return box.height < 1 || box.bottom <= sight.top + 1 || box.top >= sight.bottom - 1; })""")
            page.wait("window.key = document.activeElement.matches('.st-key') && document.activeElement.innerText")
            keys.append(int(page.run("window.key")))
            page.key("PageDown" if step % 2 else "ArrowDown")
            page.wait("document.activeElement.closest('.st-grid')", "the focus stays in the grid")
        # At the end of the rows that are there, a key brings others into sight first.
        assert keys == sorted(keys) and len(set(keys)) > 25 and keys[-1] > 150, keys
        page.key("Tab")
        assert not page.run("!!document.activeElement.closest('.st-grid')"), "one more stop"
        page.close()

    def test_axe_finds_nothing(self):
        path, host = self.start("Axe")
        pages = ["", "rows/Book", "rows/Book?row=Book/p1", "rows/Book?where=x", "rows/Author?of=Book/p1.authors", "diagram",
                 "history", "sql", "sql?text=SELECT%201", "health", "schema"]
        for dark in (False, True):
            for address in pages:
                page = self.page(address, host, dark=dark)
                page.wait("!document.querySelector('.st-loading')", "all is read")
                page.rest()
                access.check(page, f"{address} {'dark' if dark else 'light'}")
                page.close()
            page = self.page("rows/Book?row=Book/p1", host, dark=dark)
            page.wait(f"document.querySelector({json.dumps(FIELD.format('title'))})")
            for title in ("Columns", "Build…", "Save the query", "New", "Find publisher", "Add to authors"):
                page.click_text(title)
            page.run("document.querySelectorAll('.st-mark')[2].click()")
            self.retype(page, FIELD.format("title"), "x")
            self.retype(page, ".st-filter-field", "p")
            page.wait("document.querySelector('.st-completion')")
            page.wait("!document.querySelector('.st-loading')")
            page.rest()
            access.check(page, "all panels")
            self.control(page, "s")
            page.wait("document.querySelector('dialog .st-error, dialog .st-preview-row')")
            page.rest()
            access.check(page, "the preview")
            page.close()
            page = self.page("sql?text=SELECT%20*%20FROM%20ZBOOK", host, dark=dark)
            self.go(page, "textarea")
            self.control(page, "Enter")
            self.has(page, "12 rows")
            page.rest()
            access.check(page, "a result")
            page.close()
        host.stop()

    # Columns, several rows.

    def test_columns_stay_as_they_were_set(self):
        path, host = self.start("Columns")
        page = self.page("rows/Book", host)
        page.wait(ROWS + ".length > 5")
        page.rest()
        heads = "[...document.querySelectorAll('.st-table thead th .st-column-name')].map(e => e.innerText)"
        width = "Math.round(document.querySelectorAll('.st-table thead th')[1].getBoundingClientRect().width)"
        before = page.run(width)
        x, y = page.run("""(() => { const b = document.querySelectorAll('.st-table thead th')[1].getBoundingClientRect();
          return [b.right - 3, b.top + 20]; })()""")
        page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for step in range(1, 9):
            page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + step * 10, y=y, button="left", buttons=1)
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + 80, y=y, button="left", clickCount=1)
        page.wait(f"{width} === {before + 80}", "the column is wider")
        assert page.run("location.search") == "", "the drag has sorted"
        # The same by keys, and more.
        self.focus(page, "e.innerText.trim() === 'Columns'")
        page.key("Enter")
        page.wait("document.querySelector('.st-columns')")
        self.focus(page, "e.getAttribute('aria-label') === 'Wider: title'")
        page.key("Enter")
        page.wait(f"{width} === {before + 104}")
        self.focus(page, "e.getAttribute('aria-label') === 'Move right: title'", modifiers=8)
        page.key("Enter")
        page.wait(f"{heads}[1] === 'blurb' && {heads}[2] === 'title'", "the order is another one")
        self.focus(page, "e.matches('input') && e.closest('label').innerText === 'cover'")
        page.key(" ", code="Space", text=" ")
        page.wait(f"!{heads}.includes('cover')", "the column is hidden")
        access.check(page, "the columns")
        shown = page.run(heads)
        page.close()
        # A page of another process.
        host.stop()
        host = studio.Studio(self.program, path, "--write")
        page = self.page("rows/Book", host)
        page.wait(f"JSON.stringify({heads}) === {json.dumps(json.dumps(shown, separators=(',', ':')))}", "as it was")
        page.click_text("Columns")
        page.click_text("Reset")
        page.wait(f"{heads}[1] === 'title' && {heads}.includes('cover')")
        page.close()
        host.stop()

    def test_several_rows_at_once(self):
        path, host = self.start("Several")
        page = self.page("rows/Book?sort=pages", host)
        page.wait(ROWS + ".length > 5")
        self.focus(page, "e.matches('.st-grid')")
        page.key("ArrowDown")
        for _ in range(3):
            page.key(" ", code="Space", text=" ")
            page.key("ArrowDown")
        self.has(page, "3 rows marked")
        self.focus(page, "e.getAttribute('aria-label') === 'Property to set'")
        self.type(page, "pages")
        page.wait("document.querySelector('[aria-label=\"Value for pages\"]')")
        self.focus(page, "e.getAttribute('aria-label') === 'Value for pages'")
        self.type(page, "77", 0.05)
        self.focus(page, "e.getAttribute('aria-label') === 'Set pages of the marked rows'")
        page.key("Enter")
        self.has(page, "3 changes, not written yet")
        self.write(page)
        assert self.one(path, "SELECT count(*) FROM ZBOOK WHERE ZPAGES = 77") == 3
        # They are marked still; what goes with them is in the preview.
        lines = self.one(path, "SELECT count(*) FROM ZORDERLINE WHERE ZBOOK IN (SELECT Z_PK FROM ZBOOK WHERE ZPAGES = 77)")
        assert lines > 0
        page.click_text("Delete the marked rows")
        self.control(page, "s")
        page.wait(f"[...document.querySelectorAll('dialog .st-delete')].length === {3 + lines}", "cascades are previewed")
        page.key("Escape")
        page.wait("!document.querySelector('dialog')")
        self.write(page)
        assert self.one(path, "SELECT count(*) FROM ZBOOK WHERE ZPAGES = 77") == 0
        self.sound(path)
        page.click_text("Undo", within=".st-changes")
        page.wait(ROWS + ".length === 12")
        assert self.one(path, "SELECT count(*) FROM ZBOOK WHERE ZPAGES = 77") == 3
        self.sound(path)
        # All that the condition leaves.
        self.retype(page, ".st-filter-field", "pages > 400")
        page.key("Enter")
        count = self.one(path, "SELECT count(*) FROM ZBOOK WHERE ZPAGES > 400")
        page.wait(f"{ROWS}.length === {count}")
        page.wait("!document.querySelector('.st-marked')", "nothing is marked that is out of sight")
        page.run("document.querySelector('thead .st-mark').click()")
        self.has(page, f"{count} rows marked")
        page.close()
        host.stop()

    # Conditions, queries, SQL.

    def test_a_condition_is_completed(self):
        for pause in (0, 0.05, 0.15):
            page = self.page("rows/Book")
            page.wait(ROWS + ".length > 5")
            offered = "[...document.querySelectorAll('.st-completion > :first-child')].map(e => e.innerText)"
            self.go(page, ".st-filter-field")
            self.type(page, "publisher.n", pause)
            page.wait(f"{offered}[0] === 'publisher.name'")
            page.key("ArrowDown")
            page.wait("document.querySelector('.st-chosen')")
            page.key("Enter")
            page.wait("document.querySelector('.st-filter-field').value === 'publisher.name '")
            page.wait(f"{offered}[0] === '=='")
            self.type(page, "cont", pause)
            page.wait(f"{offered}[0] === 'contains[cd]'")
            page.key("ArrowDown")
            page.wait("document.querySelector('.st-chosen')")
            page.key("Enter")
            page.wait("document.querySelector('.st-filter-field').value === 'publisher.name contains[cd] '")
            self.type(page, '"eIN', pause)
            page.wait(f"{offered}.includes('\"Einaudi\"')", "values that occur")
            self.type(page, '" ', pause)
            page.wait(f"JSON.stringify({offered}) === '[\"and\",\"or\"]'")
            page.key("Escape")
            page.wait("!document.querySelector('.st-completion')")
            page.key("Enter")
            page.wait(ROWS + ".length === 3", "the books")
            # What is typed is never replaced by itself.
            assert page.run("document.querySelector('.st-filter-field').value").strip() == 'publisher.name contains[cd] "eIN"'
            page.close()

    def test_a_condition_that_is_there_is_completed(self):
        page = self.page("rows/Book?where=format%20==%20%22audio%22")
        page.wait(ROWS + ".length > 1")
        self.go(page, ".st-filter-field")
        page.run("document.activeElement.setSelectionRange(99, 99)")
        offered = "[...document.querySelectorAll('.st-completion > :first-child')].map(e => e.innerText)"
        for _ in range(3):
            page.key("Backspace")
        page.wait(f"document.activeElement.value === 'format == \"aud' && JSON.stringify({offered}) === '[\"\\\\\"audio\\\\\"\"]'")
        page.key("ArrowDown")
        page.wait("document.querySelector('.st-chosen')")
        page.key("Enter")
        page.wait("document.activeElement.value === 'format == \"audio\" '")
        page.close()

    def test_menus_stay_when_others_write(self):
        path, host = self.start("Menus")
        page = self.page("rows/Book", host)
        page.wait(ROWS + ".length > 5")
        page.click_text("New")
        page.click_text("Build…")
        page.wait("document.querySelector('.st-insertion select[aria-label=format]')")
        self.go(page, "[aria-label=Property]")
        self.type(page, "format")
        page.wait("document.querySelector('.st-builder select[aria-label=Value]')")
        self.change(path, "UPDATE ZBOOK SET ZTITLE = 'Theirs' WHERE Z_PK = 1")
        self.has(page, "Theirs", ".st-table")
        page.wait("document.querySelector('.st-insertion select[aria-label=format]')", "the menu of the new object")
        page.wait("document.querySelector('.st-builder select[aria-label=Value]')", "the menu of the condition")
        page.close()
        host.stop()

    def test_a_condition_by_parts(self):
        page = self.page("rows/Book")
        page.wait(ROWS + ".length > 5")
        self.focus(page, "e.innerText.trim() === 'Build…'")
        page.key("Enter")
        self.focus(page, "e.getAttribute('aria-label') === 'Property'")
        self.type(page, "pages")
        page.wait("document.querySelector('[aria-label=Property]').value === 'pages'")
        self.focus(page, "e.getAttribute('aria-label') === 'Comparison'")
        self.type(page, ">=")
        page.wait("document.querySelector('[aria-label=Comparison]').value === '>='")
        self.focus(page, "e.getAttribute('aria-label') === 'Value'")
        self.type(page, "400", 0.05)
        page.key("Enter")
        page.wait("document.querySelector('.st-filter-field').value === 'pages >= 400'")
        count = self.one(self.store, "SELECT count(*) FROM ZBOOK WHERE ZPAGES >= 400")
        page.wait(f"{ROWS}.length === {count}")
        # An enum has a menu of what occurs.
        self.go(page, "[aria-label=Property]")
        self.type(page, "format")
        page.wait("document.querySelector('select[aria-label=Value]')")
        self.focus(page, "e.getAttribute('aria-label') === 'Value'")
        self.type(page, "pap")
        page.wait("document.querySelector('select[aria-label=Value]').value === '=paperback'")
        self.focus(page, "e.innerText.trim() === 'Add'")
        page.key("Enter")
        page.wait("document.querySelector('.st-filter-field').value === 'pages >= 400 and format == \"paperback\"'")
        count = self.one(self.store, "SELECT count(*) FROM ZBOOK WHERE ZPAGES >= 400 AND ZFORMAT = 'paperback'")
        page.wait(f"{ROWS}.length === {count}" if count else "document.body.innerText.includes('No row meets')")
        page.close()

    def test_queries_are_kept(self):
        path, host = self.start("Queries")
        page = self.page("rows/Book?where=pages%20%3E%20400&sort=-title", host)
        page.wait(ROWS + ".length > 1")
        shown = page.run(ROWS + ".map(e => e.innerText)")
        page.click_text("Save the query")
        self.retype(page, "[aria-label='Name of the query']", "Thick <b>books</b>")
        page.key("Enter")
        self.has(page, "Thick <b>books</b>", ".st-side-queries")
        page.close()
        page = self.page("sql?text=SELECT%202", host)
        self.has(page, "Thick <b>books</b>", ".st-side-queries")
        page.click_text("Save the statement")
        self.retype(page, "[aria-label='Name of the query']", "Two")
        page.key("Enter")
        self.has(page, "Two", ".st-side-queries")
        page.close()
        host.stop()
        host = studio.Studio(self.program, path)
        page = self.page("", host)
        self.focus(page, "e.matches('.st-side-query a') && e.innerText.includes('Thick')")
        page.key("Enter")
        page.wait(f"{ROWS}.length === {len(shown)}")
        assert page.run("location.search").count("sort=-title") == 1
        self.focus(page, "e.matches('.st-side-query a') && e.innerText.includes('Two')", modifiers=8)
        page.key("Enter")
        page.wait("document.querySelector('textarea') && document.querySelector('textarea').value === 'SELECT 2'")
        assert not page.run("document.querySelector('.st-result')"), "a statement is filled in, and not run"
        page.click_text("Remove the query Two")
        page.wait("!document.querySelector('.st-side-queries').innerText.includes('Two')")
        page.close()
        host.stop()

    def test_a_result_of_sql_is_exported_whole(self):
        page = self.page("sql")
        page.click("textarea")
        statement = "SELECT Z_PK AS k, ZSENSOR, '=1+1' AS f, x'00ff' AS b, NULL AS n, 0.5 AS k FROM ZMEASUREMENT LIMIT 1500"
        self.type(page, statement)
        self.control(page, "Enter")
        self.has(page, "the first 1,000 rows")
        address = page.run("location.search")
        assert "text=" in address
        text = self.browser.download(lambda: page.click_text("Result as CSV"), "Result.csv").decode()
        rows = list(csv.reader(text.splitlines()))
        assert len(rows) == 1501 and rows[1][2:] == ["'=1+1", "AP8=", "", "0.5"], rows[:2]
        found = json.loads(self.browser.download(lambda: page.click_text("Result as JSON"), "Result.json"))
        assert len(found) == 1500 and found[0] == {"k": 1, "ZSENSOR": "sensor-0", "f": "=1+1", "b": "AP8=", "n": None, "k 2": 0.5}, found[0]
        page.close()

    # Values.

    def test_objects_are_found_and_chosen(self):
        path, host = self.start("Objects")
        page = self.page("rows/Book?row=Book/p1", host)
        page.wait(f"document.querySelector({json.dumps(FIELD.format('title'))})")
        page.rest()
        self.go(page, "[aria-label=\"Find publisher\"]")
        page.key("Enter")
        page.wait("document.querySelector('[aria-label=\"Find Publisher\"]')")
        self.focus(page, "e.getAttribute('aria-label') === 'Find Publisher'")
        self.type(page, "eina", 0.05)
        page.wait("document.querySelectorAll('.st-choice').length === 1")
        self.focus(page, "e.matches('.st-choice')")
        page.key("Enter")
        page.wait(f"document.querySelector({json.dumps(FIELD.format('publisher'))}).value === 'Publisher/p2'")
        # Of many: one goes, another one comes.
        before = self.one(path, "SELECT count(*) FROM Z_1BOOKS") if self.has_table(path, "Z_1BOOKS") else None
        self.go(page, "[aria-label=\"Remove Ursula K. Le Guin\"]")
        page.key("Enter")
        page.wait("document.querySelector('.st-chip-removed')")
        self.go(page, "[aria-label=\"Add to authors\"]")
        page.key("Enter")
        page.wait("document.querySelector('[aria-label=\"Find Author\"]')")
        self.go(page, "[aria-label=\"Find Author\"]")
        self.type(page, "tove")
        page.wait("document.querySelectorAll('.st-choice').length === 1 && document.querySelector('.st-choice').innerText.includes('Tove')")
        page.key("Enter")
        page.wait("document.querySelector('.st-chip-added')")
        # And of one-to-many: a line of another book.
        self.go(page, "[aria-label=\"Add to lines\"]")
        page.key("Enter")
        page.wait("document.querySelector('[aria-label=\"Find OrderLine\"]')")
        self.go(page, "[aria-label=\"Find OrderLine\"]")
        other = self.one(path, "SELECT min(Z_PK) FROM ZORDERLINE WHERE ZBOOK <> 1")
        self.type(page, str(other))
        page.wait(f"[...document.querySelectorAll('.st-choice')].some(e => e.innerText.includes('OrderLine/p{other}'))")
        page.wait("document.querySelectorAll('.st-choice').length === 1")
        page.key("Enter")
        page.wait("document.querySelectorAll('.st-chip-added').length === 2")
        self.write(page)
        assert self.one(path, "SELECT ZPUBLISHER FROM ZBOOK WHERE Z_PK = 1") == 2
        assert self.one(path, f"SELECT ZBOOK FROM ZORDERLINE WHERE Z_PK = {other}") == 1
        self.has(page, "Tove Jansson", ".st-chips")
        self.lacks(page, "Ursula", ".st-chips")
        self.sound(path)
        page.click_text("Undo", within=".st-changes")
        self.has(page, "Ursula", ".st-chips")
        self.lacks(page, "Tove", ".st-chips")
        assert self.one(path, f"SELECT ZBOOK FROM ZORDERLINE WHERE Z_PK = {other}") != 1
        if before is not None:
            assert self.one(path, "SELECT count(*) FROM Z_1BOOKS") == before
        self.sound(path)
        page.close()
        host.stop()

    def has_table(self, path, name):
        return self.one(path, f"SELECT count(*) FROM sqlite_master WHERE name = '{name}'") == 1

    def test_enums_and_dates_have_menus_and_pickers(self):
        for pause in (0, 0.05, 0.15):
            path, host = self.start(f"Pickers{int(pause * 1000)}")
            page = self.page("rows/Book?row=Book/p1", host)
            page.wait("document.querySelector('select[aria-label=format]')")
            self.go(page, "select[aria-label=format]")
            self.type(page, "au")
            page.wait("document.querySelector('select[aria-label=format]').value === '=audio'")
            published = "document.querySelector('input[type=datetime-local][aria-label=published]')"
            page.wait(f"{published}.value === '1950-01-01T00:00'")
            page.run(f"{published}.focus()")
            # Month, day, year, hour, minute, second, and half of the day, as they follow each other in the field.
            self.type(page, "07081987093015", pause)
            self.type(page, "P", pause)
            page.wait(f"{published}.value === '1987-07-08T21:30:15'", "the date is whole: " + str(page.run(f"{published}.value")))
            self.has(page, "1 change, not written yet")
            self.write(page)
            assert self.one(path, "SELECT ZFORMAT FROM ZBOOK WHERE Z_PK = 1") == "audio"
            # 2001-01-01 minus 1987-07-08T21:30:15.
            assert self.one(path, "SELECT ZPUBLISHED FROM ZBOOK WHERE Z_PK = 1") == -425_528_985, \
                self.one(path, "SELECT ZPUBLISHED FROM ZBOOK WHERE Z_PK = 1")
            # What is half a date is neither one nor none.
            page.run(f"{published}.focus()")
            page.key("Backspace")
            page.wait(f"{published}.value === ''")
            self.control(page, "s")
            self.has(page, "a date such as", "dialog")
            page.key("Escape")
            page.wait("!document.querySelector('dialog')")
            assert self.one(path, "SELECT ZPUBLISHED FROM ZBOOK WHERE Z_PK = 1") == -425_528_985
            self.sound(path)
            page.close()
            host.stop()

    def test_the_cases_of_an_enum_are_those_of_the_model(self):
        path, host = self.start("Cases")
        page = self.page("rows/Publisher?row=Publisher/p1", host)
        menu = "document.querySelector('.st-detail select[aria-label=size]')"
        page.wait(f"JSON.stringify([...{menu}.options].map(e => e.innerText)) === '[\"nil\",\"small\",\"large\"]'", "all cases")
        page.run(f"{menu}.focus()")
        self.type(page, "la")
        page.wait(f"{menu}.value === '=large'")
        self.write(page)
        self.has(page, "large", ".st-table")
        self.sound(path)
        page.close()
        host.stop()

    def test_what_was_discarded_comes_back(self):
        path, host = self.start("Discarded")
        page = self.page("rows/Book?row=Book/p1", host)
        self.retype(page, FIELD.format("title"), "Precious")
        page.click_text("Discard")
        self.has(page, "Discarded.")
        page.wait(f"document.querySelector({json.dumps(FIELD.format('title'))}).value === 'The Dispossessed'")
        page.click_text("Restore")
        self.has(page, "1 change, not written yet")
        self.write(page)
        assert self.one(path, "SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 1") == "Precious"
        page.close()
        host.stop()

    def test_a_new_object_is_typed_and_chosen(self):
        path, host = self.start("New")
        page = self.page("rows/Book", host)
        page.wait(ROWS + ".length > 5")
        self.focus(page, "e.innerText.trim() === 'New'")
        page.key("Enter")
        page.wait("document.querySelector('.st-insertion')")
        for name, text in (("title", "New \"book\""), ("isbn", "1"), ("pages", "12"), ("price", "-0.5")):
            self.retype(page, f".st-insertion [aria-label={name}]", text, 0.02)
        self.go(page, ".st-insertion [aria-label=published]")
        self.type(page, "07082024120000P")
        page.wait("document.querySelector('.st-insertion [aria-label=published]').value === '2024-07-08T12:00'")
        page.wait("document.querySelector('.st-insertion select[aria-label=format]')")
        self.go(page, ".st-insertion [aria-label=format]")
        self.type(page, "pap")
        self.go(page, ".st-insertion [aria-label=isInPrint]")
        self.type(page, "tr")
        page.click_text("Find publisher of the new Book")
        page.wait("document.querySelector('[aria-label=\"Find Publisher\"]')")
        self.go(page, "[aria-label=\"Find Publisher\"]")
        self.type(page, "north")
        page.wait("document.querySelectorAll('.st-choice').length === 1")
        page.key("Enter")
        page.wait("document.querySelector('.st-insertion [aria-label=publisher]').value === 'Publisher/p3'")
        page.rest()
        access.check(page, "a new object")
        self.write(page)
        row = sqlite3.connect(path).execute(
            "SELECT ZTITLE, ZPAGES, ZPRICE, ZPUBLISHED, ZFORMAT, ZISINPRINT, ZPUBLISHER FROM ZBOOK WHERE ZISBN = '1'").fetchone()
        assert row == ('New "book"', 12, -0.5, 742_132_800, "paperback", 1, 3), row
        self.sound(path)
        page.close()
        host.stop()

    def test_many_rows_at_once(self):
        path, host = self.start("Many")
        page = self.page("rows/Measurement", host)
        page.wait(ROWS + ".length > 20")
        page.wait("document.querySelector('.st-head-count').innerText.endsWith('rows')")
        page.run("document.querySelector('thead .st-mark').click()")
        count = min(self.rows, 10_000)
        self.has(page, f"{count:,} rows marked")
        if self.rows > count:
            self.has(page, "more are too many for one step", "dialog")
            page.click_text("OK", within="dialog")
            page.wait("!document.querySelector('dialog')")
        self.go(page, "[aria-label=\"Property to set\"]")
        self.type(page, "value")
        page.wait("document.querySelector('[aria-label=\"Value for value\"]')")
        self.retype(page, "[aria-label='Value for value']", "-1.5")
        started = time.monotonic()
        page.click_text("Set value of the marked rows")
        self.has(page, f"{count:,} changes, not written yet")
        self.control(page, "s")
        page.wait("document.querySelector('dialog .st-preview-row')", timeout=60)
        previewed = time.monotonic()
        page.rest()
        self.control(page, "Enter")
        page.wait("!document.querySelector('dialog')", timeout=60)
        self.until(lambda: self.one(path, "SELECT count(*) FROM ZMEASUREMENT WHERE ZVALUE = -1.5") == count, "all are written")
        print(f"    {count} rows were previewed after {previewed - started:.1f} s, and written after {time.monotonic() - previewed:.1f} s")
        page.wait("document.querySelector('.st-changes button:not(:disabled)')")
        page.click_text("Undo", within=".st-changes")
        self.until(lambda: self.one(path, "SELECT count(*) FROM ZMEASUREMENT WHERE ZVALUE = -1.5") == 0, "all are back")
        self.sound(path)
        page.close()
        host.stop()

    def test_numbers_are_what_was_typed(self):
        for pause in (0, 0.05, 0.15):
            path, host = self.start(f"Numbers{int(pause * 1000)}")
            page = self.page("rows/Book?row=Book/p1", host)
            self.retype(page, FIELD.format("price"), "-12.75", pause)
            self.retype(page, FIELD.format("pages"), "1e3", pause)
            self.control(page, "s")
            self.has(page, "a whole number of 64 bits is expected", "dialog")
            page.key("Escape")
            page.wait("!document.querySelector('dialog')")
            self.retype(page, FIELD.format("pages"), "1003", pause)
            self.write(page)
            assert float(self.one(path, "SELECT ZPRICE FROM ZBOOK WHERE Z_PK = 1")) == -12.75
            assert self.one(path, "SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == 1003
            page.close()
            host.stop()

    def test_bytes_come_and_go_as_files(self):
        path, host = self.start("Bytes")
        page = self.page("rows/Book?row=Book/p4", host)
        page.wait("document.querySelector('.st-file')")
        # Of several parts, in a file of its own, and none at all.
        for size in (700_001, 90, 0):
            content = os.urandom(size)
            source = os.path.join(self.folder, "cover.bin")
            with open(source, "wb") as file:
                file.write(content)
            page.call("DOM.enable")
            node = page.call("DOM.querySelector", nodeId=page.call("DOM.getDocument")["root"]["nodeId"], selector=".st-file")
            page.call("DOM.setFileInputFiles", nodeId=node["nodeId"], files=[source])
            self.has(page, "not written yet", ".st-detail .st-faint")
            self.write(page)
            page.wait("!document.querySelector('.st-detail .st-changed')")
            page.wait("document.querySelector('[aria-label=\"Download cover\"]')")
            page.rest()
            got = self.browser.download(lambda: page.click_text("Download cover"), "Book_p4-cover.bin")
            assert got == content, (len(got), size)
            self.sound(path)
        for length in (91, 38, None):
            page.wait("!document.querySelector('.st-changes button:disabled')")
            page.click_text("Undo", within=".st-changes")
            # With a sign before the bytes, or the name of a file in their place.
            self.until(lambda: self.one(path, "SELECT length(ZCOVER) FROM ZBOOK WHERE Z_PK = 4") == length, f"{length} bytes")
        self.sound(path)
        assert not page.complaints(), page.complaints()
        page.close()
        host.stop()


if __name__ == "__main__":
    live.main(Tests(sys.argv[1], sys.argv[2]), sys.argv[3:])
