// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Views say how elements look in words of their own; only the host knows CSS.
@Suite struct StyleNameTests {
  /// Properties that are nothing but that.
  private static let properties: [String] = [
    "align-items", "align-self", "aspect-ratio", "background-clip", "border-left", "border-radius", "border-top",
    "box-shadow", "clip-path", "column-gap", "flex-grow", "flex-shrink", "flex-wrap", "font-family", "font-size",
    "font-stretch", "font-style", "font-variant-caps", "font-variant-numeric", "font-weight", "grid-auto-flow",
    "grid-column", "grid-template-columns", "grid-template-rows", "justify-content", "justify-items", "justify-self",
    "letter-spacing", "line-height", "margin-left", "margin-right", "max-height", "max-width", "min-height",
    "min-width", "mix-blend-mode", "padding-block", "padding-inline", "pointer-events", "row-gap", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-width", "text-align", "text-decoration", "text-transform",
    "transform-origin", "user-select", "vertical-align", "z-index",
  ]

  /// What only values begin with or consist of.
  private static let values: [String] = [
    "calc(", "color-mix(", "conic-gradient(", "cubic-bezier(", "currentColor", "drop-shadow(", "flex-end", "flex-start",
    "hsla(", "light-dark(", "linear-gradient(", "minmax(", "radial-gradient(", "rgba(", "tabular-nums", "var(--",
  ]

  private static func names(in text: String) -> [String] {
    (properties + values).filter { text.contains($0) } + (text.contains(/[0-9)](?:px|em|rem|dvh)\b/) ? ["a unit"] : [])
  }

  @Test(arguments: ["Sources/Views/SwiftDataUI", "Sources/Views/AppleModules", "Sources/Tool/SwiftDataStudio"])
  func viewsNameNothingOfCSS(folder: String) throws {
    let paths = Repository.sources(below: folder)
    #expect(paths.count > 10)
    for path in paths {
      let found = Self.names(in: try Repository.text(path))
      #expect(found.isEmpty, "\(path) says what is for the host to say")
    }
  }

  /// The check finds what it is there for.
  @Test func theHostNamesThem() throws {
    let files = ["Colors", "Effects", "Fonts", "Lengths", "StyleText"]
    let texts = try files.map { try Repository.text("Sources/Views/SwiftDataWeb/Styles/\($0).swift") }
    #expect(Set(texts.flatMap(Self.names)).count > 50)
  }
}
