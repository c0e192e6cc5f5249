// SPDX-License-Identifier: Apache-2.0

/// A type-erased view. If the type changes, the former view's state is lost.
public struct AnyView {
  let content: any View

  /// Hides the type of a view; one of this type stays as it is.
  public init<Content: View>(_ view: Content) {
    content = (view as? AnyView)?.content ?? view
  }

  /// Hides the type of a view: the same as ``init(_:)``.
  public init<Content: View>(erasing view: Content) { self.init(view) }

  private init(content: any View) { self.content = content }

  static func of(_ view: any View) -> AnyView { view as? AnyView ?? AnyView(content: view) }
}

extension AnyView: View, PrimitiveView {
  /// None: shown as the view within.
  public typealias Body = Never

  func update(_ node: Node) { node.child(0, any: content) }
}

extension Node {
  /// Makes a view whose type is only known when the program runs a child.
  func child(_ index: Int, any view: any View, environment: EnvironmentValues? = nil) {
    @MainActor func open<V: View>(_ view: V) { child(index, view, environment: environment) }
    open(view)
  }
}
