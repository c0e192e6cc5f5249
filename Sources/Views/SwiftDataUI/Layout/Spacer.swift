// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Space that grows. See Apple's documentation of `Spacer`.
public struct Spacer: Sendable {
  public var minLength: CGFloat?
  public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element = node.element("div", [.spacer])
    let axis = node.environment.stackAxis
    if let minLength { element.style(axis == .horizontal ? "min-width" : "min-height", minLength.pixels) }
    element.grows = axis == .horizontal ? .horizontal : axis == .vertical ? .vertical : [.horizontal, .vertical]
    return Output(element)
  }
}

/// A line between views. See Apple's documentation of `Divider`.
public struct Divider: Sendable {
  public init() {}
}

extension Divider: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let isUpright = node.environment.stackAxis == .horizontal
    let element = node.element(isUpright ? "div" : "hr", [isUpright ? .verticalDivider : .divider])
    element.grows = isUpright ? .vertical : .horizontal
    element.traits.isDivider = true
    return Output(element)
  }
}
