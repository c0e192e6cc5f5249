// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The identity of a model: its store, its entity and its row.
///
/// A value that can be sent between actors, kept in files and looked up again
/// with ``ModelContext/model(for:)``. Before its first save a model has a
/// temporary identifier.
///
/// The encoded form is Apple's: an object `implementation` with `primaryKey`
/// (`"p12"`), `uriRepresentation`, `isTemporary`, `storeIdentifier` and
/// `entityName`.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
  /// An opaque value, equal for equal identifiers.
  public struct ID: Hashable, Sendable {
    let scope: IdentifierScope
    let key: IdentifierKey
  }

  /// The store, entity and key as one opaque value.
  public let id: ID

  init(scope: IdentifierScope, key: IdentifierKey) { id = ID(scope: scope, key: key) }

  /// The unqualified name of the model class.
  public var entityName: String { id.scope.entityName }

  /// The store that the row is in; `nil` for a temporary identifier.
  public var storeIdentifier: String? { id.scope.storeIdentifier }

  /// Whether the model has not been saved yet.
  public var isTemporary: Bool {
    if case .temporary = id.key { return true }
    return false
  }

  /// The row's primary key in a store with integer keys; negative if temporary.
  package var rowKey: Int64? {
    switch id.key {
    case .row(let key), .temporary(let key): key
    case .text: nil
    }
  }

  /// The key as identifiers write it: `p12` for a number, or the row's key itself.
  package var keyText: String { id.key.text }

  /// Ordered by store, entity and key.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let left = (lhs.storeIdentifier ?? "", lhs.entityName)
    let right = (rhs.storeIdentifier ?? "", rhs.entityName)
    if left != right { return left < right }
    return lhs.id.key < rhs.id.key
  }

  /// The identifier of a row.
  ///
  /// It equals that of the model in the row. In a store of the library's a row is named by its number, `12`, or by
  /// `"p12"`, as Core Data writes it:
  ///
  ///     let id = try PersistentIdentifier.identifier(for: storeID, entityName: "Trip", primaryKey: "p12")
  ///     let trip = context.model(for: id)
  ///
  /// - Parameters:
  ///   - storeIdentifier: The store's `identifier`.
  ///   - entityName: The unqualified name of the model class.
  ///   - primaryKey: The row's key: in a store of your own, any comparable, codable value.
  public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    PersistentIdentifier(
      scope: IdentifierScope(storeIdentifier: storeIdentifier, entityName: entityName),
      key: IdentifierKey(primaryKey: primaryKey))
  }

  /// The identifier of another row of the same class and store.
  package func sibling(row: Int64) -> PersistentIdentifier { Self._row(row, scope: id.scope) }

  /// The identifier of the row with an integer key.
  package static func _row(_ key: Int64, scope: IdentifierScope) -> PersistentIdentifier {
    PersistentIdentifier(scope: scope, key: key < 0 ? .temporary(key) : .row(key))
  }
}

/// The URI, which tells apart any two rows.
extension PersistentIdentifier: CustomStringConvertible {
  /// The URI in Core Data's form, such as `PersistentIdentifier(x-coredata://store/Trip/p12)`.
  public var description: String { "PersistentIdentifier(\(uriRepresentation.absoluteString))" }
}

/// The part that the identifiers of one entity in one store share.
public final class IdentifierScope: Hashable, Sendable {
  let storeIdentifier: String?
  let entityName: String

  /// The identifiers of one class in one store; of none if they are temporary.
  public init(storeIdentifier: String?, entityName: String) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
  }

  /// Whether both are of the same entity in the same store, also if they are two objects.
  public static func == (lhs: IdentifierScope, rhs: IdentifierScope) -> Bool {
    lhs === rhs
      || (lhs.storeIdentifier == rhs.storeIdentifier && lhs.entityName == rhs.entityName)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(entityName) }
}

enum IdentifierKey: Hashable, Comparable, Sendable {
  case row(Int64)
  case temporary(Int64)
  /// A custom store's key, and which type it has.
  case text(String, ObjectIdentifier?)

  static func < (lhs: IdentifierKey, rhs: IdentifierKey) -> Bool {
    switch (lhs, rhs) {
    case (.row(let left), .row(let right)): left < right
    // Temporary keys count downwards.
    case (.temporary(let left), .temporary(let right)): left > right
    case (.text(let left, _), .text(let right, _)): left < right
    case (.row, _), (.temporary, .text): true
    default: false
    }
  }

  static func == (lhs: IdentifierKey, rhs: IdentifierKey) -> Bool {
    switch (lhs, rhs) {
    case (.row(let left), .row(let right)): left == right
    case (.temporary(let left), .temporary(let right)): left == right
    case (.text(let left, _), .text(let right, _)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .row(let key), .temporary(let key): hasher.combine(key)
    case .text(let text, _): hasher.combine(text)
    }
  }
}

/// How a model gets its ``PersistentIdentifier``.
enum ModelIdentity {
  static func identifier(of model: any PersistentModel) -> PersistentIdentifier {
    let state = model.ensuredState
    if let last = state.extra?.lastIdentifier { return last }
    if state.key == 0 { state.key = TemporaryKeys.next() }
    if state.key < 0 { state.flags.insert(.exposedTemporaryID) }
    if let core = state.core, let entity = state.entity {
      return core.identifier(entity, state.key)
    }
    return ._row(
      state.key,
      scope: IdentifierScope(
        storeIdentifier: nil, entityName: type(of: model)._$description.entityName))
  }
}
