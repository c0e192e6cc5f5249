// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Elements that several views are made of.
@MainActor enum Parts {
  /// A system image.
  static func icon(_ name: String) -> MarkupPart {
    MarkupPart(.text, classes: [.symbol], [.init(.symbol, name), .init(.isHidden, true)])
  }

  static func text(
    _ kind: Element.Kind, _ names: String, _ text: String, _ attributes: [Element.Attribute] = []
  ) -> MarkupPart {
    MarkupPart(kind, names, attributes, text: text)
  }

  /// Leads to a place, and can be opened in a tab of its own.
  static func link(
    _ model: StudioModel, _ place: Place, _ names: String = "", text: String? = nil, parts: [MarkupPart] = [],
    _ attributes: [Element.Attribute] = []
  ) -> MarkupPart {
    MarkupPart(
      .link, names, [Element.Attribute(.destination, place.path)] + attributes, text: text, parts: parts,
      on: [(.click, { _ in model.go(place) })])
  }

  static func button(
    _ names: String, text: String? = nil, parts: [MarkupPart] = [], _ attributes: [Element.Attribute] = [],
    identity: String? = nil, _ action: @escaping @MainActor () -> Void
  ) -> MarkupPart {
    MarkupPart(
      .button, names, attributes, text: text, parts: parts, on: [(.click, { _ in action() })], identity: identity)
  }

  /// A button with an image and a text.
  static func action(
    _ title: String, _ icon: String, _ names: String = "st-button", _ attributes: [Element.Attribute] = [],
    identity: String? = nil, _ action: @escaping @MainActor () -> Void
  ) -> MarkupPart {
    button(names, parts: [self.icon(icon), text(.text, "", title)], attributes, identity: identity, action)
  }

  /// One of the options of a picker.
  static func option(_ value: String, _ title: String, isChosen: Bool) -> MarkupPart {
    MarkupPart(.option, "", [Element.Attribute(.value, value)].adding(.isChosen, if: isChosen), text: title)
  }

  /// Reached with the arrow keys of its table, and no stop of the Tab key.
  static let inTable: [Element.Attribute] = [.init(.isFocusable, false)]

  /// A file that is downloaded, without an image.
  static func link(
    _ names: String, _ request: ExportRequest, text: String, _ attributes: [Element.Attribute] = []
  ) -> MarkupPart {
    MarkupPart(.link, names, [.init(.destination, request.target)] + attributes, text: text)
  }

  /// A file that is downloaded.
  static func download(_ request: ExportRequest, _ title: String) -> MarkupPart {
    MarkupPart(
      .link, "st-button", [.init(.destination, request.target)],
      parts: [icon("arrow.down.circle"), text(.text, "", title)])
  }

  /// What went wrong, and what to do.
  static func error(_ error: StudioError) -> MarkupPart {
    MarkupPart(
      .box, "st-error", [.init(.alert)],
      parts: [
        icon("exclamationmark.triangle.fill"),
        MarkupPart(
          .box, "",
          parts: what(error.what)
            + (error.advice.map { [text(.paragraph, "st-error-advice", $0)] } ?? [])),
      ])
  }

  /// Lines after the first show a place in what was typed.
  private static func what(_ text: String) -> [MarkupPart] {
    guard let end = text.firstIndex(of: "\n"), text.contains("^") else {
      return [self.text(.preformatted, "st-error-what", text)]
    }
    return [
      self.text(.preformatted, "st-error-what", String(text[..<end])),
      self.text(.preformatted, "st-error-what st-code", String(text[text.index(after: end)...])),
    ]
  }

  static let loading = MarkupPart(
    .box, "st-loading", [.init(.status)],
    parts: [MarkupPart(.text, classes: [.spinner]), text(.text, "", "Reading…")])

  static func number(_ value: Int) -> String {
    var text = ""
    let digits = Array(String(value.magnitude))
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (value < 0 ? "-" : "") + text
  }

  static func count(_ value: Int, _ noun: String) -> String { "\(number(value)) \(noun)\(value == 1 ? "" : "s")" }
}

extension [Element.Attribute] {
  /// With one more flag, if something holds.
  func adding(_ flag: Element.Name, if condition: Bool) -> Self {
    condition ? self + [Element(flag, true)] : self
  }
}
