// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fill of text and shapes. See Apple's documentation of `ShapeStyle`.
public protocol ShapeStyle: Sendable {
  /// The color or the gradient that the style is.
  var _style: _Fill { get }
}

extension Color: ShapeStyle {
  public var _style: _Fill { _Fill(self) }
}

extension ShapeStyle where Self == Color {
  /// The colour ``Color/red`` as a style.
  public static var red: Color { Color.red }
  /// The colour ``Color/orange`` as a style.
  public static var orange: Color { Color.orange }
  /// The colour ``Color/yellow`` as a style.
  public static var yellow: Color { Color.yellow }
  /// The colour ``Color/green`` as a style.
  public static var green: Color { Color.green }
  /// The colour ``Color/mint`` as a style.
  public static var mint: Color { Color.mint }
  /// The colour ``Color/teal`` as a style.
  public static var teal: Color { Color.teal }
  /// The colour ``Color/cyan`` as a style.
  public static var cyan: Color { Color.cyan }
  /// The colour ``Color/blue`` as a style.
  public static var blue: Color { Color.blue }
  /// The colour ``Color/indigo`` as a style.
  public static var indigo: Color { Color.indigo }
  /// The colour ``Color/purple`` as a style.
  public static var purple: Color { Color.purple }
  /// The colour ``Color/pink`` as a style.
  public static var pink: Color { Color.pink }
  /// The colour ``Color/brown`` as a style.
  public static var brown: Color { Color.brown }
  /// The colour ``Color/white`` as a style.
  public static var white: Color { Color.white }
  /// The colour ``Color/gray`` as a style.
  public static var gray: Color { Color.gray }
  /// The colour ``Color/black`` as a style.
  public static var black: Color { Color.black }
  /// The colour ``Color/clear`` as a style: nothing.
  public static var clear: Color { Color.clear }
}

extension ShapeStyle {
  /// This style with the given opacity.
  public func opacity(_ opacity: Double) -> some ShapeStyle { AnyShapeStyle(_style.opacity(opacity)) }
  /// The style of the second rank: 60 percent of this one.
  public var secondary: some ShapeStyle { opacity(0.6) }
  /// The style of the third rank: 30 percent of this one.
  public var tertiary: some ShapeStyle { opacity(0.3) }
  /// The style of the fourth rank: 18 percent of this one.
  public var quaternary: some ShapeStyle { opacity(0.18) }
  /// The style of the fifth rank: 10 percent of this one.
  public var quinary: some ShapeStyle { opacity(0.1) }
}

/// The foreground style and its less prominent levels. See Apple's documentation of `HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
  let name: Color.Name
  /// The colour of text, whatever the foreground style of the view is.
  public static let primary = HierarchicalShapeStyle(name: .primary)
  /// The colour of text that matters less.
  public static let secondary = HierarchicalShapeStyle(name: .secondary)
  /// The colour of text of the third rank.
  public static let tertiary = HierarchicalShapeStyle(name: .tertiary)
  /// The colour of text of the fourth rank.
  public static let quaternary = HierarchicalShapeStyle(name: .quaternary)
  /// The colour of text of the fifth rank.
  public static let quinary = HierarchicalShapeStyle(name: .quaternary, part: 0.6)
  var part = 1.0
  public var _style: _Fill { _Fill(Color(system: name).opacity(part)) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The colour of text.
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle.primary }
  /// The colour of text that matters less, whatever the foreground style of the view is.
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle.secondary }
  /// The colour of text of the third rank.
  public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle.tertiary }
  /// The colour of text of the fourth rank.
  public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle.quaternary }
  /// The colour of text of the fifth rank.
  public static var quinary: HierarchicalShapeStyle { HierarchicalShapeStyle.quinary }
}

/// Styles that the system names: `.tint`, `.background`, `.foreground`, …
public struct SystemShapeStyle: ShapeStyle, Hashable {
  let color: Color

  init(_ color: Color) { self.color = color }

  init(system name: Color.Name) { color = Color(system: name) }

  public var _style: _Fill { _Fill(color) }
}

/// The type of `.tint`.
public typealias TintShapeStyle = SystemShapeStyle
/// The type of `.background`.
public typealias BackgroundStyle = SystemShapeStyle
/// The type of `.foreground`.
public typealias ForegroundStyle = SystemShapeStyle
/// The type of `.selection`.
public typealias SelectionShapeStyle = SystemShapeStyle
/// The type of `.separator`.
public typealias SeparatorShapeStyle = SystemShapeStyle
/// The type of `.fill`.
public typealias FillShapeStyle = SystemShapeStyle
/// The type of `.placeholder`.
public typealias PlaceholderTextShapeStyle = SystemShapeStyle
/// The type of `.link`.
public typealias LinkShapeStyle = SystemShapeStyle

extension ShapeStyle where Self == SystemShapeStyle {
  /// The tint of controls where it is used: the accent colour unless a view above has set another.
  public static var tint: SystemShapeStyle { SystemShapeStyle(system: .tint) }
  /// The background of a page, or what `backgroundStyle(_:)` has set.
  public static var background: SystemShapeStyle { SystemShapeStyle(system: .background) }
  /// The colour of text where it is used.
  public static var foreground: SystemShapeStyle { SystemShapeStyle(system: .text) }
  /// The accent colour, meant for what is selected.
  public static var selection: SystemShapeStyle { SystemShapeStyle(system: .accent) }
  /// The colour of lines between rows.
  public static var separator: SystemShapeStyle { SystemShapeStyle(system: .separator) }
  /// A transparent gray that fills controls.
  public static var fill: SystemShapeStyle { SystemShapeStyle(system: .fill) }
  /// The colour for placeholders, which is that of text of the third rank.
  public static var placeholder: SystemShapeStyle { SystemShapeStyle(system: .tertiary) }
  /// The accent colour, meant for links.
  public static var link: SystemShapeStyle { SystemShapeStyle(system: .accent) }
  /// The background of a window, which is that of a page.
  public static var windowBackground: SystemShapeStyle { SystemShapeStyle(system: .background) }
}

extension SystemShapeStyle {
  /// The style of the second rank: of `.background` that of what is grouped on a page, otherwise a more transparent one.
  public var secondary: SystemShapeStyle { ranked(.secondaryBackground, 0.6) }
  /// The style of the third rank: of `.background` that of what is grouped in a group, otherwise a more transparent one.
  public var tertiary: SystemShapeStyle { ranked(.tertiaryBackground, 0.3) }
  /// The style of the fourth rank: of `.background` a gray that fills controls, otherwise a more transparent one.
  public var quaternary: SystemShapeStyle { ranked(.fill, 0.18) }
  /// The style of the fifth rank: of `.background` a gray that fills controls, otherwise a more transparent one.
  public var quinary: SystemShapeStyle { ranked(.fill, 0.1) }

  private func ranked(_ background: Color.Name, _ part: Double) -> SystemShapeStyle {
    SystemShapeStyle(self == .background ? Color(system: background) : color.opacity(part))
  }
}

/// A translucent background; what lies behind it is not blurred. See Apple's documentation of `Material`.
public struct Material: ShapeStyle, Hashable {
  let percent: Int
  /// Mostly transparent: 40 percent of the background.
  public static let ultraThin = Material(percent: 40)
  /// About half transparent: 55 percent of the background.
  public static let thin = Material(percent: 55)
  /// The usual one: 70 percent of the background.
  public static let regular = Material(percent: 70)
  /// Hardly transparent: 85 percent of the background.
  public static let thick = Material(percent: 85)
  /// Nearly opaque: 92 percent of the background.
  public static let ultraThick = Material(percent: 92)
  /// As bars have it: 85 percent of the background.
  public static let bar = Material(percent: 85)
  public var _style: _Fill { _Fill(Color(system: .background).opacity(Double(percent) / 100)) }
}

extension ShapeStyle where Self == Material {
  /// The material ``Material/ultraThin`` as a style.
  public static var ultraThinMaterial: Material { .ultraThin }
  /// The material ``Material/thin`` as a style.
  public static var thinMaterial: Material { .thin }
  /// The material ``Material/regular`` as a style.
  public static var regularMaterial: Material { .regular }
  /// The material ``Material/thick`` as a style.
  public static var thickMaterial: Material { .thick }
  /// The material ``Material/ultraThick`` as a style.
  public static var ultraThickMaterial: Material { .ultraThick }
  /// The material ``Material/bar`` as a style.
  public static var bar: Material { Material.bar }
}

/// A type-erased style.
public struct AnyShapeStyle: ShapeStyle, Hashable {
  public let _style: _Fill
  package init(_ style: _Fill) { _style = style }
  /// Creates a style that hides the type of another one.
  public init<S: ShapeStyle>(_ style: S) { _style = style._style }
}
