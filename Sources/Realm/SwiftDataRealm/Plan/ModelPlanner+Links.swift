// SPDX-License-Identifier: Apache-2.0

import RealmFile
import SourceText

extension ModelPlanner {
  mutating func link(
    _ property: RealmProperty, named name: String, of type: RealmClass
  ) -> PlannedProperty? {
    guard let target = property.target, let targetName = typeNames[target],
      let destination = schema[target]
    else {
      lose(property, of: type, "The links lead to a class that is not kept.")
      return nil
    }
    if plain.contains(target) {
      return structure(property, named: name, targetName)
    }
    let isOwner = destination.kind == .embedded
    switch property.collection {
    case nil: return toOne(property, named: name, of: type, targetName, isOwner: isOwner)
    case .set: return toMany(property, named: name, of: type, targetName)
    case .list, .dictionary:
      return elements(property, named: name, of: type, targetName, isOwner: isOwner)
    }
  }

  /// Embedded objects as structs.
  private func structure(
    _ property: RealmProperty, named name: String, _ target: String
  ) -> PlannedProperty {
    let (type, initial) = SwiftTypes.collection(
      property.collection, of: target,
      isOptional: property.collection == nil || property.isOptional)
    return PlannedProperty(
      name: name, source: property.name, role: .structure, type: type, initial: initial)
  }

  private mutating func toOne(
    _ property: RealmProperty, named name: String, of type: RealmClass, _ target: String,
    isOwner: Bool
  ) -> PlannedProperty {
    let origin = typeNames[type.name] ?? type.name
    let inverse = addInverse(
      to: target, from: origin, property: name, isToMany: !isOwner, rule: .nullify)
    return PlannedProperty(
      name: name, source: property.name, role: .toOne, type: "\(target)?", initial: "nil",
      deleteRule: isOwner ? .cascade : .nullify, inverse: (target, inverse))
  }

  private mutating func toMany(
    _ property: RealmProperty, named name: String, of type: RealmClass, _ target: String
  ) -> PlannedProperty {
    let origin = typeNames[type.name] ?? type.name
    let inverse = addInverse(
      to: target, from: origin, property: name, isToMany: true, rule: .nullify)
    return PlannedProperty(
      name: name, source: property.name, role: .toMany, type: "[\(target)]", initial: "[]",
      inverse: (target, inverse), notes: ["A set: each object is in it once, in no order."])
  }

  /// A list or dictionary of objects, as models with a place and an object.
  private mutating func elements(
    _ property: RealmProperty, named name: String, of type: RealmClass, _ target: String,
    isOwner: Bool
  ) -> PlannedProperty {
    let origin = typeNames[type.name] ?? type.name
    let isDictionary = property.collection == .dictionary
    let element = SwiftNames.type(
      origin + SwiftNames.capitalized(name) + "Element", &takenTypes)
    let elementsName = SwiftNames.property(
      name + "Elements", &takenNames[origin, default: []], types: takenTypes)
    var model = PlannedModel(name: element, source: nil)
    model.notes = [
      isDictionary
        ? "An entry of \(origin).\(name)."
        : "An element of \(origin).\(name): keeps the order, and what is in the list twice."
    ]
    model.properties = [
      isDictionary
        ? PlannedProperty(name: "key", source: nil, role: .value, type: "String", initial: nil)
        : PlannedProperty(name: "index", source: nil, role: .value, type: "Int", initial: nil),
      PlannedProperty(
        name: "owner", source: nil, role: .inverse, type: "\(origin)?", initial: "nil"),
    ]
    // What is deleted is in no list any more; in a dictionary its key stays.
    let inverse = addInverse(
      to: target, from: element, property: "object", isToMany: !isOwner,
      rule: isDictionary ? .nullify : .cascade,
      name: SwiftNames.lowercased(element) + (isOwner ? "" : "s"))
    model.properties.append(
      PlannedProperty(
        name: "object", source: nil, role: .toOne, type: "\(target)?", initial: nil,
        deleteRule: isOwner ? .cascade : .nullify, inverse: (target, inverse)))
    elementModels.append(model)
    return PlannedProperty(
      name: elementsName, source: property.name,
      role: .elements(list: name, isDictionary: isDictionary, target: target),
      type: "[\(element)]", initial: "[]", deleteRule: .cascade, inverse: (element, "owner"))
  }

  /// Puts the other end of a relationship into a type.
  ///
  /// - Returns: its name.
  private mutating func addInverse(
    to target: String, from origin: String, property: String, isToMany: Bool,
    rule: PlannedProperty.DeleteRule, name: String? = nil
  ) -> String {
    let wanted = name ?? SwiftNames.lowercased(origin) + (isToMany ? "s" : "")
    let inverse = SwiftNames.property(
      wanted, &takenNames[target, default: []], types: takenTypes)
    inverses[target, default: []].append(
      PlannedProperty(
        name: inverse, source: nil, role: .inverse, type: isToMany ? "[\(origin)]" : "\(origin)?",
        initial: isToMany ? "[]" : "nil", deleteRule: rule,
        notes: ["The other end of \(origin).\(property)."]))
    return inverse
  }
}

/// Finds the embedded classes that are plain values.
enum PlainClasses {
  static func find(in classes: [RealmClass]) -> Set<String> {
    let embedded = Dictionary(
      classes.filter { $0.kind == .embedded }.map { ($0.name, $0) }
    ) { first, _ in first }
    var plain = Set(embedded.keys)
    // Those that have something else in them, until no more are found.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for name in plain {
        guard let type = embedded[name], !isPlain(type, plain) else { continue }
        plain.remove(name)
        hasChanged = true
      }
    }
    return plain.filter { name in
      var seen: Set<String> = []
      return !contains(name, itself: name, embedded, &seen)
    }
  }

  private static func isPlain(_ type: RealmClass, _ plain: Set<String>) -> Bool {
    type.properties.filter { !$0.isInternal }.allSatisfy { property in
      guard property.type == .link else { return SwiftTypes.value(property.type) != nil }
      return property.target.map(plain.contains) ?? false
    }
  }

  /// Whether values of a class would have values of it in them.
  private static func contains(
    _ name: String, itself goal: String, _ classes: [String: RealmClass],
    _ seen: inout Set<String>
  ) -> Bool {
    for property in classes[name]?.properties ?? [] {
      guard property.type == .link, let target = property.target else { continue }
      if target == goal { return true }
      if seen.insert(target).inserted, contains(target, itself: goal, classes, &seen) {
        return true
      }
    }
    return false
  }
}
