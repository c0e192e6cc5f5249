# SPDX-License-Identifier: Apache-2.0
"""Single rules of SwiftUI, as a browser shows them: python3 cases.py PROGRAM [test …]"""
import json
import sys

import chromium
import host
import live


class Tests:
    def __init__(self, program):
        self.host = host.Host(program, "--cases")
        self.browser = chromium.Browser()

    def page(self):
        return self.browser.page(self.host.address, context=self.browser.context())

    def done(self, page, *names):
        """Waits until exactly this was done, in this order."""
        text = json.dumps("done " + ",".join(names))
        page.wait(f"document.querySelector('[data-identifier=echo]').innerText.trim() === {text}.trim()", f"{names} was done")

    def click(self, page, text, kind="button"):
        """Clicks the middle of an element that says this."""
        x, y = page.run(f"""(() => {{ const e = [...document.querySelectorAll({json.dumps(kind)})]
          .find(e => [e.innerText.trim(), e.ariaLabel].includes({json.dumps(text)}));
          e.scrollIntoView({{ block: "nearest", behavior: "instant" }});
          const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()""")
        page.click_at(x, y)

    def test_a_position_counts_from_the_room_of_its_container(self):
        page = self.page()
        x, y = page.run("""(() => { const [a, b] = ['placed', 'room']
          .map(name => document.querySelector(`[data-identifier=${name}]`).getBoundingClientRect());
          return [a.left + a.width / 2 - b.left, a.top + a.height / 2 - b.top]; })()""")
        assert abs(x - 30) < 1 and abs(y - 20) < 1, (x, y)
        page.close()

    def test_a_gesture_around_a_control_goes_by_its_priority(self):
        for name, clicked in (("low", ("button",)), ("along", ("button", "along")), ("first", ("first",))):
            page = self.page()
            self.click(page, f"{name} button")
            self.done(page, *clicked)
            self.click(page, f"{name} text", "span")
            self.done(page, *clicked, name)
            is_on = "document.querySelector('input[type=checkbox]').checked"
            self.click(page, f"{name} toggle", "input")
            self.done(page, *clicked, name, *(() if name == "low" else (name,)))
            page.wait(f"{is_on} === {json.dumps(name != 'first')}", "a gesture that comes first comes alone")
            page.close()

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"


if __name__ == "__main__":
    live.main(Tests(sys.argv[1]), sys.argv[2:])
