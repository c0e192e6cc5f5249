// SPDX-License-Identifier: Apache-2.0

/// How progress is shown. See Apple's documentation of `ProgressViewStyle`.
@MainActor @preconcurrency public protocol ProgressViewStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the progress view; the style's own `@Environment` and `@State` properties work in
  /// it.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a progress view.
  typealias Configuration = ProgressViewStyleConfiguration
}

/// What a ``ProgressViewStyle`` knows of the view that it draws.
public struct ProgressViewStyleConfiguration {
  /// The label of the progress view.
  public struct Label: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// What says how far it is.
  public struct CurrentValueLabel: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// How far it is, from 0 to 1; nil if that is not known.
  public let fractionCompleted: Double?
  /// The label of the progress view; nil if it has none.
  public var label: Label?
  /// What says how far it is; nil if the progress view has no such label.
  public var currentValueLabel: CurrentValueLabel?
}

/// A bar; a spinner where there is no value.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  /// Creates the style that `.linear` stands for. `tint` has no effect in a browser.
  public nonisolated init(tint: Color? = nil) {}
  /// Returns the progress view itself; ``View/progressViewStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}
/// A ring, or a spinner where there is no value.
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  /// Creates the style that `.circular` stands for. `tint` has no effect in a browser.
  public nonisolated init(tint: Color? = nil) {}
  /// Returns the progress view itself; ``View/progressViewStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}
/// A bar, or a spinner where there is no value.
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// Returns the progress view itself; ``View/progressViewStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle { public static var linear: Self { Self() } }
extension ProgressViewStyle where Self == CircularProgressViewStyle { public static var circular: Self { Self() } }
extension ProgressViewStyle where Self == DefaultProgressViewStyle { public static var automatic: Self { Self() } }

private enum ProgressStyleKey: EnvironmentKey { static let defaultValue = "automatic" }
extension EnvironmentValues {
  var progressStyleName: String {
    get { self[ProgressStyleKey.self] }
    set { self[ProgressStyleKey.self] = newValue }
  }
}

extension ProgressView {
  /// Creates the progress view that a style has been asked to draw.
  public init(_ configuration: ProgressViewStyleConfiguration)
  where
    Label == ProgressViewStyleConfiguration.Label?,
    CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel?
  { self.init(configuration.fractionCompleted, configuration.label, configuration.currentValueLabel) }
}

extension ProgressView: PrimitiveView {
  func update(_ node: Node) {
    let isStyled = node.showStyled { part in
      ProgressViewStyleConfiguration(
        fractionCompleted: value, label: part.optional(label).map { .init(view: $0) },
        currentValueLabel: part.optional(current).map { .init(view: $0) })
    }
    if !isStyled { node.child(0, usual) }
  }
}

extension View {
  /// Sets how progress views within are shown: with the circular style as a ring where there is a value.
  @ViewBuilder public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    switch S.self {
    case is LinearProgressViewStyle.Type: systemProgressStyle("linear")
    case is CircularProgressViewStyle.Type: systemProgressStyle("circular")
    case is DefaultProgressViewStyle.Type: systemProgressStyle("automatic")
    default: styled(style, for: ProgressViewStyleConfiguration.self) { $0.makeBody(configuration: $1) }
    }
  }

  private func systemProgressStyle(_ name: String) -> some View {
    environment(\.progressStyleName, name).styledBySystem(for: ProgressViewStyleConfiguration.self)
  }
}
