// SPDX-License-Identifier: Apache-2.0

/// How gauges look. See Apple's documentation of `GaugeStyle`.
@MainActor @preconcurrency public protocol GaugeStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the gauge; the style's own `@Environment` and `@State` properties work in it.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a gauge.
  typealias Configuration = GaugeStyleConfiguration
}

/// What a ``GaugeStyle`` knows of the gauge that it draws.
public struct GaugeStyleConfiguration {
  /// The label of the gauge.
  public struct Label: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// What says the current value.
  public struct CurrentValueLabel: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// What says the least value.
  public struct MinimumValueLabel: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// What says the greatest value.
  public struct MaximumValueLabel: View {
    let view: AnyView
    /// The label as it was written.
    public var body: some View { view }
  }
  /// Where the value is between the bounds, from 0 to 1.
  public var value: Double
  /// The label of the gauge.
  public var label: Label
  /// What says the current value; nil if the gauge has no such label.
  public var currentValueLabel: CurrentValueLabel?
  /// What says the least value; nil if the gauge has no such label.
  public var minimumValueLabel: MinimumValueLabel?
  /// What says the greatest value; nil if the gauge has no such label.
  public var maximumValueLabel: MaximumValueLabel?
}

/// A style of gauges that the system brings.
public protocol _SystemGaugeStyle: GaugeStyle {
  /// Whether the gauge is a ring.
  static var _isRing: Bool { get }
}

extension _SystemGaugeStyle {
  /// Returns what says the current value; ``View/gaugeStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { configuration.currentValueLabel }
}

/// The style of gauges that have no other: a bar below the label.
public struct DefaultGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// The gauge is a bar.
  public static let _isRing = false
}
/// A bar that is filled up to the value.
public struct LinearCapacityGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style that `.linearCapacity` stands for.
  public nonisolated init() {}
  /// The gauge is a bar.
  public static let _isRing = false
}
/// A bar; here it is filled up to the value instead of having a mark there.
public struct LinearGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style of gauges that are a bar.
  public nonisolated init() {}
  /// Creates the style of gauges that are a bar. `tint` has no effect in a browser.
  public nonisolated init(tint: Color) {}
  /// The gauge is a bar.
  public static let _isRing = false
}
/// A small bar; here it is filled up to the value instead of having a mark there.
public struct AccessoryLinearGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style that `.accessoryLinear` stands for.
  public nonisolated init() {}
  /// The gauge is a bar.
  public static let _isRing = false
}
/// A small bar that is filled up to the value.
public struct AccessoryLinearCapacityGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style that `.accessoryLinearCapacity` stands for.
  public nonisolated init() {}
  /// The gauge is a bar.
  public static let _isRing = false
}
/// A ring; here it is closed, and filled up to the value.
public struct AccessoryCircularGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style that `.accessoryCircular` stands for.
  public nonisolated init() {}
  /// The gauge is a ring.
  public static let _isRing = true
}
/// A closed ring that is filled up to the value.
public struct AccessoryCircularCapacityGaugeStyle: _SystemGaugeStyle, Sendable {
  /// Creates the style that `.accessoryCircularCapacity` stands for.
  public nonisolated init() {}
  /// The gauge is a ring.
  public static let _isRing = true
}

extension GaugeStyle where Self == DefaultGaugeStyle { public static var automatic: Self { Self() } }
extension GaugeStyle where Self == LinearCapacityGaugeStyle { public static var linearCapacity: Self { Self() } }
extension GaugeStyle where Self == AccessoryLinearGaugeStyle { public static var accessoryLinear: Self { Self() } }
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
  /// A small bar that is filled up to the value.
  public static var accessoryLinearCapacity: Self { Self() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
  /// A ring; here it is closed, and filled up to the value.
  public static var accessoryCircular: Self { Self() }
}
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
  /// A closed ring that is filled up to the value.
  public static var accessoryCircularCapacity: Self { Self() }
}

private enum GaugeRingKey: EnvironmentKey { static let defaultValue = false }
extension EnvironmentValues {
  var gaugesAreRings: Bool {
    get { self[GaugeRingKey.self] }
    set { self[GaugeRingKey.self] = newValue }
  }
}

extension View {
  /// Sets the style of the gauges within.
  @ViewBuilder public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
    if let system = S.self as? any _SystemGaugeStyle.Type {
      environment(\.gaugesAreRings, system._isRing).styledBySystem(for: GaugeStyleConfiguration.self)
    } else {
      styled(style, for: GaugeStyleConfiguration.self) { $0.makeBody(configuration: $1) }
    }
  }
}
