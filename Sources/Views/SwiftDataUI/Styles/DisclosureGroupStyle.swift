// SPDX-License-Identifier: Apache-2.0

/// How groups that open and close look. See Apple's documentation of `DisclosureGroupStyle`.
///
/// ```swift
/// func makeBody(configuration: Configuration) -> some View {
///   Button { configuration.isExpanded.toggle() } label: { configuration.label }
///   if configuration.isExpanded { configuration.content }
/// }
/// ```
@MainActor @preconcurrency public protocol DisclosureGroupStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the group; the style's own `@Environment` and `@State` properties work in it.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a group.
  typealias Configuration = DisclosureGroupStyleConfiguration
}

/// What a ``DisclosureGroupStyle`` knows of the group that it draws.
public struct DisclosureGroupStyleConfiguration {
  /// The label of the group.
  public struct Label: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// The content of the group, which is evaluated only where the style shows it.
  public struct Content: View {
    let view: AnyView
    /// The content as it was written.
    public var body: some View { view }
  }
  /// The label of the group.
  public let label: Label
  /// The content of the group.
  public let content: Content
  /// Whether the group is open; `$isExpanded` is the binding to change it.
  @Binding public var isExpanded: Bool

  init(label: Label, content: Content, isExpanded: Binding<Bool>) {
    self.label = label
    self.content = content
    _isExpanded = isExpanded
  }
}

/// The style of groups that have no other: a label with a sign, which opens the group.
public struct AutomaticDisclosureGroupStyle: DisclosureGroupStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// Returns the group itself; ``View/disclosureGroupStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View {
    DisclosureGroup(isExpanded: configuration.$isExpanded) {
      configuration.content
    } label: {
      configuration.label
    }
  }
}

extension DisclosureGroupStyle where Self == AutomaticDisclosureGroupStyle {
  /// A label with a sign, which opens the group.
  public static var automatic: AutomaticDisclosureGroupStyle { AutomaticDisclosureGroupStyle() }
}

extension View {
  /// Sets the style of the disclosure groups within.
  @ViewBuilder public func disclosureGroupStyle<S: DisclosureGroupStyle>(_ style: S) -> some View {
    if S.self == AutomaticDisclosureGroupStyle.self {
      styledBySystem(for: DisclosureGroupStyleConfiguration.self)
    } else {
      styled(style, for: DisclosureGroupStyleConfiguration.self) { $0.makeBody(configuration: $1) }
    }
  }
}
