// SPDX-License-Identifier: Apache-2.0

/// A view with others behind or before it that are made of what it says for a key.
struct PreferenceLayer<Content: View, K: PreferenceKey, Layer: View>: PrimitiveView {
  let content: Content
  let key: K.Type
  let alignment: Alignment
  let isBehind: Bool
  let layer: (K.Value) -> Layer

  /// The latest value, and who is told of another one.
  @MainActor final class Memory {
    weak var node: Node?
    var value: K.Value = K.defaultValue
  }

  /// Asked for the value before the layer is made: so it needs no second evaluation.
  struct Source: PrimitiveView {
    let content: Content
    let memory: Memory

    func update(_ node: Node) { node.child(0, content) }

    func assemble(_ node: Node) -> Output {
      let output = node.content
      let value = output.preferences[K.self]
      if !isSameValue(value, memory.value) {
        memory.value = value
        memory.node?.invalidate()
      }
      return output
    }
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    memory.node = nil
    node.child(0, Source(content: content, memory: memory)).assembleIfNeeded()
    memory.node = node
    let environment = node.environment("layer") {
      $0.enterStack(nil)
      $0.isAmongAnchors = true
    }
    node.child(1, node.track { layer(memory.value) }, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let isAsked = node.content(0).preferences[AnchorsKey.self]
    var output = node.layered(node.content(0), node.content(1), alignment, isBehind: isBehind)
    // The outermost element that is asked is what all places are told in.
    if isAsked, let first = output.elements.first, !first.isGap {
      // The box is there before there is a layer: it shall not come when the places are known.
      let box = node.content(1).elements.isEmpty ? first.boxed(node, .layers) : first.changed { _ in }
      box.on(.frame) { _ in }
      output.elements[0] = box
    }
    return output
  }
}

extension View {
  /// Lays views over this one that are made of what the views within say for a key.
  public func overlayPreferenceValue<K: PreferenceKey, V: View>(
    _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
  ) -> some View {
    PreferenceLayer(content: self, key: key, alignment: alignment, isBehind: false, layer: transform)
  }

  /// Lays views behind this one that are made of what the views within say for a key.
  public func backgroundPreferenceValue<K: PreferenceKey, V: View>(
    _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
  ) -> some View {
    PreferenceLayer(content: self, key: key, alignment: alignment, isBehind: true, layer: transform)
  }
}
