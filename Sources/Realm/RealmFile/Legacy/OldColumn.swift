// SPDX-License-Identifier: Apache-2.0

/// A column that is a tree of its own, formats below 10.
///
/// Rows that are requested in order are found in one traversal of the
/// tree; others are searched for.
final class OldColumn {
  private let root: Int
  private let form: ElementForm
  private let texts: (any TextKeys)?
  private var pass: Pass
  private var tree: BPlusTreeCursor
  private var node: ArrayNode?
  private var leaf: (any Leaf)?
  private var range = 0..<0

  /// - Parameter pass: the traversal that the tree belongs to.
  init(_ root: Int, _ form: ElementForm, _ pass: Pass, texts: (any TextKeys)? = nil) {
    self.root = root
    self.form = form
    self.texts = texts
    self.pass = pass
    tree = BPlusTreeCursor(root, pass)
  }

  /// The number of rows.
  func count() throws -> Int {
    let free = Pass(pass.source)
    return try free.total(root) { try form.leaf($0, free, texts: texts).count }
  }

  func value(_ row: Int, in pass: Pass) throws -> RealmValue {
    try move(to: row)
    guard let leaf else { throw missing(row) }
    return try leaf.value(at: row - range.lowerBound, in: pass)
  }

  /// The leaf of numbers or references that a row is in, and its place there.
  func numbers(_ row: Int) throws -> (node: ArrayNode, index: Int) {
    try move(to: row)
    guard let node else { throw missing(row) }
    return (node, row - range.lowerBound)
  }

  private func move(to row: Int) throws {
    guard !range.contains(row) else { return }
    if row == range.upperBound {
      while row >= range.upperBound, let next = try tree.next() {
        try open(next, start: range.upperBound)
      }
    } else {
      pass = Pass(pass.source)
      tree = BPlusTreeCursor(root, pass)
      let (node, start) = try tree.seek(row, root: root)
      try open(node, start: start)
    }
    guard range.contains(row) else { throw missing(row) }
  }

  private func open(_ node: ArrayNode, start: Int) throws {
    let leaf = try form.leaf(node, pass, texts: texts)
    self.node = node
    self.leaf = leaf
    range = start..<start + leaf.count
  }

  private func missing(_ row: Int) -> RealmFileError {
    .damaged("A column has no value for row \(row).", at: root)
  }
}

/// The texts of an enumerated column, formats below 10: a column by
/// themselves.
final class OldTexts: TextKeys {
  private let root: Int
  private let source: any ByteSource
  private let isNullable: Bool
  private var leaf: (node: ArrayNode, texts: StringLeaf, start: Int)?

  init(_ root: Int, isNullable: Bool, _ source: any ByteSource) {
    self.root = root
    self.isNullable = isNullable
    self.source = source
  }

  func bytes(at number: Int64, in pass: Pass) throws -> Bytes? {
    guard number >= 0, let number = Int(exactly: number) else {
      throw RealmFileError.damaged("A column refers to text \(number).", at: root)
    }
    let free = Pass(source)
    if let leaf, number >= leaf.start, number - leaf.start < leaf.texts.count {
      return try leaf.texts.bytes(at: number - leaf.start, in: free)
    }
    var tree = BPlusTreeCursor(root, free)
    let (node, start) = try tree.seek(number, root: root)
    let form = ElementForm(type: .string, isNullable: isNullable, isOld: true)
    let texts = try StringLeaf(node, form, free)
    leaf = (node, texts, start)
    guard number - start < texts.count else {
      throw RealmFileError.damaged("A column refers to text \(number), which is missing.", at: root)
    }
    return try texts.bytes(at: number - start, in: free)
  }
}
