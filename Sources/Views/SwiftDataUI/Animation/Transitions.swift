// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Shows little by little what changes in the view: on the whole page, in an update in which what the view shows is
  /// different and that has no animation yet. Without effect for nil.
  public func animation(_ animation: Animation?) -> some View {
    TransactedBody(content: self) { if $0.animation == nil { $0.animation = animation } }
  }
  /// Shows what changes together with a value little by little: on the whole page, not within the view alone. Nothing is
  /// animated for nil.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
    AnimatedChanges(content: self, animation: animation, value: value)
  }
  /// Sets how the view comes and goes when that is animated; without one it fades.
  public func transition(_ t: AnyTransition) -> some View { changing { $0.attribute(.transition, t.text) } }
  /// Has no effect in the browser.
  public func contentTransition(_ transition: ContentTransition) -> some View { withoutEffect("contentTransition") }
  /// Has no effect in the browser.
  public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View {
    withoutEffect("transaction")
  }
  /// Has no effect in the browser.
  public func matchedGeometryEffect<ID: Hashable>(
    id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
    isSource: Bool = true
  ) -> some View { withoutEffect("matchedGeometryEffect") }
  /// Has no effect in the browser.
  public func matchedTransitionSource<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View {
    withoutEffect("matchedTransitionSource")
  }
  /// Has no effect in the browser.
  public func navigationTransition(_ style: NavigationTransitionName) -> some View {
    withoutEffect("navigationTransition")
  }
  /// Has no effect in the browser.
  public func symbolEffect(_ effect: SymbolEffectName, options: SymbolEffectOptions = .default, isActive: Bool = true)
    -> some View
  { withoutEffect("symbolEffect") }
  /// Has no effect in the browser.
  public func symbolEffect<V: Equatable>(_ effect: SymbolEffectName, options: SymbolEffectOptions = .default, value: V)
    -> some View
  { withoutEffect("symbolEffect") }
  /// Has no effect in the browser.
  public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
    withoutEffect("sensoryFeedback")
  }
  /// Has no effect in the browser.
  public func sensoryFeedback<T: Equatable>(
    _ feedback: SensoryFeedback, trigger: T, condition: @escaping (T, T) -> Bool
  ) -> some View { withoutEffect("sensoryFeedback") }
}

/// Asks for an animation when a value is another one than before.
struct AnimatedChanges<Content: View, Value: Equatable>: WrappingView {
  let content: Content
  let animation: Animation?
  let value: Value

  final class Memory { var value: Value? }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    if let before = memory.value, before != value, let animation { node.graph.animate(animation) }
    memory.value = value
    node.child(0, content)
  }
}

/// How a view comes and goes where that is animated. See Apple's documentation of `AnyTransition`.
public struct AnyTransition: Sendable {
  /// From what it appears, and to what it disappears, in words that the page's script knows.
  private var coming: [String]
  private var going: [String]

  private init(_ coming: String, _ going: String? = nil) {
    self.coming = [coming]
    self.going = [going ?? coming]
  }

  var text: String {
    let (coming, going) = (coming.joined(separator: " "), going.joined(separator: " "))
    return coming == going ? coming : coming + "|" + going
  }

  /// Fades.
  public static let opacity = Self("opacity")
  /// Comes in at the leading side, and leaves at the trailing one.
  public static let slide = Self("move:leading", "move:trailing")
  /// Grows and shrinks.
  public static let scale = Self("scale:0")
  /// Is there, or gone, at once.
  public static let identity = Self("none")
  /// Blurs and fades.
  public static let blurReplace = Self("blur")
  /// Moves in and out at an edge.
  public static func move(edge: Edge) -> Self { Self("move:\(edge)") }
  /// Comes in at an edge, and leaves at the other side.
  public static func push(from edge: Edge) -> Self {
    let other: Edge =
      switch edge {
      case .top: .bottom
      case .bottom: .top
      case .leading: .trailing
      case .trailing: .leading
      }
    return Self("move:\(edge)", "move:\(other)").combined(with: .opacity)
  }
  /// Moves in and out by a distance in points.
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> Self { Self("offset:\(x.number):\(y.number)") }
  /// Grows and shrinks by a factor, around its middle.
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> Self { Self("scale:\(scale.number)") }
  /// Comes in one way and leaves in another one.
  public static func asymmetric(insertion: Self, removal: Self) -> Self {
    var result = insertion
    result.going = removal.going
    return result
  }
  /// Does both at once.
  public func combined(with other: Self) -> Self {
    var result = self
    result.coming += other.coming
    result.going += other.going
    return result
  }
  /// Returns the transition as it is; the animation is not kept: that of the change counts.
  public func animation(_ animation: Animation?) -> Self { self }
}

/// How a view's content changes: at once here, whichever is named. See Apple's documentation of `ContentTransition`.
public struct ContentTransition: Sendable {
  /// Names no transition, which is how all content changes here.
  public static let identity = Self()
  /// Names fading.
  public static let opacity = Self()
  /// Names changing shape.
  public static let interpolate = Self()
  /// Names a symbol's own effect.
  public static let symbolEffect = Self()
  /// Names rolling digits, in a direction.
  public static func numericText(countsDown: Bool = false) -> Self { Self() }
  /// Names rolling digits, in the direction of a value.
  public static func numericText(value: Double) -> Self { Self() }
  /// Names one of the effects of symbols.
  public static func symbolEffect(_ effect: SymbolEffectName) -> Self { Self() }
}

/// What views of one place share, which has no effect here. See Apple's documentation of `MatchedGeometryProperties`.
public struct MatchedGeometryProperties: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt32
  /// Creates a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The position.
  public static let position = Self(rawValue: 1)
  /// The size.
  public static let size = Self(rawValue: 2)
  /// The position and the size.
  public static let frame = Self(rawValue: 3)
}

/// How a page appears: at once here, whichever is named. See Apple's documentation of `NavigationTransitionName`.
public struct NavigationTransitionName: Sendable {
  /// Names what is usual.
  public static let automatic = Self()
  /// Names growing out of a view of the page before.
  public static func zoom<ID: Hashable>(sourceID: ID, in namespace: Namespace.ID) -> Self { Self() }
}

/// How a symbol moves: not at all here, whichever is named. See Apple's documentation of `SymbolEffectName`.
public struct SymbolEffectName: Sendable {
  /// Names hopping.
  public static let bounce = Self()
  /// Names fading in and out.
  public static let pulse = Self()
  /// Names layers that light up one after the other.
  public static let variableColor = Self()
  /// Names changing into another symbol.
  public static let replace = Self()
  /// Names growing or shrinking.
  public static let scale = Self()
  /// Names coming up.
  public static let appear = Self()
  /// Names going away.
  public static let disappear = Self()
  /// Names swelling and ebbing.
  public static let breathe = Self()
  /// Names turning.
  public static let rotate = Self()
  /// Names shaking.
  public static let wiggle = Self()
  /// Returns the effect as it is: layers one at a time.
  public var iterative: Self { self }
  /// Returns the effect as it is: layers that stay lit.
  public var cumulative: Self { self }
  /// Returns the effect as it is: there and back.
  public var reversing: Self { self }
  /// Returns the effect as it is: upwards.
  public var up: Self { self }
  /// Returns the effect as it is: downwards.
  public var down: Self { self }
  /// Returns the effect as it is: the old symbol goes, and the new one comes up.
  public var offUp: Self { self }
  /// Returns the effect as it is: the old symbol goes down, and the new one comes up.
  public var downUp: Self { self }
  /// Returns the effect as it is: the old symbol goes up, and so comes the new one.
  public var upUp: Self { self }
  /// Returns the effect as it is: each layer by itself.
  public var byLayer: Self { self }
  /// Returns the effect as it is: all layers together.
  public var wholeSymbol: Self { self }
}

/// How often and how fast a symbol moves; it does not here. See Apple's documentation of `SymbolEffectOptions`.
public struct SymbolEffectOptions: Sendable {
  /// Names what is usual.
  public static let `default` = Self()
  /// Names repeating without end.
  public static let repeating = Self()
  /// Names moving once.
  public static let nonRepeating = Self()
  /// Names repeating a number of times.
  public static func `repeat`(_ count: Int) -> Self { Self() }
  /// Names a speed, as a factor.
  public static func speed(_ speed: Double) -> Self { Self() }
}

/// What a phone lets one feel or hear; a browser does neither, so all are equal. See Apple's documentation of
/// `SensoryFeedback`.
public struct SensoryFeedback: Hashable, Sendable {
  /// Names that a task was completed.
  public static let success = Self()
  /// Names that something needs attention.
  public static let warning = Self()
  /// Names that a task has failed.
  public static let error = Self()
  /// Names that another thing is selected.
  public static let selection = Self()
  /// Names that a value has gone up.
  public static let increase = Self()
  /// Names that a value has gone down.
  public static let decrease = Self()
  /// Names that something has started.
  public static let start = Self()
  /// Names that something has stopped.
  public static let stop = Self()
  /// Names that something dragged is in line with something else.
  public static let alignment = Self()
  /// Names that pressing harder has reached another level.
  public static let levelChange = Self()
  /// Names a blow of middling weight.
  public static let impact = Self()
  /// Names a blow by the weight of what hits, with an intensity from 0 to 1.
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self { Self() }
  /// Names a blow by how much what hits yields, with an intensity from 0 to 1.
  public static func impact(flexibility: Weight, intensity: Double = 1) -> Self { Self() }
  /// How heavy or how yielding what hits is.
  public enum Weight: Sendable { case light, medium, heavy, soft, rigid, solid }
}
