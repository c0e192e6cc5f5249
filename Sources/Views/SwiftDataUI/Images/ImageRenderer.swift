// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws a view to a picture: not here, where the browser draws. The picture is always nil.
/// See Apple's documentation of `ImageRenderer`.
@MainActor public final class ImageRenderer<Content: View> {
  public var content: Content
  public var scale: CGFloat = 1
  public var isOpaque = false
  public var proposedSize = ProposedViewSize.unspecified

  public init(content: Content) { self.content = content }

  public var uiImage: PlatformImage? { notSupported() }
  public var nsImage: PlatformImage? { notSupported() }

  private func notSupported() -> PlatformImage? {
    Diagnostics.note("Not supported: ImageRenderer")
    return nil
  }
}
