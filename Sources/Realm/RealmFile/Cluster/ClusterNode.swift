// SPDX-License-Identifier: Apache-2.0

/// An inner node of a tree of objects.
struct ClusterNode {
  /// How many bits of a key a leaf stands for.
  static let usualShift = 8
  private static let firstChild = 3

  private let node: ArrayNode
  private let keys: ArrayNode?
  /// 1 if the children are leaves.
  let depth: Int
  private let shift: Int

  /// - Parameter shift: see ``ClusterShape``.
  init(_ node: ArrayNode, shift: Int, _ pass: Pass) throws {
    guard node.count > Self.firstChild else {
      throw node.damaged("An inner node of objects has no children.")
    }
    self.node = node
    self.shift = shift
    keys = try pass.child(node, 0)
    guard let depth = Int(exactly: try node.number(1)), (1...31).contains(depth),
      shift * depth < 63
    else { throw node.damaged("An inner node of objects has an impossible depth.") }
    self.depth = depth
    if let keys, keys.count != childCount {
      throw node.damaged("There are \(childCount) children, and keys of \(keys.count).")
    }
  }

  var childCount: Int { node.count - Self.firstChild }

  /// The number of objects below.
  var total: Int {
    get throws {
      guard let total = Int(exactly: try node.number(2)), total >= 0 else {
        throw node.damaged("A table has a number of objects below zero.")
      }
      return total
    }
  }

  var isCompact: Bool { keys == nil }

  func child(_ index: Int) throws -> Int { try node.required(index + Self.firstChild) }

  /// What the keys below a child are counted from, beside what this node's are.
  func start(of child: Int) throws -> Int64 {
    guard let keys else { return Int64(child) << Int64(shift * depth) }
    return Int64(bitPattern: try keys.unsigned(child))
  }

  /// The child that a key would be below; `nil` if it is before all.
  func position(of key: UInt64) throws -> Int? {
    guard let keys else {
      let child = key >> UInt64(shift * depth)
      return child < UInt64(childCount) ? Int(child) : nil
    }
    // The first that is greater.
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if try keys.unsigned(middle) <= key { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Requires what a child should be: a leaf, or an inner node one level
  /// further down.
  func check(_ child: ArrayNode, _ pass: Pass) throws {
    guard child.isInner == (depth > 1) else {
      throw child.damaged("A node of objects is on the wrong level of its tree.")
    }
  }
}
