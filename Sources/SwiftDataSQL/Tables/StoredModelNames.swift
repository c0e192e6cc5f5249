import CoreDataModel

/// Which column each property got in a store that other software made, by the
/// model that the store carries.
///
/// The rule is Core Data's, applied to that model. It holds for tables that
/// are as they were created; where a migration has appended columns, numbers
/// were given in another order, and names are only taken if none is numbered.
public enum StoredModelNames {
  /// - Parameters:
  ///   - numbers: Z_ENT by entity name.
  ///   - tables: The columns of each table, in order.
  /// - Returns: Columns by entity and path, for the tables that the model
  ///   explains beyond doubt.
  public static func columns(
    of model: ManagedObjectModel, numbers: [String: Int64], tables: [String: [String]]
  ) -> [String: [String: String]] {
    let entities = model.entities.filter { numbers[$0.name] != nil }
      .sorted { numbers[$0.name, default: 0] < numbers[$1.name, default: 0] }
    var result: [String: [String: String]] = [:]
    for root in entities where root.superentity == nil {
      guard let stored = tables["Z" + ColumnNaming.upper(root.name)] else { continue }
      var table = StoredTable(root, model, entities, numbers)
      table.place()
      guard table.explains(stored) else { continue }
      result.merge(table.naming.names) { first, _ in first }
    }
    return result
  }
}

/// The table of one root entity, named as Core Data names it.
private struct StoredTable {
  private let model: ManagedObjectModel
  private let all: [EntityDescription]
  /// Of this table, in the order of their numbers.
  private let entities: [EntityDescription]
  private let numbers: [String: Int64]
  private(set) var naming = ColumnNaming(known: [:], entities: [])
  private var planned: [(name: String, group: ColumnGroup, entity: Int)] = []
  private var isNumbered = false

  init(
    _ root: EntityDescription, _ model: ManagedObjectModel, _ all: [EntityDescription],
    _ numbers: [String: Int64]
  ) {
    self.model = model
    self.all = all
    self.numbers = numbers
    entities = all.filter { Self.root(of: $0, model) == root.name }
  }

  private static func root(of entity: EntityDescription, _ model: ManagedObjectModel) -> String {
    var current = entity
    for _ in 0..<model.entities.count {
      guard let parent = current.superentity.flatMap({ model.entity(named: $0) }) else { break }
      current = parent
    }
    return current.name
  }

  mutating func place() {
    for (position, entity) in entities.enumerated() {
      let parent = entity.superentity.flatMap { model.entity(named: $0) }
      let inherited = Set(
        (parent?.attributes ?? []).map(\.name) + (parent?.relationships ?? []).map(\.name))
      for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
      where !inherited.contains(attribute.name) && !attribute.isTransient {
        place(attribute, attribute.name, entity, position, depth: 0)
      }
      for relationship in entity.relationships.sorted(by: { $0.name < $1.name })
      where !inherited.contains(relationship.name) && !relationship.isToMany {
        place(relationship, entity, position)
      }
    }
    for owner in all { placeHidden(of: owner) }
  }

  private mutating func add(
    _ natural: String, _ group: ColumnGroup, _ entity: EntityDescription, _ position: Int,
    path: String
  ) {
    let name = naming.name(natural, entity: entity.name, path: path)
    if name != natural { isNumbered = true }
    planned.append((name, group, position))
  }

  private mutating func place(
    _ attribute: AttributeDescription, _ path: String,
    _ entity: EntityDescription, _ position: Int, depth: Int
  ) {
    guard attribute.type == .composite, depth < 32 else {
      return add(
        "Z" + ColumnNaming.upper(attribute.name), ColumnGroup(attribute.type), entity, position,
        path: path)
    }
    // An enum with raw values is one element of its own name.
    let isRawValue =
      attribute.elements.count == 1 && attribute.elements[0].name == attribute.name
      && attribute.elements[0].type != .composite
    for element in attribute.elements {
      place(
        element, isRawValue ? path : "\(path).\(element.name)", entity, position,
        depth: depth + 1)
    }
  }

  private mutating func place(
    _ relationship: RelationshipDescription, _ entity: EntityDescription, _ position: Int
  ) {
    let upper = ColumnNaming.upper(relationship.name)
    add("Z" + upper, .integer, entity, position, path: relationship.name)
    if let number = numbers[relationship.destination],
      all.contains(where: { $0.superentity == relationship.destination })
    {
      add("Z\(number)_\(upper)", .integer, entity, position, path: relationship.name + "/entity")
    }
  }

  private mutating func placeHidden(of owner: EntityDescription) {
    let parent = owner.superentity.flatMap { model.entity(named: $0) }
    let inherited = Set((parent?.relationships ?? []).map(\.name))
    for relationship in owner.relationships.sorted(by: { $0.name < $1.name })
    where relationship.isToMany && relationship.inverse == nil
      && !inherited.contains(relationship.name)
    {
      guard let number = numbers[owner.name],
        let position = entities.firstIndex(where: { $0.name == relationship.destination })
      else { continue }
      let upper = ColumnNaming.upper(relationship.name)
      add(
        "Z\(number)\(upper)", .integer, entities[position], position,
        path: "\(owner.name)/\(relationship.name)")
    }
  }

  /// Whether the columns of the file are just these.
  func explains(_ stored: [String]) -> Bool {
    let header: Set = ["Z_PK", "Z_ENT", "Z_OPT"]
    let stored = stored.filter { !header.contains($0) && !$0.hasPrefix("Z_FOK_") }
    let expected = planned.enumerated().sorted {
      ($0.element.group, $0.element.entity, $0.offset)
        < ($1.element.group, $1.element.entity, $1.offset)
    }.map(\.element.name)
    if stored == expected { return true }
    return !isNumbered && Set(stored).isSuperset(of: expected)
  }
}

extension ColumnGroup {
  fileprivate init(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean, .objectID: self = .integer
    case .double, .float, .date: self = .real
    case .decimal: self = .decimal
    case .string, .undefined, .composite: self = .string
    case .uri: self = .url
    case .uuid: self = .uuid
    case .transformable: self = .transformable
    case .binaryData: self = .binary
    }
  }
}
