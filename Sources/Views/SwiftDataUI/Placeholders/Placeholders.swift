// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that is not drawn here: a placeholder names it.
protocol PlaceholderView: View {
  static var placeholderName: String { get }
}

/// Content that changes with time: shown as of its last evaluation. See Apple's documentation of `TimelineView`.
public struct TimelineView<Content: View>: View {
  let content: (Context) -> Content
  /// What the content is told of the time.
  public struct Context: Sendable {
    /// When the content was evaluated.
    public let date: Date
    /// How often content is meant to change; always once a second here.
    public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
    /// Always ``Cadence/seconds``, whatever the schedule says.
    public var cadence: Cadence { .seconds }
  }
  /// Creates a view of the time. The schedule is not followed: the content changes when the view around it does.
  public init(_ schedule: TimelineScheduleName, @ViewBuilder content: @escaping (Context) -> Content) {
    self.content = content
  }
  /// The content, as of now.
  public var body: some View { content(Context(date: .now)) }
}

/// The schedule of a ``TimelineView``, which is not followed here.
public struct TimelineScheduleName: Sendable {
  /// Has no effect in the browser.
  public static let everyMinute = Self()
  /// Has no effect in the browser.
  public static let animation = Self()
  /// Has no effect in the browser.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self { Self() }
  /// Has no effect in the browser.
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { Self() }
  /// Has no effect in the browser.
  public static func explicit<S: Sequence>(_ dates: S) -> Self where S.Element == Date { Self() }
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

/// The first child that fits: always the first child here. See Apple's documentation of `ViewThatFits`.
public struct ViewThatFits<Content: View>: View {
  let content: Content
  /// Creates a view of several, of which the first one is shown, however much room there is.
  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  /// The first of the views; the others are evaluated but not shown.
  public var body: some View { FirstElement(content: content) }
}

struct FirstElement<Content: View>: WrappingView {
  let content: Content
  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.elements = Array(output.elements.prefix(1))
    return output
  }
}
