// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fill of text and shapes. See Apple's documentation of `ShapeStyle`.
public protocol ShapeStyle: Sendable {
  /// How the style is written in CSS.
  var _style: _StyleText { get }
}

/// A style as CSS: a color, or an image such as a gradient.
public struct _StyleText: Hashable, Sendable {
  package let text: String
  package let isImage: Bool
  /// One color, for what cannot be filled with an image: lines, symbols.
  package let plain: String

  init(_ text: String, isImage: Bool = false, plain: String? = nil) {
    self.text = text
    self.isImage = isImage
    self.plain = plain ?? (isImage ? "currentColor" : text)
  }
}

extension Color: ShapeStyle {
  public var _style: _StyleText { _StyleText(css) }
}

extension ShapeStyle where Self == Color {
  public static var red: Color { Color.red }
  public static var orange: Color { Color.orange }
  public static var yellow: Color { Color.yellow }
  public static var green: Color { Color.green }
  public static var mint: Color { Color.mint }
  public static var teal: Color { Color.teal }
  public static var cyan: Color { Color.cyan }
  public static var blue: Color { Color.blue }
  public static var indigo: Color { Color.indigo }
  public static var purple: Color { Color.purple }
  public static var pink: Color { Color.pink }
  public static var brown: Color { Color.brown }
  public static var white: Color { Color.white }
  public static var gray: Color { Color.gray }
  public static var black: Color { Color.black }
  public static var clear: Color { Color.clear }
}

extension ShapeStyle {
  /// Multiplies the opacity of the style.
  public func opacity(_ opacity: Double) -> some ShapeStyle {
    let style = _style
    return AnyShapeStyle(
      style.isImage ? style : Color(css: style.text).opacity(opacity)._style)
  }
}

/// The foreground style and its less prominent levels. See Apple's documentation of `HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
  let name: String
  public static let primary = HierarchicalShapeStyle(name: "primary")
  public static let secondary = HierarchicalShapeStyle(name: "secondary")
  public static let tertiary = HierarchicalShapeStyle(name: "tertiary")
  public static let quaternary = HierarchicalShapeStyle(name: "quaternary")
  public static let quinary = HierarchicalShapeStyle(name: "quaternary")
  public var _style: _StyleText { _StyleText("var(--s-\(name))") }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle.primary }
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle.secondary }
  public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle.tertiary }
  public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle.quaternary }
  public static var quinary: HierarchicalShapeStyle { HierarchicalShapeStyle.quinary }
}

/// Styles that the system names: `.tint`, `.background`, `.foreground`, …
public struct SystemShapeStyle: ShapeStyle, Hashable {
  let css: String
  public var _style: _StyleText { _StyleText(css) }
}

public typealias TintShapeStyle = SystemShapeStyle
public typealias BackgroundStyle = SystemShapeStyle
public typealias ForegroundStyle = SystemShapeStyle
public typealias SelectionShapeStyle = SystemShapeStyle
public typealias SeparatorShapeStyle = SystemShapeStyle
public typealias FillShapeStyle = SystemShapeStyle
public typealias PlaceholderTextShapeStyle = SystemShapeStyle
public typealias LinkShapeStyle = SystemShapeStyle

extension ShapeStyle where Self == SystemShapeStyle {
  public static var tint: SystemShapeStyle { SystemShapeStyle(css: "var(--s-tint,var(--s-accent))") }
  public static var background: SystemShapeStyle { SystemShapeStyle(css: "var(--s-background)") }
  public static var foreground: SystemShapeStyle { SystemShapeStyle(css: "currentColor") }
  public static var selection: SystemShapeStyle { SystemShapeStyle(css: "var(--s-accent)") }
  public static var separator: SystemShapeStyle { SystemShapeStyle(css: "var(--s-separator)") }
  public static var fill: SystemShapeStyle { SystemShapeStyle(css: "var(--s-fill)") }
  public static var placeholder: SystemShapeStyle { SystemShapeStyle(css: "var(--s-tertiary)") }
  public static var link: SystemShapeStyle { SystemShapeStyle(css: "var(--s-accent)") }
  public static var windowBackground: SystemShapeStyle { SystemShapeStyle(css: "var(--s-background)") }
}

extension SystemShapeStyle {
  public var secondary: SystemShapeStyle { SystemShapeStyle(css: "var(--s-secondary-background)") }
  public var tertiary: SystemShapeStyle { SystemShapeStyle(css: "var(--s-tertiary-background)") }
  public var quaternary: SystemShapeStyle { SystemShapeStyle(css: "var(--s-fill)") }
}

/// A blurred background. See Apple's documentation of `Material`.
public struct Material: ShapeStyle, Hashable {
  let percent: Int
  public static let ultraThin = Material(percent: 40)
  public static let thin = Material(percent: 55)
  public static let regular = Material(percent: 70)
  public static let thick = Material(percent: 85)
  public static let ultraThick = Material(percent: 92)
  public static let bar = Material(percent: 85)
  public var _style: _StyleText { _StyleText("color-mix(in srgb,var(--s-background) \(percent)%,transparent)") }
}

extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { .ultraThin }
  public static var thinMaterial: Material { .thin }
  public static var regularMaterial: Material { .regular }
  public static var thickMaterial: Material { .thick }
  public static var ultraThickMaterial: Material { .ultraThick }
  public static var bar: Material { Material.bar }
}

/// A type-erased style.
public struct AnyShapeStyle: ShapeStyle, Hashable {
  public let _style: _StyleText
  package init(_ style: _StyleText) { _style = style }
  public init<S: ShapeStyle>(_ style: S) { _style = style._style }
}
