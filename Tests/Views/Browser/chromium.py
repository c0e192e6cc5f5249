# SPDX-License-Identifier: Apache-2.0
"""Drives Chromium over a pipe by the DevTools protocol; needs nothing but Python and the browser."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find():
    """The path of a browser, None if there is none."""
    for name in (os.environ.get("CHROMIUM"), *NAMES):
        path = name and shutil.which(name)
        if path:
            return path
    return None


class Failure(AssertionError):
    pass


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="browser-")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()

        def attach():
            # The browser reads from 3 and writes to 4.
            os.dup2(to_browser, 103)
            os.dup2(from_browser, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
             "--remote-debugging-pipe", "--user-data-dir=" + self.folder, "--window-size=1000,800", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=attach,
            close_fds=False)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._number = 0
        self.events = []

    def call(self, method, session=None, timeout=30, **parameters):
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            answer = self._read(end)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def _read(self, end):
        while b"\0" not in self._buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                raise Failure("the browser does not answer")
            part = os.read(self._in, 1 << 20)
            if not part:
                raise Failure("the browser has ended")
            self._buffer += part
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def context(self):
        """A browser of its own: no cookies of others."""
        return self.call("Target.createBrowserContext")["browserContextId"]

    def download(self, press, name, timeout=20):
        """The bytes of the file that `press` makes the browser save. Its name is there before its content is."""
        folder = tempfile.mkdtemp(prefix="download-", dir=self.folder)
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder, eventsEnabled=True)
        seen = len(self.events)
        press()
        end = time.monotonic() + timeout
        while True:
            for event in self.events[seen:]:
                if event.get("method") == "Browser.downloadProgress" and event["params"]["state"] != "inProgress":
                    assert event["params"]["state"] == "completed", event
                    with open(os.path.join(folder, name), "rb") as file:
                        return file.read()
            seen = len(self.events)
            self.events.append(self._read(end))

    def page(self, address, context=None, **size):
        return Page(self, address, context, **size)

    def close(self):
        try:
            self.call("Browser.close", timeout=5)
        except (Failure, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    def __init__(self, browser, address, context=None, width=1000, height=760, dark=False, phone=False, scripts=True,
                 before=None, prepare=None):
        """`before` is a script that runs before those of each document; such a page is not waited for. `prepare` is called
        with the page before it is opened."""
        self.browser, self.context = browser, context
        more = {"browserContextId": context} if context else {}
        target = browser.call("Target.createTarget", url="about:blank", **more)["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        if phone:
            width, height = 390, 844
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
                  mobile=phone)
        if phone:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        if before:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        self.scheme(dark)
        if prepare:
            prepare(self)
        self.open(address)
        if scripts and not before:
            self.wait("document.documentElement && document.documentElement.dataset.live === 'online'", "the page is live")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def open(self, address):
        self.call("Page.navigate", url=address)

    def reload(self):
        self.call("Page.reload")
        # The page before is there still, and says that it is connected.
        self.wait("document.readyState === 'complete'")

    def scheme(self, dark):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def run(self, script):
        """The value of a script."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise Failure(f"{script}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def wait(self, condition, what=None, timeout=20):
        """Waits until a condition holds, or what it promises; for as long as a machine may take, so that slow ones pass."""
        end = time.monotonic() + timeout
        error = None
        while time.monotonic() < end:
            try:
                if self.run("Promise.resolve(" + condition + ").then(value => !!value)"):
                    return
            except Failure as failure:
                error = failure
            time.sleep(0.01)
        raise Failure(f"never true: {what or condition}" + (f" ({error})" if error else "") + "\n" + self.text())

    def text(self):
        try:
            return self.run("document.body.innerText")[:2000]
        except Failure:
            return ""

    def rest(self):
        """Waits for the page to be connected, and for what moves: nobody clicks within milliseconds of a load."""
        self.wait("""(document.documentElement.dataset.live || 'online') === 'online' && document.readyState === 'complete'
          && document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations > 1)""",
                  "the page is at rest")

    def click(self, selector, count=1):
        """Clicks in the middle of an element, as a person does: fails if something lies over it."""
        self.wait(f"document.querySelector({json.dumps(selector)})", "there is " + selector)
        x, y = self.run(f"""(() => {{
          const el = document.querySelector({json.dumps(selector)});
          el.scrollIntoView({{ block: "nearest", behavior: "instant" }});
          const box = el.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        self.click_at(x, y, count)

    def click_at(self, x, y, count=1, button=0):
        """Button 0 is the left one, 2 the right one."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=("left", "middle", "right")[button],
                      clickCount=count)

    def click_text(self, text, within="body"):
        """Clicks the innermost button, link or row with a text."""
        self.rest()
        self.run(f"document.querySelectorAll('[data-target]').forEach(el => delete el.dataset.target)")
        find = f"""(() => {{
          const roots = [...document.querySelectorAll({json.dumps(within)})];
          for (const root of roots.reverse()) for (const el of root.querySelectorAll("button,a,summary,label,[data-e~=click]"))
            if ((el.innerText || "").trim() === {json.dumps(text)} || el.getAttribute("aria-label") === {json.dumps(text)}
                || el.title === {json.dumps(text)})
              if (el.getClientRects().length) {{ el.dataset.target = "1"; return true; }}
          return false; }})()"""
        self.wait(find, f"there is something to click called {text}")
        self.click("[data-target]")

    def key(self, key, code=None, modifiers=0, text=None):
        """Presses a key; modifiers: 1 Alt, 2 Control, 4 Command, 8 Shift."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "Backspace": 8, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37,
                 "ArrowRight": 39, "End": 35, "Home": 36, ".": 190, "-": 189}
        number = codes.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
        if key == "Enter":
            text = "\r"
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key, windowsVirtualKeyCode=number,
                  modifiers=modifiers, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key, windowsVirtualKeyCode=number,
                  modifiers=modifiers)

    def type(self, text):
        """Types letter by letter."""
        for letter in text:
            self.key(letter, code="Key" + letter.upper() if letter.isalpha() else letter, text=letter)

    def insert(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the console says of errors, and what the page's policy has blocked."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "?"))
            elif event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                entry = event["params"]["entry"]
                # The connection that is gone while the host starts anew.
                if "WebSocket" not in entry["text"]:
                    found.append(entry["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] == "error":
                found.append(str([a.get("description", a.get("value")) for a in event["params"]["args"]]))
        return found

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
