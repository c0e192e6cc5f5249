// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Distances from the edges of a view, in points. See Apple's documentation of `UIEdgeInsets`.
public struct UIEdgeInsets: Hashable, Sendable {
  /// The distances from the edges.
  public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat
  /// Creates distances.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
  /// No distance from any edge.
  public static let zero = UIEdgeInsets()
}

extension UIView {
  /// Always zero: what lies under a notch or a bar is not known.
  public var safeAreaInsets: UIEdgeInsets { .zero }
}
