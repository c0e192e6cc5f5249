// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// Reads and writes one attribute of any object of a class. The types are opened once, when it is made.
struct AttributeAccess: Sendable {
  let read: @Sendable (any PersistentModel) throws -> SyncValue
  let write: @Sendable (any PersistentModel, SyncValue) throws -> Void
  /// Whether two values say the same: a set may be written in any order.
  let isSame: @Sendable (SyncValue, SyncValue) -> Bool
  /// A value without the order of what is in it, to find the like of it. Two that differ may have the same one.
  let unordered: @Sendable (SyncValue) -> SyncValue

  init?(_ path: AnyKeyPath) {
    guard let root = Swift.type(of: path).rootType as? any PersistentModel.Type,
      let value = Swift.type(of: path).valueType as? any (Codable & SendableMetatype).Type
    else { return nil }
    func open<Root: PersistentModel, Value: Codable & SendableMetatype>(_: Root.Type, _: Value.Type) -> AttributeAccess?
    {
      guard let path = path as? KeyPath<Root, Value> else { return nil }
      return AttributeAccess(typed: path)
    }
    guard let access = open(root, value) else { return nil }
    self = access
  }

  private init<Root: PersistentModel, Value: Codable & SendableMetatype>(typed path: KeyPath<Root, Value>) {
    // Key paths to stored properties without subscripts hold nothing that changes.
    nonisolated(unsafe) let path = path
    if let plain = Self.plain(path) {
      self = plain
      return
    }
    read = { model in
      guard let model = model as? Root else { throw FieldCodec.Mismatch() }
      return try FieldCodec.encode(model[keyPath: path])
    }
    write = { model, field in
      guard let model = model as? Root else { throw FieldCodec.Mismatch() }
      let value = try FieldCodec.decode(field, as: Value.self)
      if let path = path as? ReferenceWritableKeyPath<Root, Value> {
        model[keyPath: path] = value
      } else {
        model.setValue(forKey: path, to: value)
      }
    }
    isSame = { FieldCodec.areSame($0, $1, as: Value.self) }
    unordered = { FieldCodec.unordered($0) }
  }
}

extension AttributeAccess {
  /// The types that most attributes have, without asking each value of each row which type it has.
  private static func plain<Root: PersistentModel, Value>(_ path: KeyPath<Root, Value>) -> AttributeAccess? {
    let path = path as AnyKeyPath
    if let text = typed(
      Root.self, path, { (value: String) in .text(value) }, { if case .text(let value) = $0 { value } else { nil } })
    {
      return text
    }
    if let integer = typed(
      Root.self, path, { (value: Int) in .integer(Int64(value)) },
      { if case .integer(let value) = $0 { Int(exactly: value) } else { nil } })
    {
      return integer
    }
    if let real = typed(
      Root.self, path, { (value: Double) in .real(value) }, { if case .real(let value) = $0 { value } else { nil } })
    {
      return real
    }
    if let bool = typed(
      Root.self, path, { (value: Bool) in .bool(value) }, { if case .bool(let value) = $0 { value } else { nil } })
    {
      return bool
    }
    if let date = typed(
      Root.self, path, { (value: Date) in .date(value.timeIntervalSinceReferenceDate) },
      { if case .date(let value) = $0 { Date(timeIntervalSinceReferenceDate: value) } else { nil } })
    {
      return date
    }
    if let uuid = typed(
      Root.self, path, { (value: UUID) in .uuid(value) }, { if case .uuid(let value) = $0 { value } else { nil } })
    {
      return uuid
    }
    return typed(
      Root.self, path, { (value: Data) in .bytes(value) }, { if case .bytes(let value) = $0 { value } else { nil } })
  }

  /// The attribute if it has this type, or is an optional of it.
  private static func typed<Root: PersistentModel, Value: Codable & SendableMetatype>(
    _ root: Root.Type, _ path: AnyKeyPath, _ encode: @escaping @Sendable (Value) -> SyncValue,
    _ decode: @escaping @Sendable (SyncValue) -> Value?
  ) -> AttributeAccess? {
    if let path = path as? ReferenceWritableKeyPath<Root, Value> {
      // Unsafe: a key path of a model has no captured value, and is only read.
      nonisolated(unsafe) let property = path
      return AttributeAccess { model in
        guard let model = model as? Root else { throw FieldCodec.Mismatch() }
        return encode(model[keyPath: property])
      } write: { model, field in
        guard let model = model as? Root else { throw FieldCodec.Mismatch() }
        model[keyPath: property] = try decode(field) ?? FieldCodec.decode(field, as: Value.self)
      } isSame: {
        FieldCodec.isSamePlain($0, $1, as: Value.self)
      }
    }
    if let path = path as? ReferenceWritableKeyPath<Root, Value?> {
      // Unsafe: a key path of a model has no captured value, and is only read.
      nonisolated(unsafe) let property = path
      return AttributeAccess { model in
        guard let model = model as? Root else { throw FieldCodec.Mismatch() }
        return model[keyPath: property].map(encode) ?? .null
      } write: { model, field in
        guard let model = model as? Root else { throw FieldCodec.Mismatch() }
        if field == .null {
          model[keyPath: property] = nil
        } else {
          model[keyPath: property] = try decode(field) ?? FieldCodec.decode(field, as: Value.self)
        }
      } isSame: {
        FieldCodec.isSamePlain($0, $1, as: Value.self)
      }
    }
    return nil
  }

  private init(
    read: @escaping @Sendable (any PersistentModel) throws -> SyncValue,
    write: @escaping @Sendable (any PersistentModel, SyncValue) throws -> Void,
    isSame: @escaping @Sendable (SyncValue, SyncValue) -> Bool
  ) {
    self.read = read
    self.write = write
    self.isSame = isSame
    unordered = { $0 }
  }
}

/// Reads and writes one relationship of any object of a class.
struct RelationshipAccess: Sendable {
  let read: @Sendable (any PersistentModel) -> [any PersistentModel]
  /// Nil: a required relationship would have nothing.
  let write: @Sendable (any PersistentModel, [any PersistentModel]) throws -> Void

  init?(_ path: AnyKeyPath, destination: any PersistentModel.Type) {
    guard let root = Swift.type(of: path).rootType as? any PersistentModel.Type else { return nil }
    func open<Root: PersistentModel, End: PersistentModel>(_: Root.Type, _: End.Type) -> RelationshipAccess? {
      if let path = path as? ReferenceWritableKeyPath<Root, End> {
        return RelationshipAccess(path, { [$0] }, { $0.first })
      }
      if let path = path as? ReferenceWritableKeyPath<Root, End?> {
        return RelationshipAccess(path, { $0.map { [$0] } ?? [] }, { .some($0.first) })
      }
      if let path = path as? ReferenceWritableKeyPath<Root, [End]> {
        return RelationshipAccess(path, { $0 }, { $0 })
      }
      if let path = path as? ReferenceWritableKeyPath<Root, [End]?> {
        return RelationshipAccess(path, { $0 ?? [] }, { .some($0) })
      }
      return nil
    }
    guard let access = open(root, destination) else { return nil }
    self = access
  }

  private init<Root: PersistentModel, Value, End: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Root, Value>, _ ends: @escaping @Sendable (Value) -> [End],
    _ value: @escaping @Sendable ([End]) -> Value?
  ) {
    // As above.
    nonisolated(unsafe) let path = path
    read = { model in (model as? Root).map { ends($0[keyPath: path]) } ?? [] }
    write = { model, others in
      guard let model = model as? Root, let value = value(others.compactMap { $0 as? End }) else {
        throw FieldCodec.Mismatch()
      }
      model[keyPath: path] = value
    }
  }
}

/// Makes, finds and tells apart objects of a class that is known at run time only.
struct ModelAccess: Sendable {
  let make: @Sendable () -> any PersistentModel
  /// The objects with these identities, as far as they are there.
  let find: @Sendable ([PersistentIdentifier], ModelContext) throws -> [any PersistentModel]
  /// All objects of this class, without those of subclasses.
  let all: @Sendable (ModelContext) throws -> [any PersistentModel]
  /// How many objects there are, with those of subclasses.
  let count: @Sendable (ModelContext) throws -> Int

  init<Model: PersistentModel>(_: Model.Type) {
    make = { Model(backingData: Self.values(Model.self)) }
    find = { ids, context in
      try context.fetch(FetchDescriptor<Model>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    }
    all = { context in
      try context.fetch(FetchDescriptor<Model>()).filter { Swift.type(of: $0) == Model.self }
    }
    count = { context in try context.fetchCount(FetchDescriptor<Model>()) }
  }

  private static func values<Model: PersistentModel>(_: Model.Type) -> any BackingData<Model> {
    Model.createBackingData()
  }
}
