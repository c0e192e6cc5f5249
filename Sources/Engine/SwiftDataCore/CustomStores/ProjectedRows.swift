// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where in a row, or in one that to-one relationships lead to, the values of a path lie.
struct ProjectedPath {
  let steps: [_Property]
  let property: _Property
  /// How the values lie in their columns.
  let layout: AttributeLayout
  /// Which of the property's columns they take.
  let columns: Range<Int>

  /// - Parameter refusal: The explanation for a path that does not lead to an attribute.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for what a SQLite store refuses, too.
  init(
    _ path: PropertyPath, from entity: _Entity, refusal: String = "Only attributes can be read on their own."
  ) throws {
    var steps: [_Property] = []
    var owner: _Entity? = entity
    var found: _Property?
    for name in path.properties {
      if let step = found { steps.append(step) }
      guard let property = owner?.property(named: name) else { throw Self.refuse(path, entity, refusal) }
      owner = property.isToMany ? nil : property.destination
      found = property
    }
    guard let found, case .attribute(var layout) = found.description.kind, !found.description.isEphemeral else {
      throw Self.refuse(path, entity, refusal)
    }
    var columns = 0..<layout.columnCount
    for name in path.elements {
      guard case .composite(let elements) = layout,
        let index = elements.firstIndex(where: { $0.name == name })
      else { throw Self.refuse(path, entity, "The value has no stored part \(name).") }
      let start = elements[..<index].reduce(columns.lowerBound) { $0 + $1.layout.columnCount }
      layout = elements[index].layout
      columns = start..<start + layout.columnCount
    }
    if case .transformable = layout { throw Self.refuse(path, entity, refusal) }
    self.steps = steps
    self.property = found
    self.layout = layout
    self.columns = columns
  }

  static func refuse(_ path: PropertyPath, _ entity: _Entity, _ reason: String) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath, reason, entity: entity.name,
      property: (path.properties + path.elements).joined(separator: "."),
      advice: "Name attributes, or attributes of to-one relationships.")
  }
}

/// The rows that a projection is computed of, with those that their relationships lead to.
struct ProjectedRows {
  let session: DataStoreSession
  let entity: _Entity
  let rows: [SnapshotRow]
  /// Where the relationships of each path lead from each row.
  private var followed: [[String]: [SnapshotRow?]] = [:]

  init(_ session: DataStoreSession, _ entity: _Entity, _ rows: [SnapshotRow]) {
    self.session = session
    self.entity = entity
    self.rows = rows
  }

  /// The columns of a path for each row: NULL where a relationship on the way leads nowhere.
  mutating func values(_ path: PropertyPath) throws -> [[ColumnConstant]] {
    let path = try ProjectedPath(path, from: entity)
    return try ends(of: path.steps).map { row in
      guard let row, let start = row.column(of: path.property.index),
        start + path.columns.upperBound <= row.values.count
      else { return Array(repeating: .null, count: path.columns.count) }
      return Array(row.values[start + path.columns.lowerBound..<start + path.columns.upperBound])
    }
  }

  /// The columns of an identifier at the end of a path, as a SQLite store has them: the key, and for hierarchies the number
  /// of the entity, of which custom stores have none.
  mutating func identifiers(_ path: PropertyPath) throws -> [[ColumnConstant]] {
    guard let steps = entity.toOneRelationships(path) else {
      throw ProjectedPath.refuse(path, entity, "It is no to-one relationship.")
    }
    let end = steps.last?.destination ?? entity
    return try ends(of: steps).map { row in
      let key = row.map { ColumnConstant.integer($0.key) } ?? .null
      return end.isInHierarchy ? [key, .null] : [key]
    }
  }

  private mutating func ends(of steps: [_Property]) throws -> [SnapshotRow?] {
    var current: [SnapshotRow?] = rows
    var names: [String] = []
    for step in steps {
      names.append(step.name)
      if let known = followed[names] {
        current = known
        continue
      }
      guard let destination = step.destination else { return Array(repeating: nil, count: rows.count) }
      let keys = current.map { $0?.targets(step).first }
      // One request for all rows, whatever their number.
      let targets = try session.rows(keys: keys.compactMap(\.self), expected: destination)
      let byKey = Dictionary(targets.map { ($0.key, $0) }) { first, _ in first }
      current = keys.map { key in key.flatMap { byKey[$0] } }
      followed[names] = current
    }
    return current
  }
}
