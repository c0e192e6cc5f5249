// SPDX-License-Identifier: Apache-2.0

/// The children of a node: found again by their slots, handed their views, and replaced.
extension Node {
  /// The replacement of the children of the node that is evaluated.
  @MainActor final class Replacement {
    let node: Node
    let outer: Replacement?
    var visited: [Node] = []
    /// The children by slot, if there are many in another order.
    var lookup: [Slot: Node] = [:]

    init(_ node: Node, in outer: Replacement?) {
      self.node = node
      self.outer = outer
    }
  }

  private var update: Replacement? {
    var current = graph.replacement
    while let update = current, update.node !== self { current = update.outer }
    return current
  }

  var children: [Node] {
    get {
      switch kept {
      case .none, .resting, .waking: []
      case .one(let child): [child]
      case .several(let children): children
      }
    }
    set { kept = newValue.isEmpty ? .none : newValue.count == 1 ? .one(newValue[0]) : .several(newValue) }
  }

  /// Without an array for one.
  func forEachChild(_ body: (Node) -> Void) {
    switch kept {
    case .none, .resting, .waking: break
    case .one(let child): body(child)
    case .several(let children): for child in children { body(child) }
    }
  }

  /// What all children show, in order.
  var content: Output {
    if case .one(let child) = kept { return child.output }
    let children = children
    var output = Output()
    output.elements.reserveCapacity(children.count)
    for child in children { child.addOutput(to: &output) }
    return output
  }

  /// What the child at a slot shows.
  func content(_ index: Int) -> Output {
    if case .one(let child) = kept { return child.slot == .index(index) ? child.output : Output() }
    return children.first { $0.slot == .index(index) }?.output ?? Output()
  }

  func elements(_ index: Int) -> [Rendered] { content(index).elements }

  /// Hands the child at a slot its view, and makes it if there is none of this type.
  @discardableResult
  func child<V: View>(_ slot: Slot, _ view: V, environment: EnvironmentValues? = nil) -> Node {
    child(slot, view, in: known(slot), environment: environment)
  }

  @discardableResult
  func child<V: View>(_ index: Int, _ view: V, environment: EnvironmentValues? = nil) -> Node {
    child(.index(index), view, environment: environment)
  }

  func child<V: View>(_ index: inout Int, _ view: V) {
    child(.index(index), view)
    index += 1
  }

  /// Hands the child at a slot its view: `known` is that child, or nil if there is none.
  @discardableResult
  func child<V: View>(_ slot: Slot, _ view: V, in known: Node?, environment: EnvironmentValues? = nil) -> Node {
    let environment = environment ?? self.environment
    if let node = known as? ViewNode<V>, node.isAlive {
      update?.visited.append(node)
      node.set(view, environment)
      return node
    }
    let node = ViewNode.make(view, graph: graph, parent: self, slot: slot, environment: environment)
    if case .waking(let former) = kept { former.wake(node, as: V.self) }
    update?.visited.append(node)
    node.evaluateNow()
    return node
  }

  /// The child at a slot. Mostly the children are the same ones in the same order.
  private func known(_ slot: Slot) -> Node? {
    if case .one(let child) = kept { return child.slot == slot ? child : nil }
    let children = children
    let position = update?.visited.count ?? 0
    if position < children.count, children[position].slot == slot { return children[position] }
    guard children.count > 8, let update else { return children.first { $0.slot == slot } }
    if update.lookup.isEmpty { for child in children { update.lookup[child.slot] = child } }
    return update.lookup[slot]
  }

  /// Replaces the children by those that are visited meanwhile.
  func replaceChildren(_ visit: () -> Void) {
    guard update == nil else { return visit() }
    let update = Replacement(self, in: graph.replacement)
    if case .several(let children) = kept { update.visited.reserveCapacity(children.count) }
    graph.replacement = update
    visit()
    graph.replacement = update.outer
    let old = kept
    let new = update.visited
    children = new
    switch old {
    case .none, .resting, .waking: break
    case .one(let child): if !new.contains(where: { $0 === child }) { child.end() }
    case .several(let children):
      for child in new { child.isVisited = true }
      for child in children where !child.isVisited { child.end() }
      for child in new { child.isVisited = false }
    }
  }
}
