// SPDX-License-Identifier: Apache-2.0

extension Node {
  /// The keys of the objects that link to one.
  func backlinks(_ index: Int, _ pass: Pass) throws -> [RealmObjectKey] {
    switch try slot(index) {
    case .empty: return []
    case .number(let key): return [RealmObjectKey(key)]
    case .reference(let root):
      var keys: [RealmObjectKey] = []
      var tree = TreeCursor(root, pass)
      while let leaf = try tree.next() {
        guard keys.count < ElementCursor.limit else { throw ElementCursor.tooLarge }
        for index in 0..<leaf.count { keys.append(RealmObjectKey(try leaf.integer(index))) }
      }
      return keys
    }
  }
}
