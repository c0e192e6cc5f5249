import Foundation

/// Notes what a transaction changes, and writes it into the store's history.
///
/// One row of ATRANSACTION per save, one of ACHANGE per row: apps and their
/// synchronisation learn of changes by them. A store without these tables
/// keeps no history.
final class HistoryWriter {
  enum Kind: Int64 {
    case insert = 0
    case update = 1
    case delete = 2
  }

  private struct Change {
    let kind: Kind
    let entity: String
    let key: Int64
    var properties: Set<String>
  }

  private let store: Store
  private let author: String
  private var changes: [Change] = []
  private var positions: [ObjectReference: Int] = [:]

  static let change: Int64 = 16_001
  static let transaction: Int64 = 16_002
  static let transactionString: Int64 = 16_003

  init(_ store: Store, author: String) {
    self.store = store
    self.author = author
  }

  /// Each row is changed once in a transaction.
  ///
  /// - Returns: whether it is the first change of the row.
  @discardableResult
  func note(_ kind: Kind, _ reference: ObjectReference, _ properties: Set<String> = []) -> Bool {
    if let position = positions[reference] {
      changes[position].properties.formUnion(properties)
      return false
    }
    positions[reference] = changes.count
    changes.append(
      Change(kind: kind, entity: reference.entity, key: reference.key, properties: properties))
    return true
  }

  /// Writes all that was noted.
  func finish() throws {
    guard !changes.isEmpty, let transactions = store.catalog.table("ATRANSACTION"),
      let table = store.catalog.table("ACHANGE")
    else { return }
    let transaction = try nextKey("ATRANSACTION", "TRANSACTION", Self.transaction)
    var values: [(String, SQLValue)] = [
      ("Z_PK", .integer(transaction)), ("Z_ENT", .integer(Self.transaction)),
      ("ZTIMESTAMP", .real(Date().timeIntervalSinceReferenceDate)),
    ]
    for (name, text) in [("AUTHOR", author), ("BUNDLEID", "swiftdata"), ("PROCESSID", "swiftdata")]
    {
      if transactions.column("Z\(name)TS") != nil, store.catalog.has("ATRANSACTIONSTRING") {
        values.append(("Z\(name)TS", .integer(try string(text))))
      } else {
        values.append(("Z\(name)", .text(text)))
      }
    }
    try insert(values, into: transactions)
    var key = try nextKey("ACHANGE", "CHANGE", Self.change) - 1
    var columns: [String: ChangedColumns] = [:]
    for change in changes {
      key += 1
      var bits = SQLValue.null
      if change.kind == .update, let entity = store.model.entity(named: change.entity) {
        let known = columns[change.entity] ?? ChangedColumns(entity, store)
        columns[change.entity] = known
        bits = .blob(Data(known.bytes(change.properties)))
      }
      try insert(
        [
          ("Z_PK", .integer(key)), ("Z_ENT", .integer(Self.change)),
          ("ZCHANGETYPE", .integer(change.kind.rawValue)),
          ("ZENTITY", .integer(store.layout[change.entity]?.number ?? 0)),
          ("ZENTITYPK", .integer(change.key)), ("ZTRANSACTIONID", .integer(transaction)),
          ("ZCOLUMNS", bits),
        ], into: table)
    }
    try setMaximum(key, Self.change)
  }

  private func insert(
    _ values: [(String, SQLValue)], into table: TableCatalog.Table
  ) throws {
    let present = values.filter { table.column($0.0) != nil }
    let names = present.map(\.0.sqlName).joined(separator: ", ")
    let marks = Array(repeating: "?", count: present.count).joined(separator: ", ")
    try store.connection.run(
      "INSERT INTO \(table.name.sqlName) (\(names)) VALUES (\(marks))", present.map(\.1))
  }

  /// The key of a text, which is kept once.
  private func string(_ text: String) throws -> Int64 {
    if let key = try store.connection.integer(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])
    {
      return key
    }
    let key = try nextKey("ATRANSACTIONSTRING", "TRANSACTIONSTRING", Self.transactionString)
    try store.connection.run(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, ?, ?)",
      [.integer(key), .integer(Self.transactionString), .text(text)])
    return key
  }

  private func nextKey(_ table: String, _ name: String, _ number: Int64) throws -> Int64 {
    // The rows of Z_PRIMARYKEY are made when history is first written.
    try store.connection.run(
      "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)",
      [.integer(number), .text(name)])
    let key = try store.connection.nextKey(table, number)
    try setMaximum(key, number)
    return key
  }

  private func setMaximum(_ key: Int64, _ number: Int64) throws {
    try store.connection.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2 AND Z_MAX < ?1",
      [.integer(key), .integer(number)])
  }
}

extension Connection {
  /// The next key of a table: no key is given out twice.
  func nextKey(_ table: String, _ number: Int64) throws -> Int64 {
    let counted =
      try integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(number)]) ?? 0
    let highest = try integer("SELECT max(Z_PK) FROM \(table.sqlName)") ?? 0
    let last = max(counted, highest)
    // Far from the end, so that counting on cannot overflow.
    guard last >= 0, last < .max / 2 else {
      throw StoreError(.damaged, "The keys of \(table) are out of range.", file: file)
    }
    return last + 1
  }
}
