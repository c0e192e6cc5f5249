// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What is in the file.
struct JSONDocument: Codable {
  static let currentFormat = 1

  var format = currentFormat
  /// The store's identifier, which is part of the models' identifiers.
  var identifier = UUID().uuidString
  /// The last number that was given to a model. Numbers are not used again.
  var last = 0
  var models: [DefaultSnapshot] = []

  init() {}

  init(_ data: Data, of file: URL) throws {
    do {
      self = try JSONDecoder().decode(JSONDocument.self, from: data)
    } catch {
      throw JSONStoreError.damaged(file, reason: "\(error)")
    }
    guard format <= Self.currentFormat else { throw JSONStoreError.newerFormat(file, format) }
    var seen: Set<PersistentIdentifier> = []
    for model in models {
      let own = model.persistentIdentifier
      if !seen.insert(own).inserted { throw JSONStoreError.damaged(file, reason: "It has \(own) twice.") }
      if own.storeIdentifier != identifier { throw JSONStoreError.damaged(file, reason: "\(own) is of another file.") }
    }
  }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
