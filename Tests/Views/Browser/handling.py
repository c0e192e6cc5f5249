# SPDX-License-Identifier: Apache-2.0
"""Drags, the clipboard, files, and text that does not fit, in a browser: python3 handling.py PROGRAM [test …]"""
import json
import os
import sys
import tempfile
import time

import chromium
import host
import live


class Tests:
    def __init__(self, program):
        self.host = host.Host(program, "--cases")
        self.browser = chromium.Browser()
        self.folder = tempfile.mkdtemp(prefix="handling-")

    def page(self):
        context = self.browser.context()
        self.browser.call("Browser.grantPermissions", browserContextId=context,
                          permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        page = self.browser.page(self.host.address, context=context, height=900)
        page.click_text("Handling")
        page.wait("document.querySelector('[data-identifier=card]')")
        page.rest()
        return page

    def says(self, page, text, where="said"):
        page.wait(f"document.querySelector('[data-identifier={where}]').innerText.includes({json.dumps(text)})",
                  f"'{text}' is said")

    def middle(self, page, name):
        return page.run(f"(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('[data-identifier={name}]').getBoundingClientRect())")

    def mouse(self, page, kind, x, y):
        page.call("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, button="left", buttons=0 if kind == "Released" else 1, clickCount=1)

    def drag(self, page, x, y, dx, dy, steps=8, pause=0.02):
        self.mouse(page, "Pressed", x, y)
        for step in range(1, steps + 1):
            self.mouse(page, "Moved", x + dx * step / steps, y + dy * step / steps)
            time.sleep(pause)

    def tapped(self, page, x, y):
        """The place of a tap, to a point: browsers tell whole ones."""
        found = "(document.querySelector('[data-identifier=echo]').innerText.match(/taps (\\d+),(\\d+)/) || [])"
        page.wait(found + ".length", "there was a tap")
        told = [int(each) for each in page.run(found + ".slice(1)")]
        assert abs(told[0] - x) <= 1 and abs(told[1] - y) <= 1, told

    def test_a_drag_is_followed(self):
        page = self.page()
        x, y = self.middle(page, "card")
        self.drag(page, x, y, 120, 10)
        self.says(page, "moved 120 ended nowhere", "echo")
        left = page.run("document.querySelector('[data-identifier=card]').getBoundingClientRect().left")
        self.mouse(page, "Released", x + 120, y + 10)
        # The state is the initial one again, the end is told, and what was dragged was not clicked.
        self.says(page, "moved 0 ended 120,10 taps  held", "echo")
        page.wait(f"document.querySelector('[data-identifier=card]').getBoundingClientRect().left < {left} - 100")
        changes = int(page.run("document.querySelector('[data-identifier=changes]').innerText.split(' ')[1]"))
        assert 1 <= changes <= 9, changes
        page.click_at(x - 90, y - 20)
        self.tapped(page, 10, 10)
        assert not page.complaints(), page.complaints()
        page.close()

    def test_a_small_movement_is_a_click(self):
        page = self.page()
        x, y = self.middle(page, "card")
        self.drag(page, x, y, 4, 0, steps=2)
        self.mouse(page, "Released", x + 4, y)
        self.tapped(page, 104, 30)
        self.says(page, "ended nowhere", "echo")
        page.close()

    def test_a_drag_after_a_long_press(self):
        page = self.page()
        x, y = self.middle(page, "press")
        self.drag(page, x, y, 60, 0)
        self.mouse(page, "Released", x + 60, y)
        self.says(page, "held never", "echo")
        self.mouse(page, "Pressed", x, y)
        time.sleep(0.5)
        for step in range(1, 6):
            self.mouse(page, "Moved", x + step * 10, y)
            time.sleep(0.02)
        self.mouse(page, "Released", x + 50, y)
        self.says(page, "held 50", "echo")
        page.close()

    def test_text_that_does_not_fit(self):
        page = self.page()
        text = lambda name: page.run(f"document.querySelector('[data-identifier={name}]').innerText")
        page.wait("document.querySelector('[data-identifier=middle]').innerText.includes('…')")
        middle, head = text("middle"), text("head")
        assert middle.startswith("A n") and middle.endswith("txt") and "…" in middle[2:-3], middle
        assert head.startswith("…") and head.endswith("room.txt"), head
        for name in ("middle", "head", "small"):
            assert page.run(f"(e => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1)(document.querySelector('[data-identifier={name}]'))"), name
        zoom = float(page.run("getComputedStyle(document.querySelector('[data-identifier=small]')).zoom"))
        assert 0.5 <= zoom < 1, zoom
        page.click_text("Shorten")
        page.wait("document.querySelector('[data-identifier=middle]').innerText === 'Short.txt'")
        assert text("head") == "Short.txt"
        page.close()

    def test_dropping(self):
        page = self.page()
        drop = """(target, source, text) => {
          const data = new DataTransfer(), at = target.getBoundingClientRect();
          const fire = (el, type) => el.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data, clientX: at.left + 5, clientY: at.top + 6 }));
          if (source) fire(source, "dragstart"); else data.setData("text/plain", text);
          fire(target, "dragover"); fire(target, "drop"); if (source) fire(source, "dragend"); }"""
        find = lambda name: f"document.querySelector('[data-identifier={name}]')"
        page.run(f"({drop})({find('target')}, {find('source')}); 0")
        self.says(page, "dropped https://example.com/here")
        self.says(page, "To here later", "target")
        page.run(f"({drop})({find('target')}, null, 'https://example.com/elsewhere'); 0")
        self.says(page, "dropped https://example.com/elsewhere")
        # No address: it is not taken.
        page.run(f"({drop})({find('target')}, null, 'nothing of the kind'); 0")
        self.says(page, "dropped https://example.com/elsewhere")
        page.close()

    def test_the_clipboard(self):
        page = self.page()
        page.click_text("Copy")
        page.wait("navigator.clipboard.readText().then(text => text === 'copied text')", "the text is in the clipboard")
        page.click_text("Paste")
        self.says(page, "pasted copied text")
        page.run("navigator.share = undefined; 0")
        page.click_text("Share…")
        page.wait("navigator.clipboard.readText().then(text => text === 'shared text')", "what is shared is in the clipboard")
        assert not page.complaints(), page.complaints()
        page.close()

    def choose(self, page, selector, *files):
        node = page.call("DOM.getDocument")["root"]["nodeId"]
        field = page.call("DOM.querySelector", nodeId=node, selector=selector)["nodeId"]
        page.call("DOM.setFileInputFiles", nodeId=field, files=list(files))

    def test_files(self):
        page = self.page()
        picture = os.path.join(self.folder, "a picture.png")
        with open(picture, "wb") as file:
            # More than one part.
            file.write(b"\x89PNG" + os.urandom(250_000))
        self.choose(page, ".s-file-picker input", picture)
        self.says(page, "size 250004")
        text = os.path.join(self.folder, "read me.txt")
        with open(text, "w") as file:
            file.write("text of a file")
        page.click_text("Import")
        page.wait("document.querySelector('dialog:modal .s-file-picker input')")
        self.choose(page, "dialog .s-file-picker input", text)
        self.says(page, "file text of a file")
        page.wait("!document.querySelector('dialog')")
        page.run("""window.saved = new Promise(done => { HTMLAnchorElement.prototype.click = function () {
          fetch(this.href).then(answer => answer.text()).then(text => done(this.download + ': ' + text), e => done(this.download)); }; }); 0""")
        page.click_text("Export")
        self.says(page, "file Text.txt")
        assert page.run("window.saved").startswith("Text.txt"), page.run("window.saved")
        page.close()

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"


if __name__ == "__main__":
    live.main(Tests(sys.argv[1]), sys.argv[2:])
