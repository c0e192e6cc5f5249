# SPDX-License-Identifier: Apache-2.0
"""A client of the protocol of sync, written from Documentation/SyncProtocol.md alone; the standard library only.

It reads commands from its standard input, a line of JSON each, and answers each with a line:

    {"insert": ["Item", "1"], "fields": {"title": "a"}}      {"set": ["Item", "1"], "field": "title", "value": "b"}
    {"link": ["Item", "1"], "to": ["Tag", "2"], "as": "tags"}   {"unlink": …}   {"delete": ["Item", "1"]}
    {"set": ["Item", "1"], "field": "owner", "large": {"bytes": "AAE="} or {"text": "a"}}     a large value
    {"large": ["Item", "1"], "field": "owner"}     the same, loaded from the server
    {"sync": true}   {"dump": true}
"""
import base64
import hashlib
import http.client
import json
import secrets
import sys
import time
import urllib.parse

MASK = (1 << 64) - 1
UNIQUE = {"Tag": ["name"]}
# Of a large value, at once: few bytes, so that there are several parts.
PART = 1000


# Checksums

def mix(word):
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


class Digest:
    def __init__(self):
        self.state = 0xCBF29CE484222325

    def byte(self, byte):
        self.state = ((self.state ^ byte) * 0x100000001B3) & MASK

    def words(self, *words):
        for word in words:
            self.state = (mix(self.state ^ (word & MASK)) * 0x100000001B3) & MASK
        return self

    def text(self, text):
        for byte in text.encode():
            self.byte(byte)
        self.byte(0xFF)
        return self

    @property
    def value(self):
        return mix(self.state)


def identity_digest(identity):
    return Digest().text(identity[0]).text(identity[1]).value


def stamp_digest(stamp):
    return Digest().words(stamp[0], stamp[1], int(stamp[2], 16)).value


def value_digest(value):
    digest = Digest()
    if value is None:
        digest.words(0)
    elif isinstance(value, bool):
        digest.words(2 if value else 1)
    elif isinstance(value, str):
        digest.words(5).text(value)
    else:
        (kind, content), = value.items()
        if kind == "integer":
            digest.words(3, int(content))
        elif kind == "real":
            digest.words(4, int(content, 16))
        elif kind == "date":
            digest.words(7, int(content, 16))
        elif kind == "reference":
            digest.words(9, identity_digest(content))
        elif kind == "uuid":
            digest.words(8)
            for byte in bytes.fromhex(content.replace("-", "")):
                digest.byte(byte)
        elif kind == "bytes":
            digest.words(6)
            for byte in base64.b64decode(content):
                digest.byte(byte)
        elif kind == "blob":
            digest.words(11 if content["isText"] else 10, content["size"])
            digest.words(*(int(content["sha256"][start:start + 16], 16) for start in range(0, 64, 16)))
    return digest.value


def record_digest(identity, version, record):
    total = 0
    for name, field in record["fields"].items():
        digest = Digest().text(name).words(value_digest(field["value"]), stamp_digest(field["stamp"]))
        total += digest.value
    for name, links in record["links"].items():
        members = sum(
            Digest().words(1, int(number[:16], 16), int(number[16:], 16), identity_digest(target)).value
            for number, target in links["members"].items())
        removed = sum(
            Digest().words(2, int(number[:16], 16), int(number[16:], 16), stamp_digest(stamp)).value
            for number, stamp in links["removed"].items())
        if links["members"] or links["removed"]:
            total += Digest().text(name).words(members + removed).value
    digest = Digest().words(identity_digest(identity), version, total, stamp_digest(record["life"]["stamp"]), 0)
    return digest.value


# Records: {"created", "life", "fields", "links"}

def copy(record):
    return json.loads(json.dumps(record))


def key(stamp):
    return (stamp[0], stamp[1], int(stamp[2], 16))


def later(a, b):
    return a if key(a["stamp"]) > key(b["stamp"]) else b


def is_alive(record):
    return record is not None and not record["life"]["deleted"]


def references(record):
    for name, field in record["fields"].items():
        if isinstance(field["value"], dict) and "reference" in field["value"]:
            yield name, tuple(field["value"]["reference"])
    for name, links in record["links"].items():
        for target in links["members"].values():
            yield name, tuple(target)


def received(message):
    return {
        "created": message["created"], "life": message["life"], "fields": message.get("fields", {}),
        "links": message.get("links", {}),
    }


def values(record):
    """What counts as an edit: values and members, no stamps."""
    members = {name: links["members"] for name, links in record["links"].items() if links["members"]}
    return ({name: field["value"] for name, field in record["fields"].items()}, members)


def merged_links(base, a, b):
    removed = {**a["removed"], **b["removed"]}
    members = {**a["members"], **b["members"]}
    for number in list(members):
        was = base is not None and number in base["members"]
        if number in removed or was and not (number in a["members"] and number in b["members"]):
            del members[number]
    return {"members": members, "removed": removed}


def merge(base, local, remote, gone):
    result = copy(remote)
    if key(local["created"]) < key(remote["created"]):
        result["created"] = local["created"]
    for name, mine in local["fields"].items():
        theirs = remote["fields"].get(name)
        old = base["fields"].get(name) if base else None
        if theirs is None or theirs["value"] == mine["value"]:
            result["fields"][name] = mine if theirs is None else later(mine, theirs)
        elif old is not None and old["value"] == mine["value"]:
            pass
        elif old is not None and old["value"] == theirs["value"]:
            result["fields"][name] = mine
        else:
            result["fields"][name] = later(mine, theirs)
    empty = {"members": {}, "removed": {}}
    for name, mine in local["links"].items():
        old = base["links"].get(name) if base else None
        result["links"][name] = merged_links(old, mine, remote["links"].get(name, empty))
    if local["life"]["deleted"] == remote["life"]["deleted"]:
        result["life"] = remote["life"] if "successor" in remote["life"] else later(local["life"], remote["life"])
    elif base is not None and local["life"]["deleted"] == base["life"]["deleted"]:
        # Only others have changed it.
        result["life"] = remote["life"]
        if remote["life"]["deleted"] and "successor" not in remote["life"] and is_edited(base, local, gone):
            result["life"] = {"deleted": False, "stamp": max(local["life"]["stamp"], remote["life"]["stamp"], key=key)}
    elif base is not None:
        kept = not local["life"]["deleted"] or not is_edited(base, remote, gone)
        result["life"] = local["life"] if kept else remote["life"]
    else:
        result["life"] = remote["life"] if local["life"]["deleted"] else local["life"]
    return result


def is_edited(base, record, gone):
    old, new = copy(base), copy(record)
    for name, target in list(references(base)):
        if not gone(target):
            continue
        if name in old["fields"] and new["fields"].get(name, {}).get("value") is None:
            old["fields"][name]["value"] = None
        elif name in old["links"]:
            for number in list(old["links"][name]["members"]):
                if number not in new["links"].get(name, {"members": {}})["members"]:
                    del old["links"][name]["members"][number]
    return values(old) != values(new)


def joined(a, b):
    """Two histories without a common base."""
    result = copy(b)
    result["created"] = min(a["created"], b["created"], key=key)
    for name, field in a["fields"].items():
        result["fields"][name] = later(field, b["fields"][name]) if name in b["fields"] else field
    for name, links in a["links"].items():
        result["links"][name] = merged_links(None, links, b["links"].get(name, {"members": {}, "removed": {}}))
    if a["life"]["deleted"] == b["life"]["deleted"]:
        result["life"] = later(a["life"], b["life"])
    else:
        dead, alive = (a, b) if a["life"]["deleted"] else (b, a)
        last = max([alive["life"]["stamp"]] + [field["stamp"] for field in alive["fields"].values()], key=key)
        result["life"] = alive["life"] if key(dead["life"]["stamp"]) < key(last) else dead["life"]
    return result


class Row:
    def __init__(self):
        self.base, self.version, self.local = None, 0, None


class Device:
    def __init__(self, address, account, token, zone, page=100, schema=None):
        self.url = urllib.parse.urlsplit(address)
        self.headers = {"Authorization": "Bearer " + token}
        if schema is not None:
            self.headers["Sync-Schema"] = schema
        self.account, self.token, self.zone, self.page = account, token, zone, page
        self.node = "%016x" % secrets.randbits(64)
        self.latest = (0, 0)
        self.lineage, self.cursor, self.acknowledged, self.rows, self.push = None, 0, 0, {}, None
        # Large values that this device may have to send, by their hashes.
        self.large = {}

    # Editing

    def stamp(self):
        now = int(time.time() * 1000)
        self.latest = (now, 0) if now > self.latest[0] else (self.latest[0], self.latest[1] + 1)
        return [self.latest[0], self.latest[1], self.node]

    def observe(self, record):
        for stamp in [record["life"]["stamp"]] + [field["stamp"] for field in record["fields"].values()]:
            self.latest = max(self.latest, (stamp[0], stamp[1]))

    def insert(self, identity, fields):
        stamp = self.stamp()
        row = self.rows.setdefault(identity, Row())
        row.local = {
            "created": stamp, "life": {"deleted": False, "stamp": stamp}, "links": {},
            "fields": {name: {"value": value, "stamp": stamp} for name, value in fields.items()},
        }

    def set(self, identity, field, value):
        self.rows[identity].local["fields"][field] = {"value": value, "stamp": self.stamp()}

    def set_large(self, identity, field, value):
        is_text = "text" in value
        data = value["text"].encode() if is_text else base64.b64decode(value["bytes"])
        name = hashlib.sha256(data).hexdigest()
        self.large[name] = data
        self.set(identity, field, {"blob": {"isText": is_text, "sha256": name, "size": len(data)}})

    def link(self, identity, relationship, target):
        links = self.rows[identity].local["links"].setdefault(relationship, {"members": {}, "removed": {}})
        if list(target) not in links["members"].values():
            links["members"][secrets.token_hex(16)] = list(target)

    def unlink(self, identity, relationship, target):
        self.remove_members(self.rows[identity].local, relationship, target)

    def remove_members(self, record, relationship, target):
        links = record["links"].get(relationship, {"members": {}, "removed": {}})
        for number, member in list(links["members"].items()):
            if tuple(member) == tuple(target):
                del links["members"][number]
                links["removed"][number] = self.stamp()

    def delete(self, identity):
        self.clear(identity)
        self.rows[identity].local["life"] = {"deleted": True, "stamp": self.stamp()}

    def clear(self, identity):
        changed = False
        for row in self.rows.values():
            if not is_alive(row.local):
                continue
            for name, target in list(references(row.local)):
                if target != identity:
                    continue
                changed = True
                if name in row.local["fields"]:
                    row.local["fields"][name] = {"value": None, "stamp": self.stamp()}
                else:
                    self.remove_members(row.local, name, target)
        return changed

    # Sending

    def ask(self, kind, body):
        message = {"version": 1, "account": self.account, "zone": self.zone, kind: body}
        data = json.dumps(message, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=60)
        connection.request("POST", "/v1/sync", data, {**self.headers, "Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read()
        connection.close()
        if response.status != 200:
            raise RuntimeError("status %d: %s" % (response.status, text.decode()))
        return json.loads(text)

    def transfer(self, method, name, body=None, **query):
        """A part of a large value, either way."""
        query = urllib.parse.urlencode({"zone": self.zone, **query})
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=60)
        connection.request(method, "/v1/blobs/%s?%s" % (name, query), body, self.headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        if response.status != 200:
            raise RuntimeError("status %d: %s" % (response.status, data.decode()))
        return data

    def send_large(self, blob):
        """False: neither the server nor this device has it."""
        def put(part, offset):
            answer = self.transfer("PUT", blob["sha256"], part, size=blob["size"], offset=offset)
            return json.loads(answer)["received"]
        count, data = put(b"", 0), self.large.get(blob["sha256"])
        while count < blob["size"]:
            if data is None:
                return False
            count = put(data[count:count + PART], count)
        return True

    def load_large(self, identity, field):
        blob = self.rows[identity].local["fields"][field]["value"]["blob"]
        data = b""
        while len(data) < blob["size"]:
            part = self.transfer("GET", blob["sha256"], offset=len(data), count=PART)
            if not part:
                raise RuntimeError("the value ends after %d of %d bytes" % (len(data), blob["size"]))
            data += part
        if hashlib.sha256(data).hexdigest() != blob["sha256"]:
            raise RuntimeError("another value was loaded")
        return {"text": data.decode()} if blob["isText"] else {"bytes": base64.b64encode(data).decode()}

    def sync(self):
        for _ in range(200):
            if self.push is not None:
                self.send_push()
                continue
            self.pull()
            self.make_push()
            if self.push is None:
                return
        raise RuntimeError("sync does not come to an end")

    def pull(self):
        if self.lineage is None:
            return self.load({"generation": "0" * 16, "forks": []}, with_deletions=False)
        records, position = {}, self.cursor
        while True:
            answer = self.ask("pull", {"lineage": self.lineage, "after": position, "limit": self.page})
            if "reconcile" in answer:
                return self.load(answer["reconcile"]["lineage"], with_deletions=True)
            page = answer["page"]
            for record in page["records"]:
                records[tuple(record["id"])] = record
            position = page["through"]
            if not page["hasMore"]:
                break
        self.take(records, position)
        if page["checksum"] is not None and int(page["checksum"], 16) != self.checksum():
            self.load(self.lineage, with_deletions=True)
            if int(page["checksum"], 16) != self.checksum():
                # Another device may have been faster; the next page tells.
                sys.stderr.write("the checksum differs after a snapshot\n")

    def load(self, lineage, with_deletions):
        records, since, after = {}, None, None
        while True:
            answer = self.ask("snapshot", {
                "lineage": lineage, "since": since, "after": after, "withDeletions": with_deletions,
                "limit": self.page})
            if "reconcile" in answer:
                return self.load(answer["reconcile"]["lineage"], with_deletions)
            page = answer["snapshot"]
            for record in page["records"]:
                records[tuple(record["id"])] = record
                after = record["id"]
            since, lineage = page["since"], page["lineage"]
            if not page["hasMore"]:
                break
        position = since
        while True:
            answer = self.ask("pull", {"lineage": lineage, "after": position, "limit": self.page})
            if "reconcile" in answer:
                return self.load(answer["reconcile"]["lineage"], with_deletions)
            for record in answer["page"]["records"]:
                records[tuple(record["id"])] = record
            position = answer["page"]["through"]
            if not answer["page"]["hasMore"]:
                break
        common = self.common(lineage)
        for identity, row in list(self.rows.items()):
            known_later = common is not None and row.version > common
            if identity in records:
                if known_later and row.base is not None:
                    record = records[identity]
                    remote = joined(row.base, received(record))
                    row.local = merge(row.base, row.local, remote, lambda target: False)
                    row.base, row.version = None, 0
                continue
            if row.base is None:
                continue
            edited = values(row.local) != values(row.base)
            if known_later or is_alive(row.local) and edited:
                row.base, row.version = None, 0
            else:
                del self.rows[identity]
        self.lineage = lineage
        self.take(records, position, everything=True)

    def common(self, other):
        """The last version that both lineages have; None: they are the same."""
        mine = self.lineage
        if mine is None or mine["generation"] == other["generation"]:
            return None
        end = {"through": 1 << 62}
        a = mine["forks"] + [{**end, "generation": mine["generation"]}]
        b = other["forks"] + [{**end, "generation": other["generation"]}]
        common = 0
        for x, y in zip(a, b):
            if x["generation"] != y["generation"]:
                break
            common = min(x["through"], y["through"])
            if x["through"] != y["through"]:
                break
        return 0 if common == 1 << 62 else common

    # Taking

    def take(self, records, position, everything=False):
        deleted = {tuple(record["id"]) for record in records.values() if record["life"]["deleted"]}
        for record in sorted(records.values(), key=lambda record: record["version"]):
            identity = tuple(record["id"])
            row = self.rows.setdefault(identity, Row())
            if not everything and record["version"] <= row.version:
                continue
            remote = received(record)
            self.observe(remote)
            if row.local is None:
                row.local = copy(remote)
            else:
                def gone(target):
                    return target in deleted or not is_alive(self.local(target))
                row.local = merge(row.base, row.local, copy(remote), gone)
            row.base, row.version = remote, record["version"]
        self.cursor = position
        for _ in range(20):
            if not (self.follow() | self.resolve() | self.unite()):
                break
        for identity, row in list(self.rows.items()):
            if row.base is None and not is_alive(row.local):
                del self.rows[identity]

    def local(self, identity):
        row = self.rows.get(identity)
        return row.local if row else None

    def root(self, identity):
        for _ in range(len(self.rows)):
            record = self.local(identity)
            if record is None or "successor" not in record["life"] or not record["life"]["deleted"]:
                break
            identity = tuple(record["life"]["successor"])
        return identity

    def follow(self):
        changed = False
        for row in self.rows.values():
            if not is_alive(row.local):
                continue
            for name, target in list(references(row.local)):
                root = self.root(target)
                if root == target:
                    continue
                changed = True
                if name in row.local["fields"]:
                    row.local["fields"][name] = {"value": {"reference": list(root)}, "stamp": self.stamp()}
                else:
                    self.remove_members(row.local, name, target)
                    if list(root) not in row.local["links"][name]["members"].values():
                        row.local["links"][name]["members"][secrets.token_hex(16)] = list(root)
        return changed

    def resolve(self):
        lost = {
            target for row in self.rows.values() if is_alive(row.local) for _, target in references(row.local)
            if not is_alive(self.local(target))}
        changed = False
        for target in lost:
            changed |= self.clear(target)
        return changed

    def unite(self):
        holders, changed = {}, False
        for identity, row in sorted(self.rows.items()):
            for claim in self.claims(identity):
                holders.setdefault(json.dumps(claim, sort_keys=True), []).append(identity)
        for identities in holders.values():
            alive = [identity for identity in identities if is_alive(self.local(identity))]
            if len(alive) < 2:
                continue
            changed = True

            def rank(identity):
                row = self.rows[identity]
                return (row.base is None, key((row.base or row.local)["created"]), identity)
            survivor, *others = sorted(alive, key=rank)
            kept = self.rows[survivor].local
            for other in others:
                loser = self.rows[other].local
                for name, field in loser["fields"].items():
                    mine = kept["fields"].get(name)
                    kept["fields"][name] = later(field, mine) if mine else field
                for name, links in loser["links"].items():
                    empty = {"members": {}, "removed": {}}
                    kept["links"][name] = merged_links(None, links, kept["links"].get(name, empty))
                loser["life"] = {"deleted": True, "stamp": self.stamp(), "successor": list(survivor)}
        return changed

    # Uploading

    def claims(self, identity):
        record = self.local(identity)
        if not is_alive(record):
            return []
        return [
            {"type": identity[0], "field": name, "value": record["fields"][name]["value"]}
            for name in UNIQUE.get(identity[0], [])
            if record["fields"].get(name, {}).get("value") is not None]

    def change(self, identity, row):
        base, local = row.base, row.local
        if (base is None or base["life"]["deleted"]) and local["life"]["deleted"]:
            return None
        change = {"id": list(identity), "base": row.version, "created": local["created"]}
        old = base["fields"] if base else {}
        fields = {
            name: field for name, field in local["fields"].items()
            if name not in old or old[name]["value"] != field["value"]}
        added, removed = {}, {}
        for name, links in local["links"].items():
            before = base["links"].get(name, {"members": {}})["members"] if base else {}
            plus = {number: target for number, target in links["members"].items() if number not in before}
            minus = {number: stamp for number, stamp in links["removed"].items() if number in before}
            if plus:
                added[name] = plus
            if minus:
                removed[name] = minus
        for name, part in [("fields", fields), ("added", added), ("removed", removed)]:
            if part:
                change[name] = part
        if base is None or base["life"]["deleted"] != local["life"]["deleted"] or (
                base["life"].get("successor") != local["life"].get("successor")):
            change["life"] = local["life"]
        if len(change) == 3:
            return None
        claims = self.claims(identity)
        if claims:
            change["claims"] = claims
        return change

    def make_push(self):
        # All that has changed goes up at once, so that nothing lacks what it needs.
        changes = [self.change(identity, row) for identity, row in sorted(self.rows.items())]
        changes = [change for change in changes if change is not None]
        if changes:
            self.push = copy({
                "id": secrets.token_hex(16), "generation": self.lineage["generation"], "seen": self.cursor,
                "changes": changes})

    def send_push(self):
        push = self.push
        for change in push["changes"]:
            for field in change.get("fields", {}).values():
                if isinstance(field["value"], dict) and "blob" in field["value"]:
                    if not self.send_large(field["value"]["blob"]):
                        raise RuntimeError("nobody has a large value of %s" % change["id"])
        answer = self.ask("push", push)
        self.push = None
        if "reconcile" in answer:
            return self.load(answer["reconcile"]["lineage"], with_deletions=True)
        result = answer["pushed"]
        if "applied" in result:
            for change, version in zip(push["changes"], result["applied"]["versions"]):
                self.acknowledge(change, version, result["applied"]["limit"])
        elif "refused" in result and all(item["reason"].startswith("blob: ") for item in result["refused"]):
            # They are gone again: the next upload asks anew.
            return
        elif "stale" not in result:
            raise RuntimeError("refused: %s" % json.dumps(result))

    def acknowledge(self, change, version, limit):
        row = self.rows[tuple(change["id"])]

        def clamped(stamp):
            return [min(stamp[0], limit), stamp[1], stamp[2]]
        base = copy(row.base) if row.base and change["base"] else {
            "created": clamped(change["created"]), "life": None, "fields": {}, "links": {}}
        for name, field in change.get("fields", {}).items():
            base["fields"][name] = {"value": field["value"], "stamp": clamped(field["stamp"])}
        for name, members in change.get("added", {}).items():
            base["links"].setdefault(name, {"members": {}, "removed": {}})["members"].update(members)
        for name, numbers in change.get("removed", {}).items():
            links = base["links"].setdefault(name, {"members": {}, "removed": {}})
            for number, stamp in numbers.items():
                links["members"].pop(number, None)
                links["removed"][number] = clamped(stamp)
        if "life" in change:
            base["life"] = {**change["life"], "stamp": clamped(change["life"]["stamp"])}
        row.base, row.version = base, version

    def checksum(self):
        return sum(
            record_digest(identity, row.version, row.base)
            for identity, row in self.rows.items() if is_alive(row.base)) & MASK

    def dump(self):
        records = {}
        for identity, row in self.rows.items():
            if is_alive(row.local):
                members = {
                    name: sorted({tuple(target) for target in links["members"].values()})
                    for name, links in row.local["links"].items() if links["members"]}
                records["%s:%s" % identity] = {
                    "fields": {name: field["value"] for name, field in row.local["fields"].items()}, "links": members}
        return {"checksum": "%016x" % self.checksum(), "records": records}


def main():
    device = Device(*sys.argv[1:5], page=int(sys.argv[5]), schema=sys.argv[6] if len(sys.argv) > 6 else None)
    for line in sys.stdin:
        command = json.loads(line)
        answer = {"done": True}
        try:
            if "insert" in command:
                device.insert(tuple(command["insert"]), command["fields"])
            elif "set" in command and "large" in command:
                device.set_large(tuple(command["set"]), command["field"], command["large"])
            elif "large" in command:
                answer = device.load_large(tuple(command["large"]), command["field"])
            elif "set" in command:
                device.set(tuple(command["set"]), command["field"], command["value"])
            elif "link" in command:
                device.link(tuple(command["link"]), command["as"], tuple(command["to"]))
            elif "unlink" in command:
                device.unlink(tuple(command["unlink"]), command["as"], tuple(command["to"]))
            elif "delete" in command:
                device.delete(tuple(command["delete"]))
            elif "sync" in command:
                device.sync()
            elif "dump" in command:
                answer = device.dump()
        except (RuntimeError, KeyError, OSError) as error:
            answer = {"error": repr(error)}
        print(json.dumps(answer, sort_keys=True), flush=True)


if __name__ == "__main__":
    main()
