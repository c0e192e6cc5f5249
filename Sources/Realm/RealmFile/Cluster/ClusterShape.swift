// SPDX-License-Identifier: Apache-2.0

/// What a tree of objects is like.
struct ClusterShape: Sendable {
  /// How many bits of a key a leaf stands for in files of debugging builds of
  /// Realm, whose nodes have at most four children or objects.
  private static let smallShift = 2

  /// The number of objects.
  let count: Int
  /// How many bits of a key a leaf stands for.
  let shift: Int

  /// - Parameters:
  ///   - root: where the tree begins.
  ///   - nextKey: what the next object's key would be; `nil` if not known.
  init(root: Int, nextKey: Int64?, _ pass: Pass) throws {
    let node = try pass.node(at: root)
    guard node.isInner else {
      count = try ClusterLeaf(node, start: 0, pass).count
      shift = ClusterNode.usualShift
      return
    }
    let inner = try ClusterNode(node, shift: Self.smallShift, pass)
    count = try inner.total
    try pass.check(count, perNode: ClusterLeaf.maximumCount, at: root)
    let isSmall = try Self.isSmall(inner, nextKey, pass)
    shift = isSmall ? Self.smallShift : ClusterNode.usualShift
  }

  /// Whether the left edge of a tree is that of one with at most four of all.
  private static func isSmall(
    _ root: ClusterNode, _ nextKey: Int64?, _ pass: Pass
  ) throws -> Bool {
    let usualBits = ClusterNode.usualShift * root.depth
    if let nextKey, usualBits < 62, nextKey > Int64(root.childCount - 1) << Int64(usualBits) {
      // The last child would have been begun with a key of that size.
      return false
    }
    var inner = root
    for _ in 0..<Pass.maximumDepth {
      guard inner.isCompact, inner.childCount <= 4 else { return false }
      let child = try pass.node(at: inner.child(0))
      guard child.isInner else {
        let leaf = try ClusterLeaf(child, start: 0, pass)
        guard leaf.count == 4 else { return false }
        return try leaf.key(at: 3).rawValue == 3
      }
      inner = try ClusterNode(child, shift: smallShift, pass)
    }
    return false
  }
}
