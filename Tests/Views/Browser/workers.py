# SPDX-License-Identifier: Apache-2.0
"""An app whose pages are evaluated by several processes: python3 workers.py PROGRAM [test …]"""
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import time

import chromium
import host
import live

REMARKS = "[...document.querySelectorAll('[data-identifier=remark]')].map(e => e.textContent)"


def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{process}/stat") as file:
        return ") Z " not in file.read()


class Tests:
    def __init__(self, program):
        self.program = program
        self.browser = chromium.Browser()
        self.folders = []
        self.host = self.start()

    def start(self, workers=2):
        folder = tempfile.mkdtemp(prefix="workers-")
        self.folders.append(folder)
        with open(os.path.join(folder, "errors"), "w") as errors:
            started = host.Host(self.program, "--crowd", "--store", folder + "/Crowd.store", "--workers", str(workers),
                                errors=errors)
        started.folder = folder
        return started

    def page(self, context, path=""):
        return self.browser.page(self.host.address + path, context=context)

    def process(self, page):
        page.wait("document.querySelector('[data-identifier=process]')")
        return int(page.run("document.querySelector('[data-identifier=process]').textContent").split()[1])

    def apart(self):
        """Two pages of different browsers, which different workers have."""
        pages = {}
        while len(pages) < 2:
            page = self.page(self.browser.context())
            pages.setdefault(self.process(page), page)
        return list(pages.values())

    def add(self, page, text):
        page.click("[data-identifier=draft]")
        page.insert(text)
        page.click_text("Add")
        page.wait("document.querySelector('[data-identifier=draft]').value === ''")

    def until(self, condition, what):
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "never: " + what
            time.sleep(0.01)

    def test_a_browser_stays_with_its_worker(self):
        first, second = self.apart()
        process = self.process(first)
        for _ in range(3):
            first.reload()
            first.wait("document.documentElement.dataset.live === 'online'")
            assert self.process(first) == process
        assert self.process(second) != process
        assert self.host.process.pid not in (process, self.process(second))
        # New browsers come to all of them in turn.
        processes = [self.process(self.page(self.browser.context())) for _ in range(4)]
        assert sorted(map(processes.count, set(processes))) == [2, 2], processes
        first.close()
        second.close()

    def test_what_one_saves_all_see(self):
        first, second = self.apart()
        for page, other, text in ((first, second, "of the first"), (second, first, "of the second")):
            self.add(page, text)
            other.wait(REMARKS + f".includes('{text}')", "the other worker's page shows it")
        assert not first.complaints(), first.complaints()
        first.close()
        second.close()

    def test_a_trap_ends_one_workers_pages(self):
        for how in ("trap", "kill"):
            hit, other = self.apart()
            for page, text in ((hit, "half of it"), (other, "kept")):
                page.click("[data-identifier=draft]")
                page.insert(text)
                page.wait(f"document.querySelector('[data-identifier=draft]').value === '{text}'")
            processes = self.process(hit), self.process(other)
            if how == "trap":
                hit.click_text("Trap")
            else:
                os.kill(processes[0], signal.SIGKILL)
            self.until(lambda: not is_alive(processes[0]), "the worker has ended")
            # The other one has noticed nothing.
            assert other.run("document.documentElement.dataset.live") == "online"
            other.click_text("Add")
            other.wait(REMARKS + ".includes('kept')")
            assert self.process(other) == processes[1]
            # Its pages begin anew, with what was typed.
            hit.wait("document.documentElement.dataset.live === 'online' && document.querySelector('[data-identifier=process]')"
                     f".textContent !== 'process {processes[0]}'", "it is connected with the worker's successor", 60)
            hit.wait("document.querySelector('[data-identifier=draft]').value === 'half of it'", "what was typed is there")
            hit.wait(REMARKS + ".includes('kept')")
            hit.click_text("Add")
            other.wait(REMARKS + ".includes('half of it')")
            with open(os.path.join(self.host.folder, "errors")) as errors:
                assert "A worker has ended (signal" in errors.read()
            hit.close()
            other.close()

    def test_an_action_holds_up_one_workers_pages(self):
        held, other = self.apart()
        process = self.process(other)
        held.click_text("Hold up")
        # What comes for the worker that is held up waits there; new browsers come to the other one.
        knocking = socket.create_connection(("127.0.0.1", self.host.port))
        cookies = self.browser.call("Storage.getCookies", browserContextId=held.context)["cookies"]
        cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
        knocking.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.host.port}\r\nCookie: {cookie}\r\n\r\n".encode())
        for _ in range(4):
            assert int(re.search(rb"process (\d+)", self.get())[1]) == process
        for number in range(5):
            self.add(other, f"meanwhile {number}")
            other.wait(REMARKS + f".includes('meanwhile {number}')")
        assert held.run("document.querySelector('[data-identifier=held]').textContent") == "held 0 times"
        open(os.path.join(self.host.folder, "go"), "w").close()
        held.wait("document.querySelector('[data-identifier=held]').textContent === 'held 1 times'")
        answer = b""
        while part := knocking.recv(65536):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200"), answer[:100]
        knocking.close()
        held.wait(REMARKS + ".includes('meanwhile 4')")
        held.close()
        other.close()

    # Without a browser.

    def request(self, text, pause=0.0):
        """What is answered until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.host.port)) as connection:
            connection.settimeout(60)
            for part in ([text] if not pause else [text[at:at + 7] for at in range(0, len(text), 7)]):
                connection.sendall(part)
                time.sleep(pause)
            answer = b""
            while part := connection.recv(65536):
                answer += part
            return answer

    def get(self, cookie=None, **more):
        head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.host.port}\r\n"
        return self.request((head + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode(), **more)

    def test_requests_of_other_programs(self):
        answer = self.get()
        assert answer.startswith(b"HTTP/1.1 200") and b"</html>" in answer, answer[:300]
        # A proxy must not send another browser's request over the same connection.
        assert b"connection: close" in answer.split(b"\r\n\r\n")[0].lower()
        cookie = re.search(rb"[Ss]et-[Cc]ookie: ([^;]+)", answer)[1].decode()
        process = re.search(rb"process (\d+)", answer)[1]
        for _ in range(4):
            assert re.search(rb"process (\d+)", self.get(cookie))[1] == process
        # In pieces; and what is no request.
        assert re.search(rb"process (\d+)", self.get("other=1; " + cookie, pause=0.01))[1] == process
        for text in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 60_000 + b"\r\n\r\n"):
            assert not self.request(text).startswith(b"HTTP/1.1 200")
        # Half a request, and no more: nobody waits for the rest, as for one who has said nothing yet.
        earlier = socket.create_connection(("127.0.0.1", self.host.port))
        self.until(lambda: self.host.connections() == 1, "it is accepted")
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", self.host.port)) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
        self.until(lambda: self.host.connections() <= 1, "they are closed")
        earlier.setblocking(False)
        try:
            assert earlier.recv(1) and False, "they were closed when their time was over"
        except BlockingIOError:
            earlier.close()
        # Whoever says nothing does not stand in the way.
        silent = [socket.create_connection(("127.0.0.1", self.host.port)) for _ in range(50)]
        assert self.get().startswith(b"HTTP/1.1 200")
        for connection in silent:
            connection.close()

    def test_all_end_together(self):
        for how in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            started = self.start(3)
            workers = children(started.process.pid)
            assert len(workers) == 3, workers
            status = started.stop(how)
            assert status == (-9 if how == signal.SIGKILL else 0), (how, status)
            self.until(lambda: not any(map(is_alive, workers)), "the workers have ended")
        # One that an action holds up is ended by force.
        started = self.start()
        workers = children(started.process.pid)
        page = self.browser.page(started.address, context=self.browser.context())
        page.click_text("Hold up")
        page.rest()
        assert started.stop() == 0
        assert not any(map(is_alive, workers))
        page.close()

    def test_a_worker_that_cannot_start_ends_all(self):
        try:
            host.Host(self.program, "--crowd", "--store", "/dev/null/no/folder", "--workers", "2",
                      errors=open(os.devnull, "w"))
            raise Exception("it has started")
        except AssertionError as error:
            assert "has ended" in str(error), error

    def close(self):
        self.browser.close()
        assert self.host.stop() == 0, "the program did not end by itself"
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)


def children(process):
    """Threads start processes, too."""
    found = []
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/children") as file:
            found += [int(word) for word in file.read().split()]
    return found


if __name__ == "__main__":
    # Its programs crash on purpose, and are awaited.
    os.environ.setdefault("SWIFT_BACKTRACE", "enable=no")
    live.main(Tests(sys.argv[1]), sys.argv[2:])
