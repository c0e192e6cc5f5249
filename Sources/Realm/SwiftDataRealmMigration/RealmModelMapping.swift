// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import RealmTransfer
import SwiftData
import SwiftDataCore

extension RealmMapping {
  /// Maps a class to a model, property by property.
  ///
  /// ```swift
  /// mapping.map("RealmTrack", to: Track.self) {
  ///   $0.rename("name", to: \.title)
  ///     .set(\.seconds) { row in Int(try row.get("duration", as: Double.self)) }
  ///     .skip("waveform")
  /// }
  /// ```
  ///
  /// Other properties are matched by name.
  public mutating func map<Model: PersistentModel>(
    _ source: String, to model: Model.Type,
    _ change: (RealmModelMapping<Model>) -> RealmModelMapping<Model> = { $0 }
  ) {
    add(change(RealmModelMapping(source)).mapping)
  }

  /// Maps a class to a model with a closure that creates a model from each object.
  ///
  /// ```swift
  /// mapping.map("RealmTrack", to: Track.self) { row in
  ///   let title: String = try row.get("title")
  ///   return Track(id: try row.get("id"), title: title.trimmingCharacters(in: .whitespaces))
  /// }
  /// ```
  ///
  /// The attributes of the model are written; the model is never inserted into a context. Relationships are matched by
  /// name, as without the closure, because the destinations of links are not models yet.
  ///
  /// - Parameter make: called again by the verification, which does not compare properties that differ between the two
  ///   calls.
  public mutating func map<Model: PersistentModel>(
    _ source: String, to model: Model.Type, making make: @escaping @Sendable (RealmRow) throws -> Model
  ) {
    var mapping = RealmModelMapping<Model>(source).mapping
    mapping.columns = { row in
      try ConstantColumns.attributes(of: make(row)).mapValues { $0.map { SQLiteValue($0) } }
    }
    add(mapping)
  }
}

/// The mapping of one class to a model.
public struct RealmModelMapping<Model: PersistentModel> {
  var mapping: RealmClassMapping

  init(_ source: String) {
    mapping = RealmClassMapping(source, to: Model._$description.entityName)
  }

  private func changed(_ change: (RealmClassMapping) -> RealmClassMapping) -> Self {
    var copy = self
    copy.mapping = change(mapping)
    return copy
  }

  /// A property is called otherwise in the model.
  public func rename<Value>(_ property: String, to keyPath: KeyPath<Model, Value>) -> Self {
    changed { $0.rename(property, to: Self.name(keyPath)) }
  }

  /// Properties of the file are left out; the report says so.
  public func skip(_ properties: String...) -> Self {
    changed { properties.reduce($0) { $0.skip($1) } }
  }

  /// A value is changed on its way.
  public func transform<Value>(
    _ property: String, to keyPath: KeyPath<Model, Value>,
    _ transform: @escaping @Sendable (RealmValue) throws -> RealmValue
  ) -> Self {
    changed { $0.transform(property, to: Self.name(keyPath), transform) }
  }

  /// A value is computed of all of the object.
  public func set<Value>(
    _ keyPath: KeyPath<Model, Value>, _ value: @escaping @Sendable (RealmRow) throws -> Value
  ) -> Self {
    let name = Self.name(keyPath)
    return changed {
      $0.setColumns(name) { row in
        try ConstantColumns.attribute(name, of: value(row), in: Model._$description).map {
          SQLiteValue($0)
        }
      }
    }
  }

  /// Maps only objects that meet a condition; another mapping may map the others.
  public func when(_ condition: @escaping @Sendable (RealmRow) throws -> Bool) -> Self {
    changed { $0.when(condition) }
  }

  /// Sets a to-one relationship to the model that another mapping creates from the same object.
  public func link<Part: PersistentModel>(_ keyPath: KeyPath<Model, Part?>) -> Self {
    changed { $0.link(Self.name(keyPath), toPart: Part._$description.entityName) }
  }

  /// A key path that names no persisted property is found out when the mapping meets the store.
  private static func name(_ keyPath: AnyKeyPath) -> String {
    let path = Model._$description.path(keyPath)?.properties ?? []
    return path.isEmpty ? "\(keyPath)" : path.joined(separator: ".")
  }
}

extension SQLiteValue {
  fileprivate init(_ constant: ColumnConstant) {
    switch constant {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = number.isNaN ? .null : .real(number)
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .blob(Data(bytes))
    }
  }
}
