// SPDX-License-Identifier: Apache-2.0

/// Goes through the leaves of a tree of objects, in the order of their keys.
struct ClusterCursor {
  private struct Level {
    let node: ClusterNode
    let start: Int64
    var next: Int
  }

  private let pass: Pass
  private let shift: Int
  private var root: Int?
  private var levels: [Level] = []
  private var total: (expected: Int, found: Int)?
  /// The result of ``seek(_:)``.
  private var found: ClusterLeaf?

  /// - Parameter root: where the tree begins.
  init(_ root: Int, _ pass: Pass, shift: Int = ClusterNode.usualShift) {
    self.root = root
    self.pass = pass
    self.shift = shift
  }

  /// The next leaf; `nil` after the last one.
  mutating func next() throws -> ClusterLeaf? {
    if let leaf = found {
      found = nil
      return leaf
    }
    var node: ArrayNode
    var start: Int64 = 0
    if let root {
      node = try pass.node(at: root)
      self.root = nil
      if node.isInner {
        total = (try ClusterNode(node, shift: shift, Pass(pass.source)).total, 0)
      }
    } else if let (sibling, first) = try sibling() {
      (node, start) = (sibling, first)
    } else {
      if let total, total.expected != total.found {
        throw RealmFileError.damaged(
          "A table should have \(total.expected) objects, but \(total.found) are there.")
      }
      return nil
    }
    while node.isInner {
      let inner = try ClusterNode(node, shift: shift, pass)
      levels.append(Level(node: inner, start: start, next: 1))
      start &+= try inner.start(of: 0)
      node = try pass.node(at: inner.child(0))
      try inner.check(node, pass)
      guard levels.count < Pass.maximumDepth else { throw RealmFileError.tooDeep(at: node.offset) }
    }
    let leaf = try ClusterLeaf(node, start: start, pass)
    total?.found += leaf.count
    return leaf
  }

  /// Goes to the leaf that an object is in, or would be in: ``next()`` goes on there.
  mutating func seek(_ key: RealmObjectKey) throws {
    guard let root else { return }
    self.root = nil
    var node = try pass.node(at: root)
    var start: Int64 = 0
    while node.isInner {
      let inner = try ClusterNode(node, shift: shift, pass)
      var child = 0
      if key.rawValue > start {
        let place = try inner.position(of: UInt64(bitPattern: key.rawValue &- start))
        // Behind all, if children follow each other without gaps.
        child = place ?? (inner.isCompact ? inner.childCount - 1 : 0)
      }
      levels.append(Level(node: inner, start: start, next: child + 1))
      start &+= try inner.start(of: child)
      node = try pass.node(at: inner.child(child))
      try inner.check(node, pass)
      guard levels.count < Pass.maximumDepth else { throw RealmFileError.tooDeep(at: node.offset) }
    }
    found = try ClusterLeaf(node, start: start, pass)
  }

  private mutating func sibling() throws -> (ArrayNode, Int64)? {
    while var level = levels.popLast() {
      guard level.next < level.node.childCount else { continue }
      let node = try pass.node(at: level.node.child(level.next))
      try level.node.check(node, pass)
      let start = level.start &+ (try level.node.start(of: level.next))
      level.next += 1
      levels.append(level)
      return (node, start)
    }
    return nil
  }
}

extension Pass {
  /// The leaf that an object would be in; `nil` if there is none for its key.
  func leaf(of key: RealmObjectKey, root: Int, shift: Int) throws -> ClusterLeaf? {
    var start: Int64 = 0
    var node = try node(at: root)
    var depth = 0
    while node.isInner {
      let inner = try ClusterNode(node, shift: shift, self)
      guard let child = try inner.position(of: UInt64(bitPattern: key.rawValue &- start)) else {
        return nil
      }
      start &+= try inner.start(of: child)
      node = try self.node(at: inner.child(child))
      try inner.check(node, self)
      depth += 1
      guard depth < Pass.maximumDepth else { throw RealmFileError.tooDeep(at: node.offset) }
    }
    return try ClusterLeaf(node, start: start, self)
  }
}
