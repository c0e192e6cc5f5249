// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Adds room around the view. A negative length takes room away: the view reaches beyond it. See Apple's documentation
  /// of `padding(_:_:)`.
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    padded(EdgeInsets(length ?? 0, at: edges), usual: length == nil ? edges : [])
  }

  /// Adds the same room at all sides, in points.
  public func padding(_ length: CGFloat) -> some View { padded(EdgeInsets(length, at: .all)) }

  /// Adds room at each side, in points.
  public func padding(_ insets: EdgeInsets) -> some View { padded(insets) }

  private func padded(_ insets: EdgeInsets, usual: Edge.Set = []) -> some View {
    let within = Element.Style.padding(.init(insets) { max($0, 0) }, usual: usual)
    let isNegative = min(insets.top, insets.leading, insets.bottom, insets.trailing) < 0
    let beyond = isNegative ? Element.Style.overlap(.init(insets) { min($0, 0) }) : nil
    return boxing(.padding) { element in
      element.style(within)
      if let beyond { element.style(beyond) }
    }
  }

  /// Adds padding: there is no safe area in a browser.
  public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    padding(edges, length)
  }
  /// Adds padding at all sides: there is no safe area in a browser.
  public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }
  /// Adds padding at each side: there is no safe area in a browser.
  public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }
  /// Sets how far the content of a list, a form or a scrolling view is from its edges; it scrolls there. Other views
  /// have padding instead, and those around a scrolling view do. Without a length it takes that of earlier content
  /// margins away. Bars of scrolling views stay at the edge, whatever the placement.
  public func contentMargins(
    _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
  ) -> some View { margins(edges, placement) { _ in length } }

  private func margins(
    _ edges: Edge.Set, _ placement: ContentMarginPlacement, _ length: @escaping (Edge) -> CGFloat?
  ) -> some View {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap || placement == .scrollIndicators { return element }
      let isList = element.classes.contains(.list)
      let scrolls = isList || element.classes.contains(.scroll) || element.classes.contains(.scrollHorizontal)
      let isBox = scrolls || (element.isBox(for: .padding) && element.stage < .padding)
      let box = isBox ? element.changed { _ in } : element.boxed(node)
      if !scrolls { box.stage = .padding }
      for edge in [Edge.top, .trailing, .bottom, .leading] where edges.contains(Edge.Set(edge)) {
        // The sections of a list are as far from its sides.
        let isSide = isList && (edge == .leading || edge == .trailing)
        box.style(isSide ? .listMargin(edge, length(edge)) : .contentMargin(edge, length(edge) ?? 0))
      }
      return box
    }
  }
  /// Sets how far the content is from all edges.
  public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic) -> some View {
    contentMargins(.all, length, for: placement)
  }
  /// Sets how far the content is from some edges.
  public func contentMargins(
    _ edges: Edge.Set = .all, _ insets: EdgeInsets, for placement: ContentMarginPlacement = .automatic
  ) -> some View { margins(edges, placement) { insets[$0] } }

  /// Sets the size of the view. See Apple's documentation of `frame(width:height:alignment:)`.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    framed(alignment) { box in
      // A circle takes no more than its diameter, so that one length is both.
      let isCircle = box.children.first?.classes.contains(.square) == true
      // An image that is shown whole has the other length by its own proportions.
      if (width == nil) != (height == nil), let inner = box.children.first?.classes,
        inner.contains(.resizable), inner.contains(.fit)
      {
        box.grows = []
      }
      if let width = width ?? (isCircle ? height : nil) {
        box.style(.size(.width, .points(width)))
        box.grows.remove(.horizontal)
        box.add(.fixedWidth)
      }
      if let height = height ?? (isCircle ? width : nil) {
        box.style(.size(.height, .points(height)))
        box.grows.remove(.vertical)
        box.add(.fixedHeight)
      }
    }
  }

  /// Limits the size of the view. The ideal lengths are for ``View/fixedSize()`` directly around the frame. See Apple's
  /// documentation of `frame(minWidth:…)`.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    framed(alignment) { box in
      if let minWidth { box.style(.size(.minWidth, .points(minWidth))) }
      if let maxWidth {
        box.grows.insert(.horizontal)
        if maxWidth.isFinite {
          box.style(.size(.maxWidth, .points(maxWidth)))
          box.add(.limitedWidth)
        }
      }
      if let idealWidth { box.style(.ideal(.horizontal, idealWidth)) }
      if let minHeight { box.style(.size(.minHeight, .points(minHeight))) }
      if let maxHeight {
        box.grows.insert(.vertical)
        if maxHeight.isFinite { box.style(.size(.maxHeight, .points(maxHeight))) }
      }
      if let idealHeight { box.style(.ideal(.vertical, idealHeight)) }
    }
  }

  private func framed(_ alignment: Alignment, _ change: @escaping @MainActor (Rendered) -> Void) -> some View {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let box = element.boxed(node, .frame)
      let names = element.traits.guideNames
      for (axis, guide) in [(Axis.horizontal, alignment.horizontal.guide), (.vertical, alignment.vertical.guide)] {
        if guide.place == .center, !names.contains(guide.name) { continue }
        box.align(by: guide, names: names) { .frameAlignment(axis, $0) }
      }
      change(box)
      return box
    }
  }

  /// Lets the view be as large as it wants. See Apple's documentation of `fixedSize()`.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    changing { element in
      if horizontal {
        element.styleUnlessSet(.fixedSize(.horizontal))
        element.style(.doesNotShrink)
        element.grows.remove(.horizontal)
      }
      if vertical {
        element.styleUnlessSet(.fixedSize(.vertical))
        element.grows.remove(.vertical)
      }
    }
  }

  /// Sets which views of a stack are given room first. A view below others shrinks before they do; one that takes all the
  /// room there is gets none if one above it does so, too.
  public func layoutPriority(_ value: Double) -> some View { changing { $0.traits.layoutPriority = value } }

  /// Sets the relation of width to height. Without a ratio only images change: they keep their own within their frame,
  /// or fill it.
  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    changing { element in
      if let ratio { element.style(.aspectRatio(ratio)) }
      element.add(contentMode == .fit ? .fit : .fill)
      if element.kind != .image, ratio != nil { element.grows = []; element.grows.insert(.horizontal) }
    }
  }
  /// Sets the relation of width to height to that of a size.
  public func aspectRatio(_ ratio: CGSize, contentMode: ContentMode) -> some View {
    aspectRatio(ratio.height == 0 ? 1 : ratio.width / ratio.height, contentMode: contentMode)
  }
  /// Shows an image whole, within its frame.
  public func scaledToFit() -> some View { aspectRatio(nil, contentMode: .fit) }
  /// Lets an image fill its frame; what goes beyond is cut off.
  public func scaledToFill() -> some View { aspectRatio(nil, contentMode: .fill) }
}

/// Whether content is shown whole, or fills its frame.
public enum ContentMode: CaseIterable, Hashable, Sendable { case fit, fill }

/// What of a scrolling view a margin is about; not told apart here.
public struct ContentMarginPlacement: Hashable, Sendable {
  let name: String
  /// The content.
  public static let automatic = ContentMarginPlacement(name: "automatic")
  /// The content.
  public static let scrollContent = ContentMarginPlacement(name: "scrollContent")
  /// Has no effect in the browser.
  public static let scrollIndicators = ContentMarginPlacement(name: "scrollIndicators")
}

extension Element.Style.Sides {
  init(_ insets: EdgeInsets, _ length: (CGFloat) -> CGFloat = { $0 }) {
    self.init(
      top: length(insets.top), trailing: length(insets.trailing), bottom: length(insets.bottom),
      leading: length(insets.leading))
  }
}

extension EdgeInsets {
  /// A length at some edges.
  init(_ length: CGFloat, at edges: Edge.Set) {
    func at(_ edge: Edge.Set) -> CGFloat { edges.contains(edge) ? length : 0 }
    self.init(top: at(.top), leading: at(.leading), bottom: at(.bottom), trailing: at(.trailing))
  }

  fileprivate subscript(edge: Edge) -> CGFloat {
    switch edge {
    case .top: top
    case .bottom: bottom
    case .leading: leading
    case .trailing: trailing
    }
  }
}
