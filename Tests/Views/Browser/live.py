# SPDX-License-Identifier: Apache-2.0
"""What the page's script does, in a browser: python3 live.py PROGRAM [test …]"""
import gzip
import inspect
import json
import os
import sys
import tempfile
import time
import traceback
import urllib.request

import chromium
import host


class Tests:
    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="live-")
        self.host = host.Host(program, "--file", self.folder + "/shelf.json")
        self.browser = chromium.Browser()

    def page(self, path="", **more):
        return self.browser.page(self.host.address + path, **more)

    def test_the_first_page_is_whole_without_scripts(self):
        page = self.page(scripts=False, context=self.browser.context())
        deadline = time.monotonic() + 20
        # Nothing can be evaluated in such a page: what it shows is asked of the accessibility tree.
        while time.monotonic() < deadline:
            tree = json.dumps(page.call("Accessibility.getFullAXTree"))
            if "Shelf" in tree and "Add" in tree:
                break
        assert "Shelf" in tree and "Add" in tree, tree[:500]
        page.close()

    def test_what_is_loaded_is_compressed(self):
        total, read = 0, {}
        names = ["live.js", "rows.js", "gestures.js", "motion.js", "style.css", "icons.svg"]
        for path in [""] + ["_/" + name for name in names]:
            for accepted in ("gzip", "identity"):
                request = urllib.request.Request(self.host.address + path, headers={"Accept-Encoding": accepted})
                with urllib.request.urlopen(request) as answer:
                    body = answer.read()
                    assert answer.headers["Vary"] == "Accept-Encoding"
                    assert answer.headers["Content-Encoding"] == ("gzip" if accepted == "gzip" else None), path
                    assert int(answer.headers["Content-Length"]) == len(body)
                    if accepted == "gzip":
                        total += len(body) + len(str(answer.headers))
                        body = gzip.decompress(body)
                    read[accepted] = body
            if path:
                assert read["gzip"] == read["identity"], path
            else:
                assert b"</html>" in read["gzip"]
        print(f"    {total} bytes for the first page and its files")
        assert total < 60_000, total

    def test_typing_adding_and_removing(self):
        page = self.page()
        names = "[...document.querySelectorAll('.name')].map(e => e.textContent)"
        page.click("[data-identifier=draft]")
        page.type("apple")
        page.key("Enter")
        page.wait(names + ".includes('apple')", "the row is there")
        page.wait("document.querySelector('[data-identifier=draft]').value === ''", "the host has emptied the field")
        assert page.run("document.activeElement.dataset.identifier") == "draft"
        page.type("pear")
        page.click("[data-identifier=add]")
        page.wait(names + ".includes('pear')")
        page.click("[data-identifier='remove apple']")
        page.wait("!" + names + ".includes('apple')")
        assert not page.complaints(), page.complaints()
        page.close()

    def test_the_caret_stays_when_the_host_changes_what_is_typed(self):
        page = self.page()
        page.click("[data-identifier=shouting]")
        page.type("abd")
        page.wait("document.querySelector('[data-identifier=shouting]').value === 'ABD'")
        page.key("ArrowLeft")
        page.type("c")
        page.wait("document.querySelector('[data-identifier=shouting]').value === 'ABCD'")
        assert page.run("document.querySelector('[data-identifier=shouting]').selectionStart") == 3
        page.type("x")
        page.wait("document.querySelector('[data-identifier=shouting]').value === 'ABCXD'")
        page.close()

    def test_fast_typing_is_not_overtaken(self):
        page = self.page()
        page.click("[data-identifier=shouting]")
        text = "the quick brown fox jumps over the lazy dog"
        page.type(text)
        page.wait(f"document.querySelector('[data-identifier=shouting]').value === {json.dumps(text.upper())}")
        page.close()

    def test_a_refused_value_is_taken_back(self):
        page = self.page()
        page.click("[data-identifier=short]")
        page.type("12345")
        page.wait("document.querySelector('[data-identifier=short]').value === '123'")
        page.close()

    def test_a_second_page_hears_of_a_change(self):
        first, second = self.page(), self.page(context=self.browser.context())
        second.run("""window.heard = new Promise(done => new MutationObserver(list => {
          if (document.body.innerText.includes("from the first")) done(Date.now());
        }).observe(document.body, { childList: true, subtree: true, characterData: true })); 0""")
        first.click("[data-identifier=draft]")
        first.insert("from the first")
        first.run("""window.sent = new Promise(done => document.querySelector("[data-identifier=add]")
          .addEventListener("click", () => done(Date.now()), { once: true })); 0""")
        first.click("[data-identifier=add]")
        took = second.run("window.heard") - first.run("window.sent")
        print(f"    the second page showed it after {took} ms")
        first.close()
        second.close()

    def test_focus_typed_text_and_what_is_open_survive_a_restart(self):
        page = self.page()
        page.click("summary")
        page.click("[data-identifier=notes]")
        page.type("half a sen")
        page.wait("document.querySelector('[data-identifier=notes]')._n === undefined || true")
        page.run("window.marker = 1")
        self.host.restart()
        page.wait("document.documentElement.dataset.live !== 'online'", "the page notices")
        page.wait("document.documentElement.dataset.live === 'online'", "the page is back")
        page.wait("document.querySelector('[data-identifier=\"notes echo\"]').textContent === 'half a sen'", "the host knows what is typed")
        page.type("tence")
        page.wait("document.querySelector('[data-identifier=\"notes echo\"]').textContent === 'half a sentence'")
        assert page.run("window.marker") == 1, "the page was loaded anew"
        assert page.run("document.activeElement.dataset.identifier") == "notes"
        assert page.run("document.querySelector('details').open")
        page.close()

    def test_no_event_is_lost_with_the_connection(self):
        page = self.page()
        before = int(page.run("document.querySelector('[data-identifier=count]').textContent"))
        page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        for _ in range(5):
            page.run("document.querySelector('[data-identifier=count]').click()")
        page.wait(f"document.querySelector('[data-identifier=count]').textContent === '{before + 5}'")
        page.close()

    def test_dialogs(self):
        page = self.page()
        page.click("[data-identifier=ask]")
        page.wait("document.querySelector('dialog:modal')")
        page.click("dialog [data-identifier=answer]")
        page.type("yes")
        page.key("Escape")
        page.wait("!document.querySelector('dialog')", "the host has closed it")
        page.wait("document.activeElement.dataset.identifier === 'ask'", "the focus is back")
        page.close()

    def test_back_and_forward(self):
        page = self.page()
        page.click("[data-identifier=about]")
        page.wait("location.pathname === '/about' && document.querySelector('h1').textContent === 'About'")
        page.wait("document.title === 'About'")
        page.run("history.back()")
        page.wait("location.pathname === '/' && document.querySelector('h1').textContent === 'Shelf'")
        page.run("history.forward()")
        page.wait("document.querySelector('h1').textContent === 'About'")
        page.call("Page.reload")
        page.wait("document.documentElement.dataset.live === 'online' && document.querySelector('h1').textContent === 'About'")
        page.close()

    def test_a_long_list_comes_in_windows(self):
        page = self.page("long")
        for row in (0, 50_000, 99_999, 20_000):
            page.run(f"""(() => {{ const list = document.querySelector('.rows'); const top = list.getBoundingClientRect().top + scrollY;
              scrollTo(0, top + {row} / 100000 * list.getBoundingClientRect().height - 100); }})()""")
            page.wait(f"""(() => {{ const here = [...document.querySelectorAll('.row')].filter(e => {{ const b = e.getBoundingClientRect();
              return b.bottom > 0 && b.top < innerHeight; }}).map(e => +e.dataset.identifier);
              return here.length > 5 && Math.abs(here[0] - {row}) < 40; }})()""", f"row {row} is in sight")
            assert page.run("document.querySelectorAll('.row').length") <= 500
        page.close()

    def test_a_list_of_models_comes_in_windows(self):
        rows = int(os.environ.get("ROWS", "20000"))
        board = host.Host(self.host.program, "--board", "--rows", str(rows))
        try:
            page = self.browser.page(board.address)
            page.wait("document.querySelectorAll('.s-row').length > 20")
            memory, took = board.memory(), []
            for place in (0.5, 0.1, 0.97, 0.3, 1):
                started = time.monotonic()
                page.run(f"""(() => {{ let el = document.querySelector('.s-row');
                  while (el && !(/auto|scroll/.test(getComputedStyle(el).overflowY) && el.scrollHeight > el.clientHeight + 9)) el = el.parentElement;
                  el = el || document.scrollingElement; el.scrollTop = {place} * (el.scrollHeight - el.clientHeight); }})()""")
                page.wait(f"""(() => {{ const seen = [...document.querySelectorAll('.s-row')].filter(e => {{ const b = e.getBoundingClientRect();
                    return b.bottom > 200 && b.top < innerHeight; }}).map(e => +e.innerText.match(/Entry (\\d+)/)[1]);
                  return seen.length > 5 && seen.every((k, i) => !i || k === seen[i - 1] + 1)
                    && Math.abs(seen[0] - {place * rows}) < {rows} * 0.01 + 60; }})()""", f"rows near {place * rows} are in sight")
                took.append(round((time.monotonic() - started) * 1000))
                assert page.run("document.querySelectorAll('.s-row').length") <= 500
            print(f"    windows of {rows} models were shown after {took} ms; {(board.memory() - memory) // 1024} kB more in memory")
            assert not page.complaints(), page.complaints()
            page.close()
        finally:
            board.stop()

    def test_rows_change_places(self):
        page = self.page("order")
        names = "[...document.querySelectorAll('.row')].map(e => e.textContent).join('')"
        page.wait(names + " === 'ABCDE'")
        x, y = page.run("(() => { const b = document.querySelector('.row').getBoundingClientRect(); return [b.right - 20, b.top + b.height / 2]; })()")
        bottom = page.run("document.querySelectorAll('.row')[2].getBoundingClientRect().bottom")
        page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=(y + bottom) / 2, button="left")
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=bottom - 3, button="left")
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=bottom - 3, button="left", clickCount=1)
        page.wait("document.querySelector('[data-identifier=\"order echo\"]').textContent === 'BCADE'", "the host has heard of it")
        page.wait(names + " === 'BCADE'")
        page.run("document.querySelectorAll('.row')[4].focus()")
        page.key("ArrowUp", modifiers=1)
        page.wait(names + " === 'BCAED'")
        page.close()

    def test_hostile_text_runs_nothing(self):
        page = self.page("hostile")
        page.wait("document.querySelectorAll('.hostile').length > 10")
        page.run("document.querySelectorAll('.hostile').forEach(e => e.click && e.tagName !== 'A' && e.click()); 0")
        page.click("[data-identifier=again]")
        page.wait("document.querySelector('[data-identifier=again]').textContent === 'sent again'")
        assert page.run("window.owned === undefined"), "a script of the data has run"
        assert page.run("document.querySelectorAll('script').length") == 4
        assert page.run("[...document.querySelectorAll('*')].every(e => [...e.attributes].every(a => !/^on/i.test(a.name)))")
        assert page.run("[...document.querySelectorAll('[href],[src]')].every(e => !/^\\s*(javascript|vbscript|data:text)/i.test(e.getAttribute('href') || e.getAttribute('src')))")
        page.close()

    def test_shortcuts_and_menus(self):
        page = self.page()
        before = int(page.run("document.querySelector('[data-identifier=count]').textContent"))
        page.key("k", code="KeyK", modifiers=2)
        page.wait(f"document.querySelector('[data-identifier=count]').textContent === '{before + 1}'")
        page.click("[data-identifier=more]")
        page.wait("document.querySelector('.s-menu').open")
        page.key("ArrowDown")
        page.key("ArrowDown")
        page.wait("document.activeElement.textContent === 'Second'")
        page.key("Enter")
        page.wait("document.querySelector('[data-identifier=\"menu echo\"]').textContent === 'second'")
        page.wait("!document.querySelector('.s-menu').open")
        page.click("[data-identifier=more]")
        page.wait("document.querySelector('.s-menu').open")
        page.key("Escape")
        page.wait("!document.querySelector('.s-menu').open")
        page.close()

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"


def restart_ended(tests):
    """Starts the programs again that have ended by themselves, and returns how: later tests fail for their own reasons."""
    found = []
    for running in vars(tests).values():
        if isinstance(running, host.Host) and running.process.poll() is not None:
            found.append(f"{os.path.basename(running.program)} ended with status {running.process.returncode}")
            running.start()
    return found


def main(tests, chosen):
    """Runs each method whose name begins with 'test_'."""
    failed = ran = 0
    for name, test in inspect.getmembers(tests, inspect.ismethod):
        if not name.startswith("test_") or chosen and not any(part in name for part in chosen):
            continue
        ran += 1
        started = time.monotonic()
        problem = ""
        try:
            test()
        except Exception:
            problem = traceback.format_exc()
        problem = "\n".join(restart_ended(tests) + [problem] * bool(problem))
        if problem:
            failed += 1
            print(f"FAILED {name[5:]}\n{problem}", flush=True)
        else:
            print(f"passed {name[5:]} ({time.monotonic() - started:.1f} s)", flush=True)
    tests.close()
    print(f"{ran - failed} passed, {failed} failed")
    sys.exit(1 if failed or not ran else 0)


if __name__ == "__main__":
    main(Tests(sys.argv[1]), sys.argv[2:])
