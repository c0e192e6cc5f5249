// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

/// A host without a browser: keeps the tree by the operations alone, and finds elements as one who looks at the page.
@MainActor final class ModelDOM {
  private(set) var root: Element
  let page: any Page
  private(set) var operations: [Operation] = []
  private(set) var updates = 0

  init(_ page: any Page) {
    self.page = page
    root = page.root
    page.onUpdate = { [weak self] operations in
      guard let self else { return }
      updates += 1
      self.operations += operations
      for operation in operations { apply(operation) }
    }
  }

  func clearOperations() {
    operations = []
    updates = 0
  }

  // MARK: Applying

  func apply(_ operation: Operation) {
    switch operation {
    case .insert(let element, let parent, let before): insert(element, parent, before)
    case .move(let id, let parent, let before):
      guard let element = remove(id, from: &root) else { return Issue.record("moved \(id), which is not there").void }
      insert(element, parent, before)
    case .remove(let id):
      if remove(id, from: &root) == nil { Issue.record("removed \(id), which is not there") }
    case .attribute(let id, let name, let value):
      change(id) { element in
        let index = element.attributes.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): element.attributes[index].value = value
        case (let index?, nil): element.attributes.remove(at: index)
        case (nil, let value?): element.attributes.append(.init(name, value))
        case (nil, nil): Issue.record("removed the attribute \(name), which is not there")
        }
      }
    case .look(let id, let look): change(id) { $0.look = look }
    case .text(let id, let text): change(id) { $0.text = text.isEmpty ? nil : text }
    case .events(let id, let kinds): change(id) { $0.events = kinds }
    case .command: break
    }
  }

  private func insert(_ element: Element, _ parent: ElementID, _ before: ElementID?) {
    change(parent) { parent in
      let index = before.flatMap { id in parent.children.firstIndex { $0.id == id } }
      if before != nil, index == nil { Issue.record("inserted before \(before!), which is not there") }
      parent.children.insert(element, at: index ?? parent.children.count)
    }
  }

  private func change(_ id: ElementID, _ change: (inout Element) -> Void) {
    func visit(_ element: inout Element) -> Bool {
      if element.id == id {
        change(&element)
        return true
      }
      for index in element.children.indices where visit(&element.children[index]) { return true }
      return false
    }
    if !visit(&root) { Issue.record("changed \(id), which is not there") }
  }

  private func remove(_ id: ElementID, from element: inout Element) -> Element? {
    if let index = element.children.firstIndex(where: { $0.id == id }) { return element.children.remove(at: index) }
    for index in element.children.indices {
      if let found = remove(id, from: &element.children[index]) { return found }
    }
    return nil
  }

  // MARK: Looking

  var text: String { Self.text(root) }

  static func text(_ element: Element) -> String {
    ([element.text ?? ""] + element.children.map(text)).filter { !$0.isEmpty }.joined(separator: " ")
  }

  var all: [Element] { Self.all(root) }

  static func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }

  func all(_ styleClass: StyleClass, in element: Element? = nil) -> [Element] {
    Self.all(element ?? root).filter { $0.classes.contains(styleClass) }
  }

  /// The rows of lists, as text.
  var rows: [String] { all(.rowContent).map(Self.text) }

  // MARK: Acting

  /// Clicks the button or link that says this.
  func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let element = all.last {
      $0.events.contains(.click)
        && (Self.text($0) == text || $0.attributes.contains(.init(.label, text)))
    }
    let found = try #require(element, "no button says \(text): \(self.text)", sourceLocation: sourceLocation)
    #expect(page.handle(Event(found.id, .click)), sourceLocation: sourceLocation)
  }

  /// Types into the field with this placeholder or label.
  func type(_ text: String, into name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let element = all.last {
      $0.events.contains(.input)
        && $0.attributes.contains { [.placeholder, .label].contains($0.name) && $0.text == name }
    }
    let found = try #require(element, "no field is called \(name)", sourceLocation: sourceLocation)
    #expect(page.handle(Event(found.id, .input, value: text)), sourceLocation: sourceLocation)
  }
}

extension Element {
  var classes: [StyleClass] {
    look.classes + (look.grows.contains(.horizontal) ? [.growsHorizontally] : [])
      + (look.grows.contains(.vertical) ? [.growsVertically] : [])
  }
  func attribute(_ name: Attribute.Name) -> String? { attributes.first { $0.name == name }?.text }
}

extension Element.Attribute {
  /// What is said, as text.
  var text: String {
    switch value {
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    case .role(let role): "\(role)"
    case .keyboard(let keyboard): "\(keyboard)"
    // As the host for browsers writes them.
    case .styles(let styles): StyleText.of(styles)
    case .guides(let guides): "\(guides)"
    }
  }
}

extension Issue { fileprivate var void: Void { () } }
