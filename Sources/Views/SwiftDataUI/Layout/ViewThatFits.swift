// SPDX-License-Identifier: Apache-2.0

/// The first of several views that has room; the last one if none has. See Apple's documentation of `ViewThatFits`.
///
/// ```swift
/// ViewThatFits(in: .horizontal) {
///   Text("Chapter 12: How it ended")
///   Text("Chapter 12")
/// }
/// ```
///
/// All of them are evaluated, and the browser shows one: only it knows how large they are. The first is shown without
/// scripts.
public struct ViewThatFits<Content: View>: View {
  let axes: Axis.Set
  let content: Content
  /// Creates a view of several, of which the first one is shown that fits in some directions.
  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }
  /// All of the views, of which the browser shows one.
  public var body: some View { FittingViews(content: content, axes: axes) }
}

struct FittingViews<Content: View>: PrimitiveView {
  let content: Content
  let axes: Axis.Set

  func update(_ node: Node) { node.child(0, content, environment: node.environment(inStack: nil)) }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    guard content.elements.count > 1 else { return content }
    let box = node.element(.box, [.fitting], children: content.elements)
    box.attribute(.fitting, (axes.contains(.horizontal) ? "x" : "") + (axes.contains(.vertical) ? "y" : ""))
    box.grows = content.grows
    return Output(box, content.preferences)
  }
}
