// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The progress of a task. See Apple's documentation of `ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  let value: Double?
  let label: Label
  let current: CurrentValueLabel

  /// A bar or a ring with the labels around it, or a spinner above the label where there is no value.
  public var body: some View {
    VStack(alignment: value == nil ? .center : .leading, spacing: 4) {
      if value == nil { ProgressElement(value: nil) }
      label
      if let value { ProgressElement(value: value) }
      current
    }
  }

  init(_ value: Double?, _ label: Label, _ current: CurrentValueLabel) {
    self.value = value
    self.label = label
    self.current = current
  }

  static func part<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
    value.map { total == 0 ? 0 : min(max(Double($0 / total), 0), 1) }
  }
}

struct ProgressElement: PrimitiveView {
  let value: Double?
  func update(_ node: Node) {}
  func assemble(_ node: Node) -> Output {
    guard let value else {
      let spinner = node.element(.box, [.spinner])
      spinner.role(.progress)
      spinner.attribute(.label, "Loading")
      return Output(spinner)
    }
    if node.environment.progressStyleName == "circular" {
      let ring = node.element(.box, [.ring], key: 2)
      ring.role(.progress)
      ring.attribute(.label, "Progress")
      ring.attribute(.leastValue, "0")
      ring.attribute(.greatestValue, "1")
      ring.attribute(.currentValue, value.number)
      ring.style(.part(value))
      return Output(ring)
    }
    let element = node.element(.progress, [.progress], key: 1)
    element.attribute(.label, "Progress")
    element.attribute(.maximum, "1")
    element.attribute(.value, value.number)
    element.grows = .horizontal
    return Output(element)
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// Creates a spinner without a label.
  public init() where Label == EmptyView { self.init(nil, EmptyView(), EmptyView()) }
  /// Creates a spinner with a label of any views.
  public init(@ViewBuilder label: () -> Label) { self.init(nil, label(), EmptyView()) }
  /// Creates a spinner with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey) where Label == Text { self.init(nil, Text(titleKey), EmptyView()) }
  /// Creates a spinner with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S) where Label == Text { self.init(nil, Text(title), EmptyView()) }
  /// Creates a bar without a label.
  ///
  /// - Parameters:
  ///   - value: How far it is, between 0 and `total`; a spinner is shown if it is nil.
  ///   - total: The value at the end.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) where Label == EmptyView {
    self.init(Self.part(value, total), EmptyView(), EmptyView())
  }
  /// Creates a bar with a label of any views; a spinner if `value` is nil.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label) {
    self.init(Self.part(value, total), label(), EmptyView())
  }
  /// Creates a bar with a title that may contain Markdown; a spinner if `value` is nil.
  public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1) where Label == Text {
    self.init(Self.part(value, total), Text(titleKey), EmptyView())
  }
  /// Creates a bar with a title that is shown as it is; a spinner if `value` is nil.
  @_disfavoredOverload
  public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1) where Label == Text {
    self.init(Self.part(value, total), Text(title), EmptyView())
  }
}

extension ProgressView {
  /// Creates a bar with a label above it and another one below it; a spinner if `value` is nil.
  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) { self.init(Self.part(value, total), label(), currentValueLabel()) }
}

/// How progress is shown. The styles are those of this module: one of the app's own can only choose among their names.
public protocol ProgressViewStyle { var _name: String { get } }
/// A bar; a spinner where there is no value.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  /// Creates the style that `.linear` stands for. `tint` has no effect in a browser.
  public init(tint: Color? = nil) {}
  /// The name that ``View/progressViewStyle(_:)`` reads.
  public var _name: String { "linear" }
}
/// A ring, or a spinner where there is no value.
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  /// Creates the style that `.circular` stands for. `tint` has no effect in a browser.
  public init(tint: Color? = nil) {}
  /// The name that ``View/progressViewStyle(_:)`` reads.
  public var _name: String { "circular" }
}
/// A bar, or a spinner where there is no value.
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public init() {}
  /// The name that ``View/progressViewStyle(_:)`` reads.
  public var _name: String { "automatic" }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle { public static var linear: Self { Self() } }
extension ProgressViewStyle where Self == CircularProgressViewStyle { public static var circular: Self { Self() } }
extension ProgressViewStyle where Self == DefaultProgressViewStyle { public static var automatic: Self { Self() } }
private enum ProgressStyleKey: EnvironmentKey { static let defaultValue = "automatic" }
extension EnvironmentValues {
  var progressStyleName: String {
    get { self[ProgressStyleKey.self] }
    set { self[ProgressStyleKey.self] = newValue }
  }
}
extension View {
  /// Sets how progress views within are shown: with the circular style as a ring where there is a value.
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    environment(\.progressStyleName, style._name)
  }
}

/// A value within a range. See Apple's documentation of `Gauge`.
public struct Gauge<Label: View>: View {
  let value: Double
  let label: Label
  /// Creates a gauge, drawn as a bar below its label. A value beyond the bounds is shown as the nearer one.
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    let width = bounds.upperBound - bounds.lowerBound
    self.value = width == 0 ? 0 : min(max(Double((value - bounds.lowerBound) / width), 0), 1)
    self.label = label()
  }
  /// Creates a gauge; the label of the current value is not shown.
  public init<V: BinaryFloatingPoint, C: View>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> C
  ) { self.init(value: value, in: bounds, label: label) }
  /// The label, and a bar as wide as there is room.
  public var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      label
      ProgressElement(value: value)
    }
  }
}

/// The name of a gauge's style; gauges are bars in any of them.
public struct GaugeStyleName: Sendable {
  /// Drawn as a bar.
  public static let accessoryCircular = GaugeStyleName()
  /// Drawn as a bar.
  public static let accessoryCircularCapacity = GaugeStyleName()
  /// Drawn as a bar.
  public static let linearCapacity = GaugeStyleName()
  /// Drawn as a bar.
  public static let accessoryLinear = GaugeStyleName()
  /// Drawn as a bar.
  public static let accessoryLinearCapacity = GaugeStyleName()
  /// Drawn as a bar.
  public static let automatic = GaugeStyleName()
}
extension View {
  /// Has no effect in the browser.
  public func gaugeStyle(_ style: GaugeStyleName) -> some View { withoutEffect("gaugeStyle") }
}
