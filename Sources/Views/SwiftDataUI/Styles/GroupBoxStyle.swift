// SPDX-License-Identifier: Apache-2.0

/// How group boxes look. See Apple's documentation of `GroupBoxStyle`.
///
/// ```swift
/// struct Card: GroupBoxStyle {
///   func makeBody(configuration: Configuration) -> some View {
///     VStack { configuration.label.bold(); configuration.content }.padding().background(.thinMaterial)
///   }
/// }
/// ```
@MainActor @preconcurrency public protocol GroupBoxStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the box; the style's own `@Environment` and `@State` properties work in it.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a box.
  typealias Configuration = GroupBoxStyleConfiguration
}

/// What a ``GroupBoxStyle`` knows of the box that it draws.
public struct GroupBoxStyleConfiguration {
  /// The label of the box.
  public struct Label: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// The content of the box.
  public struct Content: View {
    let view: AnyView
    /// The content as it was written.
    public var body: some View { view }
  }
  /// The label of the box.
  public let label: Label
  /// The content of the box.
  public let content: Content
}

/// The style of boxes that have no other: a rounded background.
public struct DefaultGroupBoxStyle: GroupBoxStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// Returns the box itself; ``View/groupBoxStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { GroupBox(configuration) }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
  /// A rounded background.
  public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}

extension GroupBox where Label == GroupBoxStyleConfiguration.Label, Content == GroupBoxStyleConfiguration.Content {
  /// Creates the box that a style has been asked to draw.
  public init(_ configuration: GroupBoxStyleConfiguration) {
    self.init(label: configuration.label) { configuration.content }
  }
}

extension GroupBox: PrimitiveView {
  func update(_ node: Node) {
    let isStyled = node.showStyled { part in
      GroupBoxStyleConfiguration(label: .init(view: part(label)), content: .init(view: part(content)))
    }
    if !isStyled { node.child(0, usual) }
  }
}

extension View {
  /// Sets the style of the group boxes within.
  @ViewBuilder public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View {
    if S.self == DefaultGroupBoxStyle.self {
      styledBySystem(for: GroupBoxStyleConfiguration.self)
    } else {
      styled(style, for: GroupBoxStyleConfiguration.self) { $0.makeBody(configuration: $1) }
    }
  }
}
