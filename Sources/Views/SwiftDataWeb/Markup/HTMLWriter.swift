// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// Writes a tree of elements as HTML, for the first page.
  ///
  /// Styles are no attributes there, since the page's policy forbids them: elements with the same style share a number,
  /// and ``rules`` has the style of each number.
  struct HTMLWriter {
    private(set) var html: [UInt8] = []
    /// The number of what has been written; nil for nothing.
    private var numbers: [[Element.Style]: Int?] = [:]
    private var order: [String] = []
    private let icons: Icons

    init(icons: Icons) {
      self.icons = icons
    }

    /// The text of a style sheet for what has been written.
    var rules: [UInt8] {
      var text: [UInt8] = []
      for (number, style) in order.enumerated() {
        // As strong as an attribute would be: stronger than what the sheet says of classes.
        text.append(verbatim: ":root:root:root [data-y=\"\(number)\"]{\(style)}\n")
      }
      return text
    }

    /// Writes an element with all that it contains. `selection` is the value of the surrounding `select`.
    mutating func write(_ element: Element, selection: String? = nil) {
      let kind = element.kind
      let tag = kind.tag
      html.append(UInt8(ascii: "<"))
      html.append(verbatim: tag)
      html.append(" id=\"")
      html.append(verbatim: element.id.description)
      html.append(UInt8(ascii: "\""))
      if !element.look.isPlain {
        html.append(" class=\"")
        element.look.write(to: &html) { $0.appendHTML($1) }
        html.append(UInt8(ascii: "\""))
      }
      var type = kind.type
      var value: String?
      var icon: String?
      for attribute in element.attributes {
        if case .styles(let styles) = attribute.value {
          write(styles)
          continue
        }
        // Comes after what says how it looks.
        if let known = type {
          write(attribute: "type", known)
          type = nil
        }
        guard let text = attribute.text(icons) else { continue }
        switch attribute.name {
        case .value where kind == .textArea || kind == .picker:
          value = text
          continue
        case .isOpen where kind == .dialog:
          // Opened by the script, as a modal one.
          continue
        case .symbol:
          icon = text
        default:
          break
        }
        write(attribute: attribute.name.html, text)
      }
      if let type { write(attribute: "type", type) }
      if let selection, kind == .option,
        element.attributes.contains(where: { $0 == .init(.value, selection) })
      {
        write(attribute: "selected", "")
      }
      if !element.events.isEmpty { write(attribute: "data-e", MessageWriter.names(of: element.events)) }
      html.append(UInt8(ascii: ">"))
      if kind.isVoid { return }
      if let icon {
        html.append("<svg class=\"s-icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use href=\"")
        html.appendHTML(icons.address(of: icon))
        html.append("\"></use></svg>")
      } else if kind == .textArea {
        // The parser drops a line feed that comes first.
        html.append(UInt8(ascii: "\n"))
        html.appendHTML(value ?? element.text ?? "")
      } else if let text = element.text {
        if kind == .preformatted { html.append(UInt8(ascii: "\n")) }
        html.appendHTML(text)
      } else {
        for child in element.children { write(child, selection: kind == .picker ? value : selection) }
      }
      html.append("</")
      html.append(verbatim: tag)
      html.append(UInt8(ascii: ">"))
    }

    private mutating func write(attribute name: String, _ value: String) {
      html.append(UInt8(ascii: " "))
      html.append(verbatim: name)
      if value.isEmpty { return }
      html.append("=\"")
      html.appendHTML(value)
      html.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ styles: [Element.Style]) {
      guard let number = number(of: styles) else { return }
      html.append(" data-y=\"")
      html.append(verbatim: String(number))
      html.append(UInt8(ascii: "\""))
    }

    private mutating func number(of styles: [Element.Style]) -> Int? {
      if let known = numbers[styles] { return known }
      let text = StyleText.of(styles)
      let number = text.isEmpty ? nil : order.count
      if number != nil { order.append(text) }
      numbers[styles] = .some(number)
      return number
    }
  }
#endif
