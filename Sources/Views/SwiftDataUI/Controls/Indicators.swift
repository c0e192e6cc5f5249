// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The progress of a task. See Apple's documentation of `ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  let value: Double?
  let label: Label
  let current: CurrentValueLabel

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
    guard let value, node.environment.progressStyleName != "circular" else {
      let spinner = node.element("div", [.spinner])
      spinner.attribute("role", "progressbar")
      spinner.attribute("aria-label", "Loading")
      return Output(spinner)
    }
    let element = node.element("progress", [.progress])
    element.attribute("max", "1")
    element.attribute("value", value.number)
    element.grows = .horizontal
    return Output(element)
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init() where Label == EmptyView { self.init(nil, EmptyView(), EmptyView()) }
  public init(@ViewBuilder label: () -> Label) { self.init(nil, label(), EmptyView()) }
  public init(_ titleKey: LocalizedStringKey) where Label == Text { self.init(nil, Text(titleKey), EmptyView()) }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S) where Label == Text { self.init(nil, Text(title), EmptyView()) }
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) where Label == EmptyView {
    self.init(Self.part(value, total), EmptyView(), EmptyView())
  }
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label) {
    self.init(Self.part(value, total), label(), EmptyView())
  }
  public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1) where Label == Text {
    self.init(Self.part(value, total), Text(titleKey), EmptyView())
  }
  @_disfavoredOverload
  public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1) where Label == Text {
    self.init(Self.part(value, total), Text(title), EmptyView())
  }
}

extension ProgressView {
  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) { self.init(Self.part(value, total), label(), currentValueLabel()) }
}

public protocol ProgressViewStyle { var _name: String { get } }
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  public init(tint: Color? = nil) {}
  public var _name: String { "linear" }
}
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  public init(tint: Color? = nil) {}
  public var _name: String { "circular" }
}
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
  public init() {}
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
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    environment(\.progressStyleName, style._name)
  }
}

/// A value within a range. See Apple's documentation of `Gauge`.
public struct Gauge<Label: View>: View {
  let value: Double
  let label: Label
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    let width = bounds.upperBound - bounds.lowerBound
    self.value = width == 0 ? 0 : min(max(Double((value - bounds.lowerBound) / width), 0), 1)
    self.label = label()
  }
  public init<V: BinaryFloatingPoint, C: View>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> C
  ) { self.init(value: value, in: bounds, label: label) }
  public var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      label
      ProgressElement(value: value)
    }
  }
}

public struct GaugeStyleName: Sendable {
  public static let accessoryCircular = GaugeStyleName()
  public static let accessoryCircularCapacity = GaugeStyleName()
  public static let linearCapacity = GaugeStyleName()
  public static let accessoryLinear = GaugeStyleName()
  public static let accessoryLinearCapacity = GaugeStyleName()
  public static let automatic = GaugeStyleName()
}
extension View {
  /// Has no effect in the browser.
  public func gaugeStyle(_ style: GaugeStyleName) -> some View { self }
}
