# SPDX-License-Identifier: Apache-2.0
"""An app for everyone: the rules for screen readers on all of its pages, keys alone, colors that the system chooses, no
motion: python3 everyone.py TRIPS [test …]"""
import sys

import access
import chromium
import live
import looks
import trips


class Tests(trips.Steps):
    def __init__(self, program):
        super().__init__(program, chromium.Browser())

    def fresh(self, **more):
        """A page of a browser of its own, with the trips."""
        page = self.page(context=self.browser.context(), **more)
        self.has(page, "Tromsø")
        return page

    def at_rest(self, page):
        page.rest()
        page.wait("document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)")

    def pages(self, page):
        """Yields at each page and sheet of the app, by name."""
        self.at_rest(page)
        yield "the list"
        page.click("input[type=search]")
        page.insert("lis")
        self.lacks(page, "Tromsø")
        self.at_rest(page)
        yield "a search"
        page.run("document.activeElement.select()")
        page.insert("nowhere at all")
        self.lacks(page, "Lisbon")
        self.at_rest(page)
        yield "nothing found"
        page.run("document.activeElement.select()")
        page.key("Backspace")
        self.has(page, "Tromsø")
        page.click_text("Add Trip")
        page.wait("document.querySelector('dialog:modal')", "the sheet is open")
        self.at_rest(page)
        yield "a new trip"
        page.key("Escape")
        page.wait("!document.querySelector('dialog')", "the sheet is closed")
        self.open(page, "Hydra")
        self.has(page, "Packing List")
        self.at_rest(page)
        yield "a trip"
        page.click_text("Edit")
        page.wait("document.querySelector('dialog:modal')", "the sheet is open")
        self.at_rest(page)
        yield "a trip that is edited"
        page.key("Escape")
        page.wait("!document.querySelector('dialog')", "the sheet is closed")
        page.click_text("Back")
        self.has(page, "Tromsø")

    def test_1_axe_finds_nothing(self):
        for phone in (False, True):
            for dark in (False, True):
                page = self.fresh(dark=dark, phone=phone)
                for name in self.pages(page):
                    access.check(page, f"{name}, {'dark' if dark else 'light'}{', on a phone' if phone else ''}")
                assert not page.complaints(), page.complaints()
                page.close()

    # By keyboard alone.

    def press(self, page, key="Enter"):
        page.rest()
        page.key(key)

    def stays(self, page, condition="true", what="something has the focus"):
        page.wait(f"(e => !!e && e !== document.body && ({condition}))(document.activeElement)", what)

    def put(self, page, label, text):
        """Goes to a field by keys, which selects what is in it, and types."""
        looks.walk(page, f"e.matches('input') && [e.placeholder, e.ariaLabel, ...[...e.labels || []].map(l => l.innerText.trim())].includes('{label}')")
        page.type(text)
        page.wait(f"document.activeElement.value === '{text}'", f"{text} is typed")

    def test_2_adding_and_leaving_a_sheet_by_keys(self):
        page = self.fresh()
        looks.walk(page, "(e.ariaLabel || e.innerText).trim() === 'Add Trip'")
        self.press(page)
        page.wait("document.querySelector('dialog:modal')", "the sheet is open")
        self.stays(page, "e.closest('dialog')", "the focus is in the sheet")
        self.press(page, "Escape")
        page.wait("!document.querySelector('dialog')", "Escape closes it")
        self.stays(page, "(e.ariaLabel || e.innerText).trim() === 'Add Trip'", "the focus is back")
        self.press(page)
        page.wait("document.querySelector('dialog:modal')", "the sheet is open")
        self.put(page, "Name", "keys")
        self.put(page, "Destination", "vienna")
        page.wait("![...document.querySelectorAll('dialog button')].find(e => e.innerText.trim() === 'Save').disabled")
        # Nothing behind the sheet is reached.
        for stop in looks.stops(page):
            assert page.run("!!document.activeElement.closest('dialog')"), stop
        looks.walk(page, "e.innerText.trim() === 'Save'")
        self.press(page)
        page.wait("!document.querySelector('dialog')", "it is saved")
        self.has(page, "vienna")
        self.stays(page, "(e.ariaLabel || e.innerText).trim() === 'Add Trip'", "the focus is back")
        page.close()

    def test_3_editing_and_going_back_by_keys(self):
        page = self.fresh()
        looks.walk(page, "e.matches('.s-nav-link') && e.innerText.includes('Lisbon')")
        self.press(page)
        self.has(page, "Packing List")
        self.stays(page, "e.closest('.s-nav-page:not([inert])')", "the focus is on the new page")
        looks.walk(page, "e.matches('input') && [e.placeholder, e.ariaLabel].includes('New item')")
        page.type("ticket")
        page.key("Enter")
        self.has(page, "ticket")
        self.stays(page, "[e.placeholder, e.ariaLabel].includes('New item')", "the focus stays in the field")
        page.wait("document.activeElement.value === ''", "for the next item")
        looks.walk(page, "e.matches('button') && e.innerText.includes('ticket')", modifiers=8)
        self.press(page)
        self.has(page, "2 of 3 packed")
        self.stays(page, "e.innerText.includes('ticket')", "the focus stays at the item")
        # The arrows go from item to item.
        looks.walk(page, "e.closest('.s-row') && e.innerText.includes('Walking shoes')", key="ArrowUp", most=4)
        looks.walk(page, "e.matches('button') && e.innerText.trim() === 'Edit'")
        self.press(page)
        page.wait("document.querySelector('dialog:modal')")
        self.put(page, "Destination", "porto")
        looks.walk(page, "e.innerText.trim() === 'Save'")
        self.press(page)
        page.wait("!document.querySelector('dialog')")
        self.has(page, "porto")
        self.stays(page, "e.innerText.trim() === 'Edit'", "the focus is back")
        looks.walk(page, "(e.ariaLabel || e.innerText).trim() === 'Back'", modifiers=8)
        self.press(page)
        self.has(page, "Tromsø")
        self.stays(page, "e.innerText.includes('porto')", "the focus is at the link that led there")
        page.close()

    def test_4_deleting_and_undoing_by_keys(self):
        page = self.fresh()
        looks.walk(page, "e.matches('.s-nav-link') && e.innerText.includes('Montréal')")
        looks.walk(page, "e.matches('.s-row-actions .s-destructive') && e.closest('.s-row').innerText.includes('Montréal')")
        page.wait("(b => b.left >= 0 && b.right <= innerWidth)(document.activeElement.getBoundingClientRect())", "what has the focus is in sight")
        self.press(page)
        self.lacks(page, "Montréal")
        self.stays(page, "e.closest('.s-row')", "another row has the focus")
        looks.walk(page, "(e.ariaLabel || e.innerText).trim() === 'Undo'", modifiers=8)
        self.press(page)
        self.has(page, "Montréal")
        self.stays(page)
        # The last one of its section, and all of them.
        for name in ("Buenos Aires", "Dolomites"):
            looks.walk(page, f"e.matches('.s-row-actions .s-destructive') && e.closest('.s-row').innerText.includes('{name}')")
            self.press(page)
            self.lacks(page, name)
            self.stays(page, "e.closest('.s-row')", "another row has the focus")
        for name in ("Dolomites", "Buenos Aires"):
            looks.walk(page, "(e.ariaLabel || e.innerText).trim() === 'Undo'", modifiers=8)
            self.press(page)
            self.has(page, name)
        page.close()

    def test_5_searching_by_keys(self):
        page = self.fresh()
        looks.walk(page, "e.matches('input[type=search]')")
        page.type("hydr")
        self.lacks(page, "Tromsø")
        self.stays(page, "e.matches('input[type=search]')", "the focus stays in the field")
        looks.walk(page, "e.matches('.s-nav-link') && e.innerText.includes('Hydra')")
        looks.walk(page, "e.matches('input[type=search]')", modifiers=8)
        page.key("Escape")
        page.wait("document.querySelector('input[type=search]').value === ''", "Escape ends the search")
        self.has(page, "Tromsø")
        page.wait("document.activeElement === document.body", "the field is left")
        # The next stop is the one behind the field, not the first one of the page.
        page.key("Tab")
        self.stays(page, "document.querySelector('input[type=search]').compareDocumentPosition(e) & 4", "the keys go on from the field")
        page.close()

    # As the system is set.

    def test_6_the_focus_is_seen_at_each_stop(self):
        for dark in (False, True):
            for forced in (False, True):
                page = self.fresh(dark=dark)
                looks.media(page, dark, **({"forced_colors": "active"} if forced else {}))
                for name in self.pages(page):
                    what = f"{name}, {'dark' if dark else 'light'}{', colors of the system' if forced else ''}"
                    if forced:
                        looks.check_edges(page, what)
                    looks.check_focus(page, what)
                    # For the steps to the next page.
                    if name in ("a search", "nothing found"):
                        page.run("document.querySelector('input[type=search]').focus()")
                if forced:
                    self.picture(page, f"forced-{'dark' if dark else 'light'}")
                page.close()

    def test_7_nothing_moves(self):
        page = self.fresh()
        looks.media(page, prefers_reduced_motion="reduce")
        page.run(looks.SCROLLS)
        for name in self.pages(page):
            looks.check_rest(page, name)
        page.click_text("Add Trip")
        page.wait("document.querySelector('dialog:modal')")
        looks.check_rest(page, "a sheet that has just come")
        page.key("Escape")
        page.wait("!document.querySelector('dialog')")
        # The actions of a row come into sight at once.
        x, y = page.run("""(() => { const row = [...document.querySelectorAll('.s-row')].find(e => e.innerText.includes('Hydra')),
          b = row.querySelector('.s-row-content').getBoundingClientRect(); return [b.left + 60, b.top + b.height / 2]; })()""")
        page.click_at(x, y, button=2)
        page.wait("[...document.querySelectorAll('.s-row')].some(e => e.scrollLeft > 20)", "the row is open")
        assert "smooth" not in page.run("window.scrolls"), page.run("window.scrolls")
        page.close()


if __name__ == "__main__":
    live.main(Tests(sys.argv[1]), sys.argv[2:])
