# SPDX-License-Identifier: Apache-2.0
"""Drives Firefox by WebDriver BiDi; needs nothing but Python and the browser. A page does what one of chromium.py does."""
import base64
import json
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import tempfile
import time

import chromium
from chromium import Failure

NAMES = ("firefox-esr", "firefox")

# The code points of keys that are no letters, which WebDriver has for them.
KEYS = {"Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue006", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
        "Escape": "\ue00c", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011",
        "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017",
        "Meta": "\ue03d"}
MODIFIERS = ((1, "Alt"), (2, "Control"), (4, "Meta"), (8, "Shift"))

# What a new profile asks, offers and fetches.
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "browser.aboutwelcome.enabled": False,
    "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False, "app.update.auto": False, "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "extensions.update.enabled": False, "signon.rememberSignons": False, "intl.accept_languages": "en-US",
    # Without it, prompts of 'beforeunload' do not appear in automated browsers.
    "dom.disable_beforeunload": False,
}


def find():
    """The path of a browser, None if there is none."""
    for name in (os.environ.get("FIREFOX"), *NAMES):
        path = name and shutil.which(name)
        if path:
            return path
    return None


class Socket:
    """A WebSocket, as far as a client of one server needs it."""

    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.buffer, self.part = b"", b""
        while b"\r\n\r\n" not in self.buffer:
            self._read(time.monotonic() + 30)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Failure(f"the browser does not open a WebSocket: {head!r}")

    def _read(self, end):
        left = end - time.monotonic()
        if left <= 0 or not select.select([self.socket], [], [], left)[0]:
            raise Failure("the browser does not answer")
        part = self.socket.recv(1 << 20)
        if not part:
            raise Failure("the browser has ended")
        self.buffer += part

    def send(self, text):
        self._frame(0x81, text.encode())

    def _frame(self, kind, data):
        length = len(data)
        if length < 126:
            head = bytes([kind, 0x80 | length])
        elif length < 1 << 16:
            head = bytes([kind, 0xFE]) + struct.pack(">H", length)
        else:
            head = bytes([kind, 0xFF]) + struct.pack(">Q", length)
        mask = os.urandom(4)
        whole = int.from_bytes((mask * (length // 4 + 1))[:length], "big") ^ int.from_bytes(data, "big")
        self.socket.sendall(head + mask + whole.to_bytes(length, "big"))

    def receive(self, end):
        """The next text, whole."""
        while True:
            frame = self._take()
            if frame is None:
                self._read(end)
                continue
            first, data = frame
            if first & 15 == 9:
                self._frame(0x8A, data)
            elif first & 15 == 8:
                raise Failure("the browser has closed the connection")
            elif first & 15 in (0, 1):
                self.part += data
                if first & 0x80:
                    text, self.part = self.part.decode(), b""
                    return text

    def _take(self):
        if len(self.buffer) < 2:
            return None
        length, start = self.buffer[1] & 0x7F, 2
        more = {126: 2, 127: 8}.get(length, 0)
        if len(self.buffer) < start + more:
            return None
        if more:
            length, start = int.from_bytes(self.buffer[2:2 + more], "big"), 2 + more
        if len(self.buffer) < start + length:
            return None
        first, data = self.buffer[0], self.buffer[start:start + length]
        self.buffer = self.buffer[start + length:]
        return first, data

    def close(self):
        self.socket.close()


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="firefox-")
        with open(self.folder + "/user.js", "w") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        environment = {**os.environ, "HOME": self.folder, "MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1",
                       "LANG": "en_US.UTF-8", "LANGUAGE": "en_US"}
        self.process = subprocess.Popen(
            [find(), "--headless", "--no-remote", "--profile", self.folder, "--remote-debugging-port", "0",
             "--width", "1000", "--height", "800", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        port = self._port()
        self._number = 0
        self.events = []
        self.socket = Socket(port, "/session")
        answer = self.call("session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}})
        self.version = answer["capabilities"]["browserVersion"]
        self.call("session.subscribe", events=["log.entryAdded"])

    def _port(self):
        end, text = time.monotonic() + 60, b""
        while True:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stderr], [], [], left)[0]:
                raise Failure(f"Firefox prints no address: {text[-1000:]!r}")
            part = os.read(self.process.stderr.fileno(), 4096)
            if not part:
                raise Failure(f"Firefox has ended: {text[-1000:]!r}")
            text += part
            found = re.search(rb"WebDriver BiDi listening on ws://[^:]*:(\d+)", text)
            if found:
                # What it says later must not fill the pipe.
                subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.process.stderr.close()
                return int(found[1])

    def call(self, method, timeout=60, **parameters):
        self._number += 1
        number = self._number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        end = time.monotonic() + timeout
        while True:
            answer = json.loads(self.socket.receive(end))
            if answer.get("id") == number:
                if answer.get("type") == "error":
                    raise Failure(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            self.events.append(answer)

    def context(self):
        """A browser of its own: no cookies of others."""
        return self.call("browser.createUserContext")["userContext"]

    def page(self, address, context=None, **more):
        return Page(self, address, context, **more)

    def close(self):
        try:
            self.call("browser.close", timeout=10)
        except (Failure, OSError):
            pass
        self.socket.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page(chromium.Page):
    """A tab. What one does on it is that of the other browser's; how it is done is this one's."""

    def __init__(self, browser, address, context=None, width=1000, height=760, phone=False):
        self.browser = browser
        more = {"userContext": context} if context else {}
        self.target = browser.call("browsingContext.create", type="tab", **more)["context"]
        if phone:
            width, height = 390, 844
        self.call("browsingContext.setViewport", viewport={"width": width, "height": height})
        self.open(address)
        self.wait("document.documentElement && document.documentElement.dataset.live === 'online'", "the page is live")

    def call(self, method, **parameters):
        return self.browser.call(method, context=self.target, **parameters)

    def open(self, address):
        self.call("browsingContext.navigate", url=address, wait="complete")

    def reload(self):
        self.call("browsingContext.reload", wait="complete")

    def activate(self):
        self.call("browsingContext.activate")

    def run(self, script):
        answer = self.browser.call(
            "script.evaluate", target={"context": self.target}, expression=script, awaitPromise=True,
            resultOwnership="none", serializationOptions={"maxDomDepth": 0})
        if answer["type"] == "exception":
            raise Failure(f"{script}: {answer['exceptionDetails']['text']}")
        return value(answer["result"])

    def act(self, kind, actions, **more):
        self.call("input.performActions", actions=[{"type": kind, "id": kind, "actions": actions, **more}])

    def mouse(self, kind, x, y, button=0):
        """Moved, Pressed or Released."""
        action = {"Moved": {"type": "pointerMove", "x": round(x), "y": round(y)},
                  "Pressed": {"type": "pointerDown", "button": button},
                  "Released": {"type": "pointerUp", "button": button}}[kind]
        self.act("pointer", [action], parameters={"pointerType": "mouse"})

    def click_at(self, x, y, count=1, button=0):
        """Button 0 is the left one, 2 the right one."""
        steps = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        for _ in range(count):
            steps += [{"type": "pointerDown", "button": button}, {"type": "pointerUp", "button": button}]
        self.act("pointer", steps, parameters={"pointerType": "mouse"})

    def key(self, key, code=None, modifiers=0, text=None):
        held = [KEYS[name] for bit, name in MODIFIERS if modifiers & bit]
        value = KEYS.get(key, key)
        self.act("key", [{"type": "keyDown", "value": each} for each in held]
                 + [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
                 + [{"type": "keyUp", "value": each} for each in reversed(held)])

    def insert(self, text):
        self.type(text)

    def screenshot(self, path, whole=False):
        data = self.call("browsingContext.captureScreenshot", origin="document" if whole else "viewport")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the console says of errors."""
        found = []
        for event in self.browser.events:
            entry = event.get("params", {})
            if event.get("method") != "log.entryAdded" or entry.get("level") != "error":
                continue
            if entry.get("source", {}).get("context") != self.target:
                continue
            # The connection that is gone while the host starts anew.
            if "WebSocket" not in (entry.get("text") or "") and "ws://" not in (entry.get("text") or ""):
                found.append(entry.get("text"))
        return found

    def close(self):
        self.browser.call("browsingContext.close", context=self.target)


def value(told):
    """What BiDi tells of a value, as Python has it."""
    if told["type"] == "array":
        return [value(each) for each in told.get("value", [])]
    if told["type"] == "object":
        return {name: value(each) for name, each in told.get("value", [])}
    if told["type"] == "number":
        return float(told["value"]) if isinstance(told["value"], str) else told["value"]
    return told["value"] if told["type"] in ("string", "boolean") else None
