// SPDX-License-Identifier: Apache-2.0

/// Finds out what a key path leads to by reading it on an instance that
/// notes which properties it is asked for.
///
/// A key path made in generic code, through a protocol, or through a
/// subclass is not equal to the declared one (measured on Swift 6.3.1), and a
/// key path of several steps has no parts to look at; reading it works for all.
///
/// The instance answers with marked values. A computed property that reads a
/// stored one and makes something else of it returns no marked value, and is
/// refused.
final class KeyPathRecorder {
  private(set) var properties: [String] = []
  private let description: _ModelDescription
  private let variant: Int
  private var answer: Any?
  private var next: KeyPathRecorder?

  private init(description: _ModelDescription, variant: Int) {
    self.description = description
    self.variant = variant
  }

  func record(_ index: Int) {
    guard index < description.properties.count else { return }
    properties.append(description.properties[index].name)
  }

  /// A marked value of a property's type, if one can be made.
  func markedValue<V>(of type: V.Type) -> V? {
    answer = nil
    guard let value = MarkedValue.make(type, variant: variant) else { return nil }
    answer = value
    return value
  }

  /// An instance of the relationship's destination, which notes its own reads.
  func destination(_ index: Int) -> (any PersistentModel)? {
    switch description.properties[index].kind {
    case .toOne(let type), .toMany(let type):
      let next = KeyPathRecorder(description: type._$description, variant: variant)
      self.next = next
      let instance = next.makeInstance()
      answer = instance
      return instance
    case .attribute: return nil
    }
  }

  private func makeInstance() -> any PersistentModel {
    let instance = description.make()
    instance.ensuredState.ensuredExtra.recorder = self
    // A `let` is read without asking anybody: each holds a value of its own.
    for property in description.properties where property.isConstant {
      property.mark(instance, variant: Self.variant(of: property, variant))
    }
    return instance
  }

  private static func variant(of constant: PropertyDescription, _ variant: Int) -> Int {
    10 + 2 * constant.index + variant
  }

  /// The `let` that the value which came back is of.
  private func constant(returning result: Any) -> PropertyDescription? {
    description.properties.first { property in
      guard property.isConstant else { return false }
      func open<V>(_ type: V.Type) -> Bool {
        MarkedValue.isSame(
          result, MarkedValue.make(type, variant: Self.variant(of: property, variant)))
      }
      return _openExistential(property.valueType, do: open)
    }
  }

  /// - Parameter identity: Whether the key path leads to the identifier of a to-one relationship's destination, as
  ///   `\Review.movie?.persistentModelID`: the path then ends with the relationship.
  static func resolve(_ keyPath: AnyKeyPath, description: _ModelDescription, identity: Bool = false) -> PropertyPath? {
    let first = read(keyPath, description: description, variant: 0, identity)
    let second = read(keyPath, description: description, variant: 1, identity)
    guard let first, let second, first.properties == second.properties else { return nil }
    return first
  }

  private static func read(_ keyPath: AnyKeyPath, description: _ModelDescription, variant: Int, _ identity: Bool)
    -> PropertyPath?
  {
    let recorder = KeyPathRecorder(description: description, variant: variant)
    let instance = recorder.makeInstance()
    guard let value = value(keyPath, of: instance) else { return nil }
    let result = (value as? any RankedValue)?.ranked ?? value
    var path: [String] = []
    var current: KeyPathRecorder? = recorder
    var last: (recorder: KeyPathRecorder, property: PropertyDescription)?
    while let step = current, let name = step.properties.first {
      // More than one property read in one step: a computed property.
      guard Set(step.properties).count == 1, let property = step.description.property(named: name)
      else { return nil }
      path.append(name)
      last = (step, property)
      current = step.next?.properties.isEmpty == false ? step.next : nil
    }
    if let final = last?.recorder.next ?? (last == nil ? recorder : nil),
      let constant = final.constant(returning: result)
    {
      return PropertyPath(properties: path + [constant.name])
    }
    guard let last else { return nil }
    if identity {
      guard case .toOne = last.property.kind, let destination = last.recorder.answer as? any PersistentModel,
        result as? PersistentIdentifier == destination.persistentModelID
      else { return nil }
      return PropertyPath(properties: path)
    }
    if let elements = elements(of: keyPath, after: last.property) {
      return PropertyPath(properties: path, elements: elements)
    }
    guard MarkedValue.isSame(result, last.recorder.answer) else { return nil }
    return PropertyPath(properties: path)
  }

  /// Parts of a composite after the property: `\Trip.address.city` prints
  /// the names of stored properties of structs.
  private static func elements(of keyPath: AnyKeyPath, after property: PropertyDescription)
    -> [String]?
  {
    guard case .attribute(.composite(var parts)) = property.kind else { return nil }
    if type(of: keyPath).valueType == property.valueType { return [] }
    let names = keyPath.debugDescription
      .split(separator: ".").map { $0.trimmingCharacters(in: ["?", "!", " "]) }
    var found: [String] = []
    var rest = names[...]
    while let name = rest.popFirst() {
      guard let part = parts.first(where: { $0.name == name }) else { continue }
      found.append(name)
      if case .composite(let inner) = part.layout { parts = inner } else { break }
    }
    return found.isEmpty ? nil : found
  }

  private static func value(_ keyPath: AnyKeyPath, of instance: any PersistentModel) -> Any? {
    func open<M: PersistentModel>(_ model: M) -> Any? {
      if let partial = keyPath as? PartialKeyPath<M> { return model[keyPath: partial] }
      return model[keyPath: keyPath]
    }
    return open(instance)
  }
}

extension _ModelDescription {
  /// What a key path that starts at this class (or a superclass, or a
  /// protocol that it conforms to) leads to; `nil` if not to something stored.
  package func _path(_ keyPath: AnyKeyPath) -> PropertyPath? { path(keyPath) }
}
