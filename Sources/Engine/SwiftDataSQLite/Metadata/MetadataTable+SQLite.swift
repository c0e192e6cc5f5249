// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension MetadataTable {
  static func insert(_ metadata: StoreMetadata, into connection: SQLiteConnection) throws {
    try write(insertion, metadata, connection)
  }

  static func update(_ metadata: StoreMetadata, in connection: SQLiteConnection) throws {
    try write(update, metadata, connection)
  }

  private static func write(
    _ sql: String, _ metadata: StoreMetadata, _ connection: SQLiteConnection
  ) throws {
    let list = try metadata.propertyList()
    try connection.withStatement(sql) { statement in
      try statement.bind(metadata.identifier, 1)
      try list.withUnsafeBytes { try statement.bind($0, 2) }
      try statement.run()
    }
  }
}
