# SPDX-License-Identifier: Apache-2.0
"""Pages without a browser, for web.py: what they say, hear and cost on the wire."""
import base64
import gzip
import json
import os
import re
import socket
import struct
import time
import urllib.request


class Session:
    """A page with its connection, without a browser."""

    def __init__(self, port):
        started = time.perf_counter()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            self.html = answer.read().decode()
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.first_page = time.perf_counter() - started
        self.number = 0
        # Bytes on the wire in both directions, from the request for the connection on.
        self.sent = self.received = 0
        token = re.search('data-page="([^"]+)"', self.html)[1]
        known = int(re.search('data-number="([^"]+)"', self.html)[1])
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.put((
            f"GET /_/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        ).encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.take()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head
        self.send({"p": token, "q": known, "at": "/"})
        self.wait(lambda text: True)

    def put(self, data):
        self.sent += len(data)
        self.socket.sendall(data)

    def take(self):
        part = self.socket.recv(1 << 20)
        assert part, "the host has closed the connection"
        self.received += len(part)
        self.buffer += part

    def placeholder(self, name):
        return re.search(f'<input id="([^"]+)"[^>]*placeholder="{name}"', self.html)[1]

    def button(self, name):
        return re.search(f'<button id="([^"]+)"[^>]*>(?:<[^>]*>)*{name}<', self.html)[1]

    def send(self, message):
        data = json.dumps(message).encode()
        length = len(data)
        head = bytes([0x81, 0x80 | length]) if length < 126 else bytes([0x81, 0xFE]) + struct.pack(">H", length)
        self.put(head + b"\0\0\0\0" + data)

    def event(self, *events):
        self.number += len(events)
        self.send({"n": self.number, "e": events})

    def frames(self):
        """The texts that have come; reads once."""
        self.take()
        texts = []
        while len(self.buffer) >= 2:
            length, start = self.buffer[1], 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                break
            kind = self.buffer[0] & 15
            if kind == 1:
                texts.append(self.buffer[start:start + length].decode())
            elif kind == 9:
                # Who does not answer pings is taken for gone.
                self.put(bytes([0x8A, 0x80 | length]) + b"\0\0\0\0" + self.buffer[start:start + length])
            else:
                raise AssertionError(f"the host has sent a frame of kind {kind}: {self.buffer[start:start + length]!r}")
            self.buffer = self.buffer[start + length:]
        return texts

    def wait(self, condition):
        while True:
            for text in self.frames():
                if condition(text):
                    return text


def wire(port):
    """How many bytes a browser without a cache loads until a page is there, with their headers: the page and its files."""
    total, paths = 0, ["/"]
    while paths:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{paths.pop()}", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            total += len(body) + len(str(answer.headers))
            if answer.headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            if answer.headers["Content-Type"].startswith("text/html"):
                paths += re.findall(r'(?:src|href|data-icons)="(/_/[^"]+)"', body.decode())
    return total


class Reader:
    """A connection over which pages are read one after the other."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.buffer = b""

    def page(self):
        """Reads once; the page if it is whole."""
        part = self.socket.recv(1 << 20)
        assert part, "the host has closed the connection"
        self.buffer += part
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head) if found else None
        if not length or len(body) < int(length[1]):
            return None
        self.buffer = body[int(length[1]):]
        return body[:int(length[1])]
