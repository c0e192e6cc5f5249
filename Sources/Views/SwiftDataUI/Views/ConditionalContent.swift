// SPDX-License-Identifier: Apache-2.0

/// One of two views, as `if` … `else` in a ``ViewBuilder`` makes them. What each branch remembers goes when the other is shown.
public struct _ConditionalContent<First, Second> {
  enum Storage {
    case first(First)
    case second(Second)
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }
}

extension _ConditionalContent: View where First: View, Second: View {
  /// None: shown as the branch that was taken.
  public typealias Body = Never
}

extension _ConditionalContent: PrimitiveView where First: View, Second: View {
  func update(_ node: Node) {
    switch storage {
    case .first(let view): node.child(0, view)
    case .second(let view): node.child(1, view)
    }
  }
}

extension Optional: View where Wrapped: View {
  /// None: shown as the view, if there is one.
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  func update(_ node: Node) {
    if let self { node.child(0, self) }
  }
}
