import CoreDataModel

extension ImportRun {
  mutating func connect(
    _ object: ImportObject, _ entity: EntityDescription, _ reference: ObjectReference,
    isToMany: Bool
  ) throws {
    let relationships = RelationshipWriter(writer)
    for member in object.values {
      guard let relationship = entity.relationship(named: member.name),
        relationship.isToMany == isToMany, !relationship.isTransient
      else { continue }
      guard let targets = try targets(member.value, relationship, object) else { continue }
      if relationship.isToMany {
        try relationships.add(targets, to: relationship, of: reference)
      } else {
        try relationships.set(relationship, of: reference, to: targets.first)
      }
    }
  }

  /// `nil` if something is wrong with them.
  private mutating func targets(
    _ value: JSONValue, _ relationship: RelationshipDescription, _ object: ImportObject
  ) throws -> [ObjectReference]? {
    let values: [JSONValue]
    switch value {
    case .null: values = []
    case .array(let list) where relationship.isToMany: values = list
    case .string where !relationship.isToMany: values = [value]
    default:
      note(
        object,
        "'\(relationship.name)': \(relationship.isToMany ? "a list of identifiers" : "an identifier") is expected"
      )
      return nil
    }
    var targets: [ObjectReference] = []
    var seen: Set<ObjectReference> = []
    for value in values {
      guard case .string(let text) = value, let target = try target(text) else {
        note(
          object,
          "'\(relationship.name)' leads to \(value), which is neither in the file nor in the store")
        return nil
      }
      guard let place = store.layout[relationship.destination],
        let number = store.layout[target.entity]?.number, place.numbers.contains(number)
      else {
        note(
          object,
          "'\(relationship.name)' leads to \(target), which is no \(relationship.destination)")
        return nil
      }
      if seen.insert(target).inserted { targets.append(target) }
    }
    return targets
  }

  func target(_ text: String) throws -> ObjectReference? {
    if let known = rows[Self.normalized(text)] { return known }
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
