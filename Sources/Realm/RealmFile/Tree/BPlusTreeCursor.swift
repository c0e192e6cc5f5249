// SPDX-License-Identifier: Apache-2.0

/// Goes through the leaves of a tree of elements (a list, a set, a part of a
/// dictionary; in formats below 10 also a column), from left to right.
struct BPlusTreeCursor {
  private struct Level {
    let node: ArrayNode
    var next: Int
  }

  private let pass: Pass
  private var root: Int?
  private var levels: [Level] = []
  /// The number of elements that the tree should have; `nil` if it is a leaf.
  private(set) var expected: Int?

  /// - Parameter root: where the tree begins.
  init(_ root: Int, _ pass: Pass) {
    self.root = root
    self.pass = pass
  }

  /// The next leaf; `nil` after the last one.
  mutating func next() throws -> ArrayNode? {
    var node: ArrayNode
    if let root {
      node = try pass.node(at: root)
      self.root = nil
      if node.isInner { expected = try TreeNode(node).total }
    } else if let sibling = try sibling() {
      node = sibling
    } else {
      return nil
    }
    while node.isInner {
      let inner = try TreeNode(node)
      guard levels.count < Pass.maximumDepth else { throw RealmFileError.tooDeep(at: node.offset) }
      levels.append(Level(node: node, next: 1))
      node = try pass.node(at: inner.child(0))
    }
    // Lists of the objects that link to one are of any length before format
    // 24. What must not be is a long leaf that takes no room in the file.
    guard node.count <= Pass.maximumLeafCount || node.bytes.count >= node.count / 8 else {
      throw node.damaged("A leaf has \(node.count) elements, more than Realm writes.")
    }
    return node
  }

  private mutating func sibling() throws -> ArrayNode? {
    while var level = levels.popLast() {
      let inner = try TreeNode(level.node)
      guard level.next < inner.childCount else { continue }
      let child = try inner.child(level.next)
      level.next += 1
      levels.append(level)
      return try pass.node(at: child)
    }
    return nil
  }

  /// Goes to the leaf that an element is in.
  ///
  /// ``next()`` goes on after it.
  ///
  /// - Returns: the leaf, and the number of its first element.
  mutating func seek(_ index: Int, root: Int) throws -> (leaf: ArrayNode, start: Int) {
    self.root = nil
    levels = []
    var start = 0
    var node = try pass.node(at: root)
    while node.isInner {
      let inner = try TreeNode(node)
      guard levels.count < Pass.maximumDepth else { throw RealmFileError.tooDeep(at: node.offset) }
      let (child, begin) = try inner.position(of: index - start, pass)
      levels.append(Level(node: node, next: child + 1))
      start += begin
      node = try pass.node(at: inner.child(child))
    }
    return (node, start)
  }
}

/// An inner node of a tree of elements.
struct TreeNode {
  private let node: ArrayNode

  init(_ node: ArrayNode) throws {
    // How elements are spread, at least one child, how many elements.
    guard node.count >= 3 else {
      throw node.damaged("An inner node has \(node.count) elements, too few.")
    }
    self.node = node
  }

  var childCount: Int { node.count - 2 }

  /// The number of elements in all leaves below.
  var total: Int {
    get throws {
      guard let total = Int(exactly: try node.number(node.count - 1)), total >= 0 else {
        throw node.damaged("A tree has a number of elements below zero.")
      }
      return total
    }
  }

  func child(_ index: Int) throws -> Int { try node.required(index + 1) }

  /// The child that an element is below, and its number of first element.
  func position(of index: Int, _ pass: Pass) throws -> (child: Int, start: Int) {
    if case .number(let size) = try node.slot(0) {
      guard size > 0, let size = Int(exactly: size) else {
        throw node.damaged("The children of an inner node have \(size) elements.")
      }
      let child = index / size
      guard child >= 0, child < childCount else {
        throw node.damaged("Element \(index) is below none of \(childCount) children.")
      }
      return (child, child * size)
    }
    let ends = try pass.requiredChild(node, 0)
    guard ends.count == childCount - 1 else {
      throw node.damaged("There are \(childCount) children, and ends of \(ends.count).")
    }
    // The first end that is greater.
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if try ends.unsigned(middle) > UInt64(clamping: index) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let start = low > 0 ? try ends.unsigned(low - 1) : 0
    guard let start = Int(exactly: start), start <= index else {
      throw ends.damaged("The ends of the children are in no order.")
    }
    return (low, start)
  }
}

extension Pass {
  /// The number of elements in a tree, without going through it.
  ///
  /// - Parameter count: the number of those in a leaf.
  func total(_ root: Int, _ count: (ArrayNode) throws -> Int) throws -> Int {
    let node = try node(at: root)
    return node.isInner ? try TreeNode(node).total : try count(node)
  }
}
