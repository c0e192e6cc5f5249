# SPDX-License-Identifier: Apache-2.0
"""Fields and rows as people use them, key by key and by the mouse: python3 fields.py PROGRAM [test …]"""
import json
import sys
import time

import chromium
import host
import live

ECHO = "document.body.innerText"
ROWS = "[...document.querySelectorAll('[data-e~=reorder]')]"
# How long a person takes from key to key: none, a fast one, a slow one.
PAUSES = (0, 0.05, 0.15)


class Tests:
    def __init__(self, program, browser=None):
        self.host = host.Host(program, "--fields")
        self.browser = browser or chromium.Browser()

    def page(self, **more):
        return self.browser.page(self.host.address, context=self.browser.context(), **more)

    def says(self, page, text):
        page.wait(f"{ECHO}.includes({json.dumps(text)})", f"the page says {text}")

    def field(self, page, name):
        found = f"[...document.querySelectorAll('input,select')].find(e => [e.placeholder, e.ariaLabel].includes({json.dumps(name)}))"
        page.wait(found)
        page.run(f"{found}.focus()")
        return found

    def type(self, page, keys, pause):
        for key in keys:
            codes = {"-": "Minus", ".": "Period"}
            page.key(key, code=codes.get(key, "Digit" + key), text=key)
            time.sleep(pause)

    def test_numbers_are_typed_key_by_key(self):
        for pause in PAUSES:
            page = self.page()
            for name, keys, value, shown in (("number", "12.75", "12.75", "12.75"), ("number", "-5", "-5.0", "-5"),
                                             ("dollars", "3.5", "3.5", "$3.50"), ("number", "1000", "1000.0", "1,000")):
                field = self.field(page, name)
                page.run(f"{field}.select()")
                self.type(page, keys, pause)
                self.says(page, f"{name} {value} ")
                assert page.run(field + ".value") == keys, (pause, keys, page.run(field + ".value"))
                page.key("Tab")
                page.wait(f"{field}.value === {json.dumps(shown)}", f"{keys} is shown as {shown}")
                self.says(page, f"{name} {value} ")
            assert not page.complaints(), page.complaints()
            page.close()

    def test_return_formats(self):
        page = self.page()
        field = self.field(page, "dollars")
        page.run(f"{field}.select()")
        self.type(page, "4.5", 0)
        page.key("Enter")
        page.wait(field + ".value === '$4.50'")
        page.close()

    def test_dates_are_typed_key_by_key(self):
        for pause in PAUSES:
            for name in ("free", "bounded"):
                page = self.page()
                self.field(page, name)
                # The order of the parts is that of the browser's language, which is English here.
                self.type(page, "03152031", pause)
                self.says(page, f"{name} 2031-3-15 ")
                page.key("Tab")
                self.says(page, f"{name} 2031-3-15 ")
                page.close()

    def test_a_year_that_is_half_typed_is_no_date(self):
        page = self.page()
        field = self.field(page, "bounded")
        self.type(page, "031520", 0.02)
        page.run("document.activeElement.blur()")
        # The month and the day are taken, the year is not, and no bound takes its place.
        page.wait(f"{field}.value === '2026-03-15'", "what is stored is shown again")
        self.says(page, "bounded 2026-3-15 ")
        page.close()

    def test_a_click_on_a_row_is_one_on_its_content(self):
        page = self.page()
        # Everywhere but on the mark at the end, also where the pointer has rested before.
        for part in (0.02, 0.3, 0.6, 0.9):
            page.wait(ROWS + ".length === 3")
            x, y = page.run(f"""(() => {{ const r = {ROWS}[1].querySelector('.s-row-content').getBoundingClientRect();
              return [r.left + r.width * {part}, r.top + r.height / 2]; }})()""")
            page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
            time.sleep(0.3)
            page.click_at(x, y)
            self.says(page, "page of c")
            page.run("history.back()")
            page.wait(ROWS + ".length === 3")
        self.says(page, "done ")
        assert not page.run(ECHO + ".includes('marked') || " + ECHO + ".includes('deleted')")
        page.close()

    def test_actions_lie_beside_the_row(self):
        page = self.page()
        for how in ("mark", "menu"):
            page.wait(ROWS + ".length === 3")
            x, y, mark = page.run(f"""(() => {{ const row = {ROWS}[1]; row.scrollIntoView({{ block: "nearest", behavior: "instant" }});
              const r = row.getBoundingClientRect(), a = row.querySelector('.s-row-actions').getBoundingClientRect();
              return [r.left + 60, r.top + r.height / 2, a.left + 17]; }})()""")
            if how == "mark":
                page.click_at(mark, y)
            else:
                for kind in ("mousePressed", "mouseReleased"):
                    page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="right", clickCount=1)
            page.wait(f"{ROWS}[1].scrollLeft > 100", "the row is open")
            # Nothing has happened yet.
            assert not page.run(ECHO + ".includes('deleted')")
            button = "Mark" if how == "mark" else "Delete"
            page.wait(f"(b => b && (b = b.getBoundingClientRect()) && b.right <= {ROWS}[1].getBoundingClientRect().right + 1)([...{ROWS}[1].querySelectorAll('button')].pop())", "it has come to rest")
            box = page.run(f"""(() => {{ const b = [...{ROWS}[1].querySelectorAll('.s-row-actions button')].find(b => b.innerText.trim() === '{button}').getBoundingClientRect();
              return [b.left + b.width / 2, b.top + b.height / 2]; }})()""")
            page.click_at(*box)
            self.says(page, "marked c" if how == "mark" else "deleted c")
            page.close()
            page = self.page()
        page.close()

    def test_a_row_is_dragged_to_the_row_that_is_there(self):
        page = self.page()
        page.wait(ROWS + ".length === 3")
        x, y, above = page.run(f"""(() => {{ const rows = {ROWS}; rows[2].scrollIntoView({{ block: "nearest", behavior: "instant" }});
          const r = rows[2].querySelector('.s-row-content').getBoundingClientRect(), first = rows[0].getBoundingClientRect();
          return [r.right - 22, r.top + r.height / 2, first.top + 4]; }})()""")
        page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for step in range(1, 6):
            page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y + (above - y) * step / 5, button="left", buttons=1)
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=above, button="left", clickCount=1)
        page.wait(f"{ROWS}.map(r => r.innerText.trim().split('\\n')[0]).join() === 'row d,row b,row c'", "the last one is the first")
        page.close()

    def test_a_reload_goes_on(self):
        page = self.page()
        field = self.field(page, "number")
        page.run(f"{field}.select()")
        self.type(page, "42", 0)
        self.says(page, "number 42.0 ")
        page.run("document.activeElement.blur()")
        page.call("Page.reload")
        page.wait("document.documentElement.dataset.live === 'online'")
        self.says(page, "number 42.0 ")
        # Another tab is another page.
        other = self.page()
        self.says(other, "number 7.0 ")
        other.close()
        page.close()

    def test_a_lost_cookie_brings_a_new_page(self):
        page = self.page()
        page.call("Network.clearBrowserCookies")
        page.run("window.marker = 1")
        self.host.restart()
        page.wait("window.marker !== 1 && document.documentElement.dataset.live === 'online'", "the page was loaded anew")
        page.close()

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"


if __name__ == "__main__":
    live.main(Tests(sys.argv[1]), sys.argv[2:])
