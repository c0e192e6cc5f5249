// SPDX-License-Identifier: Apache-2.0

/// The objects of one leaf, formats from 10 on. Columns are opened when they
/// are asked for.
final class ClusterRows: RowSource {
  let leaf: ClusterLeaf
  private let layout: RealmTableLayout
  private let gate: PassGate
  /// The number of objects before those of the leaf.
  private let start: Int
  private var leaves: [Int: any Leaf] = [:]
  /// References to collections or backlinks, by leaf index.
  private var references: [Int: ArrayNode] = [:]

  init(_ leaf: ClusterLeaf, _ layout: RealmTableLayout, _ gate: PassGate, start: Int) {
    self.leaf = leaf
    self.layout = layout
    self.gate = gate
    self.start = start
  }

  func value(column index: Int, position: Int) throws -> RealmValue {
    let column = layout.columns[index]
    let pass = gate.pass(column: index, ordinal: start + position)
    guard column.collection == nil else {
      let root = try references(column).reference(position)
      return try column.collection(root, clusters: layout.hasClusterDictionaries, pass)
    }
    return try leaf(column).value(at: position, in: pass)
  }

  func cursor(column index: Int, position: Int) throws -> CollectionCursor? {
    let column = layout.columns[index]
    guard column.collection != nil, let root = try references(column).reference(position) else {
      return nil
    }
    let pass = gate.pass(column: index, ordinal: start + position)
    return try column.cursor(root, clusters: layout.hasClusterDictionaries, pass)
  }

  func backlinks(column index: Int, position: Int) throws -> [RealmObjectKey] {
    let pass = gate.pass(column: -1 - index, ordinal: start + position)
    return try references(layout.backlinks[index].column).backlinks(position, pass)
  }

  private func leaf(_ column: RealmColumnLayout) throws -> any Leaf {
    if let leaf = leaves[column.leafIndex] { return leaf }
    let pass = gate.pass
    let texts = try column.texts.map {
      // Shared by all leaves of the column.
      let free = Pass(pass.source)
      return try TextLeaf(free.node(at: $0), isNullable: column.form.isNullable, free)
    }
    let leaf = try column.form.leaf(
      pass.node(at: self.leaf.column(column.leafIndex)), pass, texts: texts)
    try check(leaf.count)
    leaves[column.leafIndex] = leaf
    return leaf
  }

  private func references(_ column: RealmColumnLayout) throws -> ArrayNode {
    if let node = references[column.leafIndex] { return node }
    let node = try gate.pass.node(at: leaf.column(column.leafIndex))
    try check(node.count)
    references[column.leafIndex] = node
    return node
  }

  private func check(_ count: Int) throws {
    guard count == leaf.count else {
      throw RealmFileError.damaged(
        "There are \(leaf.count) objects, but a column has \(count) values.", at: leaf.offset)
    }
  }
}
