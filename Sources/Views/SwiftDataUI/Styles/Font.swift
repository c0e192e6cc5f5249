// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The font of text. See Apple's documentation of `Font`.
public struct Font: Hashable, Sendable {
  var styles: [Element.Style]
  var size: CGFloat?

  private init(style: TextStyle, weight: Weight? = nil) {
    styles = [.fontSize(.style(style))]
    if let weight { styles.append(.fontWeight(weight.number)) }
  }

  private init(styles: [Element.Style]) { self.styles = styles }

  /// The font of large titles: 34 points at the browser's usual size of text.
  public static let largeTitle = Font(style: .largeTitle)
  /// The font of titles: 28 points at the browser's usual size of text.
  public static let title = Font(style: .title)
  /// The font of titles of the second rank: 22 points.
  public static let title2 = Font(style: .title2)
  /// The font of titles of the third rank: 20 points.
  public static let title3 = Font(style: .title3)
  /// The font of headings: as large as text, and semibold.
  public static let headline = Font(style: .headline, weight: .semibold)
  /// The font of subheadings: 15 points.
  public static let subheadline = Font(style: .subheadline)
  /// The font of text: 17 points at the browser's usual size of text.
  public static let body = Font(style: .body)
  /// The font of callouts: 16 points.
  public static let callout = Font(style: .callout)
  /// The font of footnotes: 13 points.
  public static let footnote = Font(style: .footnote)
  /// The font of captions: 12 points.
  public static let caption = Font(style: .caption)
  /// The font of small captions: 11 points.
  public static let caption2 = Font(style: .caption2)

  /// The system's styles of text, whose sizes follow the size of text that is set in the browser.
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    /// The styles, from the largest title to the smallest caption.
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

    var font: Font {
      switch self {
      case .largeTitle: .largeTitle
      case .title: .title
      case .title2: .title2
      case .title3: .title3
      case .headline: .headline
      case .subheadline: .subheadline
      case .body: .body
      case .callout: .callout
      case .footnote: .footnote
      case .caption: .caption
      case .caption2: .caption2
      }
    }
  }

  /// How heavy letters are. See Apple's documentation of `Font.Weight`.
  public struct Weight: Hashable, Sendable {
    /// From 100 to 900.
    let number: Int
    /// The lightest weight, 100 of 900.
    public static let ultraLight = Weight(number: 100)
    /// A very light weight, 200 of 900.
    public static let thin = Weight(number: 200)
    /// A light weight, 300 of 900.
    public static let light = Weight(number: 300)
    /// The usual weight, 400 of 900.
    public static let regular = Weight(number: 400)
    /// A little heavier than usual, 500 of 900.
    public static let medium = Weight(number: 500)
    /// Between medium and bold, 600 of 900.
    public static let semibold = Weight(number: 600)
    /// Bold, 700 of 900.
    public static let bold = Weight(number: 700)
    /// Heavier than bold, 800 of 900.
    public static let heavy = Weight(number: 800)
    /// The heaviest weight, 900 of 900.
    public static let black = Weight(number: 900)
  }

  /// The design of letters. The browser takes the first font of such a design that the device has.
  public enum Design: Hashable, Sendable {
    /// The system's own design, one with serifs, one with round ends, and one with letters of one width.
    case `default`, serif, rounded, monospaced
    var family: Element.Style.FontFamily? {
      switch self {
      case .default: nil
      case .serif: .serif
      case .rounded: .rounded
      case .monospaced: .monospaced
      }
    }
  }

  /// How wide letters are. Shows only with a font that comes in several widths.
  public struct Width: Hashable, Sendable {
    let percent: Double
    /// The narrowest letters, 62.5 percent.
    public static let compressed = Width(percent: 62.5)
    /// Narrow letters, 75 percent.
    public static let condensed = Width(percent: 75)
    /// Letters of the usual width.
    public static let standard = Width(percent: 100)
    /// Wide letters, 125 percent.
    public static let expanded = Width(percent: 125)
  }

  /// How far lines of text are apart.
  public enum Leading: Hashable, Sendable { case standard, tight, loose }

  /// Returns the font of a style of text, in a design and a weight.
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    style.font.with(design: design, weight: weight)
  }

  /// Returns the system's font in a size in points, always with a weight: regular where none is given.
  @_disfavoredOverload
  public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
    var font = Font(styles: [.fontSize(.points(size))]).with(design: design, weight: weight)
    font.size = size
    return font
  }

  /// Returns the system's font in a size in points, with a weight and a design if they are given.
  ///
  /// The size does not follow the size of text that is set in the browser.
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    var font = Font(styles: [.fontSize(.points(size))]).with(design: design, weight: weight)
    font.size = size
    return font
  }

  /// A font by its name, if the browser has it.
  public static func custom(_ name: String, size: CGFloat) -> Font {
    Font(styles: [.fontSize(.points(size)), .fontFamily(.named(name))])
  }
  /// Returns a font by its name in a size in points. The size does not follow the style of text.
  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
    custom(name, size: size)
  }
  /// Returns a font by its name in a size in points, as `custom(_:size:)` does.
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font { custom(name, size: fixedSize) }

  private func with(design: Design?, weight: Weight?) -> Font {
    var font = self
    if let weight { font = font.weight(weight) }
    if let family = design?.family { font.styles.append(.fontFamily(family)) }
    return font
  }

  private func adding(_ style: Element.Style) -> Font {
    var font = self
    font.styles.removeAll { $0.subject == style.subject }
    font.styles.append(style)
    return font
  }

  /// Returns the font in a weight.
  public func weight(_ weight: Weight) -> Font { adding(.fontWeight(weight.number)) }
  /// Returns the font in bold.
  public func bold() -> Font { weight(.bold) }
  /// Returns the font in italics.
  public func italic() -> Font { adding(.isItalic(true)) }
  /// Returns the system's font whose letters are all of one width, in this size and weight.
  public func monospaced() -> Font { adding(.fontFamily(.monospaced)) }
  /// Returns the font with digits of one width, if it has such.
  public func monospacedDigit() -> Font { adding(.hasDigitsOfOneWidth) }
  /// Returns the font with small capitals for all letters.
  public func smallCaps() -> Font { adding(.smallCapitals(.all)) }
  /// Returns the font with small capitals for upper case letters.
  public func uppercaseSmallCaps() -> Font { adding(.smallCapitals(.upperCase)) }
  /// Returns the font with wider or narrower letters, if it comes in several widths.
  public func width(_ width: Width) -> Font { adding(.fontWidth(width.percent)) }
  /// Returns the font with lines closer together or farther apart. `standard` leaves it as it is.
  public func leading(_ leading: Leading) -> Font {
    leading == .standard ? self : adding(.lineHeight(.factor(leading == .tight ? 1.15 : 1.5)))
  }
}
