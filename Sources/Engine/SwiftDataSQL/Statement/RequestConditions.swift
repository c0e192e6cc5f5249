// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension PredicateTranslator {
  /// Everything that rows of a request must fulfil.
  func condition(of request: RowRequest, _ root: SQLRow) throws -> SQLExpression {
    var conditions: [SQLExpression] = []
    if let entities = entityCondition(request.entity, request.includesSubentities, root) {
      conditions.append(entities)
    }
    if let keys = request.keys { conditions.append(ValueList.contains(root.key, keys: keys, layout.dialect)) }
    if let predicate = request.predicate {
      conditions.append(try truth(predicate, root).condition.whereTrue)
    }
    for exclusion in request.excluding { conditions.append(try escapes(exclusion, root)) }
    if !request.excludedKeys.isEmpty {
      conditions.append(.not(ValueList.contains(root.key, keys: request.excludedKeys, layout.dialect)))
    }
    if !request.reaching.isEmpty {
      conditions.append(
        .any(try request.reaching.map { try reaches($0.path[...], $0.keys, from: root.key) }))
    }
    return .all(conditions)
  }

  /// That a row is none of those that a request leaves out. Their entity may be below the request's: what its predicate
  /// says concerns only rows that have its properties.
  private func escapes(_ exclusion: RowRequest.Exclusion, _ root: SQLRow) throws -> SQLExpression {
    var escapes: [SQLExpression] = []
    if !(exclusion.includesSubentities && root.entity.isKind(of: exclusion.entity)),
      let entities = entityCondition(exclusion.entity, exclusion.includesSubentities, root)
    {
      escapes.append(.not(entities))
    }
    if let predicate = exclusion.predicate {
      var row = root
      if !row.entity.isKind(of: exclusion.entity) { row.entity = exclusion.entity }
      let truth = try truth(predicate, row)
      // A row for which the evaluation failed does not match, and stays.
      escapes.append(truth.null == .undefined ? .test(truth.expression, .isNotTrue) : not(truth).expression)
    }
    return .any(escapes)
  }

  /// A table is shared by all entities of a hierarchy.
  private func entityCondition(
    _ entity: _Entity, _ includesSubentities: Bool, _ root: SQLRow
  ) -> SQLExpression? {
    if includesSubentities, entity === entity.root { return nil }
    let wanted = includesSubentities ? entity.family : [entity]
    guard wanted.count < entity.root.family.count else { return nil }
    let numbers = layout.numbers(of: wanted).map { SQLValue.integer($0) }
    return ValueList.contains(.column(table: alias(of: root), name: "Z_ENT"), numbers, layout.dialect)
  }

  private func truth(_ predicate: StorePredicate, _ root: SQLRow) throws -> SQLScalar {
    variables[predicate.variable] = .row(root)
    defer { variables[predicate.variable] = nil }
    return try truth(translate(predicate.expression), predicate.expression)
  }

  /// Whether a path of relationships leads from a row to one of `keys`.
  private func reaches(
    _ path: ArraySlice<_Property>, _ keys: [Int64], from key: SQLExpression
  ) throws -> SQLExpression {
    guard let step = path.first else { return ValueList.contains(key, keys: keys, layout.dialect) }
    let rest = path.dropFirst()
    let alias = makeAlias()
    func column(_ name: String) -> SQLExpression { .column(table: alias, name: name) }
    func missing() -> SwiftDataError {
      unsupported(step.name, "The store has no column for this relationship.", property: step)
    }
    guard let destination = step.destination else { throw missing() }
    let query: SQLQuery
    if !step.isToMany {
      guard let reference = layout.columns(of: step).first else { throw missing() }
      query = SQLQuery(
        [column("Z_PK")], from: .table(layout.table(of: step.entity).name, alias: alias),
        where: try reaches(rest, keys, from: column(reference.name)))
    } else if let pairs = layout.joinTable(of: step) {
      query = SQLQuery(
        [column(pairs.ownerColumn)], from: .table(pairs.table, alias: alias),
        where: try reaches(rest, keys, from: column(pairs.targetColumn)))
    } else {
      let owner =
        layout.hiddenColumn(of: step) ?? step.inverse.flatMap { layout.columns(of: $0).first }
      guard let owner else { throw missing() }
      query = SQLQuery(
        [column(owner.name)], from: .table(layout.table(of: destination).name, alias: alias),
        where: try reaches(rest, keys, from: column("Z_PK")))
    }
    return .memberOfQuery(key, query)
  }
}
