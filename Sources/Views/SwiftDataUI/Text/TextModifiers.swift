// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Text {
  private func adding(_ name: String, _ value: String) -> Text {
    adding([Font.CSSProperty(name, value)])
  }

  private func adding(_ properties: [Font.CSSProperty]) -> Text {
    Text(
      runs: runs.map { run in
        var run = run
        for property in properties where !run.css.contains(where: { $0.name == property.name }) {
          run.css.append(property)
        }
        return run
      })
  }

  public func font(_ font: Font?) -> Text { adding(font?.css ?? []) }
  public func fontWeight(_ weight: Font.Weight?) -> Text { weight.map { adding("font-weight", $0.css) } ?? self }
  public func fontDesign(_ design: Font.Design?) -> Text { design?.css.map { adding("font-family", $0) } ?? self }
  public func fontWidth(_ width: Font.Width?) -> Text { width.map { adding("font-stretch", $0.css) } ?? self }
  public func bold() -> Text { adding("font-weight", "700") }
  public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
  public func italic() -> Text { adding("font-style", "italic") }
  public func italic(_ isActive: Bool) -> Text { isActive ? italic() : self }
  public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil) -> Text {
    isActive ? adding("text-decoration", "underline \(pattern.css)" + (color.map { " \($0.css)" } ?? "")) : self
  }
  public func underline(_ isActive: Bool = true, color: Color?) -> Text {
    underline(isActive, pattern: .solid, color: color)
  }
  public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil) -> Text {
    isActive ? adding("text-decoration", "line-through \(pattern.css)" + (color.map { " \($0.css)" } ?? "")) : self
  }
  public func strikethrough(_ isActive: Bool = true, color: Color?) -> Text {
    strikethrough(isActive, pattern: .solid, color: color)
  }
  public func foregroundColor(_ color: Color?) -> Text { color.map { adding("color", $0.css) } ?? self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { adding(style._style.foreground) }
  public func monospaced(_ isActive: Bool = true) -> Text {
    isActive ? adding("font-family", "var(--s-monospaced)") : self
  }
  public func monospacedDigit() -> Text { adding("font-variant-numeric", "tabular-nums") }
  public func kerning(_ kerning: CGFloat) -> Text { adding("letter-spacing", kerning.pixels) }
  public func tracking(_ tracking: CGFloat) -> Text { adding("letter-spacing", tracking.pixels) }
  public func baselineOffset(_ offset: CGFloat) -> Text { adding("vertical-align", offset.pixels) }
  public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text {
    isEnabled ? adding("font-size", scale.css) : self
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
