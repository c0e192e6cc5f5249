// SPDX-License-Identifier: Apache-2.0

/// A table of a file: the objects of one class.
public struct RealmTable: Sendable {
  /// The description of the class.
  public let type: RealmClass
  let layout: RealmTableLayout
  private let source: any ByteSource
  private let positions: [String: Int]

  init(_ layout: RealmTableLayout, _ type: RealmClass, _ source: any ByteSource) {
    self.layout = layout
    self.type = type
    self.source = source
    positions = Dictionary(zip(layout.names, layout.names.indices)) { first, _ in first }
  }

  /// The name of the class, or of a table that is not one of a class.
  public var name: String { type.name }

  /// The number of objects.
  public var count: Int { layout.count }

  /// Goes through all objects, in the order of their keys.
  ///
  /// One leaf of the file, of up to 256 objects, is looked at at a time.
  public func rows() -> RealmRows { RealmRows(layout, source, positions) }

  /// Goes through the objects behind a key, without going through those before it.
  package func rows(after key: RealmObjectKey) -> RealmRows {
    RealmRows(layout, source, positions, after: key)
  }

  /// The object with a key; `nil` if there is none.
  ///
  /// Takes a time that grows with the logarithm of ``count``.
  ///
  /// - Throws: ``RealmFileError`` if the file is damaged.
  public func row(_ key: RealmObjectKey) throws -> RealmRow? {
    try RealmFileError.located(file: source.name, table: layout.name, object: key) {
      let pass = Pass(source)
      let context = RowContext(layout, source, positions)
      guard let root = layout.root, let shape = layout.shape else {
        guard key.rawValue >= 0, key.rawValue < layout.count else { return nil }
        let rows = OldRows(layout.columns, layout.backlinks, pass)
        return RealmRow(key, context, rows, position: Int(key.rawValue))
      }
      guard let leaf = try pass.leaf(of: key, root: root, shift: shape.shift),
        let position = try leaf.position(of: key)
      else { return nil }
      let rows = ClusterRows(leaf, layout, PassGate(pass), start: 0)
      return RealmRow(key, context, rows, position: position)
    }
  }
}
