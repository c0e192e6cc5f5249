// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

extension SQLiteRowStore: SeededStore {
  package var notesSeeds: Bool { true }

  package func seedVersion(_ name: String) throws -> Int? {
    try database.read { try MetadataTable.row($0).seeds[name] }
  }
}

extension SQLiteTransaction: SeedRecording {
  func recordSeed(_ name: String, version: Int) throws -> Bool {
    var metadata = try MetadataTable.row(connection)
    if let known = metadata.seeds[name], known >= version { return false }
    metadata.seeds[name] = version
    try MetadataTable.update(metadata, in: connection)
    return true
  }
}
