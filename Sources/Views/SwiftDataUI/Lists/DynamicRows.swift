// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rows that can be deleted or moved.
struct EditedRows<Content: DynamicViewContent>: DynamicViewContent, WrappingView {
  let content: Content
  var delete: ((IndexSet) -> Void)?
  var move: ((IndexSet, Int) -> Void)?
  var data: Content.Data { content.data }

  func update(_ node: Node) {
    let actions = node.remember { RowActions() }
    actions.delete = delete
    actions.move = move
    node.child(0, content)
  }

  func assemble(_ node: Node) -> Output {
    let actions = node.remember { RowActions() }
    var output = node.content
    output.attach(actions, deletes: delete != nil, moves: move != nil, node)
    return output
  }
}

extension Output {
  /// Lets rows be deleted or moved.
  mutating func attach(_ actions: RowActions, deletes: Bool, moves: Bool, _ node: Node) {
    elements = elements.map { element in
      if element.traits.isGap { return element }
      return element.key.derived(.of(.actions, node), of: element, variant: (deletes ? 1 : 0) | (moves ? 2 : 0)) {
        element.changed { element in
          // Where it is among the rows that this is about.
          element.traits.row.place = element.traits.place
          if let inner = element.traits.row.actions {
            // Both 'onDelete' and 'onMove' were called.
            let both = RowActions(of: actions)
            // Always through the objects, which have the latest closures: this element stays as long as the row does.
            let (deleting, moving) = (deletes ? actions : inner, moves ? actions : inner)
            if deleting.delete != nil { both.delete = { deleting.delete?($0) } }
            if moving.move != nil { both.move = { moving.move?($0, $1) } }
            element.traits.row.actions = both
          } else {
            element.traits.row.actions = actions
          }
        }
      }
    }
  }
}

extension DynamicViewContent {
  /// Sets the action for deleting rows. See Apple's documentation of `onDelete(perform:)`.
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
    EditedRows(content: self, delete: action)
  }

  /// Sets the action for moving rows. See Apple's documentation of `onMove(perform:)`.
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
    EditedRows(content: self, move: action)
  }

  /// Sets the action for dropped items; not supported here, rows stay unchanged.
  public func onInsert(of types: [String], perform action: @escaping (Int, [Any]) -> Void) -> some DynamicViewContent {
    EditedRows(content: self)
  }
}
