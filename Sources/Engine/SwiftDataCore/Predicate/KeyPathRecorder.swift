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
/// refused. It may do so for some values only, so what was found is checked
/// with others (``isConfirmed(_:_:_:identity:)``).
final class KeyPathRecorder {
  /// What a recording instance answers with.
  struct Answers {
    var form: MarkedValue.Form
    /// The number of relationships to the instance whose optionals are `nil`.
    var absentDepth: Int?
  }

  private(set) var properties: [String] = []
  private let description: _ModelDescription
  private let answers: Answers
  private let depth: Int
  private var answer: Any?
  private(set) var next: KeyPathRecorder?

  init(description: _ModelDescription, answers: Answers, depth: Int = 0) {
    self.description = description
    self.answers = answers
    self.depth = depth
  }

  private var isAbsent: Bool { answers.absentDepth == depth }

  /// No key path has so many steps. A computed property that goes on to the next object until there is none, such as
  /// `parent?.root ?? self`, would never come to an end.
  private static let mostSteps = 64

  func record(_ index: Int) {
    guard index < description.properties.count else { return }
    properties.append(description.properties[index].name)
  }

  /// A marked value of a property's type, or else one in which nothing is missing, if one can be made.
  func markedValue<V>(of type: V.Type) -> V? {
    answer = nil
    if isAbsent, let none = MarkedValue.absent(type) { return none }
    if let value = MarkedValue.make(type, answers.form) {
      answer = value
      return value
    }
    // Not told from others of its type, unless it takes several columns; but there, for `!` and `[0]`.
    let value = Placeholder.filled(type)
    if isComposite { answer = value }
    return value
  }

  /// Whether the property that was asked for last takes several columns.
  private var isComposite: Bool {
    guard let name = properties.last, let property = description.property(named: name),
      case .attribute(.composite) = property.kind
    else { return false }
    return true
  }

  /// An instance of the relationship's destination, which notes its own reads.
  func destination(_ index: Int) -> (any PersistentModel)? {
    let property = description.properties[index]
    guard depth < Self.mostSteps else {
      answer = nil
      return nil
    }
    switch property.kind {
    case .toOne where isAbsent && property.isOptional:
      answer = nil
      return nil
    case .toOne(let type), .toMany(let type):
      let next = KeyPathRecorder(description: type._$description, answers: answers, depth: depth + 1)
      self.next = next
      let instance = next.makeInstance()
      answer = instance
      return instance
    case .attribute: return nil
    }
  }

  func makeInstance() -> any PersistentModel {
    let instance = description.make()
    instance.ensuredState.ensuredExtra.recorder = self
    // A `let` is read without asking anybody: each holds a value of its own.
    for property in description.properties where property.isConstant {
      property.mark(instance, isAbsent && property.isOptional ? nil : Self.form(of: property, answers.form))
    }
    return instance
  }

  /// There are only two truths. Constants that give the same in the first two readings are told apart by the bits of
  /// their positions.
  private static func form(of constant: PropertyDescription, _ form: MarkedValue.Form) -> MarkedValue.Form {
    guard case .number(let number) = form else { return form }
    let bit = number < 2 ? number : (constant.index >> (number - 2)) & 1
    return .number(10 + 2 * constant.index + bit)
  }

  /// The `let`s that the value which came back may be of.
  private func constants(returning result: Any) -> [PropertyDescription] {
    description.properties.filter { property in
      guard property.isConstant else { return false }
      func open<V>(_ type: V.Type) -> Bool {
        MarkedValue.isSame(result, MarkedValue.make(type, Self.form(of: property, answers.form)))
      }
      return _openExistential(property.valueType, do: open)
    }
  }

  /// - Parameter identity: Whether the key path leads to the identifier of a to-one relationship's destination, as
  ///   `\Review.movie?.persistentModelID`: the path then ends with the relationship.
  static func resolve(_ keyPath: AnyKeyPath, description: _ModelDescription, identity: Bool = false) -> PropertyPath? {
    var found = read(keyPath, description, .number(0), identity: identity)
    for number in 1...12 where !found.isEmpty && (number < 2 || found.count > 1) {
      let again = read(keyPath, description, .number(number), identity: identity)
      found.removeAll { !again.contains($0) }
    }
    guard found.count == 1, let path = found.first, isConfirmed(path, keyPath, description, identity: identity)
    else { return nil }
    return path
  }

  /// What a key path leads to, as far as one reading can tell.
  static func read(
    _ keyPath: AnyKeyPath, _ description: _ModelDescription, _ form: MarkedValue.Form, identity: Bool
  ) -> [PropertyPath] {
    let recorder = KeyPathRecorder(description: description, answers: Answers(form: form))
    let instance = recorder.makeInstance()
    guard let value = value(keyPath, of: instance) else { return [] }
    // Without the optionals around it.
    let result = flattened(value).map { ($0 as? any RankedValue)?.ranked ?? $0 }
    var path: [String] = []
    var current: KeyPathRecorder? = recorder
    var last: (recorder: KeyPathRecorder, property: PropertyDescription)?
    while let step = current, let name = step.properties.first {
      // More than one property read in one step: a computed property.
      guard Set(step.properties).count == 1, let property = step.description.property(named: name)
      else { return [] }
      path.append(name)
      last = (step, property)
      current = step.next?.properties.isEmpty == false ? step.next : nil
    }
    if let result, let final = last?.recorder.next ?? (last == nil ? recorder : nil) {
      let constants = final.constants(returning: result)
      if !constants.isEmpty { return constants.map { PropertyPath(properties: path + [$0.name]) } }
    }
    guard let last else { return [] }
    if case .attribute(.composite(let parts)) = last.property.kind,
      type(of: keyPath).valueType != last.property.valueType
    {
      let elements = elements(of: keyPath, parts, after: path.count)
      return elements.map { [PropertyPath(properties: path, elements: $0)] } ?? []
    }
    let isFound = result.map { last.recorder.isAnswer($0, to: last.property, identity: identity) } ?? false
    return isFound ? [PropertyPath(properties: path)] : []
  }

  /// Whether what came back is what was handed out for a property.
  private func isAnswer(_ result: Any, to property: PropertyDescription, identity: Bool) -> Bool {
    switch property.kind {
    case .toOne where identity:
      return (answer as? any PersistentModel).map { result as? PersistentIdentifier == $0.persistentModelID } ?? false
    case _ where identity: return false
    case .attribute(.composite): return MarkedValue.isSameComposite(result, answer.map { Self.flattened($0) ?? $0 })
    // The first of a list is not the list.
    case .toOne: return result is any PersistentModel && MarkedValue.isSame(result, answer)
    case .toMany: return result is [any PersistentModel] && MarkedValue.isSame(result, answer)
    case .attribute: return MarkedValue.isSame(result, answer)
    }
  }

  /// Parts of a composite after the property: `\Trip.address.city` prints
  /// the names of stored properties of structs.
  ///
  /// - Parameter count: How many properties of models come before. A step more would be a computed part, or an element
  ///   of an array, whose `city` is another one.
  private static func elements(of keyPath: AnyKeyPath, _ parts: [LayoutElement], after count: Int) -> [String]? {
    var steps = KeyPathSteps(keyPath).steps
    // What makes a part something to sort by.
    if isRanked(keyPath) { steps.removeLast() }
    for start in steps.indices.dropFirst() where start <= count {
      let names = steps[start...].compactMap(\.name)
      if names.count == steps.count - start, leads(names, parts) { return names }
    }
    return nil
  }

  private static func leads(_ names: [String], _ parts: [LayoutElement]) -> Bool {
    var parts = parts
    for (index, name) in names.enumerated() {
      guard let part = parts.first(where: { $0.name == name }) else { return false }
      guard index < names.count - 1 else { break }
      guard case .composite(let inner) = part.layout else { return false }
      parts = inner
    }
    return true
  }

  static func isRanked(_ keyPath: AnyKeyPath) -> Bool {
    let type = type(of: keyPath).valueType
    return ((type as? any OptionalValue.Type)?.wrappedType ?? type) is any RankedValue.Type
  }

  static func flattened(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrappedValue.flatMap { flattened($0) }
  }

  static func value(_ keyPath: AnyKeyPath, of instance: any PersistentModel) -> Any? {
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
