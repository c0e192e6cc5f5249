# SPDX-License-Identifier: Apache-2.0
"""Studio as people have set their systems, on all of its pages: python3 studio_looks.py SWIFTDATA STUDIOPROCESS [test …]

Its pages by keys alone, and the rules for screen readers in light and dark, are in studio_daily.py.
"""
import sys

import live
import looks
import studio

PAGES = ("", "rows/Book", "rows/Book?row=Book/p1", "rows/Author?of=Book/p1.authors", "diagram", "history", "sql",
         "sql?text=SELECT%201", "health", "schema")


class Tests(studio.Shop):
    def opened(self, address, **more):
        page = self.page(address, **more)
        page.wait("!document.querySelector('.st-loading')", "all is read")
        page.rest()
        return page

    def test_the_focus_is_seen_at_each_stop(self):
        for dark in (False, True):
            for forced in (False, True):
                for address in PAGES:
                    page = self.opened(address, dark=dark)
                    looks.media(page, dark, **({"forced_colors": "active"} if forced else {}))
                    what = f"/{address}, {'dark' if dark else 'light'}{', colors of the system' if forced else ''}"
                    if forced:
                        looks.check_edges(page, what)
                    looks.check_focus(page, what)
                    if forced and address == "rows/Book?row=Book/p1":
                        self.picture(page, f"forced-{'dark' if dark else 'light'}")
                    page.close()

    def test_the_chosen_row_is_seen_in_colors_of_the_system(self):
        page = self.opened("rows/Book?row=Book/p1")
        looks.media(page, forced_colors="active")
        page.wait("document.querySelector('.st-row.st-selected')", "a row is chosen")
        line = "(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1)(getComputedStyle(document.querySelector('{}')))"
        assert page.run(line.format(".st-row.st-selected > *")), "no line around the chosen row"
        assert page.run(line.format(".st-side-row.st-current")), "no line around the current entity"
        page.close()

    def test_nothing_moves(self):
        for address in PAGES:
            page = self.opened(address)
            looks.media(page, prefers_reduced_motion="reduce")
            page.run(looks.SCROLLS)
            for _ in looks.stops(page, most=30):
                looks.check_rest(page, "/" + address)
            assert "smooth" not in page.run("window.scrolls"), address
            page.close()


if __name__ == "__main__":
    live.main(Tests(sys.argv[1], sys.argv[2]), sys.argv[3:])
