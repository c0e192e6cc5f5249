// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Is there, or gone, at once.
public struct IdentityTransition: KnownTransition {
  var named: AnyTransition { .identity }
  /// Creates the transition.
  public init() {}
}
/// Fades.
public struct OpacityTransition: KnownTransition {
  var named: AnyTransition { .opacity }
  /// Creates the transition.
  public init() {}
}
/// Comes in at the leading side, and leaves at the trailing one.
public struct SlideTransition: KnownTransition {
  var named: AnyTransition { .slide }
  /// Creates the transition.
  public init() {}
}
/// Moves in and out at an edge.
public struct MoveTransition: KnownTransition {
  let named: AnyTransition
  /// Creates the transition.
  public init(edge: Edge) { named = .move(edge: edge) }
}
/// Comes in at an edge, and leaves at the other side.
public struct PushTransition: KnownTransition {
  let named: AnyTransition
  /// Creates the transition.
  public init(edge: Edge) { named = .push(from: edge) }
}
/// Moves in and out by a distance in points.
public struct OffsetTransition: KnownTransition {
  let named: AnyTransition
  /// Creates the transition.
  public init(_ offset: CGSize) { named = .offset(x: offset.width, y: offset.height) }
}
/// Grows and shrinks by a factor, around its middle.
public struct ScaleTransition: KnownTransition {
  let named: AnyTransition
  /// Creates the transition; the anchor has no effect.
  public init(_ scale: Double, anchor: UnitPoint = .center) { named = .scale(scale: scale, anchor: anchor) }
}
/// Blurs and fades.
public struct BlurReplaceTransition: KnownTransition {
  /// Where the old and the new view would be while they change, which has no effect here.
  public struct Configuration: Hashable, Sendable {
    private let name: String
    /// One goes down, the other comes up.
    public static let downUp = Configuration(name: "downUp")
    /// Both go up.
    public static let upUp = Configuration(name: "upUp")
  }
  var named: AnyTransition { .blurReplace }
  /// Creates the transition; the configuration has no effect.
  public init(configuration: Configuration = .downUp) {}
}
/// Comes in one way and leaves in another one.
public struct AsymmetricTransition<Insertion: Transition, Removal: Transition>: KnownTransition {
  let named: AnyTransition
  /// Creates the transition. One of an app's own fades.
  public init(insertion: Insertion, removal: Removal) {
    named = .asymmetric(insertion: AnyTransition(insertion), removal: AnyTransition(removal))
  }
}

extension Transition where Self == IdentityTransition {
  /// Is there, or gone, at once.
  public static var identity: IdentityTransition { IdentityTransition() }
}
extension Transition where Self == OpacityTransition {
  /// Fades.
  public static var opacity: OpacityTransition { OpacityTransition() }
}
extension Transition where Self == SlideTransition {
  /// Comes in at the leading side, and leaves at the trailing one.
  public static var slide: SlideTransition { SlideTransition() }
}
extension Transition where Self == MoveTransition {
  /// Moves in and out at an edge.
  public static func move(edge: Edge) -> MoveTransition { MoveTransition(edge: edge) }
}
extension Transition where Self == PushTransition {
  /// Comes in at an edge, and leaves at the other side.
  public static func push(from edge: Edge) -> PushTransition { PushTransition(edge: edge) }
}
extension Transition where Self == ScaleTransition {
  /// Grows and shrinks.
  public static var scale: ScaleTransition { ScaleTransition(0) }
  /// Grows and shrinks by a factor; the anchor has no effect.
  public static func scale(_ scale: Double, anchor: UnitPoint = .center) -> ScaleTransition {
    ScaleTransition(scale, anchor: anchor)
  }
}
extension Transition where Self == BlurReplaceTransition {
  /// Blurs and fades.
  public static var blurReplace: BlurReplaceTransition { BlurReplaceTransition() }
  /// Blurs and fades; the configuration has no effect.
  public static func blurReplace(_ config: BlurReplaceTransition.Configuration) -> BlurReplaceTransition {
    BlurReplaceTransition(configuration: config)
  }
}
