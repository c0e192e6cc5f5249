// SPDX-License-Identifier: Apache-2.0

/// An element that no view of SwiftUI's API makes, such as a table or a drawing: for what this package shows itself.
/// Like all elements it has a kind; the host decides how the kind is shown.
///
/// What is within is either other views, or parts, which are elements without views: a row of a grid is one view, however
/// many cells it has.
/// ```swift
/// Markup(MarkupPart(.tableRow, "row", parts: [MarkupPart(.cell, text: "Rome")]))
/// ```
package struct Markup<Content: View>: View {
  private let part: MarkupPart
  private let content: Content

  package typealias Body = Never

  package init(_ part: MarkupPart, @ViewBuilder content: () -> Content) {
    self.part = part
    self.content = content()
  }

  package init(
    _ kind: Element.Kind, _ names: String = "", classes: [StyleClass] = [], _ attributes: [Element.Attribute] = [],
    grows: Axis.Set = [], on handlers: [(Event.Kind, @MainActor (String?) -> Void)] = [],
    @ViewBuilder content: () -> Content
  ) {
    part = MarkupPart(kind, names, classes: classes, attributes, grows: grows, on: handlers)
    self.content = content()
  }
}

extension Markup where Content == EmptyView {
  package init(_ part: MarkupPart) {
    self.part = part
    content = EmptyView()
  }
}

/// An element as a value.
package struct MarkupPart {
  let kind: Element.Kind
  let names: String
  let classes: [StyleClass]
  let attributes: [Element.Attribute]
  let text: String?
  let parts: [MarkupPart]
  let grows: Axis.Set
  let handlers: [(kind: Event.Kind, action: @MainActor (String?) -> Void)]
  let isGap: Bool
  /// Tells it from another part that takes its place; nil: it is the same one.
  let identity: String?

  /// - Parameters:
  ///   - names: classes for a style sheet of the program's own, separated by spaces.
  ///   - classes: classes of the host's style sheet.
  ///   - text: what the element says. An element with text has no parts.
  ///   - isGap: whether it stands for rows that are not there (see ``Element/Attribute/Name/missingRows``).
  ///   - identity: tells it from another part at the same place, so that a click on one is never one on the other.
  package init(
    _ kind: Element.Kind, _ names: String = "", classes: [StyleClass] = [], _ attributes: [Element.Attribute] = [],
    text: String? = nil, parts: [MarkupPart] = [], grows: Axis.Set = [],
    on handlers: [(Event.Kind, @MainActor (String?) -> Void)] = [], isGap: Bool = false, identity: String? = nil
  ) {
    self.kind = kind
    self.names = names
    self.classes = classes
    self.attributes = attributes
    self.text = text
    self.parts = parts
    self.grows = grows
    self.handlers = handlers.map { ($0.0, $0.1) }
    self.isGap = isGap
    self.identity = identity
  }

  /// The same, which hears of one more kind of event.
  package func hearing(_ kind: Event.Kind, _ action: @escaping @MainActor (String?) -> Void) -> MarkupPart {
    MarkupPart(
      self.kind, names, classes: classes, attributes, text: text, parts: parts, grows: grows,
      on: handlers.map { ($0.kind, $0.action) } + [(kind, action)], isGap: isGap, identity: identity)
  }

  @MainActor fileprivate func rendered(_ key: ElementKey, also children: [Rendered] = []) -> Rendered {
    let element = Rendered(key, kind, isGap ? [.gap] : classes, text: parts.isEmpty && children.isEmpty ? text : nil)
    element.names = names
    for attribute in attributes {
      if case .styles(let styles) = attribute.value {
        for style in styles { element.style(style) }
      } else {
        element.attribute(attribute)
      }
    }
    element.grows = grows
    for handler in handlers { element.on(handler.kind) { handler.action($0) } }
    element.traits.isGap = isGap
    element.children =
      parts.enumerated().map {
        $1.rendered(key.companion(.part(.init("\($0)\($1.kind.rawValue)\($1.identity ?? "")"))))
      } + children
    return element
  }
}

extension Markup: PrimitiveView {
  func update(_ node: Node) { node.child(0, content) }

  func assemble(_ node: Node) -> Output {
    Output(part.rendered(node.key(), also: node.content.elements), node.content.preferences)
  }
}
