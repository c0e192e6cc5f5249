# SPDX-License-Identifier: Apache-2.0
"""Single rules of SwiftUI, as a browser shows them: python3 cases.py PROGRAM [test …]"""
import json
import sys

import access
import chromium
import host
import layouts
import live

# Nothing moves but what turns for ever.
RESTS = "document.getAnimations().every(a => a.playState === 'finished' || a.effect.getTiming().iterations === Infinity)"


class Tests:
    def __init__(self, program):
        self.host = host.Host(program, "--cases")
        self.browser = chromium.Browser()

    def page(self, path="", **more):
        return self.browser.page(self.host.url(path), context=self.browser.context(), **more)

    def says(self, page, text):
        page.wait(f"document.body.innerText.includes({json.dumps(text)})", f"the page says {text}")

    def box(self, page, script):
        """Left, top, width and height of an element."""
        return page.run(f"(r => [r.left, r.top, r.width, r.height])(({script}).getBoundingClientRect())")

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

    # Lists.

    def test_rows_that_are_edited_have_a_mark_that_deletes(self):
        for phone in (False, True):
            page = self.page("edits", phone=phone)
            page.wait("document.querySelectorAll('.s-row').length === 3")
            assert not page.run("document.querySelector('.s-row-remove')")
            self.click(page, "Edit")
            page.wait("document.querySelectorAll('.s-row-remove').length === 3", "the marks are there")
            x, y, width, height = self.box(page, "document.querySelectorAll('.s-row-remove')[1]")
            assert width >= 20 and height >= 20, (width, height)
            row = self.box(page, "document.querySelectorAll('.s-row')[1]")
            assert row[0] + 15 <= x and x + width < row[0] + 60, "the mark is in sight, before the content"
            page.click_at(x + width / 2, y + height / 2)
            found = "document.querySelectorAll('.s-row')[1].querySelector('.s-row-delete')"
            page.wait(f"(b => Math.abs(b.getBoundingClientRect().right - b.closest('.s-row').getBoundingClientRect().right) < 1)({found})", "the button is in sight")
            # Nothing has happened yet, and no page was opened.
            assert page.run("document.querySelectorAll('.s-row').length") == 3
            x, y, width, height = self.box(page, found)
            page.click_at(x + width / 2, y + height / 2)
            page.wait("document.querySelectorAll('.s-row').length === 2", "the row is gone")
            assert page.run("[...document.querySelectorAll('.s-row')].map(r => r.innerText.trim().split('\\n')[0]).join()") == "row a,row c"
            self.click(page, "Done")
            page.wait("!document.querySelector('.s-row-remove')")
            page.close()

    def test_rows_that_are_edited_are_chosen_and_lead_nowhere(self):
        page = self.page("choices")
        page.wait("document.querySelectorAll('.s-row').length === 3")
        assert not page.run("document.querySelector('.s-row-choice')")
        self.click(page, "Edit")
        page.wait("document.querySelectorAll('.s-row-choice').length === 3 && !document.querySelector('.s-row-remove')")
        self.click(page, "row b")
        self.says(page, "chosen b")
        x, y, width, height = self.box(page, "document.querySelectorAll('.s-row-choice')[2]")
        page.click_at(x + width / 2, y + height / 2)
        self.says(page, "chosen bc")
        self.click(page, "row b")
        page.wait("document.querySelector('[data-identifier=chosen]').innerText.trim() === 'chosen c'", "it is chosen no more")
        assert page.run("document.querySelectorAll('.s-selected > .s-row-choice').length") == 1
        self.click(page, "Done")
        page.wait("!document.querySelector('.s-row-choice')")
        self.click(page, "row b")
        self.says(page, "page of b")
        page.close()

    def test_what_is_said_of_a_group_is_said_of_each_row(self):
        page = self.page("looks")
        page.wait("document.querySelectorAll('.s-row').length === 10")
        shown = page.run("""[...document.querySelectorAll('.s-row')].map(r => { const b = r.querySelector(':scope > .s-row-background > *');
          return [r.innerText.trim(), b && getComputedStyle(b).backgroundColor, b && b.getBoundingClientRect().height >= 40]; })""")
        green, yellow = shown[0][1], shown[2][1]
        assert green and yellow and green != yellow, shown
        for text, color, fills in shown:
            wanted = None if text == "plain 1" else yellow if text.startswith("modified") else green
            assert color == wanted and (fills or not wanted), shown
        page.close()

    def test_margins_of_the_content_are_within_what_scrolls(self):
        page = self.page("looks")
        page.wait("document.querySelectorAll('.s-row').length === 10")
        form, rows = (self.box(page, f"document.querySelector('{name}')") for name in (".s-form", ".s-rows"))
        assert abs(rows[0] - form[0] - 32) < 1 and abs(form[2] - rows[2] - 64) < 1, (form, rows)
        assert rows[1] - form[1] >= 32, (form, rows)
        assert page.run("getComputedStyle(document.querySelector('.s-form').parentElement).paddingLeft") == "0px"
        page.close()

    def test_a_tap_in_the_label_of_a_link_is_no_click_on_the_link(self):
        page = self.page("taps")
        self.click(page, "star", "span")
        self.done(page, "star")
        self.click(page, "label", "span")
        self.says(page, "page of the label")
        page.close()

    def test_the_first_action_of_a_row_is_at_the_edge(self):
        page = self.page("taps")
        page.wait("document.querySelector('.s-row-actions')")
        names = page.run("""[...document.querySelectorAll('.s-row-actions button')]
          .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left).map(b => b.innerText.trim())""")
        assert names == ["Third", "Fourth", "Second", "First"], names
        page.close()

    # Pages beside each other.

    def test_pages_are_swiped(self):
        page = self.page("pages", phone=True)
        page.wait("document.querySelectorAll('.s-pager-page').length === 3")
        left, top, width, height = self.box(page, "document.querySelector('.s-pager-strip')")
        assert abs(self.box(page, "document.querySelectorAll('.s-pager-page')[1]")[0] - left - width) < 1
        finger = lambda kind, *points: page.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": top + height / 2} for x in points])
        finger("touchStart", left + width * 0.8)
        for step in range(1, 15):
            finger("touchMove", left + width * (0.8 - 0.05 * step))
        finger("touchEnd")
        self.says(page, "page two")
        page.wait("document.querySelectorAll('.s-pager-dot')[1].ariaSelected === 'true'")
        x, y, width, height = self.box(page, "document.querySelectorAll('.s-pager-dot')[0]")
        page.click_at(x + width / 2, y + height / 2)
        self.says(page, "page one")
        page.wait("document.querySelector('.s-pager-strip').scrollLeft === 0", "the first page is in sight")
        self.click(page, "Go to three")
        page.wait("Math.abs(document.querySelectorAll('.s-pager-page')[2].getBoundingClientRect().left - document.querySelector('.s-pager-strip').getBoundingClientRect().left) < 1",
                  "the page that the program chose is in sight")
        self.says(page, "page three")
        page.close()

    # Sheets.

    def test_sheets_are_as_high_as_they_say(self):
        for phone in (False, True):
            page = self.page("sheets", phone=phone)
            self.click(page, "Open")
            self.says(page, "the opened page")
            # More tabs than there is room for scroll in their bar, and leave the page as wide as the window.
            assert not phone or page.run("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]
            for name, height in (("length", 220), ("fraction", page.run("innerHeight") / 2)):
                self.click(page, name)
                page.wait("document.querySelector('dialog[open]')")
                # The dialog has come to rest.
                page.wait(RESTS)
                found = self.box(page, "document.querySelector('dialog .s-dialog-content')")[3]
                assert abs(found - height) < 1.5, (name, found, height)
                if name == "length":
                    colors = page.run("[...document.querySelectorAll('dialog, body')].map(e => getComputedStyle(e).backgroundColor)")
                    assert colors[0] != colors[1], colors
                page.key("Escape")
                page.wait("!document.querySelector('dialog')")
            page.close()

    def test_a_sheet_begins_with_its_smallest_height_and_has_a_grip(self):
        content = "document.querySelector('dialog .s-dialog-content')"
        for phone in (False, True):
            page = self.page("sheets", phone=phone)
            self.click(page, "Open")
            self.says(page, "the opened page")
            self.click(page, "detents")
            page.wait("document.querySelector('dialog[open]')")
            page.wait(RESTS)
            whole = page.run("innerHeight")
            found = self.box(page, content)[3]
            assert abs(found - whole / 2) < 1.5, (found, whole)
            self.click(page, "Height of the sheet")
            page.wait(f"{content}.getBoundingClientRect().height > {whole * 0.8}", "it is large")
            page.run("document.querySelector('.s-sheet-handle').focus()")
            page.key("ArrowDown")
            page.wait(f"Math.abs({content}.getBoundingClientRect().height - {whole / 2}) < 1.5", "it is of half the height")
            page.close()

    def test_back_closes_the_sheet_and_not_the_page(self):
        page = self.page("sheets")
        self.click(page, "Open")
        self.says(page, "the opened page")
        address = page.run("location.pathname")
        # The browser goes back later than it says.
        page.run("window.popped = 0; addEventListener('popstate', () => { popped += 1; }); 0")
        for number, name in enumerate(("plain", "kept"), 1):
            self.click(page, name)
            page.wait("document.querySelector('dialog[open]')")
            page.run("history.back()")
            page.wait(f"popped === {number}", "the browser has gone back")
            if name == "plain":
                page.wait("!document.querySelector('dialog')", "the sheet is closed")
                page.wait("document.activeElement.innerText.trim() === 'plain'", "the focus is where it was")
            else:
                # One that is closed by its own buttons only.
                page.wait(f"location.pathname === {json.dumps(address)} && document.querySelector('dialog[open]')")
                self.click(page, "Close", "dialog button")
                page.wait("!document.querySelector('dialog')")
            page.wait(f"location.pathname === {json.dumps(address)}", "the address is that of the page")
            self.says(page, "the opened page")
        page.run("history.back()")
        page.wait("!document.body.innerText.includes('the opened page')", "without a sheet, Back leaves the page")
        page.close()

    # For everyone.

    def test_pages_keep_to_the_rules_for_screen_readers(self):
        for dark in (False, True):
            for path in ("", "edits", "choices", "taps", "pages", "sheets", "controls"):
                page = self.page(path, dark=dark)
                access.check(page, f"{path}, {'dark' if dark else 'light'}")
                if path in ("edits", "choices"):
                    self.click(page, "Edit")
                    page.wait("document.querySelector('.s-row-remove, .s-row-choice')")
                    access.check(page, f"{path} while it is edited")
                if path == "sheets":
                    self.click(page, "Open")
                    self.says(page, "the opened page")
                    self.click(page, "plain")
                    page.wait("document.querySelector('dialog[open]')")
                    # The dialog has come to rest.
                    page.wait(RESTS)
                    access.check(page, "a sheet")
                if path == "controls":
                    for name in ("Ask", "Choose"):
                        self.click(page, name)
                        page.wait("document.querySelector('dialog[open]') && " + RESTS)
                        access.check(page, name)
                        page.key("Escape")
                        page.wait("!document.querySelector('dialog')")
                    self.click(page, "Menu", "summary")
                    page.wait("document.querySelector('.s-menu[open]') && " + RESTS)
                    access.check(page, "a menu")
                page.close()

    def test_a_list_is_used_by_keys_alone(self):
        page = self.page("choices")
        page.wait("document.querySelectorAll('.s-row').length === 3")
        self.click(page, "Edit")
        page.wait("document.querySelector('.s-row-choice')")
        page.run("document.querySelector('.s-row').focus()")
        page.key("ArrowDown")
        page.wait("document.activeElement.matches('.s-row *, .s-row')")
        page.run("document.querySelectorAll('.s-row')[1].focus()")
        page.key(" ", code="Space", text=" ")
        self.says(page, "chosen b")
        page.key("Enter")
        page.wait("document.querySelector('[data-identifier=chosen]').innerText.trim() === 'chosen'")
        page.close()

    # Animations: of the browser's own, held so that no test depends on time.

    HELD = """Element.prototype.animate = (animate => function (...a) {
      const made = animate.apply(this, a); made.pause(); (window.made ||= []).push(made); return made; })(Element.prototype.animate)"""

    def motions(self, page, name):
        """The animations of what has a name: their properties, with timing."""
        return page.run(f"""(window.made || []).filter(m => m.effect.target && m.effect.target.closest('[data-identifier="{name}"]') ||
            m.effect.target && m.effect.target.querySelector('[data-identifier="{name}"]'))
          .map(m => ({{ ...m.effect.getTiming(), composite: m.effect.composite, frames: m.effect.getKeyframes().map(f => ({{ ...f }})) }}))""")

    def test_what_changes_with_an_animation_is_shown_little_by_little(self):
        page = self.page("motion")
        page.run(self.HELD)
        self.click(page, "Widen")
        page.wait("(window.made || []).some(m => m.effect.getKeyframes().some(f => f.width))")
        found = [m for m in self.motions(page, "box") if m["frames"][0].get("width")]
        assert found and found[0]["duration"] == 2000 and found[0]["easing"] == "linear", found
        assert [f["width"] for f in found[0]["frames"]] == ["100px", "300px"], found
        # At the beginning it is where it was, in the middle half way.
        page.run("window.made.forEach(m => m.currentTime = 1000)")
        assert abs(self.box(page, "document.querySelector('[data-identifier=box]')")[2] - 200) < 2
        page.run("window.made.forEach(m => m.finish()), window.made = []")
        # Without one, at once.
        self.click(page, "At once")
        page.wait("document.querySelector('[data-identifier=other]').getBoundingClientRect().width === 300")
        assert page.run("window.made.length") == 0
        # With a value.
        self.click(page, "Count")
        page.wait("window.made.length > 0")
        found = self.motions(page, "counted")
        assert found and [f["opacity"] for f in found[0]["frames"]] == ["1", "0.2"] and found[0]["easing"] == "ease-in", found
        page.close()

    def test_a_page_is_connected_when_its_last_script_is_there(self):
        counted = "window.sockets = 0; window.WebSocket = class extends WebSocket { constructor(...a) { super(...a); sockets++; } }"
        page = self.page("motion", before=counted, prepare=lambda page: page.call("Fetch.enable", patterns=[{"urlPattern": "*motion*js*"}]))
        page.wait("document.documentElement.dataset.live === 'connecting'", "the first script has run")
        assert page.run("sockets") == 0
        held = [e["params"] for e in self.browser.events if e["method"] == "Fetch.requestPaused" and e.get("sessionId") == page.session]
        assert held, "the last script is held"
        for request in held:
            page.call("Fetch.continueRequest", requestId=request["requestId"])
        page.wait("document.documentElement.dataset.live === 'online'", "the page is live")
        assert page.run("sockets") == 1
        page.close()

    def test_what_comes_and_goes_does_so_as_it_says(self):
        page = self.page("motion")
        page.run(self.HELD)
        self.click(page, "Come and go")
        page.wait("document.querySelector('[data-identifier=coming]')")
        found = self.motions(page, "coming")
        assert found and found[0]["frames"][0]["opacity"] == "0" and "-100%" in found[0]["frames"][0]["transform"], found
        # What is below moves to its new place.
        assert self.motions(page, "name a"), "the neighbours move"
        page.run("window.made.forEach(m => m.finish()), window.made = []")
        self.click(page, "Come and go")
        page.wait("!document.querySelector('[data-identifier=coming]') && window.made.length > 0", "it is gone for everybody")
        assert page.run("document.body.innerText.includes('coming')"), "it is still in sight"
        assert page.run("[...document.querySelectorAll('[inert]')].some(e => e.innerText === 'coming')")
        page.run("window.made.forEach(m => m.finish())")
        page.wait("!document.body.innerText.includes('coming')", "it is gone")
        page.close()

    def test_rows_move_to_their_places(self):
        page = self.page("motion")
        page.run(self.HELD)
        self.click(page, "Turn")
        page.wait("(window.made || []).length >= 2")
        found = self.motions(page, "name a")
        assert found and found[0]["easing"].startswith("linear(") and found[0]["composite"] == "add", found
        page.close()

    def test_nothing_moves_for_those_who_want_none_of_it(self):
        page = self.page("motion")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        page.run(self.HELD)
        self.click(page, "Widen")
        page.wait("document.querySelector('[data-identifier=box]').getBoundingClientRect().width === 300")
        assert page.run("(window.made || []).length") == 0
        page.close()

    def test_the_whole_box_of_a_view_hears_of_taps(self):
        page = self.page("motion")
        x, y, width, height = self.box(page, "document.querySelector('[data-identifier=wide]')")
        page.click_at(x + width / 2, y + height / 2)
        self.says(page, "taps 1")
        assert page.run("getComputedStyle(document.querySelector('[data-identifier=mixed]').closest('[style*=blend],[data-y]') || document.body).mixBlendMode") == "multiply"
        page.close()

    # Language, time zone and appearance.

    def region(self, language, zone, dark, context=None):
        """What is set in the browser, before a page is opened."""
        def before(page):
            page.call("Emulation.setTimezoneOverride", timezoneId=zone)
            page.call("Emulation.setUserAgentOverride", userAgent="tests", acceptLanguage=language)
        return self.browser.page(self.host.url("region"), context=context or self.browser.context(), dark=dark, prepare=before)

    def test_a_page_is_written_as_the_browser_is_set(self):
        texts = lambda page: page.run("Object.fromEntries([...document.querySelectorAll('[data-identifier]')].map(e => [e.dataset.identifier, e.innerText]))")
        german = self.region("de-DE", "Asia/Tokyo", True)
        self.says(german, "zone Asia/Tokyo")
        self.says(german, "locale de_DE")
        self.says(german, "scheme dark")
        self.says(german, "week 2")
        found = texts(german)
        assert found["number"] == "1.234,5" and "1.234,50" in found["price"] and found["fixed"] == "1,234.5", found
        assert found["time"] == "21:00" and "4. Juli" in found["date"] and "21:00" in found["date"], found
        field = "document.querySelector('input[type=text]')"
        assert german.run(field + ".value") == "1.234,5"
        assert german.run("document.querySelector('input[type=datetime-local]').value") == "2026-07-04T21:00"
        german.run(f"{field}.focus(), {field}.select()")
        for key in "7,25":
            german.key(key, code={",": "Comma"}.get(key, "Digit" + key), text=key)
        self.says(german, "amount 7.25")
        # Another page of the same host, at the same time.
        english = self.region("en-US", "America/New_York", False)
        self.says(english, "zone America/New_York")
        self.says(english, "scheme light")
        self.says(english, "week 1")
        found = texts(english)
        assert found["number"] == "1,234.5" and found["fixed"] == "1,234.5", found
        assert found["time"].replace("\u202f", " ") == "8:00 AM", found
        # The appearance is changed while the page is open.
        english.scheme(True)
        self.says(english, "scheme dark")
        english.close()
        german.close()

    def test_the_next_page_is_written_so_from_the_beginning(self):
        context = self.browser.context()
        page = self.region("de-DE", "Asia/Tokyo", True, context)
        self.says(page, "zone Asia/Tokyo")
        page.call("Emulation.setScriptExecutionDisabled", value=True)
        page.call("Page.reload")
        page.wait("document.querySelector('[data-identifier=time]') && document.querySelector('[data-identifier=time]').innerText === '21:00'")
        self.says(page, "scheme dark")
        page.close()

    def test_a_page_runs_from_right_to_left(self):
        page = self.page("direction")
        page.wait("document.querySelectorAll('.s-row').length === 4")
        left = lambda text: page.run(f"[...document.querySelectorAll('span,h1,button')].filter(e => e.innerText.trim() === {json.dumps(text)}).pop().getBoundingClientRect().left")
        right = lambda text: page.run(f"[...document.querySelectorAll('span,h1,button')].filter(e => e.innerText.trim() === {json.dumps(text)}).pop().getBoundingClientRect().right")
        assert left("first") > left("last")
        # The title is at the right, what is in the bar at the left.
        assert right("Titles") > 500 and left("Button") < 500
        assert page.run("getComputedStyle([...document.querySelectorAll('span')].find(e => e.innerText === 'padded')).padding") == "0px 40px 0px 0px"
        row, content, actions = (self.box(page, f"document.querySelector('{name}')") for name in (".s-row", ".s-row-content", ".s-row-actions"))
        assert abs(content[0] + content[2] - row[0] - row[2]) < 1, "the content is at the right"
        x, y = actions[0] + actions[2] - 17, row[1] + row[3] / 2
        assert actions[0] <= content[0] and page.run(f"document.elementFromPoint({x}, {y}).className").startswith("s-row-actions")
        page.click_at(x, y)
        page.wait("document.querySelector('.s-row').scrollLeft < -40", "the row is open")
        page.close()

    # Layout.

    def part(self, page, name):
        """Left, top, width and height of a part, in the room that its name begins with."""
        return page.run(f"""(() => {{ const [room, part] = {json.dumps([name.split(".")[0], name])}
          .map(name => document.querySelector(`[data-identifier="${{name}}"]`).getBoundingClientRect());
          return [part.left - room.left, part.top - room.top, part.width, part.height]; }})()""")

    def lies(self, page, wanted):
        wrong = {}
        for room, parts in wanted.items():
            for name, places in parts.items():
                found = self.part(page, f"{room}.{name}")
                if any(place is not None and abs(place - at) > 0.6 for place, at in zip(places, found)):
                    wrong.setdefault(room, {})[name] = found, places
        self.differs(wrong, wanted)

    def differs(self, wrong, rooms):
        """Fails unless those rooms are wrong that are known to be."""
        known = [room for room in rooms if room in layouts.DIFFERENT]
        assert set(wrong) <= set(known), {room: wrong[room] for room in wrong if room not in known}
        assert set(wrong) == set(known), f"no longer different: {set(known) - set(wrong)}"

    def test_views_lie_where_swiftui_lays_them(self):
        page = self.page("layout")
        self.lies(page, layouts.LAYOUT)
        # A circle lies in the middle of its room, which is its own.
        assert self.part(page, "circle.c") == [0, 0, 300, 200]
        assert page.run("getComputedStyle(document.querySelector('[data-identifier=\"circle.c\"]')).clipPath").startswith("circle(")
        page.close()

    def test_a_layout_of_the_app_places_its_views(self):
        page = self.page("layout")
        corner = "document.querySelector('[data-identifier=\"in-corner\"] .s-placed-area')"
        page.wait(f"document.querySelectorAll('.s-placed-area').length === 3 && {corner}.offsetHeight === 200", "the layouts were asked")
        self.lies(page, layouts.PLACED)
        assert not page.complaints(), page.complaints()
        page.close()

    def test_colours_reach_behind_the_bars_of_a_page(self):
        # What is seen in the corners of an element: transparent bars lie before the colour.
        seen = """(selector => { const r = document.querySelector(selector).getBoundingClientRect();
          const layer = [...document.querySelectorAll('.s-bleed')].pop(), own = layer.getBoundingClientRect();
          return [getComputedStyle(layer.firstElementChild).backgroundColor,
            own.left <= r.left && own.top <= r.top && own.right >= r.right && own.bottom >= r.bottom]; })"""
        page = self.page("bleed", phone=True)
        self.says(page, "taps 0")
        assert page.run(seen + "('.s-page')") == ["rgb(255, 0, 0)", True], page.run(seen + "('.s-page')")
        # What is in the page stays between the bars, and taps reach what lies there.
        text, bar, tabs = (page.run(f"(r => [r.top, r.bottom])(document.querySelector('{name}').getBoundingClientRect())")
                           for name in ('[data-identifier="bleed.text"]', '.s-nav-bar', '.s-tab-bar'))
        assert bar[1] <= text[0] and text[1] <= tabs[0], (bar, text, tabs)
        page.click_at(20, (bar[1] + text[0]) / 2)
        self.says(page, "taps 1")
        self.click(page, "Further")
        self.says(page, "below")
        assert page.run(seen + "('.s-page')") == ["rgb(0, 255, 0)", True], page.run(seen + "('.s-page')")
        self.click(page, "Back")
        self.says(page, "taps 1")
        self.click(page, "Open")
        self.says(page, "sheet")
        page.wait(RESTS, "the sheet rests")
        assert page.run(seen + "('dialog')") == ["rgb(0, 0, 255)", True], page.run(seen + "('dialog')")
        assert not page.complaints(), page.complaints()
        page.close()

    def test_text_and_fields_have_the_room_that_swiftui_gives_them(self):
        page = self.page("layout")
        line = self.part(page, "first.b")[3]
        fixed, wrapped = self.part(page, "text-fixed.t"), self.part(page, "text-wraps.t")
        assert fixed[3] == line and abs(fixed[0] + fixed[2] / 2 - 150) < 1 and fixed[2] > 300, fixed
        assert wrapped[2] == 100 and wrapped[3] > 3 * line and abs(wrapped[1] + wrapped[3] / 2 - 100) < 1, wrapped
        # A limit around a stack is one of each text in it.
        assert self.part(page, "limit.a")[3] == line and self.part(page, "limit.b")[3] > 3 * line
        # What comes first keeps its size, what comes last shrinks.
        full = page.run("[...document.querySelectorAll('[data-identifier=\"first.a\"], [data-identifier=\"last.b\"]')].map(e => [e.scrollWidth <= e.clientWidth, e.clientHeight])")
        assert full == [[True, round(line)]] * 2, full
        frame, text = self.part(page, "first.f"), self.part(page, "first.b")
        assert text[2] > 10 and text[0] + text[2] <= frame[0] + frame[2] + 1, text
        assert self.part(page, "last.b")[0] + self.part(page, "last.b")[2] <= 301
        # A form is 268 points wide there, without its margins.
        for name, least in (("labeled.f", 150), ("labeled-date.f", 175)):
            left, _, width, _ = self.part(page, name)
            assert width >= least and abs(left + width - 268) < 1, (name, left, width)
        left, _, width, _ = self.part(page, "labeled-fixed.f")
        assert width < 60 and abs(left + width - 268) < 1, (left, width)
        left, _, width, _ = self.part(page, "labeled-fixed.t")
        assert abs(left - 32) < 1 and width < 150, (left, width)
        page.close()

    def test_views_lie_where_the_documentation_has_them(self):
        assert layouts.COUNT == 80, layouts.COUNT
        for path, wanted in (("proposals", layouts.PROPOSALS), ("containers", layouts.CONTAINERS)):
            for phone in (False, True):
                page = self.page(path, phone=phone)
                if path == "containers":
                    # What the page measures first: what has room, and how large a reader is.
                    page.wait("document.querySelector('[data-identifier=\"reader.a\"]').getBoundingClientRect().width === 100", "the reader has its size")
                    page.wait("document.querySelector('[data-identifier=\"fits.b\"]').getBoundingClientRect().width > 0", "one is chosen")
                    self.says_of_fonts(page)
                self.lies(page, wanted)
                assert not page.complaints(), page.complaints()
                page.close()
        print(f"    {layouts.COUNT - len(layouts.DIFFERENT)} of {layouts.COUNT} layouts are as documented")

    def says_of_fonts(self, page):
        wrong = {}
        for room, holds in layouts.BY_FONT.items():
            a, b = self.part(page, room + ".a"), self.part(page, room + ".b")
            if not holds(a, b):
                wrong[room] = a, b
        self.differs(wrong, layouts.BY_FONT)

    def test_views_are_aligned_by_their_guides(self):
        for phone in (False, True):
            page = self.page("alignment", phone=phone)
            self.lies(page, layouts.ALIGNMENT)
            # The line that the text stands on is above its lower edge.
            (_, top, _, height), (_, upper, _, length) = (self.part(page, f"text.{name}") for name in "ab")
            assert upper + length / 2 < top + height - 5 < upper + length - 2, (top, upper)
            # A guide that changes; and what else is aligned by it stays where it is.
            self.click(page, "Further")
            page.wait("document.querySelector('[data-identifier=\"away.s\"]').getBoundingClientRect().width === 100", "the stack is wider")
            self.lies(page, {**layouts.ALIGNMENT, "away": {"a": (100, 80, 50, 20), "b": (140, 100, 60, 20)}})
            assert not page.complaints(), page.complaints()
            page.close()

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"


if __name__ == "__main__":
    live.main(Tests(sys.argv[1]), sys.argv[2:])
