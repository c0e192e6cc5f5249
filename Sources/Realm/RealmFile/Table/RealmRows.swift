// SPDX-License-Identifier: Apache-2.0

/// Iterates over the objects of a table.
///
/// ```swift
/// let rows = table.rows()
/// while let row = try rows.next() { … }
/// ```
///
/// It belongs to one thread. Several threads may iterate over one table at the same time, each with its own
/// `RealmRows`.
public final class RealmRows {
  private let context: RowContext
  private let pass: Pass
  private let gate: PassGate
  private var tree: ClusterCursor?
  private var leaf: ClusterRows?
  private var old: OldRows?
  private var position = 0
  private var end = 0
  private var done = 0
  private var hasFailed = false
  /// Objects up to this one are passed over.
  private var after: RealmObjectKey?

  init(
    _ layout: RealmTableLayout, _ source: any ByteSource, _ positions: [String: Int] = [:],
    after: RealmObjectKey? = nil
  ) {
    self.after = after
    context = RowContext(layout, source, positions)
    pass = Pass(source)
    gate = PassGate(pass)
    if let root = layout.root {
      tree = ClusterCursor(root, pass, shift: layout.shape?.shift ?? ClusterNode.usualShift)
    } else {
      old = OldRows(layout.columns, layout.backlinks, pass)
      end = layout.count
    }
  }

  /// The next object; `nil` after the last one.
  ///
  /// - Throws: ``RealmFileError`` if the file is damaged; there is no way on
  ///   after that.
  public func next() throws -> RealmRow? {
    guard !hasFailed else { return nil }
    do {
      return try RealmFileError.located(
        file: context.source.name, table: context.layout.name, advance)
    } catch {
      hasFailed = true
      throw error
    }
  }

  private func advance() throws -> RealmRow? {
    if let after { try skip(after) }
    if let old {
      guard position < end else { return nil }
      defer { position += 1 }
      return RealmRow(
        RealmObjectKey(Int64(position)), context, old, position: position)
    }
    while position >= end {
      guard try openLeaf() else { return nil }
    }
    guard let leaf else { return nil }
    defer { position += 1 }
    return RealmRow(try leaf.leaf.key(at: position), context, leaf, position: position)
  }

  private func openLeaf() throws -> Bool {
    try context.source.checkSize()
    done += end
    guard let next = try tree?.next() else { return false }
    leaf = ClusterRows(next, context.layout, gate, start: done)
    position = 0
    end = next.count
    return true
  }

  private func skip(_ key: RealmObjectKey) throws {
    after = nil
    guard old == nil else {
      position = Int(clamping: max(0, key.rawValue &+ 1))
      return
    }
    try tree?.seek(key)
    guard try openLeaf(), let leaf else { return }
    while position < end, try leaf.leaf.key(at: position) <= key { position += 1 }
  }
}

/// The common state of a table's rows.
final class RowContext: Sendable {
  let layout: RealmTableLayout
  let source: any ByteSource
  let positions: [String: Int]

  init(_ layout: RealmTableLayout, _ source: any ByteSource, _ positions: [String: Int]) {
    self.layout = layout
    self.source = source
    self.positions = positions
  }
}
