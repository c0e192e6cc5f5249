// SPDX-License-Identifier: Apache-2.0

/// Goes through the entries of a dictionary.
struct DictionaryCursor {
  private enum Form {
    /// Formats from 23 on: a tree of keys beside a tree of values.
    case trees(keys: ElementCursor, values: ElementCursor)
    /// Formats 21 and 22: a tree of objects with two columns.
    case cluster(ClusterCursor, keys: ElementForm, depth: Int)
  }

  private let pass: Pass
  private var form: Form
  private var keys: (any Leaf)?
  private var values: (any Leaf)?
  private var position = 0

  /// - Parameter keys: the type of the keys.
  init(tree root: Int, keys: StorageType, _ pass: Pass, depth: Int = 0) throws {
    self.pass = pass
    let node = try pass.node(at: root)
    guard node.count == 2, !node.isInner else {
      throw node.damaged("A dictionary has keys and values, not \(node.count) parts.")
    }
    guard let first = try node.reference(0), let second = try node.reference(1) else {
      throw node.damaged("The keys or values of a dictionary are missing.")
    }
    form = .trees(
      keys: ElementCursor(
        first, ElementForm(type: keys, isNullable: false, isElement: true), pass),
      values: ElementCursor(
        second, ElementForm(type: .mixed, isNullable: true, isElement: true), pass, depth: depth))
  }

  init(cluster root: Int, keys: StorageType, _ pass: Pass) {
    self.pass = pass
    form = .cluster(
      ClusterCursor(root, pass), keys: ElementForm(type: keys, isNullable: false), depth: 0)
  }

  /// The next entry; `nil` after the last one.
  mutating func next() throws -> RealmEntry? {
    switch form {
    case .trees(var keys, var values):
      defer { form = .trees(keys: keys, values: values) }
      guard let key = try keys.next() else {
        guard try values.next() == nil else { throw Self.uneven }
        return nil
      }
      guard let value = try values.next() else { throw Self.uneven }
      return RealmEntry(key: key, value: value)
    case .cluster(var cursor, let keyForm, let depth):
      while true {
        if let keys, let values, position < keys.count {
          defer { position += 1 }
          return RealmEntry(
            key: try keys.value(at: position, in: pass),
            value: try values.value(at: position, in: pass))
        }
        let next = try cursor.next()
        form = .cluster(cursor, keys: keyForm, depth: depth)
        guard let next else { return nil }
        keys = try keyForm.leaf(pass.node(at: next.column(0)), pass)
        values = try MixedLeaf(pass.node(at: next.column(1)), pass, depth: depth)
        guard keys?.count == next.count, values?.count == next.count else { throw Self.uneven }
        position = 0
      }
    }
  }

  /// All that are left.
  mutating func rest() throws -> [RealmEntry] {
    var entries: [RealmEntry] = []
    while let entry = try next() {
      guard entries.count < ElementCursor.limit else { throw ElementCursor.tooLarge }
      entries.append(entry)
    }
    return entries
  }

  private static var uneven: RealmFileError {
    .damaged("A dictionary has different numbers of keys and values.")
  }
}
