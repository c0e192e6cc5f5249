// SPDX-License-Identifier: Apache-2.0

/// Core Data's rules for the names of columns.
package enum ColumnNames {
  /// Before the name of the column that keeps the position in an ordered relationship.
  package static let orderPrefix = "Z_FOK_"
  /// The second column of the table of pairs of a relationship that is its own inverse.
  package static let reflexive = "REFLEXIVE"

  /// The column of an attribute, or of the key of a to-one relationship: `ZNAME`.
  ///
  /// - Parameter property: within a composite attribute the element alone.
  package static func column(_ property: String) -> String { "Z" + upper(property) }

  /// The column beside a to-one relationship's key that tells which entity the
  /// destination is of: `Z3_OWNER`.
  ///
  /// - Parameter destination: the number of the relationship's destination.
  package static func entityColumn(_ relationship: String, destination: Int64) -> String {
    "Z\(destination)_\(upper(relationship))"
  }

  /// The column, in the table of the destination, of a to-many relationship
  /// without inverse: `Z3CHILDREN`.
  ///
  /// - Parameter owner: the number of the entity that has the relationship.
  package static func hiddenColumn(_ relationship: String, owner: Int64) -> String {
    "Z\(owner)\(upper(relationship))"
  }

  /// A property's name as part of a column's name.
  ///
  /// Swift allows any character in a name between backticks. Core Data's rule for
  /// those is not known; SQL needs quotes around them, which are not expected in
  /// column names, so they become `_`.
  package static func upper(_ name: String) -> String {
    var text = ""
    for scalar in name.uppercased().unicodeScalars {
      switch scalar {
      case "A"..."Z", "0"..."9", "_": text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(scalar.value < 0x80 ? "_" : scalar)
      }
    }
    return text
  }

  /// `natural`, or `natural` with the first number that makes it free.
  package static func free(_ natural: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(natural) else { return natural }
    var number = 1
    while isTaken("\(natural)\(number)") { number += 1 }
    return "\(natural)\(number)"
  }

  /// Whether `name` is `natural` with a number, or none, behind it.
  package static func isNumbered(_ name: String, of natural: String) -> Bool {
    guard name.hasPrefix(natural) else { return false }
    return name.dropFirst(natural.count).allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The number behind `natural`; 0 if there is none.
  package static func number(_ name: String, of natural: String) -> Int {
    Int(name.dropFirst(natural.count)) ?? 0
  }

  /// The number and the rest of a name such as `Z_12NAME`, after `prefix`.
  package static func split(_ name: String, after prefix: String) -> (number: Int64, rest: String)? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let number = Int64(digits) else { return nil }
    return (number, String(rest.dropFirst(digits.count)))
  }
}

/// Gives the columns of one table their names, by Core Data's rule: `Z` and
/// the upper-case name; a name that is taken gets the next number.
struct ColumnNaming {
  private var taken: Set<String>
  private let known: [String: [String: String]]
  private(set) var names: [String: [String: String]] = [:]

  init(known: [String: [String: String]], entities: [String], kept: Set<String>) {
    self.known = known
    taken = kept.union(RowHeader.columns)
    for entity in entities { taken.formUnion((known[entity] ?? [:]).values) }
  }

  /// - Parameter path: what the column is for, within the entity.
  mutating func name(_ natural: String, entity: String, path: String) -> String {
    let name: String
    if let known = known[entity]?[path] {
      name = known
    } else {
      name = ColumnNames.free(natural) { taken.contains($0) }
      taken.insert(name)
    }
    names[entity, default: [:]][path] = name
    return name
  }
}
