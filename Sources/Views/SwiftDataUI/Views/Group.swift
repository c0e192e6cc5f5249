// SPDX-License-Identifier: Apache-2.0

/// Several views; modifiers apply to each of them.
public struct Group<Content> {
  let content: Content
}

extension Group: View where Content: View {
  public typealias Body = Never

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: PrimitiveView, WrappingView where Content: View {}
