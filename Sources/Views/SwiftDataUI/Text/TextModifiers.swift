// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Text {
  private func adding(_ name: String, _ value: String) -> Text {
    adding([Font.CSSProperty(name, value)])
  }

  private func changing(_ change: (inout Run) -> Void) -> Text {
    Text(
      runs: runs.map { run in
        var run = run
        change(&run)
        return run
      })
  }

  private func adding(_ properties: [Font.CSSProperty]) -> Text {
    changing { run in
      for property in properties where !run.css.contains(where: { $0.name == property.name }) {
        run.css.append(property)
      }
    }
  }

  private func lined(_ line: String, _ style: LineStyle) -> Text { changing { $0.css.addLine(line, style) } }

  /// Sets the font of the parts that have none. As all modifiers of a text, it does not replace what a part has
  /// already.
  public func font(_ font: Font?) -> Text { adding(font?.css ?? []) }
  /// Sets the weight of the parts that have none; nil changes nothing.
  public func fontWeight(_ weight: Font.Weight?) -> Text { weight.map { adding("font-weight", $0.css) } ?? self }
  /// Sets the design of the parts that have none; nil and the default one change nothing.
  public func fontDesign(_ design: Font.Design?) -> Text { design?.css.map { adding("font-family", $0) } ?? self }
  /// Sets the width of the parts that have none, if the browser's font has several; nil changes nothing.
  public func fontWidth(_ width: Font.Width?) -> Text { width.map { adding("font-stretch", $0.css) } ?? self }
  /// Sets the text in bold, except for parts with a weight of their own.
  public func bold() -> Text { adding("font-weight", "700") }
  /// Sets the text in bold, or not in bold also where a view around it is. The weight of a font stays.
  public func bold(_ isActive: Bool) -> Text { isActive ? bold() : changing { $0.isNotBold = true } }
  /// Sets the text in italics.
  public func italic() -> Text { adding("font-style", "italic") }
  /// Sets the text in italics, or upright also where a view around it is in italics.
  public func italic(_ isActive: Bool) -> Text { isActive ? italic() : changing { $0.isNotItalic = true } }
  /// Underlines the text in a pattern and a colour, or in that of the text. Parts that are struck through already get
  /// this line in the pattern and the colour of that one.
  public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil) -> Text {
    isActive ? lined("underline", LineStyle(pattern: pattern, color: color)) : self
  }
  /// Underlines the text with a continuous line in a colour.
  public func underline(_ isActive: Bool = true, color: Color?) -> Text {
    underline(isActive, pattern: .solid, color: color)
  }
  /// Strikes the text through in a pattern and a colour, or in that of the text. Parts that are underlined already get
  /// this line in the pattern and the colour of that one.
  public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil) -> Text {
    isActive ? lined("line-through", LineStyle(pattern: pattern, color: color)) : self
  }
  /// Strikes the text through with a continuous line in a colour.
  public func strikethrough(_ isActive: Bool = true, color: Color?) -> Text {
    strikethrough(isActive, pattern: .solid, color: color)
  }
  /// Sets the colour of the parts that have none; nil changes nothing.
  public func foregroundColor(_ color: Color?) -> Text { color.map { adding("color", $0.css) } ?? self }
  /// Sets the style of the parts that have no colour. Gradients run through the letters of each part.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { adding(style._style.foreground) }
  /// Sets the text in a font whose characters are equally wide, except for parts with a design of their own.
  public func monospaced(_ isActive: Bool = true) -> Text {
    isActive ? adding("font-family", "var(--s-monospaced)") : self
  }
  /// Sets the digits equally wide.
  public func monospacedDigit() -> Text { adding("font-variant-numeric", "tabular-nums") }
  /// Adds a space between the characters, in points. Here it is the same as tracking.
  public func kerning(_ kerning: CGFloat) -> Text { adding("letter-spacing", kerning.pixels) }
  /// Adds a space between the characters, in points.
  public func tracking(_ tracking: CGFloat) -> Text { adding("letter-spacing", tracking.pixels) }
  /// Raises the text above the baseline, in points, or lowers it if negative.
  public func baselineOffset(_ offset: CGFloat) -> Text { adding("vertical-align", offset.pixels) }
  /// Sets how large the text is, except for parts with a font size of their own.
  public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text {
    isEnabled ? adding("font-size", scale.css) : self
  }
}

extension [Font.CSSProperty] {
  /// Adds a line under or through text, beside one that is there: CSS has one pattern and one colour for both.
  mutating func addLine(_ line: String, _ style: Text.LineStyle) {
    if let index = firstIndex(where: { $0.name == "text-decoration" }) {
      self[index] = .init("text-decoration", Self.decoration(line, beside: self[index].value))
    } else {
      append(.init("text-decoration", "\(line) \(style.css)"))
    }
  }

  static func decoration(_ line: String, beside other: String) -> String {
    other.split(separator: " ").contains(Substring(line)) ? other : "\(line) \(other)"
  }
}

extension _StyleText {
  /// The properties that color text with this style.
  var foreground: [Font.CSSProperty] {
    guard isImage else { return [.init("color", text)] }
    return [
      .init("background", text), .init("background-clip", "text"), .init("color", "transparent"),
      .init("--s-shape", text), .init("--s-plain", plain),
    ]
  }

  /// The properties that color what is no text with this style, an image.
  var foregroundOfOthers: [Font.CSSProperty] {
    [.init("color", plain), .init("--s-shape", text), .init("--s-plain", plain)]
  }
}
