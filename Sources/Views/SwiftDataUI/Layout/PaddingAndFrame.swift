// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Adds room around the view. See Apple's documentation of `padding(_:_:)`.
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    padded { edges.contains($0) ? length.map(\.pixels) ?? "var(--s-padding)" : "0" }
  }

  public func padding(_ length: CGFloat) -> some View { padded { _ in length.pixels } }

  public func padding(_ insets: EdgeInsets) -> some View {
    padded { edge in
      switch edge {
      case .top: insets.top.pixels
      case .bottom: insets.bottom.pixels
      case .leading: insets.leading.pixels
      default: insets.trailing.pixels
      }
    }
  }

  private func padded(_ length: @escaping (Edge.Set) -> String) -> some View {
    let value = [Edge.Set.top, .trailing, .bottom, .leading].map(length).joined(separator: " ")
    return boxing(.padding) { $0.style("padding", value) }
  }

  public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    padding(edges, length)
  }
  public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }
  public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }
  public func contentMargins(
    _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
  ) -> some View {
    boxing(.padding) { element in
      for edge in [Edge.Set.top, .trailing, .bottom, .leading] where edges.contains(edge) {
        element.style("padding-\(edge.side)", length?.pixels ?? "0")
      }
    }
  }
  public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic) -> some View {
    contentMargins(.all, length, for: placement)
  }
  public func contentMargins(
    _ edges: Edge.Set = .all, _ insets: EdgeInsets, for placement: ContentMarginPlacement = .automatic
  ) -> some View { padding(insets) }

  /// Sets the size of the view. See Apple's documentation of `frame(width:height:alignment:)`.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    framed(alignment) { box in
      // A circle takes no more than its diameter, so that one length is both.
      let isCircle = box.children.first?.classes.contains(.square) == true
      if let width = width ?? (isCircle ? height : nil) {
        box.style("width", width.pixels)
        box.grows.remove(.horizontal)
        box.add(.fixedWidth)
      }
      if let height = height ?? (isCircle ? width : nil) {
        box.style("height", height.pixels)
        box.grows.remove(.vertical)
        box.add(.fixedHeight)
      }
    }
  }

  /// Limits the size of the view. See Apple's documentation of `frame(minWidth:…)`.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    framed(alignment) { box in
      if let minWidth { box.style("min-width", minWidth.pixels) }
      if let maxWidth {
        box.grows.insert(.horizontal)
        if maxWidth.isFinite { box.style("max-width", maxWidth.pixels) }
      } else if let idealWidth {
        box.style("width", idealWidth.pixels)
      }
      if let minHeight { box.style("min-height", minHeight.pixels) }
      if let maxHeight {
        box.grows.insert(.vertical)
        if maxHeight.isFinite { box.style("max-height", maxHeight.pixels) }
      } else if let idealHeight {
        box.style("height", idealHeight.pixels)
      }
    }
  }

  private func framed(_ alignment: Alignment, _ change: @escaping @MainActor (Rendered) -> Void) -> some View {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let box = element.boxed(node, .frame)
      if alignment.horizontal != .center { box.style("align-items", alignment.horizontal.css) }
      if alignment.vertical != .center { box.style("justify-content", alignment.vertical.css) }
      change(box)
      return box
    }
  }

  /// Lets the view be as large as it wants. See Apple's documentation of `fixedSize()`.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    changing { element in
      if horizontal {
        element.style("flex-shrink", "0")
        element.grows.remove(.horizontal)
      }
      if vertical { element.grows.remove(.vertical) }
    }
  }

  public func layoutPriority(_ value: Double) -> some View {
    changing { element in
      element.traits.layoutPriority = value
      if value > 0 { element.style("flex-shrink", "0") }
    }
  }

  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    changing { element in
      if let ratio { element.style("aspect-ratio", ratio.number) }
      element.add(contentMode == .fit ? .fit : .fill)
      if element.tag != "img", ratio != nil { element.grows = []; element.grows.insert(.horizontal) }
    }
  }
  public func aspectRatio(_ ratio: CGSize, contentMode: ContentMode) -> some View {
    aspectRatio(ratio.height == 0 ? 1 : ratio.width / ratio.height, contentMode: contentMode)
  }
  public func scaledToFit() -> some View { aspectRatio(nil, contentMode: .fit) }
  public func scaledToFill() -> some View { aspectRatio(nil, contentMode: .fill) }
}

public enum ContentMode: CaseIterable, Hashable, Sendable { case fit, fill }

public struct ContentMarginPlacement: Hashable, Sendable {
  let name: String
  public static let automatic = ContentMarginPlacement(name: "automatic")
  public static let scrollContent = ContentMarginPlacement(name: "scrollContent")
  public static let scrollIndicators = ContentMarginPlacement(name: "scrollIndicators")
}

extension Edge.Set {
  var side: String {
    switch self {
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "left"
    default: "right"
    }
  }
}
