// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Views say what an element is and how it looks in words of their own; only the host knows the names of HTML.
@Suite struct ElementNameTests {
  /// Names that mean nothing but an element of HTML or SVG. Others, such as `button` and `title`, are also words for
  /// roles, styles and properties; they cannot be names of elements either, since `Element.Kind` is no text.
  private static let names: Set<String> = [
    "aside", "blockquote", "br", "colgroup", "dd", "del", "details", "div", "dl", "dt", "em", "fieldset", "figcaption",
    "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "input", "ins", "kbd", "legend", "li", "nav", "ol", "optgroup",
    "p", "pre", "rect", "samp", "select", "span", "strong", "sub", "sup", "svg", "tbody", "td", "textarea", "tfoot",
    "th", "thead", "tr", "ul", "wbr",
  ]

  /// Names that mean nothing but an attribute. Others, such as `title` and `value`, are also words; they cannot be names
  /// of attributes either, since `Element.Attribute.Name` is no text.
  private static let attributes: Set<String> = [
    "alt", "autocapitalize", "autocomplete", "autocorrect", "cx", "cy", "enterkeyhint", "href", "inputmode",
    "pathLength", "preserveAspectRatio", "rel", "rx", "spellcheck", "src", "tabindex", "text-anchor", "vector-effect",
    "viewBox",
  ]

  /// Values that only attributes of HTML have.
  private static let values: Set<String> = [
    "_blank", "alertdialog", "datetime-local", "img", "listitem", "noopener noreferrer", "progressbar", "radiogroup",
    "tablist",
  ]

  private static func isName(_ text: String) -> Bool {
    names.contains(text) || attributes.contains(text) || values.contains(text)
      || text.wholeMatch(of: /(aria|data|s)-[a-z-]+/) != nil
  }

  @Test(arguments: ["Sources/Views/SwiftDataUI", "Sources/Views/AppleModules", "Sources/Tool/SwiftDataStudio"])
  func viewsNameNothingOfHTML(folder: String) throws {
    let paths = Repository.sources(below: folder)
    #expect(paths.count > 10)
    for path in paths {
      for (index, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        for name in Self.literals(in: line) where Self.isName(name) {
          Issue.record("\(path):\(index + 1): \"\(name)\" is for the host to say")
        }
      }
    }
  }

  /// The check finds what it is there for.
  @Test(arguments: [("ElementNames", 20), ("AttributeNames", 40), ("ClassNames", 150)])
  func theHostNamesThem(file: String, least: Int) throws {
    let text = try Repository.text("Sources/Views/SwiftDataWeb/Markup/\(file).swift")
    let found = text.split(separator: "\n").flatMap(Self.literals).filter(Self.isName)
    #expect(found.count > least)
  }

  /// What stands between two quotes, without regard to interpolations: names of elements have none.
  private static func literals(in line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().map(String.init)
  }
}
