/// The work behind ``_InverseResolution``.
struct InverseResolver {
  /// A relationship at the class that declares it.
  private struct Side {
    let owner: any PersistentModel.Type
    let reference: _InverseResolution.Reference
    let destination: any PersistentModel.Type
    let isToMany: Bool
    let isOptional: Bool
    let explicitInverse: AnyKeyPath?
    var inverse: Int?
  }

  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let name: String
  }

  private struct Route: Hashable {
    let from: ObjectIdentifier
    let to: ObjectIdentifier
  }

  private var sides: [Side] = []
  private var positions: [Place: Int] = [:]
  private(set) var issues: [SwiftDataError] = []

  init(_ descriptions: [_ModelDescription]) {
    for description in descriptions {
      for property in description.properties[description.ownRange] {
        let destination: any PersistentModel.Type
        let isToMany: Bool
        switch property.kind {
        case .attribute: continue
        case .toOne(let type): (destination, isToMany) = (type, false)
        case .toMany(let type): (destination, isToMany) = (type, true)
        }
        let place = Place(owner: ObjectIdentifier(description.type), name: property.name)
        positions[place] = sides.count
        sides.append(
          Side(
            owner: description.type, reference: .init(description, property),
            destination: destination, isToMany: isToMany, isOptional: property.isOptional,
            explicitInverse: (property.metadata?.metadata as? Schema.Relationship)?
              .inverseKeyPath))
      }
    }
  }

  /// Pairs what `inverse:` names.
  mutating func resolveExplicit() {
    for index in sides.indices {
      guard let keyPath = sides[index].explicitInverse else { continue }
      guard let target = target(of: keyPath, from: sides[index]) else {
        report(
          index, "Its inverse \(keyPath.propertyText) is no relationship of \(sides[index].destination).",
          "Give the key path of a relationship of \(sides[index].destination) that leads back.")
        continue
      }
      guard Self.areRelated(sides[target].destination, sides[index].owner) else {
        report(
          index,
          """
          Its inverse \(Self.name(sides[target])) leads to \(sides[target].destination), not to \
          \(sides[index].owner).
          """, "Give the key path of a relationship that leads back.")
        continue
      }
      // Agreement from the other side was recorded there.
      if sides[index].inverse == target { continue }
      if let other = sides[index].inverse ?? sides[target].inverse {
        report(
          index,
          """
          Its inverse \(Self.name(sides[target])) contradicts the inverse \
          \(Self.name(sides[other])).
          """,
          "Declare the inverse on one side only, and each relationship as inverse of one other.")
        continue
      }
      sides[index].inverse = target
      sides[target].inverse = index
    }
  }

  /// Pairs what is left where there is only one way to do it.
  mutating func infer() {
    var routes: [Route: [Int]] = [:]
    for (index, side) in sides.enumerated()
    where side.inverse == nil && side.explicitInverse == nil {
      let route = Route(
        from: ObjectIdentifier(side.owner), to: ObjectIdentifier(side.destination))
      routes[route, default: []].append(index)
    }
    for (index, side) in sides.enumerated() where side.inverse == nil {
      let owner = ObjectIdentifier(side.owner)
      let destination = ObjectIdentifier(side.destination)
      guard owner != destination, routes[Route(from: owner, to: destination)] == [index],
        let back = routes[Route(from: destination, to: owner)], back.count == 1,
        Self.canInfer(side, sides[back[0]])
      else { continue }
      sides[index].inverse = back[0]
      sides[back[0]].inverse = index
    }
  }

  /// The pairs, for each class that has a relationship, inherited ones included.
  func pairs(
    _ descriptions: [_ModelDescription]
  ) -> [_InverseResolution.Reference: _InverseResolution.Reference] {
    var pairs: [_InverseResolution.Reference: _InverseResolution.Reference] = [:]
    for description in descriptions {
      for property in description.properties {
        guard let index = position(of: property.name, in: description.type),
          let inverse = sides[index].inverse
        else { continue }
        pairs[.init(description, property)] = sides[inverse].reference
      }
    }
    return pairs
  }

  private static func canInfer(_ lhs: Side, _ rhs: Side) -> Bool {
    lhs.isToMany || rhs.isToMany || (lhs.isOptional && rhs.isOptional)
  }

  private func target(of keyPath: AnyKeyPath, from side: Side) -> Int? {
    guard let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type,
      Self.areRelated(root, side.destination),
      let name = SchemaKeyPaths.name(of: keyPath, in: root)
    else { return nil }
    return position(of: name, in: root)
  }

  /// The relationship that `type` declares or inherits under the name.
  private func position(of name: String, in type: any PersistentModel.Type) -> Int? {
    var current: (any PersistentModel.Type)? = type
    while let type = current {
      if let index = positions[Place(owner: ObjectIdentifier(type), name: name)] { return index }
      current = type._$description.superclass
    }
    return nil
  }

  /// Whether one class is the other, or inherits from it.
  private static func areRelated(
    _ lhs: any PersistentModel.Type, _ rhs: any PersistentModel.Type
  ) -> Bool {
    isKind(lhs, of: rhs) || isKind(rhs, of: lhs)
  }

  private static func isKind(
    _ type: any PersistentModel.Type, of other: any PersistentModel.Type
  ) -> Bool {
    var current: (any PersistentModel.Type)? = type
    while let type = current {
      if ObjectIdentifier(type) == ObjectIdentifier(other) { return true }
      current = type._$description.superclass
    }
    return false
  }

  private static func name(_ side: Side) -> String {
    "\(side.reference.entity).\(side.reference.property)"
  }

  private mutating func report(_ index: Int, _ explanation: String, _ advice: String) {
    issues.append(
      SwiftDataError(
        .loadIssueModelContainer, explanation, entity: sides[index].reference.entity,
        property: sides[index].reference.property, advice: advice))
  }
}
