// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a view comes and goes, as a type. One of an app's own fades here: its `body` makes the view as it rests, in the
/// phase `identity`. See Apple's documentation of `Transition`.
///
/// ```swift
/// struct Rise: Transition {
///   func body(content: Content, phase: TransitionPhase) -> some View {
///     content.offset(y: phase.isIdentity ? 0 : 40)
///   }
/// }
/// ```
@MainActor @preconcurrency public protocol Transition {
  /// The type of the view in a phase.
  associatedtype Body: View
  /// The view that comes and goes.
  typealias Content = PlaceholderContentView<Self>
  /// What is known of the transition, which is not asked for here.
  static var properties: TransitionProperties { get }
  /// Makes the view of a phase. Called for the phase `identity` alone.
  @ViewBuilder func body(content: Content, phase: TransitionPhase) -> Body
}

extension Transition {
  /// What is usual: there is motion.
  public static var properties: TransitionProperties { TransitionProperties() }
  /// Does both at once. Of a transition of an app's own, the other one is kept.
  public func combined<T: Transition>(with other: T) -> some Transition {
    NamedTransition(named: AnyTransition(self).combined(with: AnyTransition(other)))
  }
  /// Returns the transition as it is; the animation is not kept: that of the change counts.
  public func animation(_ animation: Animation?) -> some Transition { self }
}

/// Where a view is between coming and going. See Apple's documentation of `TransitionPhase`.
public enum TransitionPhase: Hashable, Sendable {
  /// Before it is there, while it is, and after it has gone.
  case willAppear, identity, didDisappear
  /// Whether the view is there.
  public var isIdentity: Bool { self == .identity }
  /// Minus one before the view is there, zero while it is, and one after it has gone.
  public var value: Double {
    switch self {
    case .willAppear: -1
    case .identity: 0
    case .didDisappear: 1
    }
  }
}

/// What is known of a transition. See Apple's documentation of `TransitionProperties`.
public struct TransitionProperties: Sendable {
  /// Whether something moves.
  public var hasMotion: Bool
  /// Creates properties.
  public init(hasMotion: Bool = true) { self.hasMotion = hasMotion }
}

/// A transition that the page's script knows.
protocol KnownTransition: Transition {
  var named: AnyTransition { get }
}

extension KnownTransition {
  /// The view as it is: the page's script moves it.
  public func body(content: PlaceholderContentView<Self>, phase: TransitionPhase) -> PlaceholderContentView<Self> {
    content
  }
}

/// Several transitions at once.
struct NamedTransition: KnownTransition { let named: AnyTransition }

extension AnyTransition {
  /// Creates a transition of one that is a type. One of an app's own fades.
  @MainActor @preconcurrency public init<T: Transition>(_ transition: T) {
    self = (transition as? any KnownTransition)?.named ?? .opacity
  }
}

extension View {
  /// Sets how the view comes and goes when that is animated. A transition of an app's own fades.
  @_disfavoredOverload
  @ViewBuilder public func transition<T: Transition>(_ transition: T) -> some View {
    if let known = transition as? any KnownTransition {
      self.transition(known.named)
    } else {
      RestingTransition(
        content: transition.body(content: PlaceholderContentView(content: self), phase: .identity)
          .inPart("transition", "one of an app's own fades")
      )
      .transition(AnyTransition.opacity)
    }
  }
}

/// What a transition makes of a view that is there. What tells the view from what is around it is for others.
struct RestingTransition<Content: View>: WrappingView {
  let content: Content

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.preferences.remove(PlaceholderKey.self)
    return output
  }
}
