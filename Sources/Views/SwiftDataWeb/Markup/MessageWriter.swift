// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// Writes what a browser is told, as JSON.
  ///
  /// A message is an object: `q` its number, `a` the number of the last event that was handled, `x` those of typed text
  /// that was refused, and either `o`, operations in their order, or `r`, the whole tree. An operation is an array that begins with a letter, an element
  /// `[tag, id, {attributes}, "events", text or [children]]`.
  struct MessageWriter {
    private(set) var json: [UInt8] = []
    private let icons: Icons
    /// What has been written: rows of a list mostly look the same.
    private var styles: [[Element.Style]: String] = [:]

    init(icons: Icons) {
      self.icons = icons
    }

    static func names(of events: [Event.Kind]) -> String {
      events.map(\.rawValue).joined(separator: " ")
    }

    /// Writes a message of operations.
    mutating func write(number: Int, acknowledged: Int, refused: [Int] = [], operations: [Operation]) {
      begin(number: number, acknowledged: acknowledged, refused: refused)
      if !operations.isEmpty {
        json.append(",\"o\":[")
        write(list: operations)
        json.append(UInt8(ascii: "]"))
      }
      json.append(UInt8(ascii: "}"))
    }

    /// Writes a message of everything that is shown.
    mutating func write(
      number: Int, acknowledged: Int, refused: [Int] = [], token: String, root: Element, commands: [Operation]
    ) {
      begin(number: number, acknowledged: acknowledged, refused: refused)
      json.append(",\"p\":")
      json.appendJSON(token)
      json.append(",\"r\":")
      write(root)
      if !commands.isEmpty {
        json.append(",\"o\":[")
        write(list: commands)
        json.append(UInt8(ascii: "]"))
      }
      json.append(UInt8(ascii: "}"))
    }

    private mutating func begin(number: Int, acknowledged: Int, refused: [Int]) {
      json.append("{\"q\":")
      json.append(verbatim: String(number))
      json.append(",\"a\":")
      json.append(verbatim: String(acknowledged))
      if !refused.isEmpty {
        json.append(",\"x\":[")
        json.append(verbatim: refused.map(String.init).joined(separator: ","))
        json.append(UInt8(ascii: "]"))
      }
    }

    private mutating func write(list operations: [Operation]) {
      for (index, operation) in operations.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        write(operation)
      }
    }

    private mutating func write(_ operation: Operation) {
      switch operation {
      case .insert(let element, let parent, let before):
        json.append("[\"i\",")
        write(parent)
        json.append(UInt8(ascii: ","))
        write(before)
        json.append(UInt8(ascii: ","))
        write(element)
      case .move(let element, let parent, let before):
        json.append("[\"m\",")
        write(element)
        json.append(UInt8(ascii: ","))
        write(parent)
        json.append(UInt8(ascii: ","))
        write(before)
      case .remove(let element):
        json.append("[\"r\",")
        write(element)
      case .attribute(let element, let name, let value):
        json.append("[\"a\",")
        write(element)
        json.append(UInt8(ascii: ","))
        json.appendJSON(name.html)
        json.append(UInt8(ascii: ","))
        write(value.flatMap { Element.Attribute(name, $0).text(icons) })
      case .look(let element, let look):
        json.append("[\"a\",")
        write(element)
        json.append(",\"class\",")
        if look.isPlain { json.append("null") } else { write(look) }
      case .text(let element, let text):
        json.append("[\"t\",")
        write(element)
        json.append(UInt8(ascii: ","))
        json.appendJSON(text)
      case .events(let element, let events):
        json.append("[\"e\",")
        write(element)
        json.append(UInt8(ascii: ","))
        json.appendJSON(Self.names(of: events))
      case .command(let command):
        json.append("[\"c\",")
        write(command)
      }
      json.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ command: Operation.Command) {
      switch command {
      case .location(let path, let push):
        json.append("\"location\",")
        // An address of this site only: two slashes would lead to another.
        json.appendJSON(path.hasPrefix("/") && !path.hasPrefix("//") ? path : "/")
        json.append(push ? ",true" : ",false")
      case .title(let title):
        json.append("\"title\",")
        json.appendJSON(title)
      case .focus(let element):
        json.append("\"focus\",")
        write(element)
      case .scroll(let element, let anchor):
        json.append("\"scroll\",")
        write(element)
        json.append(UInt8(ascii: ","))
        write(anchor)
      case .open(let address):
        json.append("\"open\",")
        write(MarkupRules.isAddress(address) ? address : nil)
      case .colorScheme(let scheme):
        json.append("\"scheme\",")
        write(scheme)
      case .notice(let text):
        json.append("\"notice\",")
        json.appendJSON(text)
      case .copy(let text):
        json.append("\"copy\",")
        json.appendJSON(text)
      case .share(let text):
        json.append("\"share\",")
        json.appendJSON(text)
      case .save(let name, let data):
        json.append("\"save\",")
        json.appendJSON(name)
        json.append(",\"")
        json.append(verbatim: data.base64EncodedString())
        json.append("\"")
      case .animate(let motion):
        json.append("\"animate\",[")
        json.append(verbatim: String(motion.duration))
        json.append(UInt8(ascii: ","))
        json.appendJSON(motion.easing.css)
        json.append(verbatim: ",\(motion.delay),\(motion.iterations),\(motion.alternates)]")
      }
    }

    private mutating func write(_ element: Element) {
      json.append("[\"")
      json.append(verbatim: element.kind.tag)
      json.append("\",")
      write(element.id)
      json.append(",{")
      var isFirst = true
      func put(_ name: String, _ value: String) {
        separate()
        json.appendJSON(name)
        json.append(UInt8(ascii: ":"))
        json.appendJSON(value)
      }
      func separate() {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
      }
      if !element.look.isPlain {
        separate()
        json.append("\"class\":")
        write(element.look)
      }
      var type = element.kind.type
      for attribute in element.attributes {
        // Comes after what says how it looks, as in HTML.
        if attribute.name != .style, let known = type {
          put("type", known)
          type = nil
        }
        if let text = text(of: attribute) { put(attribute.name.html, text) }
      }
      if let type { put("type", type) }
      json.append("},")
      json.appendJSON(Self.names(of: element.events))
      if let text = element.text {
        json.append(UInt8(ascii: ","))
        json.appendJSON(text)
      } else if !element.children.isEmpty {
        json.append(",[")
        for (index, child) in element.children.enumerated() {
          if index > 0 { json.append(UInt8(ascii: ",")) }
          write(child)
        }
        json.append(UInt8(ascii: "]"))
      }
      json.append(UInt8(ascii: "]"))
    }

    private mutating func text(of attribute: Element.Attribute) -> String? {
      guard case .styles(let list) = attribute.value else { return attribute.text(icons) }
      let text = styles[list] ?? StyleText.of(list)
      styles[list] = text
      return text.isEmpty ? nil : text
    }

    private mutating func write(_ look: Element.Look) {
      json.append(UInt8(ascii: "\""))
      look.write(to: &json) { $0.appendJSON(part: $1) }
      json.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ id: ElementID?) {
      guard let id else {
        json.append("null")
        return
      }
      json.append(UInt8(ascii: "\""))
      json.append(verbatim: id.description)
      json.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ text: String?) {
      guard let text else {
        json.append("null")
        return
      }
      json.appendJSON(text)
    }
  }
#endif
