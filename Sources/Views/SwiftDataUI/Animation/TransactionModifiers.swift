// SPDX-License-Identifier: Apache-2.0

/// Changes the transaction of an update in which a value has changed.
struct TransactedChanges<Content: View, Value: Equatable>: WrappingView {
  let content: Content
  let value: Value
  let transform: (inout Transaction) -> Void

  final class Memory { var value: Value? }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    if let before = memory.value, before != value { node.graph.transact(transform) }
    memory.value = value
    node.child(0, content)
  }
}

/// The view that a closure modifies, which changes the transaction alone for what it adds.
public struct PlaceholderContentView<Value>: View {
  let content: any View
  /// None: shown as the view that is modified.
  public typealias Body = Never
}

extension PlaceholderContentView: PrimitiveView {
  func update(_ node: Node) { node.child(0, any: content) }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.preferences[PlaceholderKey.self] += output.elements.map(\.key)
    return output
  }
}

/// The elements of the view that is modified, so that what is added around them is told from what is within.
enum PlaceholderKey: PreferenceKey {
  static var defaultValue: [ElementKey] { [] }
  static func reduce(value: inout [ElementKey], nextValue: () -> [ElementKey]) { value += nextValue() }
}

/// Changes the transaction of an update in which modifiers look different.
struct TransactedBody<Body: View>: WrappingView {
  let content: Body
  let transform: (inout Transaction) -> Void

  /// What the modifiers were: only a hash of it, since a page may have thousands of elements.
  @MainActor final class Memory { var looks: Int? }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    let placeholder = Set(output.preferences[PlaceholderKey.self].map { ObjectIdentifier($0) })
    output.preferences.remove(PlaceholderKey.self)
    var hasher = Hasher()
    func visit(_ element: Rendered) {
      element.hashLook(into: &hasher)
      if placeholder.contains(ObjectIdentifier(element.key)) { return }
      element.forEachChild(visit)
    }
    for element in output.elements { visit(element) }
    let looks = hasher.finalize()
    let memory = node.remember { Memory() }
    if let before = memory.looks, before != looks { node.graph.transact(transform) }
    memory.looks = looks
    return output
  }
}

extension Rendered {
  /// Hashes which element it is, how it looks and what is said of it, but not its text.
  fileprivate func hashLook(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(classes)
    hasher.combine(names)
    hasher.combine(grows.rawValue)
    hasher.combine(ownRole)
    hasher.combine(styles)
    hasher.combine(attributes)
  }
}

extension View {
  /// Changes the transaction of each update in which the value is another one: on the whole page, not within the view
  /// alone.
  ///
  /// ```swift
  /// .transaction(value: page) { $0.animation = nil }
  /// ```
  public func transaction<V: Equatable>(value: V, _ transform: @escaping (inout Transaction) -> Void) -> some View {
    TransactedChanges(content: self, value: value, transform: transform)
  }

  /// Changes the transaction of each update in which what the modifiers of the closure add is different: on the whole
  /// page, not within the view alone.
  public func transaction<V: View>(
    _ transform: @escaping (inout Transaction) -> Void,
    @ViewBuilder body: (PlaceholderContentView<Self>) -> V
  ) -> some View {
    TransactedBody(content: body(PlaceholderContentView(content: self)), transform: transform)
  }

  /// Shows little by little what the modifiers of the closure add when that is different: on the whole page, not within
  /// the view alone.
  ///
  /// ```swift
  /// .animation(.easeOut) { $0.opacity(isFaded ? 0.3 : 1) }
  /// ```
  public func animation<V: View>(
    _ animation: Animation?, @ViewBuilder body: (PlaceholderContentView<Self>) -> V
  ) -> some View {
    TransactedBody(content: body(PlaceholderContentView(content: self))) { $0.animation = animation }
  }
}
