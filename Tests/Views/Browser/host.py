# SPDX-License-Identifier: Apache-2.0
"""Starts a program that shows itself in browsers, and ends it."""
import os
import re
import select
import signal
import socket
import subprocess
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Host:
    def __init__(self, program, *arguments, port=None, environment=None, errors=None):
        """`errors` is a file for what the program says of itself."""
        self.program, self.arguments = program, arguments
        self.port = port or free_port()
        self.errors = errors
        # A program that crashes says where, unless the caller crashes it on purpose.
        self.environment = {
            "SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none", **os.environ, **(environment or {})}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, *self.arguments, "--port", str(self.port)], stdout=subprocess.PIPE, env=self.environment,
            stdin=subprocess.DEVNULL, stderr=self.errors)
        end = time.monotonic() + 60
        text = b""
        while True:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise AssertionError(f"{self.program} prints no address: {text!r}")
            part = os.read(self.process.stdout.fileno(), 4096)
            if not part:
                raise AssertionError(f"{self.program} has ended: {text!r}, {self.process.wait()}")
            text += part
            found = re.search(rb"http://\S+", text)
            if found:
                # Where a token lets one in, it follows the address.
                self.address, _, self.token = found[0].decode().partition("?")
                return

    def url(self, path=""):
        """The address of a path, with what lets one in."""
        return self.address + path + (("&" if "?" in path else "?") + self.token if self.token else "")

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the program does not end when it is asked to")

    def restart(self, how=signal.SIGKILL):
        """Ends the program, by default without a warning, and starts it again at the same port."""
        self.process.send_signal(how)
        self.process.wait(20)
        self.start()

    def connections(self):
        """How many connections the program itself has."""
        with open("/proc/net/tcp") as table:
            rows = [line.split() for line in table.readlines()[1:]]
        inodes = {row[9] for row in rows if row[1].endswith(f":{self.port:04X}") and row[3] != "0A"}
        found = 0
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                found += os.readlink(f"/proc/{self.process.pid}/fd/{name}")[8:-1] in inodes
            except OSError:
                pass
        return found

    def memory(self):
        """What the program has in memory, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) * 1024
