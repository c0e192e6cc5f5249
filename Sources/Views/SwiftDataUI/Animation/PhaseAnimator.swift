// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Content that goes through phases, each with its animation. See Apple's documentation of `PhaseAnimator`.
///
/// ```swift
/// PhaseAnimator([1.0, 0.4]) { Text("soon").opacity($0) }
/// ```
///
/// The host tells the browser each phase when the one before has had its time, as long as the view is shown.
public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
  private let phases: [Phase]
  private let content: (Phase) -> Content
  private let animation: (Phase) -> Animation?
  private let trigger: TaskIdentity?
  @State private var index = 0
  @State private var turn = 0
  @State private var seen = Seen()

  /// The phase that was evaluated last: none is passed over, however much else there is to do.
  private final class Seen {
    var index = 0
    /// The latest change of the trigger that was answered.
    var turn = 0
  }

  /// Creates a view that goes through the phases again and again; of nothing if there is none.
  public init<S: Sequence>(
    _ phases: S, @ViewBuilder content: @escaping (Phase) -> Content,
    animation: @escaping (Phase) -> Animation? = { _ in .default }
  ) where S.Element == Phase {
    self.phases = Array(phases)
    self.content = content
    self.animation = animation
    trigger = nil
  }
  /// Creates a view that goes through the phases, and back to the first one, each time that the trigger has changed.
  public init<S: Sequence>(
    _ phases: S, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
    animation: @escaping (Phase) -> Animation? = { _ in .default }
  ) where S.Element == Phase {
    self.phases = Array(phases)
    self.content = content
    self.animation = animation
    self.trigger = TaskIdentity(trigger)
  }

  /// The content in the phase that it has come to.
  public var body: some View {
    let _ = seen.index = index
    Group {
      if phases.indices.contains(index) {
        content(phases[index])
      } else if let first = phases.first {
        content(first)
      }
    }
    .onChange(of: trigger) { turn += 1 }
    .task(id: turn) { [turn] in await run(turn) }
  }

  /// - Parameter turn: The change that began it. A task that has not run yet when another one takes its place answers
  ///   for none but its own.
  private func run(_ turn: Int) async {
    guard phases.count > 1 else { return }
    if trigger != nil {
      // A view that is shown again rests, also where it was hidden on its way.
      guard turn > seen.turn else {
        if index != 0 { index = 0 }
        return
      }
      seen.turn = turn
      for next in Array(1..<phases.count) + [0] {
        guard await show(next) else { return }
      }
    } else {
      while await show((index + 1) % phases.count) {}
    }
  }

  /// Shows a phase for as long as its animation takes; returns whether another one may follow.
  private func show(_ next: Int) async -> Bool {
    if Task.isCancelled || !phases.indices.contains(next) { return false }
    let animation = animation(phases[next])
    withAnimation(animation) { index = next }
    guard let seconds = animation.map(\.wholeDuration) ?? 0 else { return false }
    do {
      repeat { try await Task.sleep(for: .seconds(max(seconds, Self.shortest))) } while seen.index != next
      return true
    } catch {
      return false
    }
  }

  /// In seconds: a phase without an animation is told to the browser, too.
  private static var shortest: Double { 0.05 }
}

extension Animation {
  /// From its beginning to its end, in seconds; nil if it has none.
  var wholeDuration: Double? {
    guard iterations > 0 else { return nil }
    let whole = delay + duration * Double(iterations)
    return whole.isFinite ? min(max(whole, 0), 3_600) : nil
  }
}

extension View {
  /// Goes through the phases again and again. See Apple's documentation of `phaseAnimator(_:content:animation:)`.
  public func phaseAnimator<P: Equatable, V: View>(
    _ phases: some Sequence<P>, @ViewBuilder content: @escaping (Self, P) -> V,
    animation: @escaping (P) -> Animation? = { _ in .default }
  ) -> some View { PhaseAnimator(phases, content: { content(self, $0) }, animation: animation) }

  /// Goes through the phases, and back to the first one, each time that the trigger has changed.
  public func phaseAnimator<P: Equatable, V: View>(
    _ phases: some Sequence<P>, trigger: some Equatable, @ViewBuilder content: @escaping (Self, P) -> V,
    animation: @escaping (P) -> Animation? = { _ in .default }
  ) -> some View { PhaseAnimator(phases, trigger: trigger, content: { content(self, $0) }, animation: animation) }
}
