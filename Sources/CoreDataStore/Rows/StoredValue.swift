import CoreDataFormat
import Foundation

/// A value of a property, read without the app's types.
public indirect enum StoredValue: Equatable, Sendable {
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
  /// What a path through a to-many relationship leads to.
  case array([StoredValue])
  /// What a value transformer archived.
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

  public struct Field: Equatable, Sendable {
    public let name: String
    public let value: StoredValue

    public init(_ name: String, _ value: StoredValue) {
      self.name = name
      self.value = value
    }
  }

  public var isNull: Bool { self == .null }
}

/// An object with its values.
public struct StoredObject: Equatable, Sendable {
  public let reference: ObjectReference
  /// Z_OPT: how often the row was saved.
  public let version: Int64?
  /// Attributes by name, then relationships by name.
  public let values: [StoredValue.Field]

  public subscript(property: String) -> StoredValue? {
    values.first { $0.name == property }?.value
  }
}

/// A reference to bytes beside the store.
public struct ExternalFile: Equatable, Hashable, Sendable {
  /// The name of the file, a UUID.
  public let name: String
  public let url: URL
  /// `nil` if the file is missing.
  public let size: UInt64?

  /// Two stores may have the same file, each its own.
  public static func == (left: ExternalFile, right: ExternalFile) -> Bool {
    left.name == right.name && left.size == right.size
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
