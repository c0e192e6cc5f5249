// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Has no effect in the browser.
  public func animation(_ animation: Animation?) -> some View { self }
  /// Has no effect in the browser.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  /// Has no effect in the browser.
  public func transition(_ t: AnyTransition) -> some View { self }
  /// Has no effect in the browser.
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
  /// Has no effect in the browser.
  public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
  /// Has no effect in the browser.
  public func matchedGeometryEffect<ID: Hashable>(
    id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
    isSource: Bool = true
  ) -> some View { self }
  /// Has no effect in the browser.
  public func matchedTransitionSource<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View { self }
  /// Has no effect in the browser.
  public func navigationTransition(_ style: NavigationTransitionName) -> some View { self }
  /// Has no effect in the browser.
  public func symbolEffect(_ effect: SymbolEffectName, options: SymbolEffectOptions = .default, isActive: Bool = true)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func symbolEffect<V: Equatable>(_ effect: SymbolEffectName, options: SymbolEffectOptions = .default, value: V)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
  /// Has no effect in the browser.
  public func sensoryFeedback<T: Equatable>(
    _ feedback: SensoryFeedback, trigger: T, condition: @escaping (T, T) -> Bool
  ) -> some View { self }
  public func phaseAnimator<P: Equatable, V: View>(
    _ phases: [P], @ViewBuilder content: @escaping (Self, P) -> V, animation: @escaping (P) -> Animation? = { _ in nil }
  ) -> some View { phases.first.map { content(self, $0) } }
}

/// See Apple's documentation of `AnyTransition`.
public struct AnyTransition: Sendable {
  public static let opacity = Self()
  public static let slide = Self()
  public static let scale = Self()
  public static let identity = Self()
  public static let blurReplace = Self()
  public static func move(edge: Edge) -> Self { Self() }
  public static func push(from edge: Edge) -> Self { Self() }
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> Self { Self() }
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> Self { Self() }
  public static func asymmetric(insertion: Self, removal: Self) -> Self { Self() }
  public func combined(with other: Self) -> Self { self }
  public func animation(_ animation: Animation?) -> Self { self }
}

/// See Apple's documentation of `ContentTransition`.
public struct ContentTransition: Sendable {
  public static let identity = Self()
  public static let opacity = Self()
  public static let interpolate = Self()
  public static let symbolEffect = Self()
  public static func numericText(countsDown: Bool = false) -> Self { Self() }
  public static func numericText(value: Double) -> Self { Self() }
  public static func symbolEffect(_ effect: SymbolEffectName) -> Self { Self() }
}

/// See Apple's documentation of `MatchedGeometryProperties`.
public struct MatchedGeometryProperties: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let position = Self(rawValue: 1)
  public static let size = Self(rawValue: 2)
  public static let frame = Self(rawValue: 3)
}

/// See Apple's documentation of `NavigationTransitionName`.
public struct NavigationTransitionName: Sendable {
  public static let automatic = Self()
  public static func zoom<ID: Hashable>(sourceID: ID, in namespace: Namespace.ID) -> Self { Self() }
}

/// See Apple's documentation of `SymbolEffectName`.
public struct SymbolEffectName: Sendable {
  public static let bounce = Self()
  public static let pulse = Self()
  public static let variableColor = Self()
  public static let replace = Self()
  public static let scale = Self()
  public static let appear = Self()
  public static let disappear = Self()
  public static let breathe = Self()
  public static let rotate = Self()
  public static let wiggle = Self()
  public var iterative: Self { self }
  public var cumulative: Self { self }
  public var reversing: Self { self }
  public var up: Self { self }
  public var down: Self { self }
  public var byLayer: Self { self }
  public var wholeSymbol: Self { self }
}

/// See Apple's documentation of `SymbolEffectOptions`.
public struct SymbolEffectOptions: Sendable {
  public static let `default` = Self()
  public static let repeating = Self()
  public static let nonRepeating = Self()
  public static func `repeat`(_ count: Int) -> Self { Self() }
  public static func speed(_ speed: Double) -> Self { Self() }
}

/// See Apple's documentation of `SensoryFeedback`.
public struct SensoryFeedback: Hashable, Sendable {
  public static let success = Self()
  public static let warning = Self()
  public static let error = Self()
  public static let selection = Self()
  public static let increase = Self()
  public static let decrease = Self()
  public static let start = Self()
  public static let stop = Self()
  public static let alignment = Self()
  public static let levelChange = Self()
  public static let impact = Self()
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self { Self() }
  public static func impact(flexibility: Weight, intensity: Double = 1) -> Self { Self() }
  public enum Weight: Sendable { case light, medium, heavy, soft, rigid, solid }
}
