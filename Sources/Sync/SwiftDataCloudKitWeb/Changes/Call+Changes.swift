// SPDX-License-Identifier: Apache-2.0

import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer

/// What has changed: in one zone, in zones, and which zones.
extension Call {
  /// Records in one answer.
  static let mostRecords = 200
  /// Their bytes, about.
  static let mostBytes = 4 << 20

  /// A part of the log.
  private struct Page {
    var records: [CloudJSON] = []
    var token: String
    var hasMore: Bool
  }

  func limit(_ input: CloudInput) throws(CloudKitError) -> Int? {
    guard let number = input["resultsLimit"] else { return nil }
    let limit = try number.integer()
    guard limit > 0 else { throw .badRequest("\(number.path) must be more than 0") }
    return min(Int(clamping: limit), Self.mostRecords)
  }

  func recordChanges() throws -> CloudJSON {
    try checkZone(input["zoneID"])
    let page = try page(input, limit: try limit(input), options: try AnswerOptions(input))
    return .object([
      "records": .array(page.records), "syncToken": .text(page.token), "moreComing": .bool(page.hasMore),
    ])
  }

  func zoneChanges() throws -> CloudJSON {
    let limit = try limit(input)
    var zones: [CloudJSON] = []
    var isAnswered = false
    for zone in try input.required("zones").list(atMost: 100) {
      let zoneID = try zone.required("zoneID")
      do {
        try checkZone(zoneID)
        // Or an answer could have a hundred times the bytes of one.
        if isAnswered { throw CloudKitError.badRequest("\(zoneID.path) is a zone that the request has already") }
        isAnswered = true
        var options = try AnswerOptions(zone)
        if options.desiredKeys == nil { options.desiredKeys = try AnswerOptions(input).desiredKeys }
        options.numbersAsStrings = try options.numbersAsStrings || AnswerOptions(input).numbersAsStrings
        let page = try page(zone, limit: try self.limit(zone) ?? limit, options: options)
        zones.append(
          .object([
            "zoneID": self.zoneID, "records": .array(page.records), "syncToken": .text(page.token),
            "moreComing": .bool(page.hasMore),
          ]))
      } catch let error as CloudKitError {
        guard quirks.unknownZoneIsAnEntry else { throw error }
        zones.append(entry(error, ["zoneID": zoneID.value]))
      }
    }
    return .object(["zones": .array(zones)])
  }

  /// Which zones have changed since a token.
  ///
  /// - Parameter key: What the token is called.
  func databaseChanges(key: String) throws -> CloudJSON {
    guard scope == .private else {
      return .object(["zones": .array([]), key: .text(""), "moreComing": .bool(false)])
    }
    let zone = try place.follow(now: now)
    var isNew = true
    if let text = try input[key].text(), !text.isEmpty {
      let token = try SyncToken(text)
      isNew =
        token.generation != zone.lineage.generation || token.naming != zone.naming || token.version < zone.position
    }
    let token = SyncToken(zone, time: now)
    return .object([
      "zones": .array(isNew ? [.object(["zoneID": zoneID])] : []), key: .text(token.text),
      "moreComing": .bool(false),
    ])
  }

  private func page(_ input: CloudInput, limit: Int?, options: AnswerOptions) throws -> Page {
    if try input["reverse"].bool() { throw CloudKitError.badRequest("changes come in the order of the log only") }
    let limit = limit ?? Self.mostRecords
    let types = try input["desiredRecordTypes"].map { types throws(CloudKitError) in try types.texts() }
    if let types, types.count > 200 { throw CloudKitError.badRequest("desiredRecordTypes has more than 200 elements") }
    let zone = try place.follow(now: now)
    let none: [RecordID] = []
    let horizon = try place.database.view(none, account: place.account, zone: place.name).header.horizon
    var token = SyncToken(zone, version: 0, time: now, first: zone.position)
    if let text = try input["syncToken"].text() {
      token = try SyncToken(text)
      try token.check(zone, horizon: horizon, now: now)
    }
    let first = token.first
    let followed = zone
    return try place.index.read { db in
      // Of the moment of the entries, which may be later than the one above.
      guard let zone = try RecordIndex.zone(place.account, place.name, db), zone.isSameIndex(as: followed) else {
        throw CloudKitError(.tryAgainLater, "the zone is being erased, or indexed anew: ask again", retryAfter: 1)
      }
      var entries = try EntryReader.changes(
        after: (token.version, token.recordName), first: first, types: types, limit: limit + 1, zone.id, db)
      var hasMore = entries.count > limit
      if hasMore { entries.removeLast() }
      var (records, bytes) = ([CloudJSON](), 0)
      var end: IndexEntry?
      for chunk in stride(from: 0, to: entries.count, by: 20).map({ entries[$0..<min($0 + 20, entries.count)] }) {
        if bytes > Self.mostBytes {
          hasMore = true
          break
        }
        let view = try view(chunk)
        for entry in chunk { records.append(try json(entry, view, zone, options, &bytes, db)) }
        end = chunk.last
      }
      let next =
        hasMore
        ? SyncToken(
          zone, version: end?.version ?? token.version, recordName: end?.recordName ?? token.recordName, time: now,
          first: first)
        : SyncToken(zone, time: now)
      return Page(records: records, token: next.text, hasMore: hasMore)
    }
  }

  /// The records of entries, as the server has them.
  func view(_ entries: some Sequence<IndexEntry>) throws -> ZoneView {
    try place.database.view(
      entries.filter { $0.link == nil && !$0.isDeleted }.map(\.id), account: place.account, zone: place.name)
  }

  /// An entry in an answer: the record, or that it is deleted.
  func json(
    _ entry: IndexEntry, _ view: ZoneView, _ zone: RecordIndex.Zone, _ options: AnswerOptions, _ bytes: inout Int,
    _ db: Database
  ) throws -> CloudJSON {
    let reader = RecordReader(db: db, layout: place.index.layout, zone: zone.id)
    guard let record = try reader.record(entry, view) else { return tombstone(entry.recordName) }
    bytes += record.fields.values.reduce(300) { $0 + $1.size }
    return writer(options, zone).json(record)
  }
}
