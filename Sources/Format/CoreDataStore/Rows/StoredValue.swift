// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A value of a property, read without the app's types.
package indirect enum StoredValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case float(Float)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case uuid(UUID)
  case url(String)
  case data(Data)
  /// Bytes in a file beside the store.
  case external(ExternalFile)
  /// The values at the end of a path through a to-many relationship.
  case array([StoredValue])
  /// A value that a value transformer archived.
  case archived(ArchivedValue)
  /// The stored properties of a struct, in declared order.
  case composite([Field])
  /// The case of an enum without raw values, and what goes with it.
  case enumeration(String, payload: StoredValue?)
  /// A Codable value that was stored as JSON.
  case json(JSONValue)
  /// The target of a to-one relationship.
  case object(ObjectReference)
  /// The targets of a to-many relationship.
  case objects([ObjectReference])

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: StoredValue

    package init(_ name: String, _ value: StoredValue) {
      self.name = name
      self.value = value
    }
  }

  package var isNull: Bool { self == .null }
}

/// An object with its values.
package struct StoredObject: Equatable, Sendable {
  package let reference: ObjectReference
  /// Z_OPT: how often the row was saved.
  package let version: Int64?
  /// Attributes by name, then relationships by name.
  package let values: [StoredValue.Field]

  package subscript(property: String) -> StoredValue? {
    values.first { $0.name == property }?.value
  }
}

/// A reference to bytes beside the store.
package struct ExternalFile: Equatable, Hashable, Sendable {
  /// The name of the file, a UUID.
  package let name: String
  package let url: URL
  /// `nil` if the file is missing.
  package let size: UInt64?

  /// Two stores may have the same file, each its own.
  package static func == (left: ExternalFile, right: ExternalFile) -> Bool {
    left.name == right.name && left.size == right.size
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
