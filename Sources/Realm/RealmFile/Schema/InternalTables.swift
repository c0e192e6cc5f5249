// SPDX-License-Identifier: Apache-2.0

/// What Realm notes about a file in tables of its own.
struct InternalTables {
  /// The names of properties by that of their class; formats below 10.
  private(set) var primaryKeys: [String: String] = [:]
  /// The version of the app's schema.
  private(set) var version: UInt64?

  init(_ layouts: [RealmTableLayout], _ source: any ByteSource) throws {
    for layout in layouts {
      switch layout.name {
      case RealmTableNames.primaryKeys where layout.isOld: try readKeys(layout, source)
      case RealmTableNames.metadata: try readVersion(layout, source)
      default: break
      }
    }
  }

  private mutating func readKeys(_ layout: RealmTableLayout, _ source: any ByteSource) throws {
    guard let table = layout.names.firstIndex(of: "pk_table"),
      let property = layout.names.firstIndex(of: "pk_property")
    else { return }
    let rows = RealmRows(layout, source)
    while let row = try rows.next() {
      guard case .string(let name) = try row.value(at: table),
        case .string(let key) = try row.value(at: property)
      else { continue }
      primaryKeys[RealmTableNames.className(name)] = key
    }
  }

  private mutating func readVersion(_ layout: RealmTableLayout, _ source: any ByteSource) throws {
    guard let column = layout.names.firstIndex(of: "version"),
      let row = try RealmRows(layout, source).next(),
      case .int(let number) = try row.value(at: column), number >= 0
    else { return }
    version = UInt64(number)
  }
}

/// The meaning of the names of tables.
enum RealmTableNames {
  private static let prefix = "class_"
  static let metadata = "metadata"
  static let primaryKeys = "pk"

  /// Tables of a synchronisation that is no more, and of its permissions.
  private static let internalNames: Set<String> = [
    metadata, primaryKeys, "class___Class", "class___Permission", "class___Realm",
    "class___Role", "class___User", "class___ResultSets", "sync_internal_schemas",
    "client_reset_metadata",
  ]

  /// The name of the class; that of the table if it is not one of a class.
  static func className(_ table: String) -> String {
    table.hasPrefix(prefix) ? String(table.dropFirst(prefix.count)) : table
  }

  static func isInternal(_ table: String) -> Bool {
    internalNames.contains(table) || table.hasPrefix("flx_") || table.hasPrefix("!")
  }
}
