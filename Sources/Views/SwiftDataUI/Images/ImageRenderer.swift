// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws a view to a picture: not here, where the browser draws. The picture is always nil.
/// See Apple's documentation of `ImageRenderer`.
@MainActor public final class ImageRenderer<Content: View> {
  /// The view that would be drawn.
  public var content: Content
  /// How many pixels there would be for a point.
  public var scale: CGFloat = 1
  /// Whether the picture would be without transparency.
  public var isOpaque = false
  /// The size that the view would be offered.
  public var proposedSize = ProposedViewSize.unspecified

  /// Creates a renderer of a view, which draws nothing.
  public init(content: Content) { self.content = content }

  /// Always nil, which the program's diagnostics note.
  public var uiImage: PlatformImage? { notSupported() }
  /// Always nil, which the program's diagnostics note.
  public var nsImage: PlatformImage? { notSupported() }

  private func notSupported() -> PlatformImage? {
    Diagnostics.note("Not supported: ImageRenderer")
    return nil
  }
}
