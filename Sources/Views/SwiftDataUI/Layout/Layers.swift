// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view with others behind or before it, which are as large as it.
struct Layered<Content: View, Layer: View>: PrimitiveView {
  let content: Content
  let layer: Layer
  let alignment: Alignment
  let isBehind: Bool

  func update(_ node: Node) {
    node.child(0, content)
    node.child(1, layer, environment: node.environment(inStack: nil))
  }

  func assemble(_ node: Node) -> Output {
    node.layered(node.content(0), node.content(1), alignment, isBehind: isBehind)
  }
}

extension Node {
  /// Lays what is shown behind or before the first element of a view.
  func layered(_ content: Output, _ layers: Output, _ alignment: Alignment, isBehind: Bool) -> Output {
    var output = content
    output.preferences.merge(layers.preferences)
    guard !layers.elements.isEmpty else { return output }
    output.elements = output.elements.enumerated().map { index, element in
      // The layer of several views is shown with the first one; an element cannot be in two places.
      guard index == 0, !element.traits.isGap else { return element }
      let layer = self.element(.box, [isBehind ? .layerBehind : .layerBefore], children: layers.elements)
      layer.alignCells(alignment, names: (layers.elements + [element]).guideNames)
      let box = element.boxed(self, .layers)
      box.children = isBehind ? [layer, element] : [element, layer]
      return box
    }
    return output
  }
}

extension View {
  /// Lays views behind this one. See Apple's documentation of `background(alignment:content:)`.
  public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    Layered(content: self, layer: content(), alignment: alignment, isBehind: true)
  }

  // A colour is a style first of all, as at Apple: 'background(Color("card"))'.
  /// Lays a view behind this one.
  @_disfavoredOverload
  public func background<V: View>(_ background: V, alignment: Alignment = .center) -> some View {
    Layered(content: self, layer: background, alignment: alignment, isBehind: true)
  }

  /// Fills the background of the view. Of a view that takes all the room of its page, it reaches behind bars, too, unless
  /// the edges lack the upper one.
  public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    let fill = style._style
    return boxing(.background) { element in
      element.style(.background(fill))
      element.traits.keepsBackground(!edges.contains(.top))
    }
  }

  /// Fills what lies behind the view with the colour of the page.
  public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    background(SystemShapeStyle.background, ignoresSafeAreaEdges: edges)
  }

  /// Fills a shape behind the view.
  public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle())
    -> some View
  {
    let fill = style._style
    let outline = shape._outline
    return boxing(.background) { element in
      element.style(.background(fill))
      element.traits.keepsBackground(true)
      outline.apply(to: element)
    }
  }

  /// Fills a shape behind the view with the colour of the page.
  public func background<T: Shape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
    background(SystemShapeStyle.background, in: shape, fillStyle: fillStyle)
  }

  /// Lays views over this one. See Apple's documentation of `overlay(alignment:content:)`.
  public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    Layered(content: self, layer: content(), alignment: alignment, isBehind: false)
  }

  /// Lays a view over this one.
  @_disfavoredOverload
  public func overlay<V: View>(_ overlay: V, alignment: Alignment = .center) -> some View {
    Layered(content: self, layer: overlay, alignment: alignment, isBehind: false)
  }

  /// Fills a rectangle over the view.
  public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    Layered(content: self, layer: Rectangle().fill(style), alignment: .center, isBehind: false)
  }

  /// Fills a shape over the view.
  public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View
  {
    Layered(content: self, layer: shape.fill(style), alignment: .center, isBehind: false)
  }

  /// Cuts off what goes beyond the view's rectangle; the mask itself is not drawn.
  public func mask<M: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> M) -> some View {
    inPart("mask", "what lies outside the view is cut off, whatever the mask").styling(.isClipped)
  }
  /// Cuts off what goes beyond the view's rectangle; the mask itself is not drawn.
  public func mask<M: View>(_ mask: M) -> some View {
    inPart("mask", "what lies outside the view is cut off, whatever the mask").styling(.isClipped)
  }
}

extension Traits {
  /// Says whether a background ends at bars.
  fileprivate mutating func keepsBackground(_ isKept: Bool) {
    if isKept { safeArea.insert(.keepsBackground) } else { safeArea.remove(.keepsBackground) }
  }
}
