// SPDX-License-Identifier: Apache-2.0

/// Goes through the elements of a list or set, or of a part of a dictionary.
struct ElementCursor {
  private var tree: BPlusTreeCursor
  private let form: ElementForm
  private let pass: Pass
  private let depth: Int
  private var leaf: (any Leaf)?
  private var position = 0
  private var found = 0

  init(_ root: Int, _ form: ElementForm, _ pass: Pass, depth: Int = 0) {
    tree = BPlusTreeCursor(root, pass)
    self.form = form
    self.pass = pass
    self.depth = depth
  }

  /// The next element; `nil` after the last one.
  mutating func next() throws -> RealmValue? {
    while true {
      if let leaf, position < leaf.count {
        let value = try leaf.value(at: position, in: pass)
        position += 1
        // What has not arrived, or was deleted elsewhere, is no element.
        if value == .null, form.type == .link || form.type == .linkList { continue }
        return value
      }
      guard let node = try tree.next() else {
        if let expected = tree.expected, expected != found {
          throw RealmFileError.damaged(
            "A collection should have \(expected) elements, but \(found) are there.")
        }
        return nil
      }
      leaf =
        form.type == .mixed && !form.isOld
        ? try MixedLeaf(node, pass, depth: depth) : try form.leaf(node, pass)
      position = 0
      found += leaf?.count ?? 0
    }
  }

  /// All that are left.
  mutating func rest() throws -> [RealmValue] {
    var values: [RealmValue] = []
    while let value = try next() {
      guard values.count < Self.limit else { throw Self.tooLarge }
      values.append(value)
    }
    return values
  }

  /// As many as are read at once: about 100 MB of memory.
  static let limit = 1 << 22

  static var tooLarge: RealmFileError {
    RealmFileError(
      .tooLarge, "A collection has more than \(limit) elements, too many to read at once.",
      advice: "Go through it with 'elements(of:)'.")
  }
}
