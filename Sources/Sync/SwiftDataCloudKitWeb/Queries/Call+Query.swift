// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension Call {
  /// Records by what they have. The index follows the log before it is asked, unless the quirk is that it lags behind.
  func query() throws -> CloudJSON {
    if try input["zoneWide"].bool() {
      // All zones are one, of the private database. CloudKit's shared one has no such queries either.
      guard scope == .private else {
        throw CloudKitError.badRequest("the shared database has no queries over all zones: name one in 'zoneID'")
      }
    } else {
      try checkZone(input["zoneID"])
    }
    let options = try AnswerOptions(input)
    let query = try RecordQuery(
      input, limit: try limit(input) ?? Self.mostRecords, place.index.layout.schema, quirks)
    let zone: RecordIndex.Zone?
    if quirks.queriesLagBehind {
      zone = try place.index.known(account: place.account, zone: place.name)
    } else {
      zone = try place.follow(now: now)
    }
    var answer: [String: CloudJSON] = ["records": .array([])]
    if let zone {
      try place.index.read { db in
        var (found, hasMore) = try QueryStatement(query, zone: zone.id).run(db)
        let reader = RecordReader(db: db, layout: place.index.layout, zone: zone.id)
        var records: [CloudJSON] = []
        var (bytes, count) = (0, 0)
        while count < found.count, bytes <= Self.mostBytes {
          let chunk = found[count..<min(count + 20, found.count)]
          let view = try view(chunk.map(\.entry))
          for (entry, _) in chunk {
            // Deleted since the index has seen it.
            guard let record = try reader.record(entry, view) else { continue }
            bytes += record.fields.values.reduce(300) { $0 + $1.size }
            records.append(writer(options, zone).json(record))
          }
          count += chunk.count
        }
        if count < found.count {
          found.removeLast(found.count - count)
          hasMore = true
        }
        answer["records"] = .array(records)
        if hasMore, let last = found.last { answer["continuationMarker"] = .text(last.marker.text) }
      }
    }
    // For the next one.
    if quirks.queriesLagBehind { _ = try place.follow(now: now) }
    return .object(answer.merging(try syncToken()) { own, _ in own })
  }
}
