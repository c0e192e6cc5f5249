// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The font of text. See Apple's documentation of `Font`.
public struct Font: Hashable, Sendable {
  /// CSS properties: a system style's size and line height are custom properties of the style sheet.
  var css: [CSSProperty]
  var size: CGFloat?

  struct CSSProperty: Hashable, Sendable {
    let name: String
    let value: String
    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private init(style: String, weight: Weight? = nil) {
    css = [CSSProperty("font-size", "var(--s-\(style))")]
    if let weight { css.append(CSSProperty("font-weight", weight.css)) }
  }

  private init(css: [CSSProperty]) { self.css = css }

  public static let largeTitle = Font(style: "large-title")
  public static let title = Font(style: "title")
  public static let title2 = Font(style: "title2")
  public static let title3 = Font(style: "title3")
  public static let headline = Font(style: "headline", weight: .semibold)
  public static let subheadline = Font(style: "subheadline")
  public static let body = Font(style: "body")
  public static let callout = Font(style: "callout")
  public static let footnote = Font(style: "footnote")
  public static let caption = Font(style: "caption")
  public static let caption2 = Font(style: "caption2")

  public enum TextStyle: CaseIterable, Hashable, Sendable {
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

  public struct Weight: Hashable, Sendable {
    let css: String
    public static let ultraLight = Weight(css: "100")
    public static let thin = Weight(css: "200")
    public static let light = Weight(css: "300")
    public static let regular = Weight(css: "400")
    public static let medium = Weight(css: "500")
    public static let semibold = Weight(css: "600")
    public static let bold = Weight(css: "700")
    public static let heavy = Weight(css: "800")
    public static let black = Weight(css: "900")
  }

  public enum Design: Hashable, Sendable {
    case `default`, serif, rounded, monospaced
    var css: String? {
      switch self {
      case .default: nil
      case .serif: "var(--s-serif)"
      case .rounded: "var(--s-rounded)"
      case .monospaced: "var(--s-monospaced)"
      }
    }
  }

  public struct Width: Hashable, Sendable {
    let css: String
    public static let compressed = Width(css: "62.5%")
    public static let condensed = Width(css: "75%")
    public static let standard = Width(css: "100%")
    public static let expanded = Width(css: "125%")
  }

  public enum Leading: Hashable, Sendable { case standard, tight, loose }

  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    style.font.with(design: design, weight: weight)
  }

  @_disfavoredOverload
  public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
    var font = Font(css: [CSSProperty("font-size", size.pixels)]).with(design: design, weight: weight)
    font.size = size
    return font
  }

  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    var font = Font(css: [CSSProperty("font-size", size.pixels)]).with(design: design, weight: weight)
    font.size = size
    return font
  }

  /// A font by its name, if the browser has it.
  public static func custom(_ name: String, size: CGFloat) -> Font {
    let plain = name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
    return Font(css: [CSSProperty("font-size", size.pixels), CSSProperty("font-family", "\"\(plain)\",system-ui")])
  }
  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
    custom(name, size: size)
  }
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font { custom(name, size: fixedSize) }

  private func with(design: Design?, weight: Weight?) -> Font {
    var font = self
    if let weight { font = font.weight(weight) }
    if let family = design?.css { font.css.append(CSSProperty("font-family", family)) }
    return font
  }

  private func adding(_ name: String, _ value: String) -> Font {
    var font = self
    font.css.removeAll { $0.name == name }
    font.css.append(CSSProperty(name, value))
    return font
  }

  public func weight(_ weight: Weight) -> Font { adding("font-weight", weight.css) }
  public func bold() -> Font { weight(.bold) }
  public func italic() -> Font { adding("font-style", "italic") }
  public func monospaced() -> Font { adding("font-family", "var(--s-monospaced)") }
  public func monospacedDigit() -> Font { adding("font-variant-numeric", "tabular-nums") }
  public func smallCaps() -> Font { adding("font-variant-caps", "all-small-caps") }
  public func uppercaseSmallCaps() -> Font { adding("font-variant-caps", "unicase") }
  public func width(_ width: Width) -> Font { adding("font-stretch", width.css) }
  public func leading(_ leading: Leading) -> Font {
    leading == .standard ? self : adding("line-height", leading == .tight ? "1.15" : "1.5")
  }
}
