// SPDX-License-Identifier: Apache-2.0

extension RealmColumnLayout {
  /// The elements of a collection, as they are called in it.
  private var element: ElementForm {
    var form = form
    form.isElement = true
    if form.type == .linkList { form.type = .link }
    return form
  }

  /// Goes through a collection.
  func cursor(_ root: Int, clusters: Bool, _ pass: Pass) throws -> CollectionCursor {
    switch collection {
    case .dictionary where clusters:
      .entries(DictionaryCursor(cluster: root, keys: keys, pass))
    case .dictionary: .entries(try DictionaryCursor(tree: root, keys: keys, pass))
    default: .elements(ElementCursor(root, element, pass))
    }
  }

  /// The whole collection that begins at `root`, or an empty one.
  func collection(_ root: Int?, clusters: Bool, _ pass: Pass) throws -> RealmValue {
    guard let root else {
      switch collection {
      case .dictionary: return .dictionary([])
      case .set: return .set([])
      default: return .list([])
      }
    }
    switch try cursor(root, clusters: clusters, pass) {
    case .elements(var cursor):
      let values = try cursor.rest()
      return collection == .set ? .set(values) : .list(values)
    case .entries(var cursor): return .dictionary(try cursor.rest())
    case .values(let values): return .list(Array(values))
    }
  }
}

/// Goes through a collection of any kind.
enum CollectionCursor {
  case elements(ElementCursor)
  case entries(DictionaryCursor)
  /// Elements that have been read already.
  case values(ArraySlice<RealmValue>)
}

extension ArrayNode {
  /// The keys of the objects that link to one.
  func backlinks(_ index: Int, _ pass: Pass) throws -> [RealmObjectKey] {
    switch try slot(index) {
    case .empty: return []
    case .number(let key): return [RealmObjectKey(key)]
    case .reference(let root):
      var keys: [RealmObjectKey] = []
      var tree = BPlusTreeCursor(root, pass)
      while let leaf = try tree.next() {
        guard keys.count < ElementCursor.limit else { throw ElementCursor.tooLarge }
        for index in 0..<leaf.count { keys.append(RealmObjectKey(try leaf.integer(index))) }
      }
      return keys
    }
  }
}
