// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A button that takes what is in the browser's clipboard. See Apple's documentation of `PasteButton`.
///
/// The browser may ask whether the page may read the clipboard. Only its text is read.
public struct PasteButton: View {
  let take: @MainActor (String, Node) -> Void
  /// None: shown as a button.
  public typealias Body = Never

  /// Creates a button that hands on the clipboard's text as values of a type that is made of text. Nothing happens if the
  /// text is none: a note is logged.
  public init<T: Transferable>(payloadType: T.Type, onPaste: @escaping ([T]) -> Void) {
    take = { text, node in Pasting.take(text, node, T.self) { onPaste($0) } }
  }
}

extension PasteButton: PrimitiveView {
  func update(_ node: Node) { node.child(0, Label("Paste", systemImage: "doc.on.clipboard")) }
  func assemble(_ node: Node) -> Output {
    let button = node.element(.button, [.button, .buttonBordered], children: node.content.elements)
    if node.environment.isEnabled {
      let take = take
      button.on(.paste) { [weak node] text in if let text, let node { take(text, node) } }
      button.attribute(.pastes, true)
    } else {
      button.attribute(.isDisabled, true)
    }
    return Output(button, node.content.preferences)
  }
}

@MainActor enum Pasting {
  /// Makes values of a text, as a task of the page's.
  static func take<T: Transferable>(
    _ text: String, _ node: Node, _ type: T.Type, _ action: @escaping @MainActor ([T]) -> Void
  ) {
    node.graph.tasks.run(priority: .userInitiated) {
      do {
        action([try await Transfer.value(T.self, ofText: text)])
      } catch { Diagnostics.note("What was pasted is not taken: \(error.localizedDescription)") }
    }
  }

  /// Puts texts of values into the browser's clipboard, as a task of the page's.
  static func put<T: Transferable>(_ values: [T], _ node: Node) {
    node.graph.tasks.run(priority: .userInitiated) { [weak node] in
      do {
        var texts: [String] = []
        for value in values {
          // Unsafe: a value of the app's, which it hands over for this.
          nonisolated(unsafe) let handed = value
          texts.append(try await Transfer.text(of: handed))
        }
        node?.graph.send(.copy(texts.joined(separator: "\n")))
      } catch { Diagnostics.note("Nothing is copied: \(error.localizedDescription)") }
    }
  }
}

extension View {
  /// Copies values as text when somebody copies while the focus is in the view, and no text is selected.
  public func copyable<T: Transferable>(_ payload: @autoclosure @escaping () -> [T]) -> some View {
    copying { payload() }
  }
  /// Cuts values when somebody cuts while the focus is in the view: the closure removes them, and returns what is copied.
  public func cuttable<T: Transferable>(for payloadType: T.Type = T.self, action: @escaping () -> [T]) -> some View {
    ChangedElements(content: self) { element, node in
      element.changed { element in
        element.attribute(.isFocusable, true)
        element.on(.cut) { [weak node] _ in if let node { Pasting.put(action(), node) } }
      }
    }
  }
  /// Takes what somebody pastes while the focus is in the view: the text, as values of a type that is made of text. The
  /// validator returns those that are taken.
  public func pasteDestination<T: Transferable>(
    for payloadType: T.Type = T.self, action: @escaping ([T]) -> Void, validator: @escaping ([T]) -> [T] = { $0 }
  ) -> some View {
    ChangedElements(content: self) { element, node in
      element.changed { element in
        element.attribute(.isFocusable, true)
        element.on(.paste) { [weak node] text in
          guard let text, let node else { return }
          Pasting.take(text, node, T.self) { values in
            let valid = validator(values)
            if !valid.isEmpty { action(valid) }
          }
        }
      }
    }
  }

  private func copying<T: Transferable>(_ payload: @escaping () -> [T]) -> some View {
    ChangedElements(content: self) { element, node in
      element.changed { element in
        element.attribute(.isFocusable, true)
        element.on(.copy) { [weak node] _ in if let node { Pasting.put(payload(), node) } }
      }
    }
  }
}
