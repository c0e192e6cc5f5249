// SPDX-License-Identifier: Apache-2.0

/// Finds out where everything of a table is.
struct TableReader {
  let format: RealmFormat
  let pass: Pass

  /// - Parameter index: its number in the file.
  func table(named name: String, at offset: Int, index: Int) throws -> RealmTableLayout {
    let node = try pass.node(at: offset)
    if format.isOld { return try old(name, node, index) }
    guard (12...16).contains(node.count) else {
      throw node.damaged("A table has 12 or 14 parts, not \(node.count).")
    }
    let spec = try ColumnSpec(
      pass.requiredChild(node, 0), tables: pass.child(node, 7), opposites: pass.child(node, 8),
      pass)
    guard let key = UInt32(exactly: try node.number(3)) else {
      throw node.damaged("A table has an impossible key.")
    }
    var primaryKey: Int?
    if case .number(let column) = try node.slot(11) {
      primaryKey = spec.keys.firstIndex(of: column)
    }
    let kind: RealmClass.Kind
    if node.count > 12, case .number(let flags) = try node.slot(12) {
      switch flags & 3 {
      case 1: kind = .embedded
      case 2: kind = .asymmetric
      default: kind = .topLevel
      }
    } else {
      kind = .topLevel
    }
    let root = try node.required(2)
    var nextKey: Int64?
    if case .number(let number) = try node.slot(9) { nextKey = number }
    // The first leaf of objects belongs to the traversal of the table.
    let shape = try ClusterShape(root: root, nextKey: nextKey, Pass(pass.source))
    return RealmTableLayout(
      name: name, key: RealmTableKey(key), kind: kind, isOld: false,
      hasClusterDictionaries: format.hasClusterDictionaries, names: spec.names,
      columns: spec.columns, columnKeys: spec.keys, attributes: spec.attributes,
      backlinks: spec.backlinks, primaryKey: primaryKey, root: root, shape: shape,
      count: shape.count)
  }

  private func old(_ name: String, _ node: ArrayNode, _ index: Int) throws -> RealmTableLayout {
    guard node.count == 2 else {
      guard node.count < 3 else { throw RealmFileError.interruptedUpgrade(at: node.offset) }
      throw node.damaged("A table has two parts, not \(node.count).")
    }
    var spec = try OldSpec(pass.requiredChild(node, 0), pass)
    try spec.locate(pass.requiredChild(node, 1))
    let rows = OldRows(spec.columns, spec.backlinks, Pass(pass.source))
    let count = try rows.count()
    try pass.check(count, perNode: Pass.maximumLeafCount, at: node.offset)
    return RealmTableLayout(
      name: name, key: RealmTableKey(UInt32(index)), kind: .topLevel, isOld: true,
      hasClusterDictionaries: false, names: spec.names, columns: spec.columns,
      columnKeys: spec.keys, attributes: spec.attributes, backlinks: spec.backlinks,
      primaryKey: nil, root: nil, shape: nil, count: count)
  }
}
