// SPDX-License-Identifier: Apache-2.0

/// An object of a store: its entity and key.
package struct ObjectReference: Hashable, Sendable, CustomStringConvertible {
  /// The entity itself, not one above it.
  package let entity: String
  /// Z_PK.
  package let key: Int64

  package init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }

  package var description: String { "\(entity)/p\(key)" }

  /// Reads `x-coredata://UUID/Entity/p12`, or `Entity/p12`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 2, let last = parts.last, last.hasPrefix("p"),
      let key = Int64(last.dropFirst())
    else { return nil }
    self.init(entity: String(parts[parts.count - 2]), key: key)
  }
}

extension Store {
  /// Whether an identifier is one of another store.
  func isForeign(_ identifier: String) -> Bool {
    identifier.hasPrefix("x-coredata://")
      && !identifier.uppercased().hasPrefix("X-COREDATA://\(metadata.storeUUID.uppercased())/")
  }

  /// Whether an identifier may be that of an object which a relationship with
  /// `destination` leads to.
  func identifies(
    _ text: String, _ reference: ObjectReference, among destination: String
  ) throws -> Bool {
    guard !isForeign(text), let named = layout[reference.entity], let goal = layout[destination],
      named.root == goal.root
    else { return false }
    guard goal.numbers.count > 1 || named.numbers != goal.numbers, let table = goal.table else {
      return true
    }
    // Keys are unique in the whole hierarchy; the row tells which entity it is of.
    let number = try connection.integer(
      "SELECT Z_ENT FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)])
    return number.map { named.numbers.contains($0) } ?? named.numbers.contains { goal.numbers.contains($0) }
  }
}
