// SPDX-License-Identifier: Apache-2.0

/// A view that is another one as soon as its identifier changes.
struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
  let content: Content
  let id: ID

  func update(_ node: Node) { node.child(.named(AnyHashable(id)), content) }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.elements = output.elements.map { element in
      element.changed { $0.traits.add(id: AnyHashable(id)) }
    }
    return output
  }
}

extension View {
  /// Binds the identity of the view to a value: another value resets its state. See Apple's documentation of `id(_:)`.
  public func id<ID: Hashable>(_ id: ID) -> some View { IdentifiedView(content: self, id: id) }
}
