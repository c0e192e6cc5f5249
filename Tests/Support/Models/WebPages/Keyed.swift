// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// An element whose identity follows from a key, for pages that are written by hand.
package struct Keyed {
  package var key: String
  package var kind: Element.Kind
  package var look: String
  package var attributes: [Element.Attribute]
  package var text: String?
  package var children: [Keyed]
  package var actions: [Event.Kind: @MainActor (String?) -> Void]

  package init(
    _ kind: Element.Kind, _ key: String, look: String = "", _ attributes: [Element.Attribute] = [],
    text: String? = nil, on actions: [Event.Kind: @MainActor (String?) -> Void] = [:], _ children: [Keyed] = []
  ) {
    self.kind = kind
    self.key = key
    self.look = look
    self.attributes = attributes
    self.text = text
    self.actions = actions
    self.children = children
  }
}

/// A page that makes its whole tree anew, and finds out what has changed.
@MainActor
package class KeyedPage: Page {
  package private(set) var root = Element(id: ElementID(), kind: .box)
  package var onUpdate: (([Operation]) -> Void)?
  package private(set) var isClosed = false
  package var holdsInput = false
  private var ids: [String: ElementID] = [:]
  private var actions: [ElementID: [Event.Kind: @MainActor (String?) -> Void]] = [:]
  private var commands: [Operation.Command] = []
  private var isPlanned = false

  package init() {}

  package func tree() -> Keyed { Keyed(.box, "root") }

  package func start() { root = evaluate() }

  /// Updates in a later turn of the main actor, once for all changes of this one.
  package func invalidate() {
    if isPlanned { return }
    isPlanned = true
    Task { update() }
  }

  package func send(_ command: Operation.Command) {
    commands.append(command)
    invalidate()
  }

  package func update() {
    isPlanned = false
    if isClosed { return }
    let old = root
    root = evaluate()
    var operations: [Operation] = []
    difference(from: old, to: root, &operations)
    operations += commands.map(Operation.command)
    commands = []
    if !operations.isEmpty { onUpdate?(operations) }
  }

  @discardableResult package func handle(_ event: Event) -> Bool {
    guard let action = actions[event.element]?[event.kind] else { return false }
    action(event.value)
    update()
    return true
  }

  package func close() { isClosed = true }

  package func id(of key: String) -> ElementID? { ids[key] }

  private func evaluate() -> Element {
    actions = [:]
    return element(tree())
  }

  private func element(_ node: Keyed) -> Element {
    let id = ids[node.key] ?? ElementID()
    ids[node.key] = id
    actions[id] = node.actions
    return Element(
      id: id, kind: node.kind, look: .init(names: node.look), attributes: node.attributes, text: node.text,
      children: node.children.map(element),
      events: node.actions.keys.sorted { $0.rawValue < $1.rawValue })
  }

  private func difference(from old: Element, to new: Element, _ operations: inout [Operation]) {
    if old.look != new.look { operations.append(.look(new.id, new.look)) }
    for attribute in new.attributes where !old.attributes.contains(attribute) {
      operations.append(.attribute(new.id, name: attribute.name, value: attribute.value))
    }
    for attribute in old.attributes where !new.attributes.contains(where: { $0.name == attribute.name }) {
      operations.append(.attribute(new.id, name: attribute.name, value: nil))
    }
    if old.events != new.events { operations.append(.events(new.id, new.events)) }
    if let text = new.text, old.text != text { operations.append(.text(new.id, text)) }
    var order = old.children.map(\.id)
    for child in old.children where !new.children.contains(where: { $0.id == child.id }) {
      operations.append(.remove(child.id))
      order.removeAll { $0 == child.id }
    }
    for (index, child) in new.children.enumerated() {
      if let before = old.children.first(where: { $0.id == child.id }), before.kind == child.kind {
        difference(from: before, to: child, &operations)
        if order[index] != child.id {
          operations.append(.move(child.id, parent: new.id, before: order[index]))
          order.removeAll { $0 == child.id }
          order.insert(child.id, at: index)
        }
      } else {
        operations.append(.insert(child, parent: new.id, before: index < order.count ? order[index] : nil))
        order.insert(child.id, at: index)
      }
    }
  }
}
