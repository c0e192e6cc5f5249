import SwiftDataCore

/// The text of the CREATE statements, as Core Data writes it.
public enum DDL {
  /// Keys, metadata and model cache.
  public static let bookkeeping = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    modelCache,
  ]

  /// The table of the model, which stores of before Mac OS X 10.7 do not have.
  public static let modelCache = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"

  /// Everything a new store needs, in Core Data's order.
  public static func all(_ layout: StoreLayout) -> [String] {
    var statements: [String] = []
    for table in layout.tables {
      statements.append(create(table))
      // A table of pairs follows the entity that names it, which may be a
      // subentity in the same table.
      statements += layout.joinTables.filter { $0.owner.root === table.root }.map { create($0) }
    }
    statements += layout.indexes.map { create($0) }
    statements += bookkeeping
    statements += HistoryTables.statements
    return statements
  }

  public static func create(_ table: TableLayout) -> String {
    let header = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    let columns = table.columns.map { "\($0.name) \($0.declaredType)" }
    return "CREATE TABLE \(table.name) ( \((header + columns).joined(separator: ", ")) )"
  }

  public static func create(_ table: JoinTableLayout) -> String {
    let columns = table.columns.map { "\($0) INTEGER" }.joined(separator: ", ")
    let key = table.columns.joined(separator: ", ")
    return "CREATE TABLE \(table.name) ( \(columns), PRIMARY KEY (\(key)) )"
  }

  public static func create(_ index: IndexLayout) -> String {
    switch index.kind {
    case .structural:
      return
        "CREATE INDEX \(index.name) ON \(index.table) (\(index.columns.joined(separator: ", ")))"
    case .fetch, .unique:
      let columns = index.columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
      let unique = index.kind == .unique ? "UNIQUE " : ""
      return "CREATE \(unique)INDEX \(quoted(index.name)) ON \(index.table) (\(columns))"
    }
  }

  /// A name as it is if SQL takes it so, else in quotes.
  public static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
