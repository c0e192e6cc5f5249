// SPDX-License-Identifier: Apache-2.0

import SwiftDataRealm

/// The error if a Realm file cannot be migrated, or its migration cannot continue.
///
/// It names the problem, its location and a remedy. A batch that fails writes nothing. Earlier batches stay, and the
/// next run continues after them.
public struct RealmTransferError: Error, Equatable, Sendable {
  /// The kinds of errors.
  public enum Code: String, Sendable {
    /// Classes or properties of the file have no counterpart, and the mapping does not skip them.
    case unmatched
    /// The mapping names what is not there.
    case unknownName
    /// A value has no form of the type that the property has.
    case valueDoesNotFit
    /// A unique value is taken.
    case duplicate
    /// The store was being filled from another file, or by another mapping.
    case otherMigration
    /// There is no migration in the store.
    case noMigration
    /// The store is in use, or is not one that can be migrated into.
    case unsuitableStore
  }

  /// The kind of the error.
  public var code: Code
  /// The problem.
  public var what: String
  /// The class in the file.
  public var className: String?
  /// The property.
  public var property: String?
  /// The object in the file.
  public var object: RealmObjectKey?
  /// The remedy.
  public var advice: String?

  /// Makes an error.
  public init(
    _ code: Code, _ what: String, className: String? = nil, property: String? = nil,
    object: RealmObjectKey? = nil, advice: String? = nil
  ) {
    self.code = code
    self.what = what
    self.className = className
    self.property = property
    self.object = object
    self.advice = advice
  }
}

extension RealmTransferError: CustomStringConvertible {
  public var description: String {
    var text = what
    var places: [String] = []
    if let className { places.append("class \(className)") }
    if let property { places.append("property \(property)") }
    if let object { places.append("object \(object.rawValue)") }
    if !places.isEmpty { text += " (\(places.joined(separator: ", ")))" }
    if let advice { text += " \(advice)" }
    return text
  }
}
