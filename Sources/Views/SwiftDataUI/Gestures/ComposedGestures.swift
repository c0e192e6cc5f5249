// SPDX-License-Identifier: Apache-2.0

/// Two gestures that are both looked for. See Apple's documentation of `SimultaneousGesture`.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
  /// What is known of one of the gestures; the other one is nil meanwhile.
  public struct Value {
    /// What is known of the first gesture.
    public var first: First.Value?
    /// What is known of the second gesture.
    public var second: Second.Value?
  }
  let first: First, second: Second
  /// Creates a gesture of two.
  public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
  public var _recognizers: [_Recognizer] {
    first._recognizers.map { $0.with { Value(first: $0 as? First.Value, second: nil) } }
      + second._recognizers.map { $0.with { Value(first: nil, second: $0 as? Second.Value) } }
  }
}

extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

/// A gesture, or another one. See Apple's documentation of `ExclusiveGesture`.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
  /// What is known of the one that has happened.
  public enum Value {
    /// The first gesture has happened.
    case first(First.Value)
    /// The second gesture has happened.
    case second(Second.Value)
  }
  let first: First, second: Second
  /// Creates a gesture of two. Both are looked for: a double click is two clicks as well.
  public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
  public var _recognizers: [_Recognizer] {
    let kinds = Set(first._recognizers.map(\.kind))
    return first._recognizers.map { $0.with { ($0 as? First.Value).map(Value.first) } }
      + second._recognizers.filter { !kinds.contains($0.kind) }
      .map { $0.with { ($0 as? Second.Value).map(Value.second) } }
  }
}

extension ExclusiveGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

/// A gesture that counts after another one: a drag after a long press. See Apple's documentation of `SequenceGesture`.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
  /// How far the two have come.
  public enum Value {
    /// The first gesture has happened.
    case first(First.Value)
    /// The first gesture has happened, and the second one goes on.
    case second(First.Value, Second.Value?)
  }
  let first: First, second: Second
  /// Creates a gesture of two. A drag is looked for after a long press; other sequences end with their first gesture.
  public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
  public var _recognizers: [_Recognizer] {
    let start = first._recognizers
    var all = start.map { $0.with { ($0 as? First.Value).map(Value.first) } }
    guard let press = start.first(where: { $0.kind == .longPress }) else {
      Diagnostics.noteOnce("'sequenced(before:)' follows a drag after a long press only.")
      return all
    }
    for drag in second._recognizers where drag.kind == .drag {
      var drag = drag
      let value = drag.value
      drag.value = { report in
        guard report.wasHeld, let first = press.value(report) as? First.Value else { return nil }
        return Value.second(first, value(report) as? Second.Value)
      }
      // What was asked of the drag alone counts after the press, too.
      drag.changed = drag.changed.map { action in { if $0.wasHeld { action($0) } } }
      drag.ended = drag.ended.map { action in { if $0.wasHeld { action($0) } } }
      all.append(drag)
    }
    return all
  }
}

extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

extension _Recognizer {
  /// The same with another value, made of what it had.
  fileprivate func with(_ change: @escaping (Any) -> Any?) -> _Recognizer {
    var copy = self
    let value = value
    copy.value = { value($0).flatMap(change) }
    return copy
  }
}

extension Gesture {
  /// Looks for another gesture as well.
  public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
    SimultaneousGesture(self, other)
  }
  /// Looks for another gesture after this one: a drag after a long press.
  public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
    SequenceGesture(self, other)
  }
  /// Looks for another gesture where this one does not happen. A double click is two clicks as well.
  public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
    ExclusiveGesture(self, other)
  }
}
