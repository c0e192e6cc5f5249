// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that is not drawn here: a placeholder names it.
protocol PlaceholderView: View {
  static var placeholderName: String { get }
}

/// Content that changes with time: shown as of its last evaluation. See Apple's documentation of `TimelineView`.
public struct TimelineView<Content: View>: View {
  let content: (Context) -> Content
  public struct Context: Sendable {
    public let date: Date
    public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
    public var cadence: Cadence { .seconds }
  }
  public init(_ schedule: TimelineScheduleName, @ViewBuilder content: @escaping (Context) -> Content) {
    self.content = content
  }
  public var body: some View { content(Context(date: .now)) }
}

public struct TimelineScheduleName: Sendable {
  public static let everyMinute = Self()
  public static let animation = Self()
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self { Self() }
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { Self() }
  public static func explicit<S: Sequence>(_ dates: S) -> Self where S.Element == Date { Self() }
}

/// Not supported: shows a placeholder. See Apple's documentation of `Canvas`.
public struct Canvas: View {
  public init(_ renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {}
  public var body: some View { UnsupportedView(name: "Canvas") }
}
public struct GraphicsContext {
  public func fill(_ path: Path, with shading: Shading) {}
  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
  public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { Shading() }
  }
}

/// A group of related buttons. See Apple's documentation of `ControlGroup`.
public struct ControlGroup<Content: View>: View {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { HStack { content } }
}

public struct PasteButton: View {
  public init<T>(payloadType: T.Type, onPaste: @escaping ([T]) -> Void) {}
  public var body: some View { UnsupportedView(name: "PasteButton") }
}

/// The first child that fits: always the first child here. See Apple's documentation of `ViewThatFits`.
public struct ViewThatFits<Content: View>: View {
  let content: Content
  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.content = content()
  }
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
