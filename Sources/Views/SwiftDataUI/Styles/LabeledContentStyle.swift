// SPDX-License-Identifier: Apache-2.0

/// How labels and their content are laid out. See Apple's documentation of `LabeledContentStyle`.
@MainActor @preconcurrency public protocol LabeledContentStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the row; the style's own `@Environment` and `@State` properties work in it.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a row.
  typealias Configuration = LabeledContentStyleConfiguration
}

/// What a ``LabeledContentStyle`` knows of the row that it lays out.
public struct LabeledContentStyleConfiguration {
  /// The label of the row.
  public struct Label: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// The content of the row.
  public struct Content: View {
    let view: AnyView
    /// The content as it was written.
    public var body: some View { view }
  }
  /// The label of the row.
  public let label: Label
  /// The content of the row.
  public let content: Content
}

/// The style of rows that have no other: the label at the leading side, the content at the trailing one.
public struct AutomaticLabeledContentStyle: LabeledContentStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// Returns the row itself; ``View/labeledContentStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { LabeledContent(configuration) }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
  /// The label at the leading side, the content at the trailing one.
  public static var automatic: AutomaticLabeledContentStyle { AutomaticLabeledContentStyle() }
}

extension LabeledContent
where Label == LabeledContentStyleConfiguration.Label, Content == LabeledContentStyleConfiguration.Content {
  /// Creates the row that a style has been asked to lay out.
  public init(_ configuration: LabeledContentStyleConfiguration) {
    self.init {
      configuration.content
    } label: {
      configuration.label
    }
  }
}

extension LabeledContent: PrimitiveView {
  func update(_ node: Node) {
    let isStyled = node.showStyled { part in
      LabeledContentStyleConfiguration(label: .init(view: part(label)), content: .init(view: part(content)))
    }
    if !isStyled { node.child(0, usual) }
  }
}

extension View {
  /// Sets how the rows of ``LabeledContent`` within are laid out.
  @ViewBuilder public func labeledContentStyle<S: LabeledContentStyle>(_ style: S) -> some View {
    if S.self == AutomaticLabeledContentStyle.self {
      styledBySystem(for: LabeledContentStyleConfiguration.self)
    } else {
      styled(style, for: LabeledContentStyleConfiguration.self) { $0.makeBody(configuration: $1) }
    }
  }
}
