// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A direction. See Apple's documentation of `Axis`.
public enum Axis: Int8, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// From side to side, or from top to bottom.
  case horizontal, vertical

  /// The name of the direction.
  public var description: String { self == .horizontal ? "horizontal" : "vertical" }

  /// Some of the directions.
  public struct Set: OptionSet, Hashable, Sendable {
    /// The bits of the directions.
    public let rawValue: Int8
    /// Creates directions of bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// From side to side.
    public static let horizontal = Set(rawValue: 1)
    /// From top to bottom.
    public static let vertical = Set(rawValue: 2)
  }
}

/// A side of a rectangle. See Apple's documentation of `Edge`.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
  /// The upper edge, the side where reading begins, the lower edge, and the side where reading ends.
  case top, leading, bottom, trailing

  /// Some of the sides.
  public struct Set: OptionSet, Hashable, Sendable {
    /// The bits of the sides.
    public let rawValue: Int8
    /// Creates sides of bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Creates a set of one side.
    public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }
    /// The upper edge.
    public static let top = Set(rawValue: 1)
    /// The side where reading begins.
    public static let leading = Set(rawValue: 2)
    /// The lower edge.
    public static let bottom = Set(rawValue: 4)
    /// The side where reading ends.
    public static let trailing = Set(rawValue: 8)
    /// All four sides.
    public static let all = Set(rawValue: 15)
    /// The leading and the trailing side.
    public static let horizontal: Set = [.leading, .trailing]
    /// The upper and the lower edge.
    public static let vertical: Set = [.top, .bottom]
  }
}

/// A side at which reading begins or ends.
public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable {
  /// The side where reading begins, and the one where it ends.
  case leading, trailing
  /// Some of the sides.
  public struct Set: OptionSet, Hashable, Sendable {
    /// The bits of the sides.
    public let rawValue: Int8
    /// Creates sides of bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// The side where reading begins.
    public static let leading = Set(rawValue: 1)
    /// The side where reading ends.
    public static let trailing = Set(rawValue: 2)
    /// Both sides.
    public static let all = Set(rawValue: 3)
  }
}

/// An edge above or below.
public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
  /// The upper and the lower edge.
  case top, bottom
  /// Some of the edges.
  public struct Set: OptionSet, Hashable, Sendable {
    /// The bits of the edges.
    public let rawValue: Int8
    /// Creates edges of bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = Set(rawValue: 1)
    /// The lower edge.
    public static let bottom = Set(rawValue: 2)
    /// Both edges.
    public static let all = Set(rawValue: 3)
  }
}

/// The insets from the sides of a rectangle. See Apple's documentation of `EdgeInsets`.
public struct EdgeInsets: Equatable, Sendable {
  /// The distance from the upper edge, in points.
  public var top: CGFloat
  /// The distance from the side where reading begins, in points.
  public var leading: CGFloat
  /// The distance from the lower edge, in points.
  public var bottom: CGFloat
  /// The distance from the side where reading ends, in points.
  public var trailing: CGFloat

  /// Creates insets of zero.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  /// Creates insets, in points.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

extension CGFloat {
  /// With three digits after the point at most, and a point; what is no number becomes 0.
  package var number: String {
    let rounded = (Double(self) * 1000).rounded() / 1000
    guard rounded.isFinite else { return "0" }
    return rounded == rounded.rounded() && rounded.magnitude < 1e9 ? String(Int(rounded)) : String(rounded)
  }
}

extension Double {
  package var number: String { CGFloat(self).number }
}
