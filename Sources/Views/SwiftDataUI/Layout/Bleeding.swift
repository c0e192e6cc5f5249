// SPDX-License-Identifier: Apache-2.0

/// What a view says about the safe area: how far colours reach behind bars.
struct SafeAreaTraits: OptionSet, Sendable {
  let rawValue: UInt8
  /// The view reaches behind bars: `ignoresSafeArea()`.
  static let isIgnored = Self(rawValue: 1)
  /// The background that a modifier has added ends at bars.
  static let keepsBackground = Self(rawValue: 2)
  /// A stack of a view and an inset beside it: the view reaches behind the inset.
  static let isInset = Self(rawValue: 4)
}

/// Takes what bleeds out of the content of a page, so that the page shows it behind its bars.
///
/// Bars lie beside the content here, which scrolls between them. So a colour that reaches behind the bars is no part of the
/// content: it is laid behind the whole page. What lies in the content stays in its place.
///
/// Only what touches all edges of the content bleeds, and only as long as nothing else is drawn before it: then its
/// place in the page makes no difference but that it is larger.
@MainActor struct Bleeding {
  /// What is laid behind the page, the lowest first.
  private(set) var layers: [Rendered] = []
  /// What the content hands down to all within, and to its layers.
  private var inherited: [Element.Style] = []
  /// A name for what is made of an element.
  private static let name = ElementKey.Name.of(.bleed)

  /// Returns the elements without what bleeds.
  mutating func take(from elements: [Rendered]) -> [Rendered] {
    guard elements.count == 1 else { return elements }
    return [take(from: elements[0]).rest]
  }

  /// - Returns: what stays, and whether nothing of the element is drawn any more.
  private mutating func take(from element: Rendered) -> (rest: Rendered, isEmpty: Bool) {
    guard element.fillsRoom, element.styles.allSatisfy(\.bleeds) || element.isLayerAlone else {
      return (element, false)
    }
    if element.traits.safeArea.contains(.isIgnored) {
      if element.isDecoration, !element.hasRoomWithin {
        add(element)
        return (element.withoutContent(Self.name), true)
      }
      if element.classes.first == .color { return (takeFill(from: element), true) }
    }
    var rest = element
    if element.hasBleedingBackground { rest = takeFill(from: element) }
    guard !element.hasRoomWithin else { return (rest, false) }
    let outer = inherited
    for style in element.styles where style.isInherited { inherited.set(style) }
    defer { inherited = outer }
    return takeChildren(from: rest)
  }

  private mutating func takeChildren(from element: Rendered) -> (rest: Rendered, isEmpty: Bool) {
    var children = element.children
    switch element.classes.first {
    case .zstack where !children.contains(where: { $0.styles.contains(where: \.changesOrder) }):
      // Those that lie over something else stay.
      var isEmpty = true
      for index in children.indices where isEmpty { (children[index], isEmpty) = take(from: children[index]) }
    case .layers:
      guard children.count == 2 else { return (element, false) }
      if children[0].classes.first == .layerBehind {
        let behind = children[0]
        var within = behind.children
        var isEmpty = true
        for index in within.indices where isEmpty { (within[index], isEmpty) = take(from: within[index]) }
        if within.map(ObjectIdentifier.init) != behind.children.map(ObjectIdentifier.init) {
          children[0] = behind.changed { $0.children = within }
        }
        if isEmpty { children[1] = take(from: children[1]).rest }
      } else {
        children[0] = take(from: children[0]).rest
      }
    case .vstack, .hstack, .box, .frame:
      if children.count == 1 {
        children[0] = take(from: children[0]).rest
      } else if element.traits.safeArea.contains(.isInset),
        let index = children.firstIndex(where: \.fillsRoom)
      {
        children[index] = take(from: children[index]).rest
      }
    default: return (element, false)
    }
    if children.map(ObjectIdentifier.init) == element.children.map(ObjectIdentifier.init) { return (element, false) }
    return (element.changed { $0.children = children }, false)
  }

  private mutating func takeFill(from element: Rendered) -> Rendered {
    guard let fill = element.background else { return element }
    let layer = Rendered(element.key.companion(Self.name), .box, [.color])
    layer.grows = [.horizontal, .vertical]
    layer.style(.background(fill))
    add(layer)
    // A list without a background of its own would have the usual one.
    if element.isList { return element.changed { $0.style(.background(Color.clear._style)) } }
    return element.changed { $0.styles.removeAll { if case .background = $0 { true } else { false } } }
  }

  private mutating func add(_ layer: Rendered) {
    let inherited = inherited
    layers.append(inherited.isEmpty ? layer : layer.changed { for style in inherited { $0.styleUnlessSet(style) } })
  }
}

extension Node {
  /// What bleeds behind a page, as its first child; nil if nothing does.
  func bleed(_ bleeding: Bleeding, key: Int) -> Rendered? {
    bleeding.layers.isEmpty ? nil : element(.box, [.bleed], key: key, children: bleeding.layers)
  }
}

extension Rendered {
  fileprivate var fillsRoom: Bool { grows == [.horizontal, .vertical] && !classes.contains(.limitedWidth) }

  fileprivate var background: _Fill? {
    for style in styles { if case .background(let fill) = style { return fill } }
    return nil
  }

  /// Whether a modifier has added a background to it that reaches behind bars.
  fileprivate var hasBleedingBackground: Bool {
    guard background != nil, !traits.safeArea.contains(.keepsBackground), kind == .box else { return false }
    switch classes.first {
    case .box, .frame, .vstack, .hstack, .zstack, .layers, .scroll: break
    default: return isList
    }
    // A list covers what lies behind it, also behind bars, unless its background is hidden.
    return children.count != 1 || !children[0].isList || children[0].background != nil
  }

  fileprivate var isList: Bool { classes.contains(.list) || classes.contains(.form) }

  /// Whether what lies in it does not touch its edges.
  fileprivate var hasRoomWithin: Bool {
    styles.contains { style in
      switch style {
      case .padding, .contentMargin, .overlap: true
      default: false
      }
    }
  }

  /// Whether it is drawn like a picture: nobody reads it, or does anything with it.
  fileprivate var isDecoration: Bool {
    let isPicture =
      switch (kind, classes.first) {
      case (.image, _), (.drawing, _), (.path, _), (.rectangle, _), (.circle, _): true
      case (.box, .color?), (.box, .shape?), (.box, .box?), (.box, .frame?), (.box, .zstack?), (.box, .layers?),
        (.box, .layerBehind?), (.box, .layerBefore?):
        true
      default: false
      }
    return isPicture && text == nil && handlers.isEmpty && children.allSatisfy(\.isDecoration)
  }

  /// Whether it may be moved as a whole, whatever its look: nothing of it stays.
  fileprivate var isLayerAlone: Bool { traits.safeArea.contains(.isIgnored) && isDecoration }

  /// What takes the room of a picture that is drawn elsewhere.
  fileprivate func withoutContent(_ name: ElementKey.Name) -> Rendered {
    let box = Rendered(key.companion(name), .box, [.box])
    box.grows = grows
    return box
  }
}

extension Element.Style {
  /// Whether what lies in an element with it is drawn as without it, but for what is handed down.
  fileprivate var bleeds: Bool {
    switch self {
    case .background, .padding, .contentMargin, .spacing, .stackAlignment, .frameAlignment, .cellAlignment,
      .ownStackAlignment, .ownCellAlignment, .doesNotShrink, .shrinks, .ideal:
      true
    case .size(let dimension, _): dimension == .minWidth || dimension == .minHeight
    default: isInherited
    }
  }

  /// Whether it is said for all that lies in the element.
  fileprivate var isInherited: Bool {
    switch self {
    case .fontSize, .fontWeight, .fontFamily, .isItalic, .fontWidth, .hasDigitsOfOneWidth, .smallCapitals, .lineHeight,
      .letterSpacing, .textCase, .textAlignment, .isSelectable, .color, .shapeFill, .shapeColor, .backgroundStyle,
      .tint,
      .symbolScale:
      true
    default: false
    }
  }

  fileprivate var changesOrder: Bool {
    switch self {
    case .lifted, .order: true
    default: false
    }
  }
}
