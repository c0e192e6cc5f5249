// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension ImportRun {
  func follow(_ link: ImportLinks.Link, _ step: ImportLinks.Step) throws {
    switch step {
    case .clear: try clear(link)
    case .toOne, .toMany: try connect(link)
    case .required: try checkOwner(link)
    }
  }

  /// Takes the targets away that a row shall not have any more.
  private func clear(_ link: ImportLinks.Link) throws {
    guard let entity = store.model.entity(named: link.object.entity),
      let relationship = entity.relationship(named: link.relationship)
    else { return }
    guard relationship.isToMany else { return try connect(link) }
    var kept: Set<ObjectReference> = []
    if case .array(let values) = link.value {
      for case .string(let text) in values {
        // One that leads nowhere is told of when the targets are added.
        if let target = try target(text) { kept.insert(target) }
      }
    }
    let relationships = RelationshipWriter(writer)
    let gone = try relationships.targets(of: relationship, of: link.object).filter { !kept.contains($0) }
    try relationships.remove(gone, from: relationship, of: link.object)
    guard let inverse = store.model.inverse(of: relationship), !inverse.isToMany, !inverse.isOptional else { return }
    for target in gone {
      try links.add(
        .init(object: target, relationship: inverse.name, value: .string(relationship.name), place: link.place),
        .required)
    }
  }

  private func checkOwner(_ link: ImportLinks.Link) throws {
    guard let place = store.layout[link.object.entity], let table = place.table,
      case .key(let column, _, _)? = place.relationships[link.relationship], case .string(let name) = link.value,
      try store.connection.integer(
        "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(link.object.key)]) == nil
    else { return }
    note(link.place, "'\(name)' leaves out \(link.object), whose '\(link.relationship)' needs a value")
  }

  /// - Parameter isAll: Whether the targets of a to-many relationship are all that it shall have, in their order.
  func connect(_ link: ImportLinks.Link, isAll: Bool = true) throws {
    guard let entity = store.model.entity(named: link.object.entity),
      let relationship = entity.relationship(named: link.relationship),
      let targets = try targets(link.value, relationship, link.place)
    else { return }
    let relationships = RelationshipWriter(writer) { [links] former, emptied in
      // The partner that it has lost may get another one later in the file.
      guard !emptied.isOptional else { return }
      try links.add(
        .init(object: former, relationship: emptied.name, value: .string(relationship.name), place: link.place),
        .required)
    }
    if relationship.isToMany {
      try relationships.add(targets, to: relationship, of: link.object, isAll: isAll)
    } else {
      try relationships.set(relationship, of: link.object, to: targets.first)
    }
  }

  /// `nil` if something is wrong with them.
  private func targets(
    _ value: JSONValue, _ relationship: RelationshipDescription, _ place: String
  ) throws -> [ObjectReference]? {
    let values: [JSONValue]
    switch value {
    case .null: values = []
    case .array(let list) where relationship.isToMany: values = list
    case .string where !relationship.isToMany: values = [value]
    default:
      note(
        place,
        "'\(relationship.name)': \(relationship.isToMany ? "a list of identifiers" : "an identifier") is expected"
      )
      return nil
    }
    var targets: [ObjectReference] = []
    var seen: Set<ObjectReference> = []
    for value in values {
      guard case .string(let text) = value, let target = try target(text) else {
        note(
          place,
          "'\(relationship.name)' leads to \(value), which is neither in the file nor in the store")
        return nil
      }
      guard let goal = store.layout[relationship.destination],
        let number = store.layout[target.entity]?.number, goal.numbers.contains(number)
      else {
        note(
          place,
          "'\(relationship.name)' leads to \(target), which is not of \(relationship.destination)")
        return nil
      }
      if seen.insert(target).inserted { targets.append(target) }
    }
    return targets
  }

  func target(_ text: String) throws -> ObjectReference? {
    if let known = try identifiers.object(text) { return known }
    guard let reference = ObjectReference(text) else { return nil }
    // An identifier of another store means nothing here.
    if store.isForeign(text) { return nil }
    // Nor does one that stands for nothing mean a row that has its number only now.
    if writer.isNew(reference) { return nil }
    guard let table = store.layout[reference.entity]?.table,
      let number = try store.connection.integer(
        "SELECT Z_ENT FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)]),
      let entity = store.entitiesByNumber[number]
    else { return nil }
    return ObjectReference(entity: entity, key: reference.key)
  }
}
