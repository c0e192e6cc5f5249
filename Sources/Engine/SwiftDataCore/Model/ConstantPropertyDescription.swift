// SPDX-License-Identifier: Apache-2.0

/// A `let`, stored in the object itself.
///
/// It has no accessor that could ask for a row, so objects with constants are
/// never faults; the row's value is written over the initial one before
/// anybody sees the object.
class ConstantPropertyDescription<M: PersistentModel, V>: PropertyDescription {
  let keyPath: KeyPath<M, V>

  init(
    index: Int, name: String, kind: Kind, metadata: Schema.PropertyMetadata?,
    codec: AnyAttributeCodec?, keyPath: KeyPath<M, V>
  ) {
    self.keyPath = keyPath
    super.init(
      index: index, name: name, valueType: V.self, kind: kind, metadata: metadata, codec: codec,
      constantOffset: TypeReflection.offset(of: name, inClass: M.self) ?? -1)
  }

  final func value(of model: any PersistentModel) -> V {
    // The description of a class is asked about its own objects only.
    unsafeDowncast(model, to: M.self)[keyPath: keyPath]
  }

  final func overwrite(_ model: any PersistentModel, with value: V) {
    guard let offset = constantOffset, offset > 0 else { return }
    withExtendedLifetime(model) {
      // No code has read the object yet, and the offset is the runtime's for this class.
      let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
      base.advanced(by: offset).assumingMemoryBound(to: V.self).pointee = value
    }
  }

  override func mark(_ model: any PersistentModel, _ form: MarkedValue.Form?) {
    let value = form.map { MarkedValue.make(V.self, $0) ?? filling } ?? MarkedValue.absent(V.self)
    if let value { overwrite(model, with: value) }
  }

  /// What a key path may go through with `!`.
  private var filling: V? {
    if case .attribute = kind { Placeholder.filled(V.self) } else { nil }
  }

  override func write(_ value: Any, to model: any PersistentModel) {
    if let value = value as? V { overwrite(model, with: value) }
  }

  override func read(_ model: any PersistentModel) -> Any? { value(of: model) }

  override func loadConstant(_ model: any PersistentModel, _ row: inout _RowReader) {
    if let value = row._decode(V.self) { overwrite(model, with: value) }
  }

  override func storeConstant(_ model: any PersistentModel, _ writer: inout _RowWriter) {
    writer._encode(value(of: model))
  }
}

/// A to-one relationship that is a `let`: its destination is a fault until
/// it is asked for something.
final class ConstantToOneDescription<M: PersistentModel, V>: ConstantPropertyDescription<M, V> {
  override func related(of model: any PersistentModel) -> RelatedValue {
    if let optional = value(of: model) as? any OptionalValue, optional.wrappedValue == nil {
      return RelatedValue.none
    }
    return (value(of: model) as? any PersistentModel).map { .object($0) } ?? RelatedValue.none
  }

  override func loadConstant(_ model: any PersistentModel, _ row: inout _RowReader) {
    let key = row._readKey()
    guard let key, let state = model._$state, let core = state.core,
      let destination = state.entity?.properties[index].destination
    else {
      if let none = (V.self as? any OptionalValue.Type)?.nilValue as? V {
        overwrite(model, with: none)
      }
      return
    }
    do {
      if let target = try core.constantTarget(destination, key: key) as? V {
        overwrite(model, with: target)
      }
    } catch {
      row.failure = row.failure ?? error
    }
  }

  override func storeConstant(_ model: any PersistentModel, _ writer: inout _RowWriter) {
    writer._bindRelated(value(of: model) as? any PersistentModel, 0)
  }
}

extension ContextCore {
  /// The object that a `let` leads to. Which class it is of is not known without its row, if there
  /// are subclasses.
  fileprivate func constantTarget(_ destination: _Entity, key: Int64) throws
    -> (any PersistentModel)?
  {
    if let known = registered(destination, key: key) { return known }
    if destination.subentities.isEmpty, destination.superentity == nil {
      return unreadFault(destination, key: key)
    }
    return try loadRows(destination, keys: [key]).first
  }
}
