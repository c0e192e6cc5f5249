# SPDX-License-Identifier: Apache-2.0
"""A SwiftUI app in a browser, from the first screen to a restart: python3 trips.py PROGRAM [test …]"""
import os
import sys
import tempfile

import chromium
import host
import live

ROWS = "[...document.querySelectorAll('.s-list .s-row')].filter(e => e.getClientRects().length)"


class Steps:
    """What one does in the app, in any browser."""

    def __init__(self, program, browser):
        self.folder = tempfile.mkdtemp(prefix="trips-")
        self.host = host.Host(program, environment={"TRIPS": self.folder + "/trips.store"})
        self.browser = browser
        self.pictures = os.environ.get("SCREENSHOTS")

    def page(self, path="", **more):
        return self.browser.page(self.host.address + path, **more)

    def picture(self, page, name):
        if self.pictures:
            page.wait("document.getAnimations().every(a => a.playState !== 'running')", "nothing moves")
            page.screenshot(f"{self.pictures}/{name}.png")

    def has(self, page, text, within="body"):
        page.wait(f"document.querySelector('{within}').innerText.includes({text!r})", f"'{text}' is shown")

    def lacks(self, page, text):
        page.wait(f"!document.body.innerText.includes({text!r})", f"'{text}' is gone")

    def field(self, page, label):
        """Puts the focus into a field by its label or placeholder."""
        page.rest()
        page.wait(f"""(() => {{ const el = [...document.querySelectorAll("input,textarea")].filter(e => e.getClientRects().length)
          .find(e => e.placeholder === {label!r} || e.getAttribute("aria-label") === {label!r}
            || [...(e.labels || [])].some(l => l.innerText.trim() === {label!r}));
          if (!el) return false; el.focus(); return document.activeElement === el; }})()""", f"there is a field {label}")

    def open(self, page, text):
        self.has(page, text)
        page.run(f"""[...document.querySelectorAll('.s-row')].find(e => e.innerText.includes({text!r}))
          .querySelector('.s-row-content [data-e~=click], .s-row-content[data-e~=click]').click()""")

    def add(self, page, name, destination):
        page.click_text("Add Trip")
        page.wait("document.querySelector('dialog:modal')", "the sheet is open")
        self.field(page, "Name")
        page.insert(name)
        self.field(page, "Destination")
        page.insert(destination)
        page.wait("![...document.querySelectorAll('dialog button')].find(e => e.innerText.trim() === 'Save').disabled")
        self.picture(page, "sheet")
        page.click_text("Save", within="dialog")
        page.wait("!document.querySelector('dialog')", "the sheet is closed")
        self.has(page, name)

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"


class Tests(Steps):
    def __init__(self, program):
        super().__init__(program, chromium.Browser())

    def test_1_the_first_screen(self):
        for name, more in {"light": {}, "dark": {"dark": True}, "phone": {"phone": True},
                           "phone-dark": {"phone": True, "dark": True}}.items():
            page = self.page(context=self.browser.context(), **more)
            self.has(page, "Tromsø")
            self.has(page, "Dolomites")
            self.picture(page, name)
            assert not page.complaints(), page.complaints()
            page.close()

    def test_2_add_edit_delete_undo(self):
        page = self.page()
        self.add(page, "By Night Train", "Vienna")
        self.open(page, "By Night Train")
        self.has(page, "Packing List")
        self.field(page, "New item")
        page.type("ticket")
        page.key("Enter")
        self.has(page, "ticket")
        self.picture(page, "detail")
        page.click_text("Edit")
        page.wait("document.querySelector('dialog:modal')")
        self.field(page, "Destination")
        page.run("document.activeElement.select()")
        page.insert("Budapest")
        page.click_text("Save", within="dialog")
        page.wait("!document.querySelector('dialog')")
        self.has(page, "Budapest")
        page.run("history.back()")
        self.has(page, "Budapest")
        self.has(page, "Tromsø")
        page.run("""[...document.querySelectorAll('.s-row')].find(e => e.innerText.includes('By Night Train'))
          .querySelector('.s-destructive').click()""")
        self.lacks(page, "By Night Train")
        page.click_text("Undo")
        self.has(page, "By Night Train")
        assert not page.complaints(), page.complaints()
        page.close()

    def test_3_search(self):
        page = self.page()
        page.click("input[type=search]")
        page.type("lis")
        self.lacks(page, "Tromsø")
        self.has(page, "Lisbon")
        self.picture(page, "search")
        page.run("document.activeElement.select()")
        page.insert("nowhere at all")
        self.lacks(page, "Lisbon")
        self.picture(page, "nothing-found")
        page.close()

    def test_4_a_restart(self):
        page = self.page()
        self.add(page, "Kept", "Over a restart")
        self.host.restart()
        page.wait("document.documentElement.dataset.live !== 'online'")
        page.wait("document.documentElement.dataset.live === 'online'")
        self.has(page, "Over a restart")
        self.add(page, "After it", "Another")
        page.close()

    def test_5_a_second_tab(self):
        first, second = self.page(), self.page(context=self.browser.context())
        second.run("""window.heard = new Promise(done => new MutationObserver(() => {
          if (document.body.innerText.includes("Seen at once")) done(Date.now());
        }).observe(document.body, { childList: true, subtree: true, characterData: true })); 0""")
        first.run("""window.sent = new Promise(done => addEventListener("click", e => {
          if (e.target.innerText === "Save") done(Date.now()); }, true)); 0""")
        self.add(first, "Seen at once", "Elsewhere")
        took = second.run("window.heard") - first.run("window.sent")
        print(f"    the second tab showed it after {took} ms")
        first.close()
        second.close()

    def test_6_links_back_and_forward(self):
        page = self.page()
        self.open(page, "Lisbon")
        self.has(page, "Packing List")
        page.wait("location.pathname !== '/'", "the address says what is open")
        path = page.run("location.pathname")
        page.run("history.back()")
        self.has(page, "Tromsø")
        page.wait("location.pathname === '/'")
        page.run("history.forward()")
        self.has(page, "Packing List")
        page.click_text("Back")
        self.has(page, "Tromsø")
        page.wait("location.pathname === '/'", "back in the page is back in the browser")
        page.close()
        page = self.page(path.lstrip("/"), context=self.browser.context())
        self.has(page, "Packing List")
        page.call("Page.reload")
        self.has(page, "Packing List")
        assert page.run("location.pathname") == path
        page.click_text("Back")
        self.has(page, "Tromsø")
        assert not page.complaints(), page.complaints()
        page.close()


if __name__ == "__main__":
    live.main(Tests(sys.argv[1]), sys.argv[2:])
