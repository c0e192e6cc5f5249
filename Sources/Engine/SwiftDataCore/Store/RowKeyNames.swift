// SPDX-License-Identifier: Apache-2.0

/// The names of rows whose keys in their store are no whole numbers, such as UUIDs.
///
/// Contexts know such a row by a number that its store has given it, which is worth something in this process only.
/// Identifiers have the key itself, so that they lead to the same row wherever they are read.
package protocol RowKeyNames: AnyObject, Sendable {
  /// The key of the row with a number; `nil` if the number is not given to any.
  func text(of number: Int64) -> String?

  /// The number of the row with a key, whether there is such a row or not; `nil` if no row can have this key.
  func number(of text: String) -> Int64?

  /// Whether the row of a number comes before that of another one, as the store orders keys.
  func precedes(_ left: Int64, _ right: Int64) -> Bool
}

extension ContainerCore {
  /// How the rows of an entity are named; `nil` if they are by the engine's numbers.
  func keyNames(of entity: _Entity) -> (any RowKeyNames)? {
    guard hasNamedKeys, let store = try? store(of: entity) else { return nil }
    return store.keyNames(of: entity)
  }
}
