// SPDX-License-Identifier: Apache-2.0

/// The styles that are set around a view for all of one kind, the innermost last.
///
/// A style may show the view that it draws: that has the style outside of it. What the program has put into the view,
/// such as its content, has all of them.
struct ViewStyles<Configuration> {
  typealias Make = @MainActor (Configuration) -> any View

  /// Nil for one of the system's.
  private var styles: [Make?] = []

  var make: Make? { styles.last ?? nil }

  mutating func add(_ make: @escaping Make) { styles.append(make) }

  /// Sets a style of the system's, whatever is further out.
  mutating func addSystem() { if !styles.isEmpty { styles.append(nil) } }

  mutating func removeLast() { if !styles.isEmpty { styles.removeLast() } }
}

private struct ViewStylesKey<Configuration>: EnvironmentKey {
  static var defaultValue: ViewStyles<Configuration> { ViewStyles() }
}

extension EnvironmentValues {
  subscript<C>(styles configuration: C.Type) -> ViewStyles<C> {
    get { self[ViewStylesKey<C>.self] }
    set { self[ViewStylesKey<C>.self] = newValue }
  }
}

extension Node {
  /// Shows what the style of the program's makes that is set for views with such a configuration; false if there is
  /// none.
  ///
  /// - Parameter configuration: Makes the configuration. It gets what puts the views of the program into it.
  func showStyled<C>(_ configuration: (StyledPart.Maker) -> C) -> Bool {
    let styles = environment[styles: C.self]
    guard let make = styles.make else { return false }
    let within = environment("style") { $0[styles: C.self].removeLast() }
    let parts = StyledPart.Maker { content in
      AnyView(StyledPart(content: content) { $0[styles: C.self] = styles })
    }
    child(0, any: make(configuration(parts)), environment: within)
    return true
  }
}

/// A view of the program's within a style: styles are as they were around the view that the style draws.
struct StyledPart: PrimitiveView {
  let content: @MainActor () -> any View
  let restore: (inout EnvironmentValues) -> Void

  /// Makes such views.
  @MainActor struct Maker {
    let make: (@escaping @MainActor () -> any View) -> AnyView

    func callAsFunction(_ content: @autoclosure @escaping @MainActor () -> any View) -> AnyView { make(content) }

    /// Nil if there is nothing to show.
    func optional<V: View>(_ view: V) -> AnyView? { V.self == EmptyView.self ? nil : make { view } }
  }

  func update(_ node: Node) {
    let environment = node.environment { restore(&$0) }
    node.child(0, any: node.track(content), environment: environment)
  }
}

extension View {
  /// Sets a style of the program's.
  func styled<S, C>(
    _ style: S, for configuration: C.Type, _ make: @escaping @MainActor (S, C) -> any View
  ) -> some View {
    EnvironmentWriter(content: self) { values in
      values[styles: C.self].add { StyleBody(style: style, configuration: $0, make: make) }
    }
  }

  /// Sets a style of the system's in place of those of the program.
  func styledBySystem<C>(for configuration: C.Type) -> some View {
    EnvironmentWriter(content: self) { $0[styles: C.self].addSystem() }
  }
}
