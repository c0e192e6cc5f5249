// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that is not drawn here: a placeholder names it.
protocol PlaceholderView: View {
  static var placeholderName: String { get }
}

/// Not supported: shows a placeholder. See Apple's documentation of `Canvas`.
public struct Canvas: View {
  /// Accepts a closure that draws; it is never called.
  public init(_ renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {}
  /// A note that names what is not supported.
  public var body: some View { UnsupportedView(name: "Canvas") }
}
/// What a ``Canvas`` would be drawn with; there is none here.
public struct GraphicsContext {
  /// Has no effect in the browser.
  public func fill(_ path: Path, with shading: Shading) {}
  /// Has no effect in the browser.
  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
  /// What would be drawn with; without effect here.
  public struct Shading: Sendable {
    /// Has no effect in the browser.
    public static func color(_ color: Color) -> Shading { Shading() }
  }
}

/// A group of related buttons. See Apple's documentation of `ControlGroup`.
public struct ControlGroup<Content: View>: View {
  let content: Content
  /// Creates a group.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// The controls in a row.
  public var body: some View { HStack { content } }
}
