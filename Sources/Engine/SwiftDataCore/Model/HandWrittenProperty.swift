// SPDX-License-Identifier: Apache-2.0

/// A property of a hand-written model: its value lies in the backing data.
final class HandWrittenPropertyDescription: PropertyDescription {
  private func holder(_ model: any PersistentModel) -> (any StateHolder)? {
    func open<M: PersistentModel>(_ model: M) -> (any StateHolder)? {
      model.persistentBackingData as? any StateHolder
    }
    return open(model)
  }

  override func related(of model: any PersistentModel) -> RelatedValue {
    guard let key = metadata?.keypath, let value = holder(model)?.values[key] else {
      return model._$state?.isInserted ?? true ? .none : .fault
    }
    if let related = value as? RelatedKey { return .key(related.key) }
    if let object = value as? any PersistentModel { return .object(object) }
    if let objects = value as? [any PersistentModel] { return .objects(objects) }
    return .none
  }

  override func setRelated(_ value: RelatedValue, of model: any PersistentModel) {
    guard let key = metadata?.keypath, let holder = holder(model) else { return }
    switch value {
    case .object(let object): holder.values[key] = object
    case .key(let row): holder.values[key] = RelatedKey(index: index, key: row)
    case .objects(let objects): holder.values[key] = objects
    case .none, .fault: holder.values[key] = nil
    }
  }

  override func append(_ member: any PersistentModel, to model: any PersistentModel) {
    guard case .objects(let objects) = related(of: model) else { return }
    setRelated(.objects(objects + [member]), of: model)
  }

  override func remove(_ member: any PersistentModel, from model: any PersistentModel) {
    guard case .objects(let objects) = related(of: model) else { return }
    setRelated(.objects(objects.filter { $0 !== member }), of: model)
  }

  override func contains(_ member: any PersistentModel, in model: any PersistentModel) -> Bool {
    guard case .objects(let objects) = related(of: model) else { return false }
    return objects.contains { $0 === member }
  }

  override func unload(_ model: any PersistentModel) {
    if let key = metadata?.keypath { holder(model)?.values[key] = nil }
  }

  override func isLoaded(_ model: any PersistentModel) -> Bool {
    metadata.map { holder(model)?.values[$0.keypath] != nil } ?? true
  }

  override func copyStored(from source: any PersistentModel, to target: any PersistentModel) {
    if let key = metadata?.keypath { holder(target)?.values[key] = holder(source)?.values[key] }
  }

  override func read(_ model: any PersistentModel) -> Any? {
    metadata.flatMap { holder(model)?.values[$0.keypath] }
  }
}

extension _ModelDescriptionBuilder {
  /// Adds a property of a hand-written model, by its metadata.
  mutating func handWritten(_ metadata: Schema.PropertyMetadata) {
    let type = type(of: metadata.keypath).valueType
    let kind: PropertyDescription.Kind
    var codec: AnyAttributeCodec?
    if let destination = HandWrittenTypes.destination(of: type) {
      kind = destination.isToMany ? .toMany(destination.type) : .toOne(destination.type)
    } else if let made = AttributeCodecs.make(type) {
      codec = made
      kind = .attribute(made.layout)
    } else {
      return
    }
    properties.append(
      HandWrittenPropertyDescription(
        index: firstIndex + properties.count, name: metadata.name, valueType: type, kind: kind,
        metadata: metadata, codec: codec))
    isMacroMade = false
  }
}

/// Tells relationships from attributes by type alone.
enum HandWrittenTypes {
  static func destination(of type: any Any.Type) -> (type: any PersistentModel.Type, isToMany: Bool)? {
    if let model = type as? any PersistentModel.Type { return (model, false) }
    if let optional = type as? any OptionalValue.Type { return destination(of: optional.wrappedType) }
    if let array = type as? any ModelArray.Type { return (array.elementType, true) }
    return nil
  }
}

private protocol ModelArray { static var elementType: any PersistentModel.Type { get } }
extension Array: ModelArray where Element: PersistentModel {
  fileprivate static var elementType: any PersistentModel.Type { Element.self }
}
