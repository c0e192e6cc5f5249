// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The progress of a task. See Apple's documentation of `ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  let value: Double?
  let label: Label
  let current: CurrentValueLabel
  /// None: shown as a bar, a ring or a spinner with the labels around it, or as what the style makes.
  public typealias Body = Never

  /// A bar or a ring with the labels around it, or a spinner above the label where there is no value.
  @ViewBuilder var usual: some View {
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
