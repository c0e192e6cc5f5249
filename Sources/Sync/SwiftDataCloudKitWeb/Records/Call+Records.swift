// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// Operations on records by their names.
extension Call {
  func lookup() throws -> CloudJSON {
    try checkZone(input["zoneID"])
    let options = try AnswerOptions(input)
    var names: [Wanted] = []
    for record in try input.required("records").list(atMost: Self.mostRecords) {
      var own = options
      if let keys = record["desiredKeys"] { own.desiredKeys = Set(try keys.texts()) }
      names.append(Wanted(name: try record.required("recordName").text(), options: own))
    }
    return .object(["records": .array(try records(names))].merging(try syncToken()) { own, _ in own })
  }

  /// A record that an answer is to have.
  private struct Wanted {
    var name: String
    var options: AnswerOptions
    /// The fields that it has if all fields of all records are too many bytes; nil: then the request fails.
    var leastKeys: Set<String>?
  }

  /// The most bytes of an answer that is not in pages, about.
  private static let mostAnswerBytes = 32 << 20

  /// Records by their names; of those that are not there, an error each.
  private func records(_ names: [Wanted]) throws -> [CloudJSON] {
    var bytes = 0
    let zone = try place.follow(now: now)
    return try place.index.read { db in
      var found: [CloudJSON] = []
      for chunk in stride(from: 0, to: names.count, by: 20).map({ names[$0..<min($0 + 20, names.count)] }) {
        let entries = try chunk.map { try EntryReader.entry(named: $0.name, zone.id, db) }
        let view = try view(entries.compactMap { $0 })
        let reader = RecordReader(db: db, layout: place.index.layout, zone: zone.id)
        for (asked, entry) in zip(chunk, entries) {
          if let entry, let record = try reader.record(entry, view) {
            var options = asked.options
            bytes += record.fields.values.reduce(300) { $0 + $1.size }
            if bytes > Self.mostAnswerBytes {
              guard let keys = asked.leastKeys else {
                throw CloudKitError.badRequest("the records have too many bytes for one answer: look up fewer at once")
              }
              options.desiredKeys = keys
            }
            found.append(writer(options, zone).json(record))
          } else {
            found.append(
              self.entry(CloudKitError(.notFound, "Record not found"), ["recordName": .text(asked.name)]))
          }
        }
      }
      return found
    }
  }

  /// What an answer has besides if the request asks for the current token.
  func syncToken() throws -> [String: CloudJSON] {
    guard request.wantsSyncToken else { return [:] }
    let zone = try place.follow(now: now)
    let token = SyncToken(zone, time: now)
    return ["syncToken": .text(token.text)]
  }

  func modify() throws -> CloudKitService.Answer {
    try checkZone(input["zoneID"])
    var random = SystemRandomNumberGenerator()
    let request = try ModifyRequest(input, quirks, using: &random)
    let result = try Modification(place: place, request: request, now: now).run(using: &random)
    let isRejected = request.isAtomic && !result.failures.isEmpty
    if isRejected, quirks.atomicFailureIs400 {
      throw CloudKitError(.atomicError, "one of the operations failed, and none was carried out")
    }
    var written: [Wanted] = []
    for (index, operation) in request.operations.enumerated()
    where result.failures[index] == nil && !operation.kind.isDeletion && !isRejected {
      var options = request.options
      if let keys = operation.desiredKeys { options.desiredKeys = keys }
      written.append(
        Wanted(name: operation.recordName, options: options, leastKeys: Set(operation.fields.keys)))
    }
    var records = try records(written)[...]
    var answers: [CloudJSON] = []
    for (index, operation) in request.operations.enumerated() {
      let name: [String: CloudJSON] = ["recordName": .text(operation.recordName)]
      if let error = result.failures[index] {
        var members = name
        if error.code == .conflict, quirks.conflictHasRecord {
          members["serverRecord"] = try self.records([
            Wanted(name: operation.recordName, options: request.options)
          ]).first
        }
        answers.append(entry(error, members))
      } else if isRejected {
        answers.append(entry(CloudKitError(.atomicError, "another operation of the request failed"), name))
      } else if operation.kind.isDeletion {
        answers.append(tombstone(operation.recordName))
      } else if let record = records.popFirst() {
        answers.append(record)
      }
    }
    let body = try ["records": .array(answers)].merging(syncToken()) { own, _ in own }
    return CloudKitService.Answer(body: .object(body), changed: result.version)
  }
}
