// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Sets the color of text and symbols. See Apple's documentation of `foregroundStyle(_:)`.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { foreground(style._style) }
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
    foreground(primary._style)
  }
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
    _ primary: S1, _ secondary: S2, _ tertiary: S3
  ) -> some View { foreground(primary._style) }

  private func foreground(_ style: _StyleText) -> ChangedElements<Self> {
    let properties = style.foreground
    return changing { element in
      // A gradient fills letters by the element's own background; what is no text takes one color of it.
      let isText = element.classes.first != .symbol && !element.styles.contains { $0.name == "background" }
      for property in style.isImage && !isText ? style.foregroundOfOthers : properties {
        element.styleUnlessSet(property.name, property.value)
      }
    }
  }
  public func foregroundColor(_ color: Color?) -> some View { styling(color.map { [.init("color", $0.css)] } ?? []) }
  public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View { styling("--s-background", style._style.text) }

  /// Sets the font of text within. See Apple's documentation of `font(_:)`.
  public func font(_ font: Font?) -> some View { styling(font?.css ?? []) }
  public func fontWeight(_ weight: Font.Weight?) -> some View {
    styling(weight.map { [.init("font-weight", $0.css)] } ?? [], replacing: true)
  }
  public func fontDesign(_ design: Font.Design?) -> some View {
    styling(design?.css.map { [.init("font-family", $0)] } ?? [])
  }
  public func fontWidth(_ width: Font.Width?) -> some View {
    styling(width.map { [.init("font-stretch", $0.css)] } ?? [])
  }
  public func bold(_ isActive: Bool = true) -> some View {
    styling(isActive ? [.init("font-weight", "700")] : [], replacing: true)
  }
  public func italic(_ isActive: Bool = true) -> some View { styling(isActive ? [.init("font-style", "italic")] : []) }
  public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
    -> some View
  {
    styling(isActive ? [.init("text-decoration", "underline")] : [])
  }
  public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View { styling(isActive ? [.init("text-decoration", "line-through")] : []) }
  public func monospaced(_ isActive: Bool = true) -> some View {
    styling(isActive ? [.init("font-family", "var(--s-monospaced)")] : [])
  }
  public func monospacedDigit() -> some View { styling("font-variant-numeric", "tabular-nums") }
  public func kerning(_ kerning: CGFloat) -> some View { styling("letter-spacing", kerning.pixels) }
  public func tracking(_ tracking: CGFloat) -> some View { styling("letter-spacing", tracking.pixels) }
  public func baselineOffset(_ offset: CGFloat) -> some View { styling("vertical-align", offset.pixels) }
  public func lineSpacing(_ spacing: CGFloat) -> some View {
    styling("line-height", "calc(1.25em + \(spacing.pixels))")
  }
  public func textCase(_ textCase: Text.Case?) -> some View {
    styling("text-transform", textCase == nil ? "none" : textCase == .uppercase ? "uppercase" : "lowercase")
  }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { styling("text-align", alignment.css) }
  /// Has no effect in the browser.
  public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }
  /// Has no effect in the browser.
  public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
  /// Has no effect in the browser.
  public func allowsTightening(_ flag: Bool) -> some View { self }
  /// Has no effect in the browser.
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
  /// Has no effect in the browser.
  public func dynamicTypeSize<R: RangeExpression>(_ range: R) -> some View where R.Bound == DynamicTypeSize { self }
  public func textSelection(_ selectability: EnabledTextSelectability) -> some View { styling("user-select", "text") }
  public func textSelection(_ selectability: DisabledTextSelectability) -> some View { styling("user-select", "none") }

  public func lineLimit(_ number: Int?) -> some View { limited(number) }
  public func lineLimit(_ limit: ClosedRange<Int>) -> some View { limited(limit.upperBound) }
  public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { limited(nil) }
  public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { limited(limit.upperBound) }
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { limited(limit) }

  private func limited(_ number: Int?) -> some View {
    changing { element in
      guard let number else { return }
      element.style("--lines", String(max(number, 1)))
      element.add(.lineLimit)
    }.environment(\.lineLimit, number)
  }

  /// Sets the color of controls within. See Apple's documentation of `tint(_:)`.
  public func tint(_ color: Color?) -> some View { styling(color.map { [.init("--s-tint", $0.css)] } ?? []) }
  public func tint<S: ShapeStyle>(_ style: S?) -> some View {
    styling(style.map { [.init("--s-tint", $0._style.plain)] } ?? [])
  }
  public func accentColor(_ color: Color?) -> some View { tint(color) }
}

public enum TextAlignment: CaseIterable, Hashable, Sendable {
  case leading, center, trailing
  var css: String { self == .leading ? "start" : self == .center ? "center" : "end" }
}

public enum DynamicTypeSize: Int, CaseIterable, Comparable, Hashable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  public var isAccessibilitySize: Bool { self >= .accessibility1 }
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

public struct EnabledTextSelectability: Sendable {}
public struct DisabledTextSelectability: Sendable {}
public protocol TextSelectability {}
extension EnabledTextSelectability: TextSelectability {}
extension DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
extension TextSelectability where Self == DisabledTextSelectability {
  public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

private enum LineLimitKey: EnvironmentKey { static var defaultValue: Int? { nil } }
extension EnvironmentValues {
  public var lineLimit: Int? {
    get { self[LineLimitKey.self] }
    set { self[LineLimitKey.self] = newValue }
  }
}
