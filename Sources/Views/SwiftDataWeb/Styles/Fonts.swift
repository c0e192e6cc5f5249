// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

// Fonts and lines of text as CSS.

extension Element.Style.FontSize {
  var css: String {
    switch self {
    case .style(let style): style.css
    case .points(let length): length.css
    case .scale(let factor): "\(factor.number)em"
    }
  }
}

extension Font.TextStyle {
  /// A custom property of the style sheet, which follows the size of text that is set in the browser.
  fileprivate var css: String {
    switch self {
    case .largeTitle: "var(--s-large-title)"
    case .title: "var(--s-title)"
    case .title2: "var(--s-title2)"
    case .title3: "var(--s-title3)"
    case .headline: "var(--s-headline)"
    case .subheadline: "var(--s-subheadline)"
    case .body: "var(--s-body)"
    case .callout: "var(--s-callout)"
    case .footnote: "var(--s-footnote)"
    case .caption: "var(--s-caption)"
    case .caption2: "var(--s-caption2)"
    }
  }
}

extension Element.Style.FontFamily {
  var css: String {
    switch self {
    case .serif: return "var(--s-serif)"
    case .rounded: return "var(--s-rounded)"
    case .monospaced: return "var(--s-monospaced)"
    case .named(let name):
      // Nothing that ends the string.
      let plain = name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      return "\"\(plain)\",system-ui"
    }
  }
}

extension Element.Style.LineHeight {
  var css: String {
    switch self {
    case .factor(let factor): factor.number
    case .spacing(let length): "calc(1.25em + \(length.css))"
    }
  }
}

extension Text.Case? {
  var css: String {
    switch self {
    case nil: "none"
    case .uppercase: "uppercase"
    case .lowercase: "lowercase"
    }
  }
}

extension TextAlignment {
  var css: String {
    switch self {
    case .leading: "start"
    case .center: "center"
    case .trailing: "end"
    }
  }
}

extension Element.Style.TextLines {
  var css: String {
    var words = kinds.map { $0 == .under ? "underline" : "line-through" }
    switch pattern?.kind {
    case .solid: words.append("solid")
    case .dotted: words.append("dotted")
    case .dashed: words.append("dashed")
    case nil: break
    }
    if let color { words.append(color.css) }
    return words.joined(separator: " ")
  }
}
