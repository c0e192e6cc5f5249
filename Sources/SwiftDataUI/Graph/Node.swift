import Foundation
import Observation

/// A view in the graph: what it was made of, its children, and what it shows.
///
/// A node lives as long as its view keeps its place and type, or its identifier. What the view remembers is kept here.
@MainActor class Node {
  let graph: Graph
  private(set) weak var parent: Node?
  let depth: Int
  /// Differs from that of any other node of the graph.
  let serial: Int
  var environment: EnvironmentValues
  let subscriber: Subscriber
  private(set) var isAlive = true

  private(set) var children: [Child] = []
  private var visited: [Child] = []
  /// The children by slot, while they are replaced, if there are many in another order.
  private var lookup: [Slot: Node] = [:]
  private var isUpdating = false
  /// How often the view was evaluated.
  private(set) var generation = 0

  /// Valid unless ``needsOutput``.
  private(set) var output = Output()
  private(set) var needsOutput = true

  private var keys: [Int: ElementKey] = [:]
  private var memory: [MemoryKey: AnyObject] = [:]
  private var endings: [() -> Void] = []

  private struct MemoryKey: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  struct Child {
    let slot: Slot
    let node: Node
  }

  enum Slot: Hashable {
    case index(Int)
    case id(AnyHashable)
  }

  init(graph: Graph, parent: Node?, environment: EnvironmentValues) {
    self.graph = graph
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
    serial = graph.nextSerial()
    self.environment = environment
    subscriber = Subscriber(graph.inbox)
    subscriber.node = self
  }

  // MARK: To override

  /// Gives each child its view.
  func evaluate() {}
  func makeOutput() -> Output { content }
  /// The environment is another one, the view is the same.
  func environmentChanged() {}
  var viewType: Any.Type { Node.self }
  var shownView: Any? { nil }

  // MARK: Children

  /// What all children show, in order.
  var content: Output {
    if children.count == 1 { return children[0].node.output }
    var output = Output()
    for child in children { output.append(child.node.output) }
    return output
  }

  /// What the child at a slot shows.
  func content(_ index: Int) -> Output {
    children.first { $0.slot == .index(index) }?.node.output ?? Output()
  }

  func elements(_ index: Int) -> [Rendered] { content(index).elements }

  func slot(of node: Node) -> Slot? { children.first { $0.node === node }?.slot }

  /// Hands the child at a slot its view, and makes it if there is none of this type.
  @discardableResult
  func child<V: View>(_ slot: Slot, _ view: V, environment: EnvironmentValues? = nil) -> Node {
    let environment = environment ?? self.environment
    let position = visited.count
    // Mostly the children are the same ones in the same order.
    var known: Node?
    if position < children.count, children[position].slot == slot {
      known = children[position].node
    } else if children.count <= 8 {
      known = children.first { $0.slot == slot }?.node
    } else {
      if lookup.isEmpty { for child in children { lookup[child.slot] = child.node } }
      known = lookup[slot]
    }
    if let node = known as? ViewNode<V>, node.isAlive {
      visited.append(Child(slot: slot, node: node))
      node.set(view, environment)
      return node
    }
    let node = ViewNode(view, graph: graph, parent: self, environment: environment)
    visited.append(Child(slot: slot, node: node))
    node.evaluateNow()
    return node
  }

  @discardableResult
  func child<V: View>(_ index: Int, _ view: V, environment: EnvironmentValues? = nil) -> Node {
    child(.index(index), view, environment: environment)
  }

  func child<V: View>(_ index: inout Int, _ view: V) {
    child(.index(index), view)
    index += 1
  }

  /// Keeps a child that needs no new view.
  func keep(_ child: Child) { visited.append(child) }

  /// Replaces the children by those that are visited meanwhile.
  func replaceChildren(_ visit: () -> Void) {
    guard !isUpdating else { return visit() }
    isUpdating = true
    visited = []
    visited.reserveCapacity(children.count)
    visit()
    let old = children
    children = visited
    visited = []
    lookup = [:]
    isUpdating = false
    if old.isEmpty { return }
    let kept = Set(children.map { ObjectIdentifier($0.node) })
    for child in old where !kept.contains(ObjectIdentifier(child.node)) { child.node.end() }
  }

  /// Evaluates the view, and notes that it may show something else.
  func evaluateNow() {
    guard isAlive else { return }
    subscriber.clear()
    generation += 1
    inEvaluation?.end()
    inEvaluation = nil
    evaluate()
    markOutput()
  }

  /// What was read of observable objects, by the evaluation and by the output that are current.
  private var inEvaluation: Reading?
  private var inAssembly: Reading?
  private var isAssembling = false

  /// Runs a closure; when something changes that it has read, the node is evaluated again.
  func track<T>(_ read: () -> T) -> T {
    let reading = (isAssembling ? inAssembly : inEvaluation) ?? Reading()
    if isAssembling { inAssembly = reading } else { inEvaluation = reading }
    return MainTurn.reading(by: subscriber) {
      withObservationTracking {
        reading.note()
        return read()
      } onChange: { [subscriber] in
        if !reading.isOver { subscriber.invalidate() }
      }
    }
  }

  func invalidate() { subscriber.invalidate() }

  // MARK: Output

  /// Makes this node, and all above it, ask their children again.
  func markOutput() {
    var node: Node? = self
    // All the way: one above may have been marked while it was assembled, and those above that one not.
    while let current = node {
      current.needsOutput = true
      node = current.parent
    }
  }

  func assembleIfNeeded() {
    guard needsOutput else { return }
    for child in children { child.node.assembleIfNeeded() }
    inAssembly?.end()
    inAssembly = nil
    isAssembling = true
    output = makeOutput()
    isAssembling = false
    needsOutput = false
  }

  // MARK: What a view remembers

  private final class DerivedEnvironment {
    var source: EnvironmentValues?
    var result = EnvironmentValues()
  }

  /// The node's environment, changed: the same one as before as long as the node's is, so that nothing is handed down.
  ///
  /// - Parameter variant: Tells apart the changes that one node makes. What a change reads is either part of it, or the
  ///   same as long as the node lives.
  func environment(_ variant: String = "", _ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
    let derived = remember(variant) { DerivedEnvironment() }
    if let source = derived.source, source.isSame(as: environment) { return derived.result }
    derived.source = environment
    derived.result = environment
    change(&derived.result)
    return derived.result
  }

  /// The node's environment for what is in a stack.
  func environment(inStack axis: Axis?) -> EnvironmentValues {
    if environment.stackAxis == axis { return environment }
    return environment(axis == nil ? "no stack" : axis == .vertical ? "column" : "row") { $0.stackAxis = axis }
  }

  /// The identity of an element that the node makes itself.
  func key(_ index: Int = 0) -> ElementKey {
    if let key = keys[index] { return key }
    let key = ElementKey()
    keys[index] = key
    return key
  }

  /// What ``remember(_:_:)`` has made; nil if it was not called yet.
  func remembered<T: AnyObject>(_ type: T.Type) -> T? {
    memory[MemoryKey(type: ObjectIdentifier(type), name: "")] as? T
  }

  /// An object that lives as long as the node.
  func remember<T: AnyObject>(_ name: String = "", _ make: () -> T) -> T {
    let key = MemoryKey(type: ObjectIdentifier(T.self), name: name)
    if let known = memory[key] as? T { return known }
    let made = make()
    memory[key] = made
    return made
  }

  func element(
    _ tag: String, _ classes: [StyleClass] = [], key index: Int = 0, text: String? = nil, children: [Rendered] = []
  ) -> Rendered {
    Rendered(key(index), tag, classes, text: text, children: children)
  }

  // MARK: The end

  func atEnd(_ action: @escaping () -> Void) { endings.append(action) }

  func end() {
    guard isAlive else { return }
    isAlive = false
    subscriber.end()
    inEvaluation?.end()
    inAssembly?.end()
    for child in children { child.node.end() }
    for ending in endings { ending() }
    endings = []
    children = []
    memory = [:]
    // Elements have closures that may keep the node, and keys keep elements.
    keys = [:]
    output = Output()
  }
}
