// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Sets the color of text and symbols. See Apple's documentation of `foregroundStyle(_:)`.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { foreground(style._style) }
  /// Sets the colour of text and symbols. Only the first style counts.
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
    inPart("foregroundStyle", "of several styles only the first one counts").foreground(primary._style)
  }
  /// Sets the colour of text and symbols. Of the three styles only the first one counts.
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
    _ primary: S1, _ secondary: S2, _ tertiary: S3
  ) -> some View {
    inPart("foregroundStyle", "of several styles only the first one counts").foreground(primary._style)
  }

  private func foreground(_ style: _Fill) -> ChangedElements<Self> {
    let styles = style.foreground
    return changing { element in
      // A gradient fills letters by the element's own background; what is no text takes one color of it.
      let isText =
        element.classes.first != .symbol
        && !element.styles.contains { if case .background = $0 { true } else { false } }
      for style in isText || style.color != nil ? styles : style.foregroundOfOthers { element.styleUnlessSet(style) }
    }
  }
  /// Sets the colour of text and symbols; nil leaves it as it is.
  public func foregroundColor(_ color: Color?) -> some View { styling(color.map { .color($0) }) }
  /// Sets what `background` fills within. It counts for the pages and fields within as well.
  ///
  /// A `Material` and what is made of `.background` is about the background of a page, whatever views around have set.
  public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    // What refers to itself is nothing.
    styling(.backgroundStyle(style._style.replacing(.background, with: .page)))
  }

  /// Sets the font of text within. See Apple's documentation of `font(_:)`.
  public func font(_ font: Font?) -> some View { styling(font?.styles ?? []) }
  /// Sets the weight of text, also over that of its font; nil leaves it as it is.
  public func fontWeight(_ weight: Font.Weight?) -> some View {
    styling(weight.map { [.fontWeight($0.number)] } ?? [], replacing: true)
  }
  /// Sets the design of letters within; nil and `default` leave it as it is.
  public func fontDesign(_ design: Font.Design?) -> some View {
    styling(design?.family.map { .fontFamily($0) })
  }
  /// Sets the width of letters within, if the font comes in several; nil leaves it as it is.
  public func fontWidth(_ width: Font.Width?) -> some View {
    styling(width.map { .fontWidth($0.percent) })
  }
  /// Makes text bold, also over the weight of its font. With false it is not bold where a view around it is; the weight
  /// of its font stays.
  public func bold(_ isActive: Bool = true) -> some View {
    ChangedElements(content: environment(\.isBold, isActive)) { element, node in
      if element.traits.isGap || !isActive && !node.environment.isBold { return element }
      return element.changed { element in
        if isActive { element.style(.fontWeight(700)) } else { element.styleUnlessSet(.fontWeight(400)) }
      }
    }
  }
  /// Sets text in italics. With false it is upright where a view around it is in italics.
  public func italic(_ isActive: Bool = true) -> some View {
    ChangedElements(content: environment(\.isItalic, isActive)) { element, node in
      if element.traits.isGap || !isActive && !node.environment.isItalic { return element }
      return element.changed { $0.styleUnlessSet(.isItalic(isActive)) }
    }
  }
  /// Underlines text, if true. Text that a modifier of views strikes through gets this line in the pattern and the colour
  /// of that one.
  public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
    -> some View
  { lined(isActive, .under, Text.LineStyle(pattern: pattern, color: color)) }
  /// Strikes text through, if true. Text that a modifier of views underlines gets this line in the pattern and the colour
  /// of that one.
  public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View { lined(isActive, .through, Text.LineStyle(pattern: pattern, color: color)) }

  private func lined(
    _ isActive: Bool, _ kind: Element.Style.TextLines.Kind, _ style: Text.LineStyle
  ) -> some View {
    changing { if isActive { $0.styles.addLine(kind, style) } }
  }
  /// Sets text in a font whose letters are all of one width, if true.
  public func monospaced(_ isActive: Bool = true) -> some View {
    styling(isActive ? .fontFamily(.monospaced) : nil)
  }
  /// Sets digits within in one width, if the font has such.
  public func monospacedDigit() -> some View { styling(.hasDigitsOfOneWidth) }
  /// Sets the distance between letters in points.
  public func kerning(_ kerning: CGFloat) -> some View { styling(.letterSpacing(kerning)) }
  /// Sets the distance between letters in points, as `kerning(_:)` does.
  public func tracking(_ tracking: CGFloat) -> some View { styling(.letterSpacing(tracking)) }
  /// Raises text by points from the line it stands in. A text that is a view of its own stays where it is.
  public func baselineOffset(_ offset: CGFloat) -> some View { styling(.baselineOffset(offset)) }
  /// Adds points to the height of lines, which is then 1.25 times the size of the font without them.
  public func lineSpacing(_ spacing: CGFloat) -> some View {
    styling(.lineHeight(.spacing(spacing)))
  }
  /// Shows text in upper or lower case; nil shows it as it is written.
  public func textCase(_ textCase: Text.Case?) -> some View {
    styling(.textCase(textCase))
  }
  /// Sets how lines of text are aligned with each other.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { styling(.textAlignment(alignment)) }
  /// Says where text is cut that is longer than its `lineLimit(_:)` allows. The whole text is shown while the pointer rests
  /// on it.
  public func truncationMode(_ mode: Text.TruncationMode) -> some View {
    changing { element in
      switch mode {
      case .head: element.attribute(.truncation, "head")
      case .middle: element.attribute(.truncation, "middle")
      case .tail: element.attributes.removeAll { $0.name == .truncation }
      }
    }
  }
  /// Lets text be smaller where it would take more lines than its `lineLimit(_:)` allows, down to a part of its size.
  public func minimumScaleFactor(_ factor: CGFloat) -> some View {
    changing { element in
      guard factor < 1 else { return }
      element.attribute(.leastScale, String(Double(max(factor, 0.05))))
    }
  }
  /// Has no effect in the browser.
  public func allowsTightening(_ flag: Bool) -> some View { withoutEffect("allowsTightening") }
  /// Has no effect in the browser.
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { withoutEffect("dynamicTypeSize") }
  /// Has no effect in the browser.
  public func dynamicTypeSize<R: RangeExpression>(_ range: R) -> some View where R.Bound == DynamicTypeSize {
    withoutEffect("dynamicTypeSize")
  }
  /// Lets people select text, which they can in a browser anyway.
  public func textSelection(_ selectability: EnabledTextSelectability) -> some View { styling(.isSelectable(true)) }
  /// Keeps people from selecting text.
  public func textSelection(_ selectability: DisabledTextSelectability) -> some View { styling(.isSelectable(false)) }

  /// Shows at most a number of lines, at least one; nil sets no limit.
  ///
  /// In a `TextField` of several lines, it is the number of rows.
  public func lineLimit(_ number: Int?) -> some View { limited(number) }
  /// Shows at most the upper bound of lines. The lower bound has no effect.
  public func lineLimit(_ limit: ClosedRange<Int>) -> some View { limited(limit.upperBound) }
  /// Sets no limit. The lower bound has no effect.
  public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { limited(nil) }
  /// Shows at most the upper bound of lines.
  public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { limited(limit.upperBound) }
  /// Shows at most a number of lines. Room for them is not reserved.
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { limited(limit) }

  private func limited(_ number: Int?) -> some View { environment(\.lineLimit, number.map { max($0, 1) }) }

  /// Sets the color of controls within. See Apple's documentation of `tint(_:)`.
  public func tint(_ color: Color?) -> some View { tinted(color) }
  /// Sets the style of controls within. A gradient gives its first colour; nil leaves them as they are, and so does
  /// `.tint`. What else is made of `.tint` is about the accent colour, whatever views around have set.
  public func tint<S: ShapeStyle>(_ style: S?) -> some View { tinted(style?._style.plain) }

  private func tinted(_ color: Color?) -> some View {
    guard let color, color != Color(system: .tint) else { return styling([]) }
    // What refers to itself is nothing.
    return styling([.tint(color.replacing(.tint, with: .accent))])
  }
  /// Sets the colour of controls within, as `tint(_:)` does.
  public func accentColor(_ color: Color?) -> some View { tint(color) }
}

/// How lines of text are aligned. See Apple's documentation of `TextAlignment`.
public enum TextAlignment: CaseIterable, Hashable, Sendable {
  /// At the start of the line, in the middle, or at its end.
  case leading, center, trailing
}

/// The size of text that a person has chosen. Fonts do not follow it: the browser's own setting counts.
public enum DynamicTypeSize: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// The sizes of text from the smallest to the largest usual one.
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  /// The sizes of text for people who need it larger still.
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  /// Whether it is one of the sizes for people who need text larger.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }
  /// Whether a size is smaller than another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Text can be selected.
public struct EnabledTextSelectability: Sendable {}
/// Text cannot be selected.
public struct DisabledTextSelectability: Sendable {}
/// Whether text can be selected. See Apple's documentation of `TextSelectability`.
public protocol TextSelectability {}
extension EnabledTextSelectability: TextSelectability {}
extension DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  /// Text can be selected.
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
extension TextSelectability where Self == DisabledTextSelectability {
  /// Text cannot be selected.
  public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

private enum BoldKey: EnvironmentKey { static let defaultValue = false }
private enum ItalicKey: EnvironmentKey { static let defaultValue = false }
private enum FontKey: EnvironmentKey { static var defaultValue: Font? { nil } }
private enum LineLimitKey: EnvironmentKey { static var defaultValue: Int? { nil } }
extension EnvironmentValues {
  /// Whether a view around has made text bold.
  var isBold: Bool {
    get { self[BoldKey.self] }
    set { self[BoldKey.self] = newValue }
  }
  /// Whether a view around has set text in italics.
  var isItalic: Bool {
    get { self[ItalicKey.self] }
    set { self[ItalicKey.self] = newValue }
  }
  /// The font that a view around has set with `environment(_:_:)`; what `font(_:)` has set is not told.
  public var font: Font? {
    get { self[FontKey.self] }
    set { self[FontKey.self] = newValue }
  }
  /// How many lines text may take, nil for any number.
  public var lineLimit: Int? {
    get { self[LineLimitKey.self] }
    set { self[LineLimitKey.self] = newValue }
  }
}
