// SPDX-License-Identifier: Apache-2.0

/// The conversion of Realm's classes, property by property.
///
/// Decides what becomes of each class and property, as ``ModelPlan`` does for
/// generated models: converted and generated sources have equal names.
struct ConversionPlan {
  let layer: SourceLayer
  /// The embedded classes that become structs.
  private(set) var structs: Set<String> = []
  /// The other ends of relationships, by the class that gets them.
  private(set) var inverses: [String: [InverseProperty]] = [:]
  /// The models of the elements of lists and dictionaries, by the class with the list.
  private(set) var elements: [String: [ElementModel]] = [:]
  /// Whether models tell what properties they have, for `add` and `create`.
  var needsRecords = false
  private var roles: [String: [String: PropertyRole]] = [:]
  private var takenTypes: Set<String>
  private var takenNames: [String: Set<String>] = [:]

  init(_ layer: SourceLayer, mutatedLocally: Set<String> = []) {
    self.layer = layer
    takenTypes = layer.declared
    findStructs(except: mutatedLocally)
    for name in layer.order {
      takenNames[name] = layer.types[name]?.members ?? []
      for ancestor in layer.ancestors(of: name) { takenNames[name]?.formUnion(ancestor.members) }
    }
    for name in layer.order where !structs.contains(name) { plan(name, linking: false) }
    // These follow from what the others have become.
    for name in layer.order where !structs.contains(name) { plan(name, linking: true) }
    for name in layer.order where structs.contains(name) {
      for property in layer.types[name]?.properties ?? [] {
        let isStruct = property.type.map { structs.contains(RealmNames.last($0)) } ?? false
        roles[name, default: [:]][property.name] = isStruct ? .structure : .value
      }
    }
  }

  /// What a property becomes; a value if nothing is known of it.
  func role(of property: String, in type: String) -> PropertyRole {
    roles[type]?[property] ?? .value
  }

  /// What a property becomes that a class may have inherited.
  func inheritedRole(of property: String, in type: String) -> PropertyRole? {
    guard let owner = layer.owner(of: property, from: type) else { return nil }
    return role(of: property, in: owner)
  }

  /// The embedded classes that are models, with the names of what leads back to their owners.
  var embedded: [(name: String, owners: [String])] {
    layer.order.filter { layer.types[$0]?.kind == .embedded && !structs.contains($0) }
      .map { name in (name, (inverses[name] ?? []).map(\.name)) }
  }

  /// Whether a class is one that `add` and `create` know.
  func isRecord(_ type: RealmDeclaration) -> Bool {
    needsRecords && (type.kind == .object || type.kind == .embedded) && !structs.contains(type.name)
  }

  /// Embedded classes with nothing but values in them.
  private mutating func findStructs(except mutated: Set<String>) {
    let candidates = layer.types.values.filter {
      $0.kind == .embedded && $0.hasValueSemantics && !$0.isSubclassed && !mutated.contains($0.name)
    }
    structs = Set(candidates.map(\.name))
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for type in candidates where structs.contains(type.name) {
        let isPlain = type.properties.allSatisfy { property in
          guard property.collection != .linking, let name = property.type else { return false }
          let last = RealmNames.last(name)
          return layer.types[last] == nil || (structs.contains(last) && last != type.name)
        }
        if !isPlain || contains(type.name, itself: type.name) {
          structs.remove(type.name)
          hasChanged = true
        }
      }
    }
  }

  /// Whether values of a type would have values of it in them.
  private func contains(_ name: String, itself goal: String) -> Bool {
    var seen: Set<String> = []
    var queue = [name]
    while let next = queue.popLast() {
      for property in layer.types[next]?.properties ?? [] {
        guard let type = property.type.map(RealmNames.last), layer.types[type] != nil else {
          continue
        }
        if type == goal { return true }
        if seen.insert(type).inserted { queue.append(type) }
      }
    }
    return false
  }

  private mutating func plan(_ name: String, linking: Bool) {
    guard let type = layer.types[name], type.kind == .object || type.kind == .embedded else {
      return
    }
    for property in type.properties where (property.collection == .linking) == linking {
      let role = self.role(for: property, of: type)
      roles[name, default: [:]][property.name] = role
    }
  }

  private mutating func role(
    for property: RealmPropertyDeclaration, of type: RealmDeclaration
  ) -> PropertyRole {
    let target = property.type.map(RealmNames.last) ?? ""
    if property.collection == .linking { return linking(property, of: type, target) }
    guard let destination = layer.types[target],
      destination.kind == .object || destination.kind == .embedded
    else { return .value }
    if structs.contains(target) { return .structure }
    let isOwner = destination.kind == .embedded
    switch property.collection {
    case .list, .dictionary: return elements(property, of: type, target, isOwner: isOwner)
    case .set:
      let inverse = inverse(of: property, of: type, target, isToMany: true)
      return .toMany(inverse: inverse)
    case nil, .linking:
      let inverse = inverse(of: property, of: type, target, isToMany: !isOwner)
      return .toOne(inverse: inverse, isOwner: isOwner)
    }
  }

  private func linking(
    _ property: RealmPropertyDeclaration, of type: RealmDeclaration, _ target: String
  ) -> PropertyRole {
    guard let origin = property.origin, let owner = layer.owner(of: origin, from: target),
      let other = layer.types[owner]?.property(origin)
    else { return .unknownInverse }
    switch other.collection {
    case .list, .dictionary:
      // The list must lead to this very class.
      guard let model = elements[owner]?.first(where: { $0.list == origin }), model.target == type.name
      else { return .unknownInverse }
      return .elementInverse(elements: model.inverse, owner: owner, isToMany: !model.isOwner)
    default: return .inverse
    }
  }

  /// The name of the other end of a relationship: linking objects, if there are any, or a new property.
  private mutating func inverse(
    of property: RealmPropertyDeclaration, of type: RealmDeclaration, _ target: String,
    isToMany: Bool
  ) -> InversePath {
    let linking = layer.types[target]?.properties.first {
      $0.collection == .linking && $0.origin == property.name
        && $0.type.map(RealmNames.last) == type.name
    }
    if let linking, isToMany { return InversePath(type: target, property: linking.name) }
    let name = unused(type.name.lowercasedFirst + (isToMany ? "s" : ""), in: target)
    inverses[target, default: []].append(
      InverseProperty(
        name: name, type: isToMany ? "[\(type.name)]" : "\(type.name)?",
        initial: isToMany ? "[]" : nil, isCascading: false, origin: "\(type.name).\(property.name)"))
    return InversePath(type: target, property: name)
  }

  private mutating func elements(
    _ property: RealmPropertyDeclaration, of type: RealmDeclaration, _ target: String,
    isOwner: Bool
  ) -> PropertyRole {
    var name = ElementModel.name(type.name, property.name)
    while !takenTypes.insert(name).inserted { name += "2" }
    let isDictionary = property.collection == .dictionary
    let list = unused(property.name + "Elements", in: type.name)
    let inverse = unused(name.lowercasedFirst + (isOwner ? "" : "s"), in: target)
    inverses[target, default: []].append(
      InverseProperty(
        name: inverse, type: isOwner ? "\(name)?" : "[\(name)]", initial: isOwner ? nil : "[]",
        // What is deleted is in no list any more; in a dictionary its key stays.
        isCascading: !isDictionary, origin: "\(name).object"))
    let model = ElementModel(
      name: name, owner: type.name, list: property.name, elements: list, target: target,
      isDictionary: isDictionary, isOwner: isOwner, inverse: inverse)
    elements[type.name, default: []].append(model)
    return .elements(model)
  }

  private mutating func unused(_ wanted: String, in type: String) -> String {
    var name = wanted
    var number = 2
    while takenNames[type, default: []].contains(name) || takenNames[type]?.contains("_" + name) == true {
      name = "\(wanted)\(number)"
      number += 1
    }
    takenNames[type, default: []].insert(name)
    return name
  }
}

/// What a property of Realm's becomes.
enum PropertyRole {
  /// An attribute.
  case value
  /// An attribute whose values are structs.
  case structure
  /// A relationship to one.
  case toOne(inverse: InversePath, isOwner: Bool)
  /// A to-many relationship without order.
  case toMany(inverse: InversePath)
  /// Models for the elements, and a computed property for the list.
  case elements(ElementModel)
  /// The stored other end of a relationship to one.
  case inverse
  /// The owners of the elements that an object is in.
  case elementInverse(elements: String, owner: String, isToMany: Bool)
  /// Linking objects whose other end is not in the sources.
  case unknownInverse
}

/// Where a relationship has its other end.
struct InversePath {
  var type: String
  var property: String
}

/// A property that a class gets, since a relationship leads to it.
struct InverseProperty {
  var name: String
  var type: String
  var initial: String?
  var isCascading: Bool
  var origin: String
}

/// A model to be, for the elements of a list or dictionary of objects.
struct ElementModel {
  var name: String
  var owner: String
  /// The property that has the objects.
  var list: String
  /// The property that has the elements.
  var elements: String
  var target: String
  var isDictionary: Bool
  /// Whether the objects are embedded, and so belong to the list.
  var isOwner: Bool
  /// The property of the objects that leads to the elements.
  var inverse: String

  static func name(_ owner: String, _ list: String) -> String {
    owner + list.capitalizedFirst + "Element"
  }
}
