// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataCloudKitWeb
import SwiftDataSyncCore
import Testing

/// Assets: what is uploaded for a field comes to devices as a large value, and the other way.
@Suite struct AssetTests {
  private let zone: CloudZone
  private static let name = "AAAAAAAA-0000-4000-8000-000000000001"
  private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  init() throws { zone = try CloudZone() }

  private func ticket(_ url: String) throws -> AssetTickets.Ticket {
    #expect(url.hasPrefix("https://cloud.test" + CloudKitService.assetPath))
    let text = url.dropFirst("https://cloud.test".count + CloudKitService.assetPath.count)
    return try zone.service.tickets.ticket(String(text), now: zone.now)
  }

  private func upload(_ bytes: [UInt8]) throws -> CloudJSON {
    let body: CloudJSON = [
      "zoneID": CloudZone.zoneID,
      "tokens": [["recordType": "CD_Item", "fieldName": "CD_photo_ckAsset", "recordName": .text(Self.name)]],
    ]
    let url = try zone.post("assets/upload", body)["tokens"]?.list.first?["url"]?.text
    let answer = try zone.service.take(
      ticket(try #require(url)), sha256: SHA2.sha256(bytes), size: bytes.count, now: zone.now
    ) { offset, count in Array(bytes[offset..<min(offset + count, bytes.count)]) }
    return try #require(answer["singleFile"])
  }

  private func download(_ record: CloudJSON) throws -> [UInt8] {
    let url = try #require(record.value("CD_photo_ckAsset")?["downloadURL"]?.text)
    return try zone.service.bytes(ticket(url), from: 0, count: 1 << 20)
  }

  private func photo(_ value: CloudJSON) -> CloudJSON { ["CD_photo_ckAsset": ["value": value, "type": "ASSETID"]] }

  @Test func uploadsBecomeLargeValues() throws {
    let file = try upload(bytes)
    #expect(file["size"] == .integer(Int64(bytes.count)))
    let checksum = Data(base64Encoded: file["fileChecksum"]?.text ?? "")
    #expect(checksum?.count == 21 && checksum?.first == 1)
    let record = try zone.modify("create", "CD_Item", Self.name, photo(file))
    #expect(record.value("CD_photo") == nil)
    #expect(record.value("CD_photo_ckAsset")?["receipt"] == nil)
    #expect(try download(record) == bytes)
    var device = CloudDevice(node: 1)
    try device.sync(zone)
    guard case .blob(let blob)? = device.value(RecordID("Item", Self.name.lowercased()), "photo") else {
      return #expect(Bool(false), "there is no large value")
    }
    #expect(blob.sha256 == SHA2.sha256(bytes))
    #expect(!blob.isText)
    // Again, it is there already.
    #expect(try upload(bytes) == file)
  }

  private func reserve(_ zone: CloudZone) throws -> AssetTickets.Ticket {
    let body: CloudJSON = [
      "zoneID": CloudZone.zoneID,
      "tokens": [["recordType": "CD_Item", "fieldName": "CD_photo_ckAsset", "recordName": .text(Self.name)]],
    ]
    let url = try #require(try zone.post("assets/upload", body)["tokens"]?.list.first?["url"]?.text)
    let text = url.dropFirst("https://cloud.test".count + CloudKitService.assetPath.count)
    return try zone.service.tickets.ticket(String(text), now: zone.now)
  }

  /// Before a byte of it is read.
  @Test func anUploadWithoutRoomOrPlaceIsRefusedAtOnce() throws {
    let zone = try CloudZone(quota: AccountQuota(bytes: 1_000))
    let ticket = try reserve(zone)
    try zone.service.check(ticket, size: 1_000)
    let full = #expect(throws: CloudKitError.self) { try zone.service.check(ticket, size: 1_001) }
    #expect(full?.code == .quotaExceeded)
    let large = #expect(throws: CloudKitError.self) { try zone.service.check(ticket, size: .max) }
    #expect(large?.code == .badRequest)
    #expect(try zone.database.erase(account: "ann") == 1)
    let gone = #expect(throws: CloudKitError.self) { try zone.service.check(ticket, size: 1) }
    #expect(gone?.code == .notFound)
  }

  @Test func anAddressIsGoodForOneUploadAtATime() throws {
    let (ticket, other) = (try reserve(zone), try reserve(zone))
    let uploads = zone.service.uploads
    try uploads.begin(ticket)
    let again = #expect(throws: CloudKitError.self) { try uploads.begin(ticket) }
    #expect(again?.code == .tryAgainLater)
    try uploads.begin(other)
    uploads.end(ticket)
    try uploads.begin(ticket)
  }

  /// An address that was given before the account was erased brings nothing of it back.
  @Test func anAddressOfAnErasedZoneTakesNothing() throws {
    let body: CloudJSON = [
      "zoneID": CloudZone.zoneID,
      "tokens": [["recordType": "CD_Item", "fieldName": "CD_photo_ckAsset", "recordName": .text(Self.name)]],
    ]
    let url = try zone.post("assets/upload", body)["tokens"]?.list.first?["url"]?.text
    let ticket = try ticket(try #require(url))
    func take() throws -> CloudJSON {
      try zone.service.take(ticket, sha256: SHA2.sha256(bytes), size: bytes.count, now: zone.now) { offset, count in
        Array(bytes[offset..<min(offset + count, bytes.count)])
      }
    }
    #expect(try zone.database.erase(account: "ann") == 1)
    let gone = #expect(throws: CloudKitError.self) { try take() }
    #expect(gone?.code == .notFound)
    #expect(try zone.database.summaries(of: "ann").isEmpty)
    // Neither is it an address of the zone that the account has by now.
    let other = try zone.post("assets/upload", body)["tokens"]?.list.first?["url"]?.text
    let again = #expect(throws: CloudKitError.self) { try take() }
    #expect(again?.code == .notFound && other != nil)
    _ = try upload(bytes)
  }

  @Test func aValueIsInItsFieldOrInItsAsset() throws {
    let file = try upload(bytes)
    let record = try zone.modify("create", "CD_Item", Self.name, photo(file))
    let inline: CloudJSON = ["CD_photo": ["value": "AQID", "type": "BYTES"]]
    var both = ["CD_photo": inline["CD_photo"] ?? nil]
    both["CD_photo_ckAsset"] = ["value": try upload([1, 2, 3]), "type": "ASSETID"]
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.name, .object(both)).code == "BAD_REQUEST")
    // Nothing in the field changes nothing while the value is in the asset.
    let same = try zone.modify("update", "CD_Item", Self.name, tag: record.tag, ["CD_photo": ["value": nil]])
    #expect(same.tag == record.tag)
    let moved = try zone.modify("forceUpdate", "CD_Item", Self.name, inline)
    #expect(moved.value("CD_photo") == "AQID")
    #expect(moved.value("CD_photo_ckAsset") == nil)
    let back = try zone.modify(
      "forceUpdate", "CD_Item", Self.name,
      ["CD_photo": ["value": nil], "CD_photo_ckAsset": ["value": file, "type": "ASSETID"]])
    #expect(back.value("CD_photo") == nil)
    #expect(try download(back) == bytes)
    let cleared = try zone.modify("forceUpdate", "CD_Item", Self.name, photo(nil))
    #expect(cleared.value("CD_photo_ckAsset") == nil)
  }

  @Test func whatWasReadNeedsAReceipt() throws {
    let record = try zone.modify("create", "CD_Item", Self.name, photo(try upload(bytes)))
    let read = try #require(record.value("CD_photo_ckAsset"))
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.name, photo(read)).code == "BAD_REQUEST")
    let answer =
      try zone.post(
        "assets/rereference",
        [
          "zoneID": CloudZone.zoneID,
          "assets": [
            ["recordName": .text(Self.name), "fieldName": "CD_photo_ckAsset"],
            ["recordName": .text(Self.name), "fieldName": "CD_title"],
          ],
        ])["assets"]?.list ?? []
    #expect(answer.map(\.code) == [nil, "NOT_FOUND"])
    let other = "AAAAAAAA-0000-4000-8000-000000000002"
    #expect(try download(zone.modify("create", "CD_Item", other, photo(answer[0]))) == bytes)
  }

  @Test func whatDevicesSendBesideARecordIsAnAsset() throws {
    let blob = try #require(BlobReference(sha256: SHA2.sha256(bytes), size: bytes.count, isText: true))
    _ = try zone.database.receive(
      bytes, of: blob.name, size: blob.size, at: 0, zone: "main", account: "ann", now: zone.now)
    var device = CloudDevice(node: 1)
    let id = RecordID("Item", Self.name.lowercased())
    try device.edit(zone, .insert(id, ["photo": .blob(blob)]))
    try device.sync(zone)
    #expect(try download(zone.lookup(Self.name)[0]) == bytes)
    // A text stays a text: what other values were tells so.
    let short = try upload([0x61])
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.name, photo(short)).code == nil)
    for _ in 0..<2 { try device.sync(zone) }
    guard case .blob(let now)? = device.value(id, "photo") else {
      return #expect(Bool(false), "there is no large value")
    }
    #expect(now.isText && now.size == 1)
  }

  @Test func addressesAreGoodForOnePurposeAndForAWhile() throws {
    let record = try zone.modify("create", "CD_Item", Self.name, photo(try upload(bytes)))
    let url = try #require(record.value("CD_photo_ckAsset")?["downloadURL"]?.text)
    let ticket = try ticket(url)
    #expect(throws: CloudKitError.self) {
      try zone.service.take(ticket, sha256: SHA2.sha256([1]), size: 1, now: zone.now) { _, _ in [1] }
    }
    let text = String(url.split(separator: "/").last ?? "")
    let other = String(text.dropLast()) + (text.hasSuffix("0") ? "1" : "0")
    for text in ["", "00", other, String(text.dropFirst(2)), text.uppercased() + "zz"] {
      #expect(throws: CloudKitError.self, "\(text)") { try zone.service.tickets.ticket(text, now: zone.now) }
    }
    zone.now += 61 * 60_000
    #expect(throws: CloudKitError.self) { try zone.service.tickets.ticket(text, now: zone.now) }
    // Bytes that are not there cannot be named.
    let receipt: CloudJSON = [
      "receipt": .text(Data("\(String(repeating: "ab", count: 32)).7".utf8).base64EncodedString())
    ]
    #expect(try zone.modify("forceUpdate", "CD_Item", Self.name, photo(receipt)).code == "BAD_REQUEST")
  }
}
