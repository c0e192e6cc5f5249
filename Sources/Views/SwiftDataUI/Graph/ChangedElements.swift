// SPDX-License-Identifier: Apache-2.0

/// A view whose elements are changed one by one: what most modifiers are.
struct ChangedElements<Content: View>: WrappingView {
  let content: Content
  /// Whether ``change`` is only about the element, not about the node.
  var isPlain = false
  let change: @MainActor (Rendered, Node) -> Rendered

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.elements = output.elements.map { change($0, node) }
    return output
  }
}

extension ChangedElements: StatelessView {
  var isStateless: Bool { isPlain }
}

extension View {
  /// Changes a copy of each element.
  func changing(_ change: @escaping @MainActor (Rendered) -> Void) -> ChangedElements<Self> {
    ChangedElements(content: self, isPlain: true) { element, _ in
      element.traits.isGap ? element : element.changed(change)
    }
  }

  func styling(_ styles: [Element.Style], replacing: Bool = false) -> ChangedElements<Self> {
    changing { element in
      for style in styles {
        if replacing { element.style(style) } else { element.styleUnlessSet(style) }
      }
    }
  }

  func styling(_ style: Element.Style?) -> ChangedElements<Self> { styling(style.map { [$0] } ?? []) }

  /// Lays a box around each element unless its own may have the style.
  func boxing(
    _ stage: Rendered.Stage, merging: Bool = true, _ change: @escaping @MainActor (Rendered) -> Void
  ) -> ChangedElements<Self> {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let isBox = merging && element.isBox(for: stage) && element.stage < stage
      let box = isBox ? element.changed { _ in } : element.boxed(node)
      box.stage = stage
      change(box)
      return box
    }
  }
}

extension Rendered {
  /// Whether what a modifier adds looks on it as on a box around it.
  func isBox(for stage: Stage) -> Bool {
    guard kind == .box || classes.first == .text else { return false }
    switch (stage, classes.first) {
    // What has a look of its own, a size or layers is inside its padding.
    case (.padding, .text?), (.padding, .vstack?), (.padding, .hstack?), (.padding, .zstack?), (.padding, .box?),
      (.padding, .frame?), (.padding, .grid?), (.padding, .control?):
      return !styles.contains(where: \.keepsPaddingOutside)
    case (.padding, _), (.background, .color?), (.background, .shape?):
      return false
    default:
      return stage != .background || !styles.contains(.backgroundFillsText)
    }
  }

  /// A box around the element, which takes as much room as it.
  func boxed(_ node: Node, _ styleClass: StyleClass = .box, as use: ElementKey.Use = .box) -> Rendered {
    let box = Rendered(key.companion(.of(use, node)), .box, [styleClass], children: [self])
    box.grows = grows
    box.traits = traits
    return box
  }
}

extension Element.Style {
  /// Whether an element with it has its padding around it, not within.
  fileprivate var keepsPaddingOutside: Bool {
    switch self {
    case .size, .aspectRatio, .background, .backgroundFillsText: true
    default: false
    }
  }
}
