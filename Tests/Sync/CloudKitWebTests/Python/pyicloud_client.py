# SPDX-License-Identifier: Apache-2.0
"""Drives pyicloud's CloudKit client, in its strict mode, against a server.

    pyicloud_client.py ADDRESS CONTAINER API_TOKEN WEB_AUTH_TOKEN SEED

Strict mode refuses whatever an answer has that CloudKit's answers have not. The
script is a client that knows nothing of this package: it keeps what the feed of
changes says, and compares it with what it has written. Each line is a step that
went as it must; the last one is "done".
"""

import random
import sys
import uuid

import requests
from pyicloud.common.cloudkit import client as cloudkit
from pyicloud.common.cloudkit import models
from requests.adapters import HTTPAdapter


class PlainAdapter(HTTPAdapter):
    """pyicloud sends assets over HTTPS only; a proxy would end it."""

    def __init__(self, address):
        super().__init__()
        self.address = address

    def send(self, request, **options):
        request.url = self.address + request.url.removeprefix("https://cloud.test")
        return super().send(request, **options)


address, container, api_token, token, seed = sys.argv[1:]
choices = random.Random(int(seed))
session = requests.Session()
session.mount("https://cloud.test", PlainAdapter(address))


def connect(web_token, api=api_token):
    parameters = {"ckAPIToken": api, "getCurrentSyncToken": True, "remapEnums": True}
    if web_token:
        parameters["ckWebAuthToken"] = web_token
    return cloudkit.CloudKitContainerClient(
        f"{address}/database/1/{container}/production/private",
        session,
        parameters,
        validation_extra="forbid",
        bool_param_style="lower",
    )


server = connect(token)
zone = models.CKZoneIDReq(zoneName="com.apple.coredata.cloudkit.zone")


def check(condition, what):
    if not condition:
        print(f"failed: {what}")
        sys.exit(1)


def fails(code, call):
    """The call is refused with a code, in an entry or as a whole."""
    try:
        call()
    except cloudkit.CloudKitApiError as error:
        text = f"{error} {error.payload}"
        check(code in text, f"{code} is not in {text}")
        return
    check(False, f"nothing failed with {code}")


def operation(kind, record_type, name, fields=None, tag=None):
    record = {"recordName": name, "recordType": record_type, "fields": fields or {}}
    if tag:
        record["recordChangeTag"] = tag
    return models.CKModifyOperation(operationType=kind, record=models.CKWriteRecord(**record))


def modify(*operations, atomic=None):
    return server.modify(operations=list(operations), zone_id=zone, atomic=atomic).records


def text(value):
    return {"type": "STRING", "value": value}


# Who may come.
fails("AUTHENTICATION_REQUIRED", lambda: connect(None).zones_list())
fails("AUTHENTICATION_REQUIRED", lambda: connect("wrong").zones_list())
try:
    connect(token, api="wrong").zones_list()
    check(False, "a wrong API token is let in")
except cloudkit.CloudKitAuthError:
    pass
print("tokens")

# Zones.
zones = server.zones_list().zones
check([z.zoneID.zoneName for z in zones] == [zone.zoneName], f"{zones}")
owner = zones[0].zoneID.ownerRecordName
check(server.raw_post("/users/caller", {})["userRecordName"] == owner, "users/caller")
response = session.get(server._http.build_url("/zones/list"), timeout=60).json()
check(len(response["zones"]) == 1, "zones/list by GET")
start = server.database_changes().syncToken
print("zones")

# What the feed says, and what was written.
feed, written = {}, {}
position = None


def fetch():
    global position
    request = models.CKZoneChangesZoneReq(
        zoneID=models.CKZoneID(zoneName=zone.zoneName), syncToken=position
    )
    for page in server.iter_changes(zone_req=request, results_limit=choices.randint(1, 7)):
        for record in page.records:
            if isinstance(record, models.CKTombstoneRecord):
                feed.pop(record.recordName, None)
            else:
                check(isinstance(record, models.CKRecord), f"{record}")
                feed[record.recordName] = record
        position = page.syncToken


def name():
    return str(uuid.UUID(int=choices.getrandbits(128), version=4)).upper()


def write(count):
    for _ in range(count):
        items = [n for n in written if written[n] is not None]
        kind = choices.choice(["create", "create", "update", "forceUpdate", "replace", "delete"])
        if kind == "create" or not items:
            new = name()
            fields = {
                "CD_entityName": text("Item"),
                "CD_title": text(f"title {choices.random()}"),
                "CD_score": {"type": "INT64", "value": choices.randint(0, 99)},
                "CD_extra": {"type": "DOUBLE", "value": choices.random()},
            }
            record = modify(operation("create", "CD_Item", new, fields))[0]
            written[new] = {key: field["value"] for key, field in fields.items()}
        else:
            new = choices.choice(items)
            tag = server.lookup([new], zone_id=zone).records[0].recordChangeTag
            if kind == "delete":
                modify(operation(kind, "CD_Item", new, tag=tag))
                written[new] = None
                continue
            value = f"title {choices.random()}"
            fields = {"CD_title": text(value)}
            record = modify(operation(kind, "CD_Item", new, fields, tag))[0]
            if kind == "replace":
                written[new] = {"CD_entityName": "Item"}
            written[new]["CD_title"] = value
        check(isinstance(record, models.CKRecord), f"{record}")


def compare():
    fetch()
    for key, fields in written.items():
        if fields is None:
            check(key not in feed, f"{key} is deleted, and there")
            continue
        values = {k: f.value for k, f in feed[key].fields.items()}
        check(values == fields, f"{key}: {values} and {fields}")


for _ in range(6):
    write(8)
    compare()
check(server.database_changes(sync_token=start).zones, "the zone has changed")
print(f"modify, lookup and changes: {len(written)} records")

# Stale tags, batches.
one, two = name(), name()
record = modify(operation("create", "CD_Item", one, {"CD_title": text("a")}))[0]
modify(operation("update", "CD_Item", one, {"CD_title": text("b")}, record.recordChangeTag))
stale = operation("update", "CD_Item", one, {"CD_title": text("c")}, record.recordChangeTag)
fails("CONFLICT", lambda: modify(stale))
fails("EXISTS", lambda: modify(operation("create", "CD_Item", one)))
fails("ATOMIC_ERROR", lambda: modify(operation("create", "CD_Item", two), stale))
missing = server.lookup([two], zone_id=zone).records[0]
check(isinstance(missing, models.CKErrorItem) and missing.serverErrorCode == "NOT_FOUND", f"{missing}")
fails("CONFLICT", lambda: modify(operation("create", "CD_Item", two), stale, atomic=False))
check(server.lookup([two], zone_id=zone).records[0].recordType == "CD_Item", "the other one was made")
fails("ZONE_NOT_FOUND", lambda: server.lookup([one], zone_id=models.CKZoneIDReq(zoneName="Other")))
print("conflicts")

# Links, and dates, bytes and references.
tag, link = name(), name()
modify(operation("create", "CD_Tag", tag, {"CD_name": text("python")}))
modify(
    operation(
        "create",
        "CDMR",
        link,
        {
            "CD_entityNames": text("Item:Tag"),
            "CD_recordNames": text(f"{one}:{tag}"),
            "CD_relationships": text("tags:items"),
        },
    )
)
fields = {
    "CD_date": {"type": "TIMESTAMP", "value": 1_700_000_000_123},
    "CD_bytes": {"type": "BYTES", "value": "AAEC"},
    "CD_list": {"type": "REFERENCE", "value": {"recordName": tag, "action": "NONE"}},
}
record = modify(operation("forceUpdate", "CD_Item", one, fields))[0]
check(record.fields["CD_date"].type_tag == "TIMESTAMP", "a date")
check(record.fields["CD_bytes"].value == bytes([0, 1, 2]), "bytes")
check(record.fields["CD_list"].value == tag, "a reference is a name")
fetch()
check(feed[link].fields["CD_recordNames"].value == f"{one}:{tag}", "a link")
modify(operation("forceDelete", "CD_Tag", tag))
fetch()
check(link not in feed and "CD_list" not in feed[one].fields, "links and references go with a record")
print("links")


# Queries.
def query(filters=None, sorts=None, limit=3):
    found, marker = [], None
    while True:
        page = server.query(
            query=models.CKQueryObject(recordType="CD_Item", filterBy=filters, sortBy=sorts),
            zone_id=zone,
            results_limit=limit,
            continuation=marker,
        )
        found += page.records
        marker = page.continuationMarker
        if not marker:
            return found


known = {n: r for n, r in feed.items() if r.recordType == "CD_Item"}
check({r.recordName for r in query()} == set(known), "a query without a filter")
title = known[one].fields["CD_title"].value
only = query([models.CKQueryFilterBy(
    comparator="EQUALS", fieldName="CD_title", fieldValue=models.CKFVString(type="STRING", value=title)
)])
check([r.recordName for r in only] == [n for n, r in known.items() if r.fields.get_value("CD_title") == title], "EQUALS")
above = query(
    [models.CKQueryFilterBy(
        comparator="GREATER_THAN", fieldName="CD_score", fieldValue=models.CKFVInt64(type="INT64", value=50)
    )],
    [models.CKQuerySortBy(fieldName="CD_score", ascending=False)],
)
scores = [r.fields["CD_score"].value for r in above]
expected = [r.fields["CD_score"].value for r in known.values() if (r.fields.get_value("CD_score") or 0) > 50]
check(scores == sorted(expected, reverse=True), f"{scores}")
check(server.query_sync_token(query=models.CKQueryObject(recordType="CD_Item"), zone_id=zone), "the sync token")
print("queries")

# Assets.
data = bytes(choices.randrange(256) for _ in range(100_000))
asset = server.upload_asset(
    record_type="CD_Item", field_name="CD_photo_ckAsset", record_name=one, data=data, zone_id=zone
)
value = asset.model_dump(mode="json", exclude_none=True)
check(value["size"] == len(data), "the size of an asset")
record = modify(operation("forceUpdate", "CD_Item", one, {"CD_photo_ckAsset": {"type": "ASSETID", "value": value}}))[0]
token_read = record.fields["CD_photo_ckAsset"].value
check(token_read.fileChecksum == value["fileChecksum"], "the checksum of an asset")
check(server.download_asset_bytes(token_read.downloadURL) == data, "the bytes of an asset")
check(b"".join(server.download_asset_stream(token_read.downloadURL)) == data, "the bytes of an asset, in parts")
again = session.get(token_read.downloadURL[:-1] + "0" * 2, timeout=60)
check(again.status_code == 403, "an address that was changed")
print("assets")
print("done")
