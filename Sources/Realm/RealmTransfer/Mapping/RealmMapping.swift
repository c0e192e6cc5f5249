// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataRealm

/// The mapping of the classes of a Realm file, where names alone do not suffice.
///
/// Without a mapping, a class is mapped to the entity of its name and a property to the property of its name. The names
/// of `swiftdata realm schema --swift` match too, and so does the name of a class without the prefix or suffix `Realm`.
///
/// ```swift
/// var mapping = RealmMapping()
/// mapping.add(
///   RealmClassMapping("RealmTrack", to: "Track")
///     .rename("name", to: "title")
///     .skip("cachedWaveform")
///     .set("searchText") { row in
///       guard case .string(let title) = try row["name"] else { return .null }
///       return .string(title.lowercased())
///     })
/// mapping.skip("LogEntry")
/// ```
public struct RealmMapping: Sendable {
  /// The mappings of single classes. A class may have several: it is split then.
  public private(set) var classes: [RealmClassMapping] = []
  /// The classes that are left out.
  public private(set) var skipped: Set<String> = []
  /// Whether classes and properties without a counterpart are skipped. Otherwise they are an error, before anything is
  /// written.
  public var skipsUnmatched = false

  /// A mapping by names alone.
  public init() {}

  /// Adds the mapping of a class.
  public mutating func add(_ mapping: RealmClassMapping) { classes.append(mapping) }

  /// Leaves out classes; the report says so.
  public mutating func skip(_ names: String...) { skipped.formUnion(names) }
}

/// The mapping of one class.
public struct RealmClassMapping: Sendable {
  /// Where the value of a property comes from.
  enum Source: Sendable {
    case property(String)
    case transformed(String, @Sendable (RealmValue) throws -> RealmValue)
    case computed(@Sendable (RealmRow) throws -> RealmValue)
    /// Computed as columns of the store.
    case columns(@Sendable (RealmRow) throws -> [SQLiteValue])
    /// The object that another mapping makes of the same row.
    case part(String)
  }

  /// The class in the file.
  public let source: String
  /// The entity of the store.
  public let target: String
  /// By the property of the store.
  private(set) var sources: [String: Source] = [:]
  /// Properties of the file.
  private(set) var skipped: Set<String> = []
  private(set) var condition: (@Sendable (RealmRow) throws -> Bool)?
  /// Attributes as columns of the store, by name: of models that a closure makes.
  package var columns: (@Sendable (RealmRow) throws -> [String: [SQLiteValue]])?

  /// Maps a class to an entity.
  public init(_ source: String, to target: String) {
    self.source = source
    self.target = target
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// A property has another name in the store.
  public func rename(_ property: String, to name: String) -> Self {
    changed { $0.sources[name] = .property(property) }
  }

  /// A property is left out.
  public func skip(_ properties: String...) -> Self {
    changed { $0.skipped.formUnion(properties) }
  }

  /// A value is changed on its way.
  ///
  /// - Parameters:
  ///   - name: the property in the store; of the same name if it is not given.
  ///   - transform: gets the value of the file. Called again by verification, it must give the same.
  public func transform(
    _ property: String, to name: String? = nil,
    _ transform: @escaping @Sendable (RealmValue) throws -> RealmValue
  ) -> Self {
    changed { $0.sources[name ?? property] = .transformed(property, transform) }
  }

  /// A value is computed of all of the object.
  public func set(
    _ name: String, _ value: @escaping @Sendable (RealmRow) throws -> RealmValue
  ) -> Self {
    changed { $0.sources[name] = .computed(value) }
  }

  package func setColumns(
    _ name: String, _ columns: @escaping @Sendable (RealmRow) throws -> [SQLiteValue]
  ) -> Self {
    changed { $0.sources[name] = .columns(columns) }
  }

  /// Maps only objects that meet a condition; another mapping may map the others.
  public func when(_ condition: @escaping @Sendable (RealmRow) throws -> Bool) -> Self {
    changed { $0.condition = condition }
  }

  /// Sets a to-one relationship to the object that another mapping creates from the same object.
  ///
  /// - Parameter entity: the target of that mapping.
  public func link(_ relationship: String, toPart entity: String) -> Self {
    changed { $0.sources[relationship] = .part(entity) }
  }
}
