// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One value in a snapshot.
///
/// A snapshot taken of a model has values of the model's own types, and so has
/// one that was decoded (``SnapshotDecoding``). What belongs to no property that
/// is known is kept as it was encoded; a typed value is made of it when it is
/// asked for with a type.
enum SnapshotValue: Sendable {
  case none
  /// A value of the model's own type.
  case value(any DataStoreSnapshotValue)
  /// A related model.
  case identifier(PersistentIdentifier)
  /// Related models; also an empty array of values, once encoded.
  case identifiers([PersistentIdentifier])
  case array([SnapshotValue])
  case object([String: SnapshotValue])
  /// What was encoded for a property is not of its type.
  indirect case wrongType(SnapshotValue)

  /// A property's value; one that is `nil` is none.
  static func of(_ value: any Codable) -> SnapshotValue {
    if let optional = value as? any OptionalValue, optional.wrappedValue == nil { return .none }
    // Attribute types are values, though few say that they can be sent.
    // The cast adds a marker without layout.
    return .value(unsafeBitCast(value as any Codable, to: (any DataStoreSnapshotValue).self))
  }

  /// The value as a type; `nil` if it is none.
  func typed<V: Decodable>(_: V.Type) -> V? {
    if case .value(let value) = self, let value = value as? V { return value }
    // Another coder than the one that has read it might take it for something else.
    if case .wrongType = self { return nil }
    guard let data = try? JSONArchive.encoder.encode(self) else { return nil }
    return try? JSONArchive.decoder.decode(V.self, from: data)
  }

  /// Replaces the identifiers in the value.
  func remapped(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
    switch self {
    case .identifier(let identifier): .identifier(identifiers[identifier] ?? identifier)
    case .identifiers(let list): .identifiers(list.map { identifiers[$0] ?? $0 })
    case .none, .value, .array, .object, .wrongType: self
    }
  }
}

extension SnapshotValue: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .value(let value): try container.encode(value)
    case .identifier(let identifier): try container.encode(identifier)
    case .identifiers(let identifiers): try container.encode(identifiers)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    case .wrongType(let value): try container.encode(value)
    }
  }

  /// Reads whatever is there, from the narrowest kind to the widest.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let scalar = Self.scalar(container) {
      self = .value(scalar)
    } else if let identifier = try? container.decode(PersistentIdentifier.self) {
      self = .identifier(identifier)
    } else if let identifiers = try? container.decode([PersistentIdentifier].self) {
      self = .identifiers(identifiers)
    } else if let values = try? container.decode([SnapshotValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: SnapshotValue].self))
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer)
    -> (any DataStoreSnapshotValue)?
  {
    if let value = try? container.decode(Bool.self) { return value }
    if let value = try? container.decode(Int64.self) { return value }
    if let value = try? container.decode(UInt64.self) { return value }
    if let value = try? container.decode(Double.self) { return value }
    if let value = try? container.decode(String.self) { return value }
    // Property lists have kinds of their own for these.
    if let value = try? container.decode(Date.self) { return value }
    if let value = try? container.decode(Data.self) { return value }
    return nil
  }
}
