# SPDX-License-Identifier: Apache-2.0
"""A network between browsers and a program, which can be cut, or swallow everything without a word."""
import selectors
import socket
import threading


class Network:
    """Listens at a port of its own, and hands on what comes to another one."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._state, self._ends = "up", False
        self._pairs = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.listener, selectors.EVENT_READ)
        self._wake, self._woken = socket.socketpair()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def up(self):
        """All is well again. What was swallowed is gone with its connections, as after a router has forgotten them."""
        self._set("up")

    def cut(self):
        """Ends all connections, and refuses others."""
        self._set("cut")

    def swallow(self):
        """Connections seem to be there, but nothing arrives: as behind a router that is gone."""
        self._set("swallow")

    def close(self):
        self._ends = True
        self._set("cut")
        self._thread.join(10)
        self.listener.close()

    def _set(self, state):
        self._state = state
        self._wake.send(b".")

    def _drop(self, one):
        other = self._pairs.pop(one, None)
        for each in (one, other):
            if each is not None:
                self._pairs.pop(each, None)
                try:
                    self._selector.unregister(each)
                except (KeyError, ValueError):
                    pass
                each.close()

    def _accept(self):
        client, _ = self.listener.accept()
        if self._state == "cut":
            return client.close()
        try:
            server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            return client.close()
        server.settimeout(None)
        for one, other in ((client, server), (server, client)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._pairs[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _hand_on(self, one):
        try:
            part = one.recv(1 << 16)
            if part and self._state == "up":
                self._pairs[one].sendall(part)
        except (OSError, KeyError):
            part = b""
        if not part:
            self._drop(one)

    def _run(self):
        swallowed = False
        while not self._ends:
            for key, _ in self._selector.select(1):
                if key.fileobj is self._woken:
                    self._woken.recv(64)
                    if self._state == "cut" or self._state == "up" and swallowed:
                        for one in list(self._pairs):
                            self._drop(one)
                    swallowed = self._state == "swallow"
                elif key.fileobj is self.listener:
                    self._accept()
                elif key.fileobj in self._pairs:
                    self._hand_on(key.fileobj)
        for one in list(self._pairs):
            self._drop(one)
