// SPDX-License-Identifier: Apache-2.0

extension KeyPathRecorder {
  /// Whether a key path leads to a property whatever the property holds.
  ///
  /// `nickname ?? name` gives `nickname` as long as there is one, `max(0, amount)` most amounts, and
  /// `title.isEmpty ? "Untitled" : title` most titles. A store would answer for the column alone, with wrong rows and in
  /// a wrong order. So the key path is read with values that lie far away, with empty ones, with each case of an enum,
  /// and with `nil` for each optional on the way. It happens once for a key path.
  static func isConfirmed(
    _ path: PropertyPath, _ keyPath: AnyKeyPath, _ description: _ModelDescription, identity: Bool
  ) -> Bool {
    var properties: [PropertyDescription] = []
    var place: _ModelDescription? = description
    for name in path.properties {
      guard let property = place?.property(named: name) else { return false }
      properties.append(property)
      switch property.kind {
      case .toOne(let type), .toMany(let type): place = type._$description
      case .attribute: place = nil
      }
    }
    guard let last = properties.last else { return false }
    var forms: [MarkedValue.Form] = [.high, .low, .empty]
    if !last.isConstant { forms += (0..<min(MarkedValue.count(last.valueType), 64)).dropFirst(2).map { .number($0) } }
    for form in forms where !read(keyPath, description, form, identity: identity).contains(path) { return false }
    return givesNothing(path, properties, keyPath, description, identity: identity)
  }

  /// Whether a key path gives `nil` where an optional on the way is `nil`.
  private static func givesNothing(
    _ path: PropertyPath, _ properties: [PropertyDescription], _ keyPath: AnyKeyPath, _ description: _ModelDescription,
    identity: Bool
  ) -> Bool {
    let optionals = properties.indices.filter { depth in
      // A list that is `nil` and one that is empty are the same to a store.
      if case .toMany = properties[depth].kind { return false }
      return properties[depth].isOptional
    }
    guard !optionals.isEmpty else { return true }
    // Behind `!` there is nothing to read: it would end the process.
    let steps = KeyPathSteps(keyPath).steps
    let hasForced = steps.contains(where: \.isForced)
    let expected = properties.count + path.elements.count + (identity ? 1 : 0) + (isRanked(keyPath) ? 1 : 0)
    // Which step is which property is certain only if no computed property is among them.
    if hasForced, steps.count != expected { return false }
    // A computed property that goes through an optional object may do so with `!`.
    if steps.count < expected, optionals.contains(where: { properties[$0].isToOne }) { return false }
    for depth in optionals where !(hasForced && steps[depth].isForced) {
      // A value for nothing: `??`, or a `!` that may be anywhere.
      guard type(of: keyPath).valueType is any OptionalValue.Type,
        isNothing(at: depth, path, properties, keyPath, description)
      else { return false }
    }
    return true
  }

  private static func isNothing(
    at depth: Int, _ path: PropertyPath, _ properties: [PropertyDescription], _ keyPath: AnyKeyPath,
    _ description: _ModelDescription
  ) -> Bool {
    let recorder = KeyPathRecorder(
      description: description, answers: Answers(form: .number(0), absentDepth: depth))
    let instance = recorder.makeInstance()
    guard let value = value(keyPath, of: instance), flattened(value) == nil else { return false }
    // Nor has anything else been asked for instead.
    var current: KeyPathRecorder? = recorder
    for position in 0...depth {
      guard let step = current else { return false }
      guard Set(step.properties) == (properties[position].isConstant ? [] : [path.properties[position]]) else {
        return false
      }
      current = step.next
    }
    return current == nil
  }
}

extension PropertyDescription {
  fileprivate var isToOne: Bool { if case .toOne = kind { true } else { false } }
}
