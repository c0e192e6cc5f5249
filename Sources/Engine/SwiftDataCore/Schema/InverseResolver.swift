// SPDX-License-Identifier: Apache-2.0

/// The work behind ``InverseResolution``.
struct InverseResolver {
  /// A relationship at the class that declares it.
  private struct Side {
    let owner: any PersistentModel.Type
    let reference: InverseResolution.Reference
    let destination: any PersistentModel.Type
    let isToMany: Bool
    let isOptional: Bool
    let explicitInverse: AnyKeyPath?
    /// Whether inverses may be inferred.
    let allowsInference: Bool
    var inverse: Int?
    var isInferred = false
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
        let declared = property.metadata?.metadata as? Schema.Relationship
        positions[place] = sides.count
        sides.append(
          Side(
            owner: description.type, reference: .init(description, property),
            destination: destination, isToMany: isToMany, isOptional: property.isOptional,
            explicitInverse: declared?.inverseKeyPath,
            allowsInference: declared?.inverseKeyPath == nil
              && declared?.excludesInverse != true))
      }
    }
  }

  /// Pairs what `inverse:` names.
  ///
  /// Where several relationships name one, it becomes the inverse of the first
  /// of them by name, whatever the order of the declarations; the others are
  /// without inverse.
  mutating func resolveExplicit() {
    let order = sides.indices.sorted {
      let (lhs, rhs) = (sides[$0].reference, sides[$1].reference)
      return (lhs.entity, lhs.property) < (rhs.entity, rhs.property)
    }
    let named = sides.indices.map { validTarget(of: $0) }
    for index in order {
      guard let target = named[index] else { continue }
      // Agreement from the other side was recorded there.
      if sides[index].inverse == target { continue }
      // Two that name others than each other cannot both be right.
      if sides[target].explicitInverse != nil, named[target] != index, let other = named[target] {
        reportContradiction(index, target, other)
        continue
      }
      if let other = sides[index].inverse {
        reportContradiction(index, target, other)
        continue
      }
      if sides[target].inverse != nil { continue }
      sides[index].inverse = target
      sides[target].inverse = index
    }
  }

  /// The relationship that one names as its inverse, if it can be.
  private mutating func validTarget(of index: Int) -> Int? {
    guard let keyPath = sides[index].explicitInverse else { return nil }
    guard let target = target(of: keyPath, from: sides[index]) else {
      report(
        index, "Its inverse \(keyPath.propertyText) is not a relationship of \(sides[index].destination).",
        "Give the key path of a relationship of \(sides[index].destination) that leads back.")
      return nil
    }
    guard Self.areRelated(sides[target].destination, sides[index].owner) else {
      report(
        index,
        """
        Its inverse \(Self.name(sides[target])) leads to \(sides[target].destination), not to \
        \(sides[index].owner).
        """, "Give the key path of a relationship that leads back.")
      return nil
    }
    for (one, other) in [(index, target), (target, index)] {
      if let issue = missingPlace(of: sides[one], sides[other]) {
        report(index, issue.explanation, issue.advice)
        return nil
      }
    }
    return target
  }

  /// Why some of the models that a relationship may lead to, or from, could have no link by it: their class does not
  /// have the relationship that keeps the other side.
  private func missingPlace(of side: Side, _ inverse: Side) -> (explanation: String, advice: String)? {
    if Self.isBelow(inverse.owner, side.destination) {
      return (
        """
        \(Self.name(side)) leads to \(side.destination), but its inverse \(Self.name(inverse)) is a relationship of \
        the subclass \(inverse.owner): other models of \(side.destination) have nothing that leads back.
        """,
        """
        Let \(Self.name(side)) lead to \(inverse.owner), declare \(inverse.reference.property) in \
        \(side.destination), or declare inverse: nil on both sides.
        """
      )
    }
    if side.isToMany, !inverse.isToMany, Self.isBelow(inverse.destination, side.owner) {
      return (
        """
        The members of \(Self.name(side)) keep their owner in \(Self.name(inverse)), which leads to the subclass \
        \(inverse.destination) only: other models of \(side.owner) could have no members.
        """,
        """
        Let \(Self.name(inverse)) lead to \(side.owner), declare \(side.reference.property) in \
        \(inverse.destination), or declare inverse: nil on both sides.
        """
      )
    }
    return nil
  }

  private mutating func reportContradiction(_ index: Int, _ target: Int, _ other: Int) {
    report(
      index,
      """
      Its inverse \(Self.name(sides[target])) contradicts the inverse \
      \(Self.name(sides[other])).
      """,
      "Declare the inverse on one side only, and each relationship as inverse of one other.")
  }

  /// Pairs what is left where there is only one way to do it.
  mutating func infer() {
    var routes: [Route: [Int]] = [:]
    for (index, side) in sides.enumerated() where side.inverse == nil && side.allowsInference {
      let route = Route(
        from: ObjectIdentifier(side.owner), to: ObjectIdentifier(side.destination))
      routes[route, default: []].append(index)
    }
    for (index, side) in sides.enumerated() where side.inverse == nil {
      let owner = ObjectIdentifier(side.owner)
      let destination = ObjectIdentifier(side.destination)
      guard owner != destination, routes[Route(from: owner, to: destination)] == [index],
        let back = routes[Route(from: destination, to: owner)], back.count == 1,
        Self.canInfer(side), Self.canInfer(sides[back[0]])
      else { continue }
      for (one, other) in [(index, back[0]), (back[0], index)] {
        sides[one].inverse = other
        sides[one].isInferred = true
      }
    }
  }

  /// The relationships whose inverse was inferred.
  var inferred: Set<InverseResolution.Reference> {
    Set(sides.filter(\.isInferred).map(\.reference))
  }

  /// The pairs, for each class that has a relationship, inherited ones included.
  func pairs(
    _ descriptions: [_ModelDescription]
  ) -> [InverseResolution.Reference: InverseResolution.Reference] {
    var pairs: [InverseResolution.Reference: InverseResolution.Reference] = [:]
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

  /// What takes a member out of a list empties the other side.
  private static func canInfer(_ side: Side) -> Bool { side.isToMany || side.isOptional }

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

  /// Whether one class inherits from another.
  private static func isBelow(_ lhs: any PersistentModel.Type, _ rhs: any PersistentModel.Type) -> Bool {
    ObjectIdentifier(lhs) != ObjectIdentifier(rhs) && isKind(lhs, of: rhs)
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
