// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Space that grows. See Apple's documentation of `Spacer`.
public struct Spacer: Sendable {
  /// The least length in the direction of the stack, in points.
  public var minLength: CGFloat?
  /// Creates room that takes what the other views leave.
  public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: View, PrimitiveView {
  /// None: shown as an empty box that grows.
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.spacer])
    let axis = node.environment.stackAxis
    if let minLength { element.style(.size(axis == .horizontal ? .minWidth : .minHeight, .points(minLength))) }
    element.grows = axis == .horizontal ? .horizontal : axis == .vertical ? .vertical : [.horizontal, .vertical]
    return Output(element)
  }
}

/// A line between views. See Apple's documentation of `Divider`.
public struct Divider: Sendable {
  /// Creates a line.
  public init() {}
}

extension Divider: View, PrimitiveView {
  /// None: shown as a line, upright in a horizontal stack.
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let isUpright = node.environment.stackAxis == .horizontal
    let element = node.element(isUpright ? .box : .divider, [isUpright ? .verticalDivider : .divider])
    element.grows = isUpright ? .vertical : .horizontal
    element.traits.isDivider = true
    return Output(element)
  }
}
