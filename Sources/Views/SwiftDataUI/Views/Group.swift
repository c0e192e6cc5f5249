// SPDX-License-Identifier: Apache-2.0

/// Several views; modifiers apply to each of them.
public struct Group<Content> {
  let content: Content
}

extension Group: View where Content: View {
  /// None: shown as the views within.
  public typealias Body = Never

  /// Creates a group of views, which stay views of what is around it.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: PrimitiveView, WrappingView where Content: View {}
