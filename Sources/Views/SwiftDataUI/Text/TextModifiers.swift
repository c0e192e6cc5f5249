// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Text {
  private func adding(_ style: Element.Style) -> Text { changing { $0.styles.add(style) } }

  private func changing(_ change: (inout Run) -> Void) -> Text {
    Text(
      runs: runs.map { run in
        var run = run
        change(&run)
        return run
      })
  }

  private func adding(_ styles: [Element.Style]) -> Text {
    changing { run in
      for style in styles { run.styles.add(style) }
    }
  }

  private func lined(_ kind: Element.Style.TextLines.Kind, _ style: LineStyle) -> Text {
    changing { $0.styles.addLine(kind, style) }
  }

  /// Sets the font of the parts that have none. As all modifiers of a text, it does not replace what a part has
  /// already.
  public func font(_ font: Font?) -> Text { adding(font?.styles ?? []) }
  /// Sets the weight of the parts that have none; nil changes nothing.
  public func fontWeight(_ weight: Font.Weight?) -> Text { weight.map { adding(.fontWeight($0.number)) } ?? self }
  /// Sets the design of the parts that have none; nil and the default one change nothing.
  public func fontDesign(_ design: Font.Design?) -> Text { design?.family.map { adding(.fontFamily($0)) } ?? self }
  /// Sets the width of the parts that have none, if the browser's font has several; nil changes nothing.
  public func fontWidth(_ width: Font.Width?) -> Text { width.map { adding(.fontWidth($0.percent)) } ?? self }
  /// Sets the text in bold, except for parts with a weight of their own.
  public func bold() -> Text { adding(.fontWeight(700)) }
  /// Sets the text in bold, or not in bold also where a view around it is. The weight of a font stays.
  public func bold(_ isActive: Bool) -> Text { isActive ? bold() : changing { $0.isNotBold = true } }
  /// Sets the text in italics.
  public func italic() -> Text { adding(.isItalic(true)) }
  /// Sets the text in italics, or upright also where a view around it is in italics.
  public func italic(_ isActive: Bool) -> Text { isActive ? italic() : changing { $0.isNotItalic = true } }
  /// Underlines the text in a pattern and a colour, or in that of the text. Parts that are struck through already get
  /// this line in the pattern and the colour of that one.
  public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil) -> Text {
    isActive ? lined(.under, LineStyle(pattern: pattern, color: color)) : self
  }
  /// Underlines the text with a continuous line in a colour.
  public func underline(_ isActive: Bool = true, color: Color?) -> Text {
    underline(isActive, pattern: .solid, color: color)
  }
  /// Strikes the text through in a pattern and a colour, or in that of the text. Parts that are underlined already get
  /// this line in the pattern and the colour of that one.
  public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil) -> Text {
    isActive ? lined(.through, LineStyle(pattern: pattern, color: color)) : self
  }
  /// Strikes the text through with a continuous line in a colour.
  public func strikethrough(_ isActive: Bool = true, color: Color?) -> Text {
    strikethrough(isActive, pattern: .solid, color: color)
  }
  /// Sets the colour of the parts that have none; nil changes nothing.
  public func foregroundColor(_ color: Color?) -> Text { color.map { adding(.color($0)) } ?? self }
  /// Sets the style of the parts that have no colour. Gradients run through the letters of each part.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { adding(style._style.foreground) }
  /// Sets the text in a font whose characters are equally wide, except for parts with a design of their own.
  public func monospaced(_ isActive: Bool = true) -> Text {
    isActive ? adding(.fontFamily(.monospaced)) : self
  }
  /// Sets the digits equally wide.
  public func monospacedDigit() -> Text { adding(.hasDigitsOfOneWidth) }
  /// Adds a space between the characters, in points. Here it is the same as tracking.
  public func kerning(_ kerning: CGFloat) -> Text { adding(.letterSpacing(kerning)) }
  /// Adds a space between the characters, in points.
  public func tracking(_ tracking: CGFloat) -> Text { adding(.letterSpacing(tracking)) }
  /// Raises the text above the baseline, in points, or lowers it if negative.
  public func baselineOffset(_ offset: CGFloat) -> Text { adding(.baselineOffset(offset)) }
  /// Sets how large the text is, except for parts with a font size of their own.
  public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text {
    isEnabled ? adding(.fontSize(.scale(scale.factor))) : self
  }
}

extension [Element.Style] {
  /// Adds a line under or through text, beside one that is there: both have its pattern and its colour.
  mutating func addLine(_ kind: Element.TextLines.Kind, _ style: Text.LineStyle) {
    let line = Element.TextLines(kinds: [kind], pattern: style.pattern, color: style.color)
    if let index = place(of: Element.textLines(line).subject), case .textLines(let other) = self[index] {
      self[index] = .textLines(other.adding(kind))
    } else {
      append(.textLines(line))
    }
  }
}
