// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// Writes a tree of elements as HTML, for the first page.
  ///
  /// Styles are no attributes there, since the page's policy forbids them: elements with the same style share a number,
  /// and ``rules`` has the style of each number.
  struct HTMLWriter {
    private(set) var html: [UInt8] = []
    private var styles: [String: Int] = [:]
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
      var value: String?
      var icon: String?
      for attribute in element.attributes {
        switch attribute.name {
        case "style":
          write(style: attribute.value)
          continue
        case "value" where kind == .textArea || kind == .picker:
          value = attribute.value
          continue
        case "open" where kind == .dialog:
          // Opened by the script, as a modal one.
          continue
        case Icons.attribute:
          icon = icons.symbol(attribute.value)
          write(attribute: attribute.name, icon ?? "")
          continue
        default:
          break
        }
        guard let allowed = MarkupRules.attribute(attribute.name, attribute.value) else { continue }
        write(attribute: attribute.name, allowed)
      }
      if let selection, kind == .option,
        element.attributes.contains(where: { $0.name == "value" && $0.value == selection })
      {
        write(attribute: "selected", "")
      }
      if !element.events.isEmpty { write(attribute: "data-e", MessageWriter.names(of: element.events)) }
      html.append(UInt8(ascii: ">"))
      if kind.isVoid { return }
      if let icon {
        html.append("<svg class=\"s-icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use href=\"")
        html.appendHTML("\(icons.address)#\(icon)")
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

    private mutating func write(style: String) {
      let style = MarkupRules.style(style)
      if style.isEmpty { return }
      let number = styles[style] ?? order.count
      if number == order.count {
        styles[style] = number
        order.append(style)
      }
      html.append(" data-y=\"")
      html.append(verbatim: String(number))
      html.append(UInt8(ascii: "\""))
    }
  }
#endif
