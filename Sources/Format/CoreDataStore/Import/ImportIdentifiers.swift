// SPDX-License-Identifier: Apache-2.0

/// The rows of a file's objects, by identifier.
///
/// In a temporary table, as a file may have more objects than fit in memory.
final class ImportIdentifiers {
  private let connection: Connection
  private let names: NameCodes

  init(_ connection: Connection, _ names: NameCodes) throws {
    self.connection = connection
    self.names = names
    try connection.execute(
      "CREATE TEMP TABLE swiftdata_identifiers (name TEXT, number INTEGER, isReference INTEGER,"
        + " entity INTEGER, key INTEGER, PRIMARY KEY (name, number, isReference)) WITHOUT ROWID")
  }

  /// `x-coredata://UUID/Trip/p1` and `Trip/p1` lead to the same object.
  private func key(_ identifier: String) -> [SQLiteValue] {
    guard let reference = ObjectReference(identifier) else {
      return [.text(identifier), .integer(0), .integer(0)]
    }
    return [.text(reference.entity), .integer(reference.key), .integer(1)]
  }

  /// - Returns: whether no other object has the identifier.
  func add(_ identifier: String, _ object: ObjectReference) throws -> Bool {
    try connection.run(
      "INSERT OR IGNORE INTO temp.swiftdata_identifiers VALUES (?, ?, ?, ?, ?)",
      key(identifier) + [.integer(names.code(of: object.entity)), .integer(object.key)])
    return connection.changes > 0
  }

  func object(_ identifier: String) throws -> ObjectReference? {
    let statement = try connection.cached(
      "SELECT entity, key FROM temp.swiftdata_identifiers"
        + " WHERE name = ? AND number = ? AND isReference = ?")
    defer { statement.reset() }
    try statement.bind(key(identifier))
    guard try statement.step(), let entity = names.name(of: statement.integer(0)) else {
      return nil
    }
    return ObjectReference(entity: entity, key: statement.integer(1))
  }
}

/// Small numbers for names that are written many times.
final class NameCodes {
  private var codes: [String: Int64] = [:]
  private var names: [String] = []

  func code(of name: String) -> Int64 {
    if let code = codes[name] { return code }
    let code = Int64(names.count)
    codes[name] = code
    names.append(name)
    return code
  }

  func name(of code: Int64) -> String? {
    names.indices.contains(Int(code)) ? names[Int(code)] : nil
  }
}
