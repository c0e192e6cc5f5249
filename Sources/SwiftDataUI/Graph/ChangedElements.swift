/// A view whose elements are changed one by one: what most modifiers are.
struct ChangedElements<Content: View>: WrappingView {
  let content: Content
  let change: @MainActor (Rendered, Node) -> Rendered

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.elements = output.elements.map { change($0, node) }
    return output
  }
}

extension View {
  /// Changes a copy of each element.
  func changing(_ change: @escaping @MainActor (Rendered) -> Void) -> ChangedElements<Self> {
    ChangedElements(content: self) { element, _ in
      element.traits.isGap ? element : element.changed(change)
    }
  }

  func styling(_ properties: [Font.CSSProperty], replacing: Bool = false) -> ChangedElements<Self> {
    changing { element in
      for property in properties {
        if replacing {
          element.style(property.name, property.value)
        } else {
          element.styleUnlessSet(property.name, property.value)
        }
      }
    }
  }

  func styling(_ name: String, _ value: String) -> ChangedElements<Self> { styling([.init(name, value)]) }

  /// Lays a box around each element unless its own may have the style.
  func boxing(
    _ stage: Rendered.Stage, merging: Bool = true, _ change: @escaping @MainActor (Rendered) -> Void
  ) -> ChangedElements<Self> {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let isBox = merging && element.isBox && element.stage < stage
      let box = isBox ? element.changed { _ in } : element.boxed(node)
      box.stage = stage
      change(box)
      return box
    }
  }
}

extension Rendered {
  /// Whether paddings and backgrounds look on it as on a box around it.
  var isBox: Bool { tag == "div" || classes.first == .text }

  /// A box around the element, which takes as much room as it.
  func boxed(_ node: Node, _ styleClass: StyleClass = .box, name: String = "") -> Rendered {
    let box = Rendered(key.companion("\(node.serial)\(name)"), "div", [styleClass], children: [self])
    box.grows = grows
    box.traits = traits
    return box
  }
}
