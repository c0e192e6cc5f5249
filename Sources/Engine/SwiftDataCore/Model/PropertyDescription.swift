// SPDX-License-Identifier: Apache-2.0

/// One persisted property of a model class, with typed access to its storage
/// behind an untyped face.
///
/// A constant, which belongs to the description of its class (``_ModelDescription``).
@usableFromInline
package class PropertyDescription {
  package enum Kind {
    case attribute(AttributeLayout)
    case toOne(any PersistentModel.Type)
    case toMany(any PersistentModel.Type)
  }

  /// Position among the class's properties, inherited ones first.
  package let index: Int
  package let name: String
  /// The type as declared.
  package let valueType: any Any.Type
  package let kind: Kind
  /// The arguments of `@Attribute` or `@Relationship`, and the default value.
  package let metadata: Schema.PropertyMetadata?
  package let codec: AnyAttributeCodec?
  /// A `let`: where the object keeps it.
  package let constantOffset: Int?
  package let isOptional: Bool
  /// `.ephemeral`: changes are tracked, but there is no column.
  @usableFromInline package let isEphemeral: Bool

  package var isConstant: Bool { constantOffset != nil }

  init(
    index: Int, name: String, valueType: any Any.Type, kind: Kind,
    metadata: Schema.PropertyMetadata?, codec: AnyAttributeCodec? = nil,
    constantOffset: Int? = nil
  ) {
    self.index = index
    self.name = name
    self.valueType = valueType
    self.kind = kind
    self.metadata = metadata
    self.codec = codec
    self.constantOffset = constantOffset
    self.isOptional = valueType is any OptionalValue.Type
    self.isEphemeral = (metadata?.metadata as? Schema.Attribute)?.isTransient ?? false
  }

  /// The stored relationship as it is, without loading anything.
  func related(of model: any PersistentModel) -> RelatedValue { .fault }
  /// Calls `body` with each object that the stored relationship holds, without
  /// making a list of them.
  func forEachRelated(
    of model: any PersistentModel, _ body: (any PersistentModel) -> Void
  ) {
    switch related(of: model) {
    case .object(let object): body(object)
    case .objects(let objects): for object in objects { body(object) }
    default: break
    }
  }
  /// How many objects a loaded to-many relationship holds; `nil` if it holds
  /// no list.
  func relatedCount(of model: any PersistentModel) -> Int? {
    guard case .objects(let objects) = related(of: model) else { return nil }
    return objects.count
  }
  /// Replaces the stored relationship, without any consequence.
  func setRelated(_ value: RelatedValue, of model: any PersistentModel) {}
  /// Replaces a to-many relationship by members of the right type.
  func setMembers(_ members: ArraySlice<any PersistentModel>, of model: any PersistentModel) {
    setRelated(.objects(Array(members)), of: model)
  }
  /// Adds to, or removes from, a loaded to-many relationship, in place.
  func append(_ member: any PersistentModel, to model: any PersistentModel) {}
  func remove(_ member: any PersistentModel, from model: any PersistentModel) {}
  func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool { false }
  /// Forgets the loaded value.
  func unload(_ model: any PersistentModel) {}
  /// Tells observers that the property is about to change and has changed.
  func notify(_ model: any PersistentModel, _ body: () -> Void) { body() }
  /// The value through the property's getter, for hand-written copies.
  func read(_ model: any PersistentModel) -> Any? { nil }
  /// Assigns a value, as the property's setter does; one of another type is left alone.
  func write(_ value: Any, to model: any PersistentModel) {}
  /// Copies the loaded value from one instance to another.
  func copyStored(from source: any PersistentModel, to target: any PersistentModel) {}
  func isLoaded(_ model: any PersistentModel) -> Bool { true }
  /// Reads a `let` from the row into the object, which has just been made.
  func loadConstant(_ model: any PersistentModel, _ row: inout _RowReader) {}
  /// Gives a `let` of a recording instance a value that is recognized.
  ///
  /// - Parameter form: `nil` for the value of an optional that has none.
  func mark(_ model: any PersistentModel, _ form: MarkedValue.Form?) {}
  func storeConstant(_ model: any PersistentModel, _ writer: inout _RowWriter) {}
}

/// A relationship's storage, without types.
enum RelatedValue {
  case fault
  case none
  case key(Int64)
  case object(any PersistentModel)
  case objects([any PersistentModel])
}
