// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The description of a model class, created once per class: the names, types,
/// column layouts and typed storage of its persisted properties.
///
/// It says nothing of other classes; how entities relate is the business of
/// a container's `SchemaModel`.
public final class _ModelDescription: @unchecked Sendable {
  // Unchecked: made once for each class, with its properties and their codecs, which are never changed. What is found
  // later lies behind a lock.
  package let type: any PersistentModel.Type
  package let superclass: (any PersistentModel.Type)?
  package let entityName: String
  /// Inherited properties first; a property's index is its position.
  @usableFromInline package let properties: [PropertyDescription]
  /// The properties that the class itself declares.
  package let ownRange: Range<Int>
  /// Whether there are `let` properties: such objects are never faults.
  package let hasConstants: Bool
  /// Whether the class has typed storage; else its values lie in a backing data.
  let isMacroMade: Bool
  /// Properties without columns. (Those from the 64th on are told apart by
  /// the reader and the writer, since they share a bit.)
  @usableFromInline package let ephemeralMask: PropertyMask
  /// A new instance without values.
  let make: () -> any PersistentModel
  private let names: [String: Int]
  private let paths: Mutex<[KeyPathBox: PropertyPath]>
  private let identityPaths = Mutex<[KeyPathBox: PropertyPath]>([:])

  private struct KeyPathBox: Hashable, Sendable {
    // Key paths are immutable, though not marked as such.
    nonisolated(unsafe) let keyPath: AnyKeyPath
  }

  /// How many properties there are, inherited ones included.
  public var count: Int { properties.count }

  /// Called by the macro's expansion, once per class.
  public init<M: PersistentModel>(
    _ type: M.Type, superclass: (any PersistentModel.Type)?,
    _ build: (inout _ModelDescriptionBuilder<M>) -> Void
  ) {
    self.type = type
    self.superclass = superclass
    entityName = "\(type)".split(separator: ".").last.map(String.init) ?? "\(type)"
    let inherited = superclass?._$description.properties ?? []
    var builder = _ModelDescriptionBuilder<M>(
      firstIndex: inherited.count, metadata: M.metadataBeforeDescriptions)
    build(&builder)
    properties = inherited + builder.properties
    isMacroMade = builder.isMacroMade
    ownRange = inherited.count..<properties.count
    hasConstants = properties.contains(where: \.isConstant)
    var ephemeral = PropertyMask.none
    for property in properties where property.isEphemeral && property.index < PropertyMask.sharedBit {
      ephemeral.insert(property.index)
    }
    ephemeralMask = ephemeral
    names = Dictionary(
      properties.map { ($0.name, $0.index) }, uniquingKeysWith: { _, last in last })
    var declared: [KeyPathBox: PropertyPath] = [:]
    for property in properties {
      guard let keyPath = property.metadata?.keypath else { continue }
      declared[KeyPathBox(keyPath: keyPath)] = PropertyPath(properties: [property.name])
    }
    paths = Mutex(declared)
    if builder.isMacroMade {
      let seed: any BackingData<M> = _FaultBackingData<M>(for: M.self)
      make = { M(backingData: seed) }
    } else {
      make = { M(backingData: DetachedBackingData<M>(for: M.self)) }
    }
  }

  package func property(named name: String) -> PropertyDescription? {
    names[name].map { properties[$0] }
  }

  /// The property with its inverse, as the class and all it reaches would
  /// have it in a schema of their own: for objects without a context.
  func detachedProperty(_ index: Int) -> _Property? {
    let model = detachedModel.withLock { known in
      if known == nil { known = .some(try? SchemaModel(schema: Schema([type]))) }
      return known ?? nil
    }
    return model?.entity(for: type)?.properties[index]
  }

  private let detachedModel = Mutex<SchemaModel??>(nil)

  /// The property that a key path of this class leads to; found by equality,
  /// else by reading the key path on a recording instance.
  package func path(_ keyPath: AnyKeyPath) -> PropertyPath? {
    let box = KeyPathBox(keyPath: keyPath)
    if let known = paths.withLock({ $0[box] }) { return known }
    guard let path = KeyPathRecorder.resolve(keyPath, description: self) else { return nil }
    paths.withLock { $0[box] = path }
    return path
  }

  /// The to-one relationships that a key path such as `\Review.movie?.persistentModelID` follows to an identifier; `nil`
  /// if it leads to something else, or is the identifier of the model itself.
  func identityPath(_ keyPath: AnyKeyPath) -> PropertyPath? {
    let valueType = Swift.type(of: keyPath).valueType
    guard valueType == PersistentIdentifier.self || valueType == PersistentIdentifier?.self else { return nil }
    let box = KeyPathBox(keyPath: keyPath)
    if let known = identityPaths.withLock({ $0[box] }) { return known }
    guard let path = KeyPathRecorder.resolve(keyPath, description: self, identity: true) else { return nil }
    identityPaths.withLock { $0[box] = path }
    return path
  }
}

extension PersistentModel {
  /// The description of a model whose conformance is written by hand.
  public static var _$description: _ModelDescription { HandWrittenModels.description(of: Self.self) }
}
