// SPDX-License-Identifier: Apache-2.0

/// Names and orders the columns of one table.
///
/// Names are given entity by entity in the order of their numbers, attributes
/// before relationships, both sorted by name. The columns are then ordered by
/// group, within a group by entity, and within an entity as named.
package struct TableColumns {
  private struct Planned {
    let name: String
    let group: ColumnGroup
    let entity: Int
  }

  private var naming: ColumnNaming
  private var planned: [Planned] = []
  /// Whether a name was taken, so that one got a number.
  package private(set) var isNumbered = false

  /// - Parameters:
  ///   - known: names that a store has given already, by entity and path;
  ///     they are never given to anything else.
  ///   - entities: the table's entities.
  ///   - kept: further names that are not given.
  package init(
    known: [String: [String: String]] = [:], entities: [String] = [], kept: Set<String> = []
  ) {
    naming = ColumnNaming(known: known, entities: entities, kept: kept)
  }

  /// The names by entity and path.
  package var columnNames: [String: [String: String]] { naming.names }

  /// The names in the order of the CREATE TABLE statement.
  package var ordered: [String] {
    planned.enumerated().sorted {
      ($0.element.group, $0.element.entity, $0.offset)
        < ($1.element.group, $1.element.entity, $1.offset)
    }.map(\.element.name)
  }

  /// An entity of the table, and where it comes among the table's entities.
  package struct Entity {
    let name: String
    let position: Int

    package init(_ name: String, at position: Int) {
      self.name = name
      self.position = position
    }
  }

  /// Adds the column of an attribute, or of an element of one.
  ///
  /// - Parameters:
  ///   - name: what the column is named by.
  ///   - path: what tells it from others of that name, `address.city`.
  /// - Returns: the column's name.
  package mutating func addAttribute(
    _ name: String, path: String, _ group: ColumnGroup, of entity: Entity
  ) -> String {
    add(ColumnNames.column(name), path, group, entity)
  }

  /// Adds the columns of a to-one relationship: the key, and the destination's entity if the
  /// destination has subentities.
  ///
  /// - Parameter destination: the number of a destination with subentities.
  package mutating func addToOne(
    _ relationship: String, destination: Int64?, of entity: Entity
  ) -> (key: String, entity: String?) {
    let key = add(ColumnNames.column(relationship), relationship, .integer, entity)
    let second = destination.map {
      add(
        ColumnNames.entityColumn(relationship, destination: $0), relationship + "/entity",
        .integer, entity)
    }
    return (key, second)
  }

  /// Adds the column that a to-many relationship without inverse has in the
  /// table of its destination.
  package mutating func addHidden(
    _ relationship: String, of owner: (name: String, number: Int64), in destination: Entity
  ) -> String {
    add(
      ColumnNames.hiddenColumn(relationship, owner: owner.number),
      "\(owner.name)/\(relationship)", .integer, destination)
  }

  private mutating func add(
    _ natural: String, _ path: String, _ group: ColumnGroup, _ entity: Entity
  ) -> String {
    let name = naming.name(natural, entity: entity.name, path: path)
    if name != natural { isNumbered = true }
    planned.append(Planned(name: name, group: group, entity: entity.position))
    return name
  }
}
