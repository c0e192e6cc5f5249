// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A font, as far as ``Font`` can be made of it. Metrics are estimates: the browser alone measures text. See Apple's
/// documentation of `UIFont`.
public final class UIFont: Hashable, Sendable {
  let font: Font
  /// The size in points.
  public let pointSize: CGFloat
  /// The name that the font was made with, or that of the system's font.
  public let fontName: String
  /// The name that the font was made with, or that of the system's font.
  public var familyName: String { fontName }
  /// The height of a line, estimated as 1.2 times the size.
  public var lineHeight: CGFloat { pointSize * 1.2 }
  /// The height of capitals, estimated as 0.7 times the size.
  public var capHeight: CGFloat { pointSize * 0.7 }

  private init(_ font: Font, _ size: CGFloat, name: String = ".SFUI-Regular") {
    (self.font, pointSize, fontName) = (font, size, name)
  }

  /// Creates a font by its name, if the browser has it; never nil.
  public init?(name fontName: String, size fontSize: CGFloat) {
    (font, pointSize, self.fontName) = (.custom(fontName, size: fontSize), fontSize, fontName)
  }

  /// Returns the system's font in a size.
  public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system(size: fontSize), fontSize) }
  /// Returns the system's font in a size and a weight.
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(.system(size: fontSize, weight: weight.weight), fontSize)
  }
  /// Returns the system's font in a size, in bold.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }
  /// Returns the system's font in a size, in italics.
  public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(.system(size: fontSize).italic(), fontSize)
  }
  /// Returns the system's font with letters of one width, in a size and a weight.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(.system(size: fontSize, weight: weight.weight, design: .monospaced), fontSize)
  }
  /// Returns the system's font with digits of one width, in a size and a weight.
  public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(.system(size: fontSize, weight: weight.weight).monospacedDigit(), fontSize)
  }
  /// Returns the font of a style of text.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(style.style.font, style.pointSize)
  }
  /// Returns the font in another size.
  public func withSize(_ fontSize: CGFloat) -> UIFont {
    // The last size counts.
    var sized = Font.system(size: fontSize)
    sized.styles = font.styles.filter { style in !sized.styles.contains { $0.subject == style.subject } } + sized.styles
    return UIFont(sized, fontSize, name: fontName)
  }
  /// The size of usual text: 17 points.
  public static let labelFontSize: CGFloat = 17
  /// The size of the system's font: 14 points.
  public static let systemFontSize: CGFloat = 14

  public static func == (lhs: UIFont, rhs: UIFont) -> Bool { lhs.font == rhs.font }
  public func hash(into hasher: inout Hasher) { hasher.combine(font) }

  /// How heavy letters are.
  public struct Weight: Hashable, Sendable {
    let weight: Font.Weight
    /// The weights from the lightest to the heaviest one.
    public static let ultraLight = Weight(weight: .ultraLight), thin = Weight(weight: .thin)
    /// A light weight, and the usual one.
    public static let light = Weight(weight: .light), regular = Weight(weight: .regular)
    /// Weights between the usual one and bold.
    public static let medium = Weight(weight: .medium), semibold = Weight(weight: .semibold)
    /// Bold, and what is heavier.
    public static let bold = Weight(weight: .bold), heavy = Weight(weight: .heavy), black = Weight(weight: .black)
  }

  /// A style of text.
  public struct TextStyle: Hashable, Sendable {
    let style: Font.TextStyle
    /// The size in points at the browser's usual size of text.
    let pointSize: CGFloat
    /// The font of large titles.
    public static let largeTitle = TextStyle(style: .largeTitle, pointSize: 34)
    /// The fonts of titles, in three ranks.
    public static let title1 = TextStyle(style: .title, pointSize: 28)
    /// The font of titles of the second rank.
    public static let title2 = TextStyle(style: .title2, pointSize: 22)
    /// The font of titles of the third rank.
    public static let title3 = TextStyle(style: .title3, pointSize: 20)
    /// The font of headings.
    public static let headline = TextStyle(style: .headline, pointSize: 17)
    /// The font of subheadings.
    public static let subheadline = TextStyle(style: .subheadline, pointSize: 15)
    /// The font of text.
    public static let body = TextStyle(style: .body, pointSize: 17)
    /// The font of callouts.
    public static let callout = TextStyle(style: .callout, pointSize: 16)
    /// The font of footnotes.
    public static let footnote = TextStyle(style: .footnote, pointSize: 13)
    /// The font of captions.
    public static let caption1 = TextStyle(style: .caption, pointSize: 12)
    /// The font of small captions.
    public static let caption2 = TextStyle(style: .caption2, pointSize: 11)
  }
}

extension Font {
  /// Creates the font that a font of UIKit's stands for.
  public init(_ font: UIFont) { self = font.font }
}

/// How sizes follow the size of text that people have chosen: not at all here, since a server does not know it.
public final class UIFontMetrics: Sendable {
  /// The metrics of the font of text.
  public static let `default` = UIFontMetrics(forTextStyle: .body)
  /// Creates metrics of a style of text.
  public init(forTextStyle textStyle: UIFont.TextStyle) {}
  /// Returns the value as it is.
  public func scaledValue(for value: CGFloat) -> CGFloat { value }
  /// Returns the font as it is.
  public func scaledFont(for font: UIFont) -> UIFont { font }
}

#if !canImport(UIKit) && !canImport(AppKit)
  extension NSAttributedString.Key {
    /// The font of a part of a text, a ``UIFont``.
    public static let font = NSAttributedString.Key("NSFont")
    /// The colour of a part of a text, a `UIColor`.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The colour behind a part of a text, a `UIColor`.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// How far letters are apart, in points.
    public static let kern = NSAttributedString.Key("NSKern")
    /// How a part of a text is underlined.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// How a part of a text is struck through.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  }
#endif
