// SPDX-License-Identifier: Apache-2.0

/// Finds the operations that turn one tree of elements into another.
@MainActor struct Differ {
  /// Come first, so that an element may turn up elsewhere under the same name.
  private var removals: [Operation] = []
  private var changes: [Operation] = []
  private(set) var removed: [Rendered] = []
  private(set) var inserted: [Rendered] = []
  /// Elements that stay, in their new version.
  private(set) var kept: [Rendered] = []

  var operations: [Operation] { removals + changes }

  /// Both have the same identity and kind.
  mutating func compare(_ old: Rendered, _ new: Rendered) {
    guard old !== new else { return }
    kept.append(new)
    compareAttributes(old, new)
    if old.events != new.events { changes.append(.events(new.id, new.events)) }
    if let text = new.text {
      for child in old.children { remove(child) }
      if (old.text ?? "") != text { changes.append(.text(new.id, text)) }
    } else {
      if old.text ?? "" != "" { changes.append(.text(new.id, "")) }
      compareChildren(of: new, old.children)
    }
  }

  private mutating func compareAttributes(_ old: Rendered, _ new: Rendered) {
    if old.look != new.look { changes.append(.look(new.id, new.look)) }
    guard old.styles != new.styles || old.ownRole != new.ownRole || old.attributes != new.attributes else { return }
    let before = old.allAttributes
    let after = new.allAttributes
    for attribute in before where !after.contains(where: { $0.name == attribute.name }) {
      changes.append(.attribute(new.id, name: attribute.name, value: nil))
    }
    for attribute in after where !before.contains(attribute) {
      changes.append(.attribute(new.id, name: attribute.name, value: attribute.value))
    }
  }

  private mutating func compareChildren(of parent: Rendered, _ allOld: [Rendered]) {
    let allNew = parent.children
    // Mostly the first and the last ones stay where they are.
    let most = min(allOld.count, allNew.count)
    var start = 0
    while start < most, allOld[start].isSuccessor(of: allNew[start]) {
      compare(allOld[start], allNew[start])
      start += 1
    }
    var rest = 0
    while rest < most - start, allOld[allOld.count - 1 - rest].isSuccessor(of: allNew[allNew.count - 1 - rest]) {
      compare(allOld[allOld.count - 1 - rest], allNew[allNew.count - 1 - rest])
      rest += 1
    }
    let old = allOld[start..<allOld.count - rest]
    let new = allNew[start..<allNew.count - rest]
    if old.isEmpty && new.isEmpty { return }
    var positions: [ElementID: Int] = [:]
    if !new.isEmpty { for (index, child) in zip(old.indices, old) { positions[child.id] = index } }
    var stays: Set<Int> = []
    // For each new child the position of its old version.
    let origins: [Int?] = new.map { child in
      guard let index = positions[child.id], old[index].isSuccessor(of: child), stays.insert(index).inserted else {
        return nil
      }
      return index
    }
    for (index, child) in zip(old.indices, old) where !stays.contains(index) { remove(child) }
    let unmoved = Self.longestIncreasing(origins)
    var next = rest > 0 ? allNew[allNew.count - rest].id : nil
    for (index, child) in zip(origins.indices, new).reversed() {
      if let origin = origins[index] {
        compare(old[origin], child)
        if !unmoved.contains(index) { changes.append(.move(child.id, parent: parent.id, before: next)) }
      } else {
        insert(child, parent, before: next)
      }
      next = child.id
    }
  }

  private mutating func remove(_ child: Rendered) {
    removals.append(.remove(child.id))
    removed.append(child)
  }

  private mutating func insert(_ child: Rendered, _ parent: Rendered, before: ElementID?) {
    changes.append(.insert(child.element, parent: parent.id, before: before))
    inserted.append(child)
  }

  /// The positions of a longest increasing subsequence: what need not be moved.
  static func longestIncreasing(_ values: [Int?]) -> Set<Int> {
    var tails: [Int] = []
    var previous = Array(repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]]! < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: Set<Int> = []
    var index = tails.last ?? -1
    while index >= 0 {
      result.insert(index)
      index = previous[index]
    }
    return result
  }
}

extension Rendered {
  fileprivate func isSuccessor(of other: Rendered) -> Bool { id == other.id && kind == other.kind }
}
