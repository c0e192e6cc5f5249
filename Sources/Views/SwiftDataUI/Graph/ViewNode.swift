// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The node of a view of some type.
@MainActor class ViewNode<V: View>: Node {
  /// With its dynamic properties connected to this node.
  fileprivate(set) final var view: V
  fileprivate final let traits: ViewTypeTraits<V>

  fileprivate init(
    _ view: V, _ traits: ViewTypeTraits<V>, graph: Graph, parent: Node?, slot: Slot, environment: EnvironmentValues
  ) {
    self.view = view
    self.traits = traits
    super.init(graph: graph, parent: parent, slot: slot, environment: environment)
  }

  /// A node for a view, with room for its dynamic properties if it has any: most views have none, and a page has
  /// thousands.
  static func make(
    _ view: V, graph: Graph, parent: Node?, slot: Slot, environment: EnvironmentValues
  ) -> ViewNode<V> {
    let traits = ViewTypeTraits<V>.of(V.self)
    if traits.layout.isEmpty {
      return ViewNode(view, traits, graph: graph, parent: parent, slot: slot, environment: environment)
    }
    return ConnectedNode(view, traits, graph: graph, parent: parent, slot: slot, environment: environment)
  }

  override final var viewType: Any.Type { V.self }
  override final var shownView: Any? { view }
  override final var isStateless: Bool { !isConnected && traits.isStateless?(view) == true }
  override final var observesObjects: Bool {
    get { traits.observesObjects }
    set { traits.observesObjects = newValue }
  }

  // MARK: Dynamic properties

  /// Whether the view has dynamic properties.
  fileprivate var isConnected: Bool { false }
  /// The view as the parent made it: what the next one is compared with.
  fileprivate var input: V { view }
  /// What is kept for the dynamic properties.
  fileprivate var connections: [AnyObject?] { [] }
  fileprivate func replace(by new: V) { view = new }
  fileprivate func connect() {}

  // MARK: Evaluating

  /// The parent has made the view anew.
  final func set(_ new: V, _ environment: EnvironmentValues) {
    let isSameEnvironment = self.environment.isSame(as: environment)
    self.environment = environment
    if traits.layout.isSame(input, new) {
      if !isSameEnvironment { environmentChanged() }
      return
    }
    replace(by: new)
    evaluateHandedAnother()
  }

  override final func environmentChanged() {
    let isOtherLanguage = readsLanguage && environment.locale != shownLocale
    if traits.primitive != nil || isOtherLanguage
      || traits.layout.readsEnvironment(differently: &view, node: self, connections)
    {
      return evaluateNow()
    }
    forEachChild { child in
      child.environment = environment
      child.environmentChanged()
    }
  }

  override final func evaluate() {
    if let primitive = traits.primitive {
      connect()
      replaceChildren { primitive.update(view, self) }
    } else if V.Body.self == Never.self {
      replaceChildren { child(0, UnsupportedView(name: "\(V.self), which has no body")) }
    } else {
      connect()
      if let missing = traits.layout.missing(in: &view) {
        // Reading it would end the process, and with it the pages of everybody else.
        return replaceChildren { child(0, UnsupportedView(name: "\(V.self), without \(missing) in its environment")) }
      }
      graph.count(V.self)
      let body = track { view.body }
      if readsLanguage { shownLocale = environment.locale }
      replaceChildren { child(0, body) }
    }
  }

  override final func makeOutput() -> Output {
    traits.primitive?.assemble(view, self) ?? content
  }
}

/// The node of a view with dynamic properties, and what it keeps for them.
@MainActor private final class ConnectedNode<V: View>: ViewNode<V> {
  private var made: V
  private var stored: [AnyObject?]

  override init(
    _ view: V, _ traits: ViewTypeTraits<V>, graph: Graph, parent: Node?, slot: Slot, environment: EnvironmentValues
  ) {
    made = view
    stored = Array(repeating: nil, count: traits.layout.connectionCount)
    super.init(view, traits, graph: graph, parent: parent, slot: slot, environment: environment)
  }

  override var propertyChanges: [(name: String, count: Int)] { traits.layout.changes(stored) }
  override var isConnected: Bool { true }
  override var input: V { made }
  override var connections: [AnyObject?] { stored }

  override func replace(by new: V) {
    made = new
    view = new
  }

  override func connect() { traits.layout.connect(&view, to: self, &stored) }
}

/// What is found out once about a type of view.
@MainActor final class ViewTypeTraits<V: View> {
  struct Primitive {
    let update: @MainActor (V, Node) -> Void
    let assemble: @MainActor (V, Node) -> Output
  }

  let primitive: Primitive?
  /// Set if views of the type may be a ``StatelessView``.
  let isStateless: (@MainActor (V) -> Bool)?
  let layout: PropertyLayout
  var observesObjects = false

  private init() {
    layout = PropertyLayout.of(V.self)
    primitive = (V.self as? any PrimitiveView.Type).map { Self.open($0) }
    isStateless = (V.self as? any StatelessView.Type).map { Self.openStateless($0) }
  }

  private static func openStateless<S: StatelessView>(_ type: S.Type) -> @MainActor (V) -> Bool {
    // 'S' is 'V'; the compiler does not know.
    { unsafeBitCast($0, to: S.self).isStateless }
  }

  private static func open<P: PrimitiveView>(_ type: P.Type) -> Primitive {
    // 'P' is 'V'; the compiler does not know.
    Primitive(
      update: { view, node in unsafeBitCast(view, to: P.self).update(node) },
      assemble: { view, node in unsafeBitCast(view, to: P.self).assemble(node) })
  }

  static func of(_ type: V.Type) -> ViewTypeTraits<V> {
    let id = ObjectIdentifier(type)
    // The traits of a type are found by the type.
    if let known = knownTraits[id] { return unsafeDowncast(known, to: ViewTypeTraits<V>.self) }
    let made = ViewTypeTraits<V>()
    knownTraits[id] = made
    return made
  }
}

@MainActor private var knownTraits: [ObjectIdentifier: AnyObject] = [:]
