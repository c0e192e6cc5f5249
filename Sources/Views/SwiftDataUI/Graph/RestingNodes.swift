// SPDX-License-Identifier: Apache-2.0

/// A view that neither remembers nor observes anything, and does nothing but make elements of its parts.
///
/// Of the rows of a list, the nodes of such views are let go once the row is shown: their elements stay, and the
/// topmost one keeps its view, of which all are made again when it is another one.
@MainActor protocol StatelessView: PrimitiveView {
  var isStateless: Bool { get }
}

extension StatelessView {
  var isStateless: Bool { true }
}

/// What is left of a node that is gone: a thousand rows of one kind share it.
@MainActor final class RestingNode {
  private let type: ObjectIdentifier
  private let index: Int
  /// Which of the keys of what is shown is the node's.
  fileprivate let key: Int?
  fileprivate let children: [RestingNode]

  private init(_ type: ObjectIdentifier, _ index: Int, key: Int?, _ children: [RestingNode]) {
    self.type = type
    self.index = index
    self.key = key
    self.children = children
  }

  fileprivate func isOf(_ type: Any.Type, at slot: Node.Slot) -> Bool {
    slot == .index(index) && self.type == ObjectIdentifier(type)
  }

  // MARK: Sharing

  private struct Shape: Hashable {
    let type: ObjectIdentifier
    let index: Int
    let key: Int?
    let children: [ObjectIdentifier]
  }

  private static var known: [Shape: RestingNode] = [:]
  /// Views whose structure never repeats share nothing.
  private static let mostKnown = 1_000

  fileprivate static func of(_ type: Any.Type, _ index: Int, key: Int?, _ children: [RestingNode]) -> RestingNode {
    let shape = Shape(
      type: ObjectIdentifier(type), index: index, key: key, children: children.map { ObjectIdentifier($0) })
    if let node = known[shape] { return node }
    let node = RestingNode(shape.type, index, key: key, children)
    if known.count >= mostKnown { known = [:] }
    known[shape] = node
    return node
  }
}

/// A node whose children are made again: they take over the keys that they had.
@MainActor final class WakingNode {
  private let former: RestingNode
  private let keys: [ElementKey]

  fileprivate init(_ former: RestingNode, _ keys: [ElementKey]) {
    self.former = former
    self.keys = keys
  }

  func wake(_ node: Node, as type: Any.Type) {
    guard let known = former.children.first(where: { $0.isOf(type, at: node.slot) }) else { return }
    if let key = known.key, keys.indices.contains(key) { node.firstKey = keys[key] }
    if !known.children.isEmpty { node.kept = .waking(WakingNode(known, keys)) }
  }
}

extension Node {
  /// Lets go of the nodes below that can be made again. What this node shows must be up to date.
  func rest() {
    if isReplaceable {
      guard !needsOutput, hasChildren else { return }
      let keys = shownKeys
      if let below = resting(among: keys) {
        forEachChild { $0.end() }
        return kept = .resting(.of(viewType, 0, key: nil, below))
      }
    }
    forEachChild { $0.rest() }
  }

  /// Begins to make the nodes again that were let go.
  func wake() {
    if case .resting(let former) = kept { kept = .waking(WakingNode(former, shownKeys)) }
  }

  private var hasChildren: Bool {
    switch kept {
    case .none, .resting, .waking: false
    case .one, .several: true
    }
  }

  private var isReplaceable: Bool { isStateless && extra == nil && ownSubscriber == nil && !readsLanguage }

  /// What is left of the children; nil if one of them, or of those below, has to stay.
  private func resting(among keys: [ElementKey]) -> [RestingNode]? {
    var result: [RestingNode]? = []
    forEachChild { child in
      guard result != nil, child.isReplaceable, case .index(let index) = child.slot else { return result = nil }
      // It has let go of its own.
      if case .resting = child.kept { return result = nil }
      guard let below = child.resting(among: keys) else { return result = nil }
      var place: Int?
      if let key = child.firstKey {
        place = keys.firstIndex { $0 === key }
        if place == nil { return result = nil }
      }
      result?.append(.of(child.viewType, index, key: place, below))
    }
    return result
  }

  /// The keys of what the node shows, from the outside in.
  private var shownKeys: [ElementKey] {
    var keys: [ElementKey] = []
    func visit(_ element: Rendered) {
      keys.append(element.key)
      for child in element.children { visit(child) }
    }
    switch shown {
    case .nothing: break
    case .one(let element): visit(element)
    case .several(let elements): for element in elements { visit(element) }
    }
    return keys
  }
}
