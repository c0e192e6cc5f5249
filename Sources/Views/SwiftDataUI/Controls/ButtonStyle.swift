// SPDX-License-Identifier: Apache-2.0

/// The appearance and the interaction of buttons. See Apple's documentation of `PrimitiveButtonStyle`.
@MainActor @preconcurrency public protocol ButtonStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown within the button; the style's own `@Environment` and `@State` properties work in it.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a button.
  typealias Configuration = ButtonStyleConfiguration
}

/// What a ``ButtonStyle`` knows of the button that it draws.
public struct ButtonStyleConfiguration {
  /// The label of the button.
  public struct Label: View {
    let content: AnyView
    /// The button's label as it was written.
    public var body: some View { content }
  }

  /// The role of the button; nil if it has none.
  public let role: ButtonRole?
  /// The label of the button.
  public let label: Label
  /// Always false: pressing is the browser's affair.
  public let isPressed: Bool
}

/// How buttons look, and what they do. See Apple's documentation of `PrimitiveButtonStyle`.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the button. Nothing is clickable unless the style makes it so, for example with a
  /// button or a gesture that calls ``PrimitiveButtonStyleConfiguration/trigger()``.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a button.
  typealias Configuration = PrimitiveButtonStyleConfiguration
}

/// What a ``PrimitiveButtonStyle`` knows of the button that it makes.
public struct PrimitiveButtonStyleConfiguration {
  /// The label of the button.
  public struct Label: View {
    let content: AnyView
    /// The button's label as it was written.
    public var body: some View { content }
  }

  /// The role of the button; nil if it has none.
  public let role: ButtonRole?
  /// The label of the button.
  public let label: Label
  let action: @MainActor () -> Void
  /// Runs the action of the button.
  @MainActor public func trigger() { action() }
}

/// A style of the system's, or one of the program's.
struct ButtonStyleBox {
  enum Kind { case automatic, bordered, borderedProminent, borderless, plain, link, glass, custom }

  let kind: Kind
  var make: (@MainActor (ButtonStyleConfiguration) -> any View)?
  var makePrimitive: (@MainActor (PrimitiveButtonStyleConfiguration) -> any View)?

  init(_ kind: Kind) { self.kind = kind }
}

/// A style that the system brings.
public protocol _SystemButtonStyle: PrimitiveButtonStyle {
  /// The name of the style, by which ``View/buttonStyle(_:)`` finds how to draw it.
  static var _name: String { get }
}

/// The style of buttons that have no other: text in the tint colour, without a border.
public struct DefaultButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "automatic"
}
/// A style with a pale background in the tint colour.
public struct BorderedButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.bordered` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "bordered"
}
/// A style filled with the tint colour.
public struct BorderedProminentButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.borderedProminent` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "borderedProminent"
}
/// A style without a border; in a browser it looks like ``DefaultButtonStyle``.
public struct BorderlessButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.borderless` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "borderless"
}
/// A style in the colour of the text around it.
public struct PlainButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.plain` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "plain"
}
/// A style that underlines the label under the pointer.
public struct LinkButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.link` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "link"
}
/// A style for buttons that narrow a list, in a bar of a Mac's window; drawn like ``BorderlessButtonStyle``.
public struct AccessoryBarButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.accessoryBar` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads, which is that of ``BorderlessButtonStyle``.
  public static let _name = "borderless"
}
/// A style for buttons that do something, in a bar of a Mac's window; drawn like ``BorderedButtonStyle``.
public struct AccessoryBarActionButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.accessoryBarAction` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads, which is that of ``BorderedButtonStyle``.
  public static let _name = "bordered"
}
/// A style of glass; drawn like ``BorderedButtonStyle``.
public struct GlassButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.glass` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads.
  public static let _name = "glass"
}
/// A style of prominent glass; drawn like ``BorderedProminentButtonStyle``.
public struct GlassProminentButtonStyle: _SystemButtonStyle, Sendable {
  /// Creates the style that `.glassProminent` stands for.
  public nonisolated init() {}
  /// The name that ``View/buttonStyle(_:)`` reads, which is that of ``BorderedProminentButtonStyle``.
  public static let _name = "borderedProminent"
}

extension _SystemButtonStyle {
  /// Returns the label without a button around it; ``View/buttonStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// Text in the tint colour, without a border.
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// A pale background in the tint colour.
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// A background in the tint colour.
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// No border; in a browser it looks like `automatic`.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// The colour of the text around the button, without a border.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
extension PrimitiveButtonStyle where Self == LinkButtonStyle {
  /// A label that is underlined under the pointer.
  public static var link: LinkButtonStyle { LinkButtonStyle() }
}
extension PrimitiveButtonStyle where Self == AccessoryBarButtonStyle {
  /// Drawn like `borderless`.
  public static var accessoryBar: AccessoryBarButtonStyle { AccessoryBarButtonStyle() }
}
extension PrimitiveButtonStyle where Self == AccessoryBarActionButtonStyle {
  /// Drawn like `bordered`.
  public static var accessoryBarAction: AccessoryBarActionButtonStyle { AccessoryBarActionButtonStyle() }
}
extension PrimitiveButtonStyle where Self == GlassButtonStyle {
  /// Drawn like `bordered`.
  public static var glass: GlassButtonStyle { GlassButtonStyle() }
}
extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle {
  /// Drawn like `borderedProminent`.
  public static var glassProminent: GlassProminentButtonStyle { GlassProminentButtonStyle() }
}

private enum ButtonStyleKey: EnvironmentKey {
  static var defaultValue: ButtonStyleBox { ButtonStyleBox(.automatic) }
}

extension EnvironmentValues {
  var buttonStyleBox: ButtonStyleBox {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the style of the buttons within. See Apple's documentation of `buttonStyle(_:)`.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    var box = ButtonStyleBox(.custom)
    box.make = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
    return environment(\.buttonStyleBox, box)
  }

  /// Sets a style that makes the whole button, or one of the system's. The styles of the system are drawn by the
  /// browser's style sheet.
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    var box: ButtonStyleBox
    if let system = S.self as? any _SystemButtonStyle.Type {
      switch system._name {
      case "bordered": box = ButtonStyleBox(.bordered)
      case "borderedProminent": box = ButtonStyleBox(.borderedProminent)
      case "borderless": box = ButtonStyleBox(.borderless)
      case "plain": box = ButtonStyleBox(.plain)
      case "link": box = ButtonStyleBox(.link)
      case "glass": box = ButtonStyleBox(.glass)
      default: box = ButtonStyleBox(.automatic)
      }
    } else {
      box = ButtonStyleBox(.custom)
      box.makePrimitive = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
    }
    return environment(\.buttonStyleBox, box)
  }
}
