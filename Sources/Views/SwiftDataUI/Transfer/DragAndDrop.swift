// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an element that can be dragged stands for.
struct DraggedPayload {
  let value: () -> any Transferable
}

extension View {
  /// Lets people drag the view to one with ``dropDestination(for:action:isTargeted:)`` on the same page. With a mouse;
  /// fingers scroll.
  public func draggable<T: Transferable>(_ payload: @autoclosure @escaping () -> T) -> some View {
    changing { element in
      element.attribute(.isDraggable, true)
      element.traits.payload = DraggedPayload(value: payload)
    }
  }
  /// Lets people drag the view; what is dragged looks like the view, not like the preview.
  public func draggable<V: View, T: Transferable>(
    _ payload: @autoclosure @escaping () -> T, @ViewBuilder preview: () -> V
  ) -> some View { draggable(payload()) }

  /// Takes what is dropped on the view: what a `draggable(_:)` of the page stands for, or text from elsewhere.
  ///
  /// - Parameters:
  ///   - payloadType: What is taken. Other values are made into it if they have a content type in common.
  ///   - action: Is handed the values and where in the view they were dropped. What it returns has no effect.
  ///   - isTargeted: Is told when something that is dragged comes over the view, and when it leaves it.
  public func dropDestination<T: Transferable>(
    for payloadType: T.Type = T.self, action: @escaping ([T], CGPoint) -> Bool,
    isTargeted: @escaping (Bool) -> Void = { _ in }
  ) -> some View {
    ChangedElements(content: self) { element, node in
      element.changed { element in
        element.onAimed(.drop) { [weak node] value in
          guard let node, let drop = Drop(value) else { return false }
          switch drop.kind {
          case .over: isTargeted(true)
          case .out: isTargeted(false)
          case .element(let id):
            // Gone meanwhile, or no longer to be dragged.
            guard let payload = node.graph.element(id)?.traits.payload else { return false }
            isTargeted(false)
            let value = payload.value()
            if let same = value as? T {
              _ = action([same], drop.place)
            } else {
              // Unsafe: a value of the app's, which it hands over for this.
              nonisolated(unsafe) let handed = value
              drop.take(node, { try await Transfer.value(T.self, of: handed) }) { _ = action([$0], drop.place) }
            }
          case .text(let text):
            isTargeted(false)
            drop.take(node, { try await Transfer.value(T.self, ofText: text) }) { _ = action([$0], drop.place) }
          }
          return true
        }
      }
    }
  }
}

/// What was dropped, and where.
private struct Drop {
  enum Kind {
    case over, out
    case element(ElementID)
    case text(String)
  }
  let kind: Kind
  var place = CGPoint.zero

  /// Reads "over", "out", "X Y ELEMENT", or "X Y", a line feed and text.
  init?(_ value: String?) {
    guard let value else { return nil }
    if value == "over" || value == "out" {
      kind = value == "over" ? .over : .out
      return
    }
    let head = value.prefix { $0 != "\n" }
    let words = head.split(separator: " ")
    guard words.count >= 2, let x = Double(words[0]), let y = Double(words[1]), abs(x) < 1e7, abs(y) < 1e7 else {
      return nil
    }
    place = CGPoint(x: x, y: y)
    if words.count == 3, let id = ElementID(String(words[2])) {
      kind = .element(id)
    } else if head.endIndex != value.endIndex {
      kind = .text(String(value[value.index(after: head.endIndex)...]))
    } else {
      return nil
    }
  }

  @MainActor func take<T>(
    _ node: Node, _ make: @escaping @MainActor () async throws -> T, _ action: @escaping @MainActor (T) -> Void
  ) {
    node.graph.tasks.run(priority: .userInitiated) {
      do { action(try await make()) } catch {
        Diagnostics.note("What was dropped is not taken: \(error.localizedDescription)")
      }
    }
  }
}
