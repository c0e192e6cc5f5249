// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The node of a view of some type.
@MainActor final class ViewNode<V: View>: Node {
  /// With its dynamic properties connected to this node.
  private(set) var view: V
  private let traits: ViewTypeTraits<V>
  /// Nil if the view has nothing to connect.
  private var connected: Connected?

  private final class Connected {
    /// The view as the parent made it: what the next one is compared with.
    var input: V
    var connections: [AnyObject?]
    init(_ input: V, count: Int) {
      self.input = input
      connections = Array(repeating: nil, count: count)
    }
  }

  init(_ view: V, graph: Graph, parent: Node?, slot: Slot, environment: EnvironmentValues) {
    self.view = view
    traits = ViewTypeTraits<V>.of(V.self)
    if !traits.layout.isEmpty { connected = Connected(view, count: traits.layout.connectionCount) }
    super.init(graph: graph, parent: parent, slot: slot, environment: environment)
  }

  override var propertyChanges: [(name: String, count: Int)] { traits.layout.changes(connected?.connections ?? []) }
  override var viewType: Any.Type { V.self }
  override var shownView: Any? { view }
  override var isStateless: Bool { connected == nil && traits.isStateless?(view) == true }
  override var observesObjects: Bool {
    get { traits.observesObjects }
    set { traits.observesObjects = newValue }
  }

  /// The parent has made the view anew.
  func set(_ new: V, _ environment: EnvironmentValues) {
    let isSameEnvironment = self.environment.isSame(as: environment)
    self.environment = environment
    if traits.layout.isSame(connected?.input ?? view, new) {
      if !isSameEnvironment { environmentChanged() }
      return
    }
    connected?.input = new
    view = new
    evaluateHandedAnother()
  }

  override func environmentChanged() {
    let isOtherLanguage = readsLanguage && environment.locale != shownLocale
    if traits.primitive != nil || isOtherLanguage
      || traits.layout.readsEnvironment(differently: &view, node: self, connected?.connections ?? [])
    {
      return evaluateNow()
    }
    forEachChild { child in
      child.environment = environment
      child.environmentChanged()
    }
  }

  override func evaluate() {
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

  private func connect() {
    if let connected { traits.layout.connect(&view, to: self, &connected.connections) }
  }

  override func makeOutput() -> Output {
    traits.primitive?.assemble(view, self) ?? content
  }
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
