// SPDX-License-Identifier: Apache-2.0

/// A title with an icon. See Apple's documentation of `Label`.
public struct Label<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon

  /// None: shown as a `span` with an icon and a title, or as what a custom style makes of it.
  public typealias Body = Never

  /// Creates a label with a title and an icon of any views.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label with a title that may contain Markdown, and a symbol.
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
  }
  /// Creates a label with a title that is shown as it is, and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: name) })
  }
  /// Creates a label with a title that may contain Markdown, and an image of the app's.
  public init(_ titleKey: LocalizedStringKey, image name: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(name) })
  }
  /// Creates a label with a title that is shown as it is, and an image of the app's.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, image name: String) {
    self.init(title: { Text(title) }, icon: { Image(name) })
  }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label with a title that may contain Markdown, and an image of the app's assets.
  public init(_ titleKey: LocalizedStringKey, image resource: ImageResource) {
    self.init(title: { Text(titleKey) }, icon: { Image(resource) })
  }
  /// Creates a label with a title that is shown as it is, and an image of the app's assets.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, image resource: ImageResource) {
    self.init(title: { Text(title) }, icon: { Image(resource) })
  }
  /// Creates a label with the string of a resource, and a symbol.
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource, systemImage name: String) {
    self.init(title: { Text(resource) }, icon: { Image(systemName: name) })
  }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
  /// Creates the label that a style has been asked to draw.
  public init(_ configuration: LabelStyleConfiguration) {
    self.init(title: { configuration.title }, icon: { configuration.icon })
  }
}

extension Label: PrimitiveView {
  func update(_ node: Node) {
    if let make = node.environment.labelStyleBox.make {
      let environment = node.environment { $0.labelStyleBox = LabelStyleBox(.automatic) }
      let configuration = LabelStyleConfiguration(
        title: .init(content: AnyView(title)), icon: .init(content: AnyView(icon)))
      node.child(2, any: node.track { make(configuration) }, environment: environment)
    } else {
      node.child(0, icon)
      node.child(1, title)
    }
  }

  func assemble(_ node: Node) -> Output {
    let style = node.environment.labelStyleBox
    if style.make != nil { return node.content }
    let title = node.element(.text, [.labelTitle], key: 1, children: node.elements(1))
    let icon = node.element(.text, [.labelIcon], key: 2, children: node.elements(0))
    icon.attribute(.isHidden, true)
    let element = node.element(.text, [.label])
    switch style.kind {
    case .automatic: element.children = [icon, title]
    case .titleAndIcon:
      element.children = [icon, title]
      element.add(.labelTitleAndIcon)
    case .iconOnly:
      // The title stays for those who cannot see the icon.
      element.add(.labelIconOnly)
      element.children = [icon, title]
    case .titleOnly: element.children = [title]
    }
    var output = Output(element, node.content(0).preferences)
    output.preferences.merge(node.content(1).preferences)
    element.plainText = node.elements(1).compactMap(\.plainText).joined(separator: " ")
    return output
  }
}

/// How labels look. See Apple's documentation of `LabelStyle`.
@MainActor @preconcurrency public protocol LabelStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the label; labels within it have the automatic style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a label.
  typealias Configuration = LabelStyleConfiguration
}

/// What a ``LabelStyle`` knows of the label that it draws.
public struct LabelStyleConfiguration {
  /// The title of the label.
  public struct Title: View {
    let content: AnyView
    /// The title as it was written.
    public var body: some View { content }
  }
  /// The icon of the label.
  public struct Icon: View {
    let content: AnyView
    /// The icon as it was written.
    public var body: some View { content }
  }
  /// The title of the label.
  public let title: Title
  /// The icon of the label.
  public let icon: Icon
}

struct LabelStyleBox {
  enum Kind { case automatic, titleAndIcon, iconOnly, titleOnly }
  let kind: Kind
  var make: (@MainActor (LabelStyleConfiguration) -> any View)?
  init(_ kind: Kind) { self.kind = kind }
}

/// The style of labels that have no other: icon and title, only the icon at the ends of a navigation bar.
public struct DefaultLabelStyle: LabelStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// Returns the label itself; ``View/labelStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
/// A style that shows icon and title everywhere.
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
  /// Creates the style that `.titleAndIcon` stands for.
  public nonisolated init() {}
  /// Returns the label itself; ``View/labelStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
/// A style that shows the icon; screen readers are told the title.
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
  /// Creates the style that `.iconOnly` stands for.
  public nonisolated init() {}
  /// Returns the icon alone; ``View/labelStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}
/// A style that shows the title.
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
  /// Creates the style that `.titleOnly` stands for.
  public nonisolated init() {}
  /// Returns the title alone; ``View/labelStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == DefaultLabelStyle {
  /// Icon and title; only the icon at the ends of a navigation bar.
  public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// Icon and title, at the ends of a navigation bar, too.
  public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  /// The icon alone; the title stays for screen readers.
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// The title alone.
  public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

private enum LabelStyleKey: EnvironmentKey {
  static var defaultValue: LabelStyleBox { LabelStyleBox(.automatic) }
}

extension EnvironmentValues {
  var labelStyleBox: LabelStyleBox {
    get { self[LabelStyleKey.self] }
    set { self[LabelStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the style of the labels within.
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    let box: LabelStyleBox
    switch S.self {
    case is DefaultLabelStyle.Type: box = LabelStyleBox(.automatic)
    case is TitleAndIconLabelStyle.Type: box = LabelStyleBox(.titleAndIcon)
    case is IconOnlyLabelStyle.Type: box = LabelStyleBox(.iconOnly)
    case is TitleOnlyLabelStyle.Type: box = LabelStyleBox(.titleOnly)
    default:
      var custom = LabelStyleBox(.automatic)
      custom.make = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
      box = custom
    }
    return environment(\.labelStyleBox, box)
  }
}
