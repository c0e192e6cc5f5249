// SPDX-License-Identifier: Apache-2.0

/// A view that is another one as soon as its identifier changes.
struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
  let content: Content
  let id: ID

  func update(_ node: Node) {
    node.child(.id(node.remember { ShownIdentity() }.identity(of: AnyHashable(id))), content)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.elements = output.elements.map { element in
      element.changed { $0.traits.add(id: AnyHashable(id)) }
    }
    return output
  }
}

/// What an ``IdentifiedView`` is found again by: a model that is saved is no other one, whatever its identifier was.
@MainActor private final class ShownIdentity {
  private var shown: RowIdentity?

  func identity(of id: AnyHashable) -> RowIdentity {
    if let shown {
      if shown.value == id { return shown }
      if CurrentIdentity.of(shown.value) == CurrentIdentity.of(id) {
        shown.rename(id)
        return shown
      }
    }
    let identity = RowIdentity.named(id)
    shown = identity
    return identity
  }
}

extension View {
  /// Binds the identity of the view to a value: another value resets its state. See Apple's documentation of `id(_:)`.
  public func id<ID: Hashable>(_ id: ID) -> some View { IdentifiedView(content: self, id: id) }
}
