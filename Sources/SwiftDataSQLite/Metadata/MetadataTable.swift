import Foundation
import SwiftDataCore

/// Z_METADATA.
enum MetadataTable {
  static func insert(_ metadata: StoreMetadata, into connection: SQLiteConnection) throws {
    try write(
      "INSERT INTO Z_METADATA (Z_UUID, Z_PLIST, Z_VERSION) VALUES (?1, ?2, 1)", metadata,
      connection)
  }

  static func update(_ metadata: StoreMetadata, in connection: SQLiteConnection) throws {
    try write("UPDATE Z_METADATA SET Z_UUID = ?1, Z_PLIST = ?2", metadata, connection)
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
