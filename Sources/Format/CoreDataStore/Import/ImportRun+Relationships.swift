// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension ImportRun {
  func connect(_ link: ImportLinks.Link) throws {
    guard let entity = store.model.entity(named: link.object.entity),
      let relationship = entity.relationship(named: link.relationship),
      let targets = try targets(link.value, relationship, link.place)
    else { return }
    let relationships = RelationshipWriter(writer)
    if relationship.isToMany {
      try relationships.add(targets, to: relationship, of: link.object)
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
    guard let table = store.layout[reference.entity]?.table,
      let number = try store.connection.integer(
        "SELECT Z_ENT FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)]),
      let entity = store.entitiesByNumber[number]
    else { return nil }
    return ObjectReference(entity: entity, key: reference.key)
  }
}
