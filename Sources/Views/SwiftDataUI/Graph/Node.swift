// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftDataCore

/// A view in the graph: what it was made of, its children, and what it shows.
///
/// A node lives as long as its view keeps its place and type, or its identifier. What the view remembers is kept here.
@MainActor class Node {
  let graph: Graph
  // Unsafe: a parent that goes takes itself out. A weak reference would give each parent a side table.
  nonisolated(unsafe) private unowned(unsafe) var above: Node?
  /// By what the parent finds the node again.
  let slot: Slot
  // A page has thousands of nodes: small numbers lie in the room that the slot leaves, and what few nodes have in `Extra`.
  private var flags: Flags = [.isAlive, .needsOutput]
  private let ownDepth: UInt16
  private let ownSerial: UInt32
  var environment: EnvironmentValues
  private var kept = Children.none
  private var shown = Shown.nothing
  private var ownSubscriber: Subscriber?
  private var firstKey: ElementKey?
  private var extra: Extra?

  /// What few nodes have: most views neither remember nor observe anything.
  @MainActor private final class Extra {
    var keys: [Int: ElementKey] = [:]
    var memory: [(type: ObjectIdentifier, name: String, object: AnyObject)] = []
    var endings: [() -> Void] = []
    /// What was read of observable objects, by the evaluation and by the output that are current.
    var inEvaluation: Reading?
    var inAssembly: Reading?
    /// What ``output`` says beside its elements.
    var preferences = PreferenceValues()
    var shownLocale: Locale?
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isAlive = Flags(rawValue: 1)
    static let readsLanguage = Flags(rawValue: 2)
    static let isVisited = Flags(rawValue: 4)
    static let needsOutput = Flags(rawValue: 8)
    static let isAssembling = Flags(rawValue: 16)
    static let wasHandedAnother = Flags(rawValue: 32)

    subscript(_ flag: Flags) -> Bool {
      get { contains(flag) }
      set { if newValue { insert(flag) } else { remove(flag) } }
    }
  }

  private(set) var isAlive: Bool {
    get { flags[.isAlive] }
    set { flags[.isAlive] = newValue }
  }
  /// Whether a text was looked up in the language of the place.
  var readsLanguage: Bool {
    get { flags[.readsLanguage] }
    set { flags[.readsLanguage] = newValue }
  }
  /// While children are replaced: whether the node stays one.
  private var isVisited: Bool {
    get { flags[.isVisited] }
    set { flags[.isVisited] = newValue }
  }
  private(set) var needsOutput: Bool {
    get { flags[.needsOutput] }
    set { flags[.needsOutput] = newValue }
  }
  private var isAssembling: Bool {
    get { flags[.isAssembling] }
    set { flags[.isAssembling] = newValue }
  }
  /// Whether the node is evaluated since its parent has made another view.
  private(set) var wasHandedAnother: Bool {
    get { flags[.wasHandedAnother] }
    set { flags[.wasHandedAnother] = newValue }
  }

  /// Mostly there is one, which needs no array.
  private enum Children {
    case none
    case one(Node)
    case several([Node])
  }

  /// What the node shows. Mostly it is one element, which needs no array.
  private enum Shown {
    case nothing
    case one(Rendered)
    case several([Rendered])
  }

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

  enum Slot: Hashable {
    case index(Int)
    case id(RowIdentity)

    static func named(_ id: AnyHashable) -> Slot { .id(RowIdentity(id)) }
  }

  init(graph: Graph, parent: Node?, slot: Slot, environment: EnvironmentValues) {
    self.graph = graph
    above = parent
    self.slot = slot
    // Deeper ones would count as equally deep.
    ownDepth = parent.map { UInt16(clamping: Int($0.ownDepth) + 1) } ?? 0
    ownSerial = graph.nextSerial()
    self.environment = environment
  }

  deinit {
    ownSubscriber?.node = nil
    switch kept {
    case .none: break
    case .one(let child): child.above = nil
    case .several(let children): for child in children { child.above = nil }
    }
  }

  var parent: Node? { above }
  var depth: Int { Int(ownDepth) }
  /// Differs from that of any other node of the graph.
  var serial: Int { Int(ownSerial) }

  var subscriber: Subscriber {
    if let ownSubscriber { return ownSubscriber }
    let made = Subscriber(graph.inbox)
    made.node = self
    if !isAlive { made.end() }
    ownSubscriber = made
    return made
  }

  private var ensuredExtra: Extra {
    if let extra { return extra }
    let made = Extra()
    extra = made
    return made
  }

  // MARK: To override

  /// Gives each child its view.
  func evaluate() {}
  func makeOutput() -> Output { content }
  /// The environment is another one, the view is the same.
  func environmentChanged() {}
  var viewType: Any.Type { Node.self }
  /// The stored properties whose values the node keeps, and how often they have changed.
  var propertyChanges: [(name: String, count: Int)] { [] }
  var shownView: Any? { nil }

  // MARK: Children

  private(set) var children: [Node] {
    get {
      switch kept {
      case .none: []
      case .one(let child): [child]
      case .several(let children): children
      }
    }
    set { kept = newValue.isEmpty ? .none : newValue.count == 1 ? .one(newValue[0]) : .several(newValue) }
  }

  /// Without an array for one.
  func forEachChild(_ body: (Node) -> Void) {
    switch kept {
    case .none: break
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
    for child in children { output.append(child.output) }
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
    let node = ViewNode(view, graph: graph, parent: self, slot: slot, environment: environment)
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
    case .none: break
    case .one(let child): if !new.contains(where: { $0 === child }) { child.end() }
    case .several(let children):
      for child in new { child.isVisited = true }
      for child in children where !child.isVisited { child.end() }
      for child in new { child.isVisited = false }
    }
  }

  /// Evaluates the view, and notes that it may show something else.
  func evaluateNow() {
    guard isAlive else { return }
    ownSubscriber?.clear()
    if let extra {
      extra.inEvaluation?.end()
      extra.inEvaluation = nil
    }
    evaluate()
    markOutput()
  }

  /// Whether views of the type have read observable objects that are no models.
  var observesObjects: Bool {
    get { true }
    set {}
  }

  /// Evaluates the view that the parent has made anew.
  func evaluateHandedAnother() {
    wasHandedAnother = true
    evaluateNow()
    wasHandedAnother = false
  }

  /// In which language texts were looked up.
  var shownLocale: Locale? {
    get { extra?.shownLocale }
    set { ensuredExtra.shownLocale = newValue }
  }

  /// Runs a closure; when something changes that it has read, the node is evaluated again.
  func track<T>(_ read: () -> T) -> T {
    let subscriber = subscriber
    // Models know who has read them. A reading is made for other objects only, from the second time on that a view of
    // the type reads any.
    let reading = observesObjects ? reading : nil
    return MainTurn.reading(by: subscriber) {
      withObservationTracking(
        {
          reading?.note()
          return ModelReading.reading(by: subscriber, read)
        }, onChange: whenChanged(subscriber, reading))
    }
  }

  /// Called when something was read that is observed; after that, what is returned hears of its change.
  private func whenChanged(_ subscriber: Subscriber, _ reading: Reading?) -> @Sendable () -> Void {
    observesObjects = true
    return { if reading?.isOver != true { subscriber.invalidate() } }
  }

  private var reading: Reading {
    let extra = ensuredExtra
    let reading = (isAssembling ? extra.inAssembly : extra.inEvaluation) ?? Reading()
    if isAssembling { extra.inAssembly = reading } else { extra.inEvaluation = reading }
    return reading
  }

  func invalidate() { subscriber.invalidate() }

  // MARK: Output

  /// Valid unless ``needsOutput``.
  private(set) var output: Output {
    get {
      let preferences = extra?.preferences ?? PreferenceValues()
      switch shown {
      case .nothing: return Output([], preferences)
      case .one(let element): return Output(element, preferences)
      case .several(let elements): return Output(elements, preferences)
      }
    }
    set {
      let elements = newValue.elements
      shown = elements.isEmpty ? .nothing : elements.count == 1 ? .one(elements[0]) : .several(elements)
      if !newValue.preferences.isEmpty {
        ensuredExtra.preferences = newValue.preferences
      } else if let extra {
        extra.preferences = newValue.preferences
      }
    }
  }

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
    forEachChild { $0.assembleIfNeeded() }
    if let extra {
      extra.inAssembly?.end()
      extra.inAssembly = nil
    }
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
    return environment.variant(axis == nil ? 0 : axis == .vertical ? 1 : 2) { $0.stackAxis = axis }
  }

  /// The identity of an element that the node makes itself.
  func key(_ index: Int = 0) -> ElementKey {
    if index == 0, let firstKey { return firstKey }
    if index != 0, let known = extra?.keys[index] { return known }
    let key = ElementKey()
    if index == 0 { firstKey = key } else { ensuredExtra.keys[index] = key }
    return key
  }

  /// What ``remember(_:_:)`` has made; nil if it was not called yet.
  func remembered<T: AnyObject>(_ type: T.Type) -> T? { remembered(type, "") }

  private func remembered<T: AnyObject>(_ type: T.Type, _ name: String) -> T? {
    guard let extra else { return nil }
    for known in extra.memory where known.type == ObjectIdentifier(type) && known.name == name {
      // It was kept under its type.
      return unsafeDowncast(known.object, to: T.self)
    }
    return nil
  }

  /// An object that lives as long as the node.
  func remember<T: AnyObject>(_ name: String = "", _ make: () -> T) -> T {
    if let known = remembered(T.self, name) { return known }
    let made = make()
    ensuredExtra.memory.append((ObjectIdentifier(T.self), name, made))
    return made
  }

  func element(
    _ kind: Element.Kind, _ classes: [StyleClass] = [], key index: Int = 0, text: String? = nil,
    children: [Rendered] = []
  ) -> Rendered {
    Rendered(key(index), kind, classes, text: text, children: children)
  }

  // MARK: The end

  func atEnd(_ action: @escaping () -> Void) { ensuredExtra.endings.append(action) }

  func end() {
    guard isAlive else { return }
    isAlive = false
    ownSubscriber?.end()
    ownSubscriber?.node = nil
    let extra = extra
    extra?.inEvaluation?.end()
    extra?.inAssembly?.end()
    forEachChild { $0.end() }
    for ending in extra?.endings ?? [] { ending() }
    children = []
    // Elements have closures that may keep the node, and keys keep elements.
    self.extra = nil
    firstKey = nil
    shown = .nothing
    above = nil
  }
}
