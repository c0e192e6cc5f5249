# SPDX-License-Identifier: Apache-2.0
"""What one does all day, key by key, in Firefox or Chromium: python3 flows.py firefox|chromium TRIPS WEBPROCESS [test …]

Both have their own fields for dates, their own history and their own WebSockets, and Chromium is what all other tests run in.
"""
import json
import sys
import time

import chromium
import fields
import firefox
import live
import trips

# How long a person takes from key to key: none, a fast one, a slow one.
PAUSES = (0, 0.05, 0.15)


class Tests(trips.Steps):
    def __init__(self, browser, program, fields_program):
        driver = {"firefox": firefox, "chromium": chromium}[browser]
        super().__init__(program, driver.Browser())
        self.fields = fields.Tests(fields_program, self.browser)
        if browser == "firefox":
            print(f"Firefox {self.browser.version}")

    def type(self, page, text, pause):
        for key in text:
            page.type(key)
            time.sleep(pause)

    def put(self, page, label, text, pause):
        """Puts a text into a field in place of what is there."""
        self.field(page, label)
        page.run("document.activeElement.select()")
        self.type(page, text, pause)
        assert page.run("document.activeElement.value") == text, (pause, text, page.run("document.activeElement.value"))

    def add_typing(self, page, name, destination, pause):
        page.click_text("Add Trip")
        page.wait("document.querySelector('dialog:modal')", "the sheet is open")
        self.put(page, "Name", name, pause)
        self.put(page, "Destination", destination, pause)
        page.click_text("Save", within="dialog")
        page.wait("!document.querySelector('dialog')", "the sheet is closed")
        self.has(page, name)

    def row(self, name):
        return f"[...document.querySelectorAll('.s-row')].find(e => e.innerText.includes({json.dumps(name)}))"

    def delete(self, page, name):
        """By a secondary click on the row, and a click on what comes into sight then."""
        page.rest()
        x, y = page.run(f"""(() => {{ const row = {self.row(name)}; row.scrollIntoView({{ block: "center", behavior: "instant" }});
          const b = row.querySelector('.s-row-content').getBoundingClientRect(); return [b.left + 60, b.top + b.height / 2]; }})()""")
        page.click_at(x, y, button=2)
        page.wait(f"{self.row(name)}.scrollLeft > 20", "the row is open")
        inside = f"""(row => {{ const b = row.querySelector('.s-destructive').getBoundingClientRect(), r = row.getBoundingClientRect();
          return b.right <= r.right + 1 && [b.left + b.width / 2, b.top + b.height / 2]; }})({self.row(name)})"""
        page.wait(inside, "the button is in sight")
        page.click_at(*page.run(inside))
        self.lacks(page, name)

    def test_1_add_edit_search_delete(self):
        for number, pause in enumerate(PAUSES):
            page = self.page(context=self.browser.context())
            name, place = f"Trip number {number}", f"Brünn & Żar {number}"
            self.add_typing(page, name, place, pause)
            self.open(page, name)
            self.has(page, "Packing List")
            self.field(page, "New item")
            self.type(page, "ticket", pause)
            page.key("Enter")
            self.has(page, "ticket")
            page.click_text("Edit")
            page.wait("document.querySelector('dialog:modal')")
            self.put(page, "Destination", place + " again", pause)
            page.click_text("Save", within="dialog")
            page.wait("!document.querySelector('dialog')")
            self.has(page, place + " again")
            self.picture(page, f"edited-{number}")
            page.click_text("Back")
            self.has(page, "Tromsø")
            page.click("input[type=search]")
            self.type(page, "number " + str(number), pause)
            self.lacks(page, "Tromsø")
            self.has(page, name)
            assert page.run("document.activeElement.value") == f"number {number}"
            page.run("document.activeElement.select()")
            page.key("Backspace")
            self.has(page, "Tromsø")
            self.delete(page, name)
            page.click_text("Undo")
            self.has(page, name)
            self.delete(page, name)
            self.picture(page, f"deleted-{number}")
            assert not page.complaints(), page.complaints()
            page.close()

    def test_2_a_restart_while_one_types(self):
        for pause in PAUSES:
            page = self.page(context=self.browser.context())
            name = f"Kept at {int(pause * 1000)} ms"
            self.add_typing(page, name, "Over a restart", pause)
            page.click_text("Add Trip")
            page.wait("document.querySelector('dialog:modal')")
            page.click_text("Cancel", within="dialog")
            page.wait("!document.querySelector('dialog')")
            page.click("input[type=search]")
            self.type(page, "Ke", pause)
            self.host.restart()
            # Half of it is typed while there is no host, or another one.
            self.type(page, "pt at", pause)
            page.wait("document.documentElement.dataset.live === 'online'", "it is connected again", timeout=30)
            self.has(page, name)
            self.lacks(page, "Tromsø")
            assert page.run("document.querySelector('input[type=search]').value") == "Kept at"
            page.close()

    def test_3_a_second_window_and_a_reload(self):
        first, second = self.page(context=self.browser.context()), self.page(context=self.browser.context())
        self.add_typing(first, "Seen at once", "Elsewhere", 0)
        self.has(second, "Seen at once")
        self.open(first, "Seen at once")
        self.has(first, "Packing List")
        path = first.run("location.pathname")
        assert path != "/"
        first.reload()
        first.wait("document.documentElement.dataset.live === 'online'")
        self.has(first, "Packing List")
        assert first.run("location.pathname") == path
        first.run("history.back()")
        self.has(first, "Tromsø")
        first.run("history.forward()")
        self.has(first, "Packing List")
        first.close()
        self.delete(second, "Seen at once")
        assert not second.complaints(), second.complaints()
        second.close()

    def test_4_numbers_and_dates(self):
        self.fields.test_numbers_are_typed_key_by_key()
        self.fields.test_return_formats()
        self.fields.test_dates_are_typed_key_by_key()
        self.fields.test_a_year_that_is_half_typed_is_no_date()

    def close(self):
        assert self.fields.host.stop() == 0
        super().close()


if __name__ == "__main__":
    live.main(Tests(*sys.argv[1:4]), sys.argv[4:])
