// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gesture with a finger or a mouse: taps, long presses and drags. Magnifying and rotating are accepted and not
/// followed. See Apple's documentation of `Gesture`.
@MainActor @preconcurrency public protocol Gesture<Value> {
  /// What is known of the gesture.
  associatedtype Value
  var _recognizers: [_Recognizer] { get }
}

/// What an element has to hear of for a gesture, and what is done then.
public struct _Recognizer {
  let kind: Event.Kind
  /// For how long a long press lasts, in seconds.
  var duration = 0.5
  /// How far the pointer moves until that is a drag, in points.
  var distance = 10.0
  /// Whether it matters where a tap was.
  var tellsPlace = false
  /// What the gesture knows, as its `Value`; nil if what has happened is no part of it.
  var value: (GestureReport) -> Any?
  var changed: [(GestureReport) -> Void] = []
  var ended: [(GestureReport) -> Void] = []
  /// Runs at every end, also of a drag that the browser has cancelled.
  var finished: [() -> Void] = []

  init(_ kind: Event.Kind, value: @escaping (GestureReport) -> Any?) {
    self.kind = kind
    self.value = value
  }

  /// Whether anything is done at all.
  var isUsed: Bool { !changed.isEmpty || !ended.isEmpty || !finished.isEmpty }

  /// Whose action runs where an element does something at such an event already.
  enum Priority {
    /// What is within comes first: the action of a control, the gesture of a view inside.
    case low
    /// Both run, what is within first.
    case same
    /// The gesture comes first.
    case high
  }

  @MainActor func add(to element: Rendered, _ priority: Priority) {
    guard isUsed else { return }
    let isTaken = element.handlers.contains { $0.kind == kind }
    if isTaken, priority == .low { return }
    let action: (String?) -> Void = { text in handle(text) }
    if priority != .low, !element.kind.takesFocus {
      if element.traits.gestures[kind] != .high { element.traits.gestures[kind] = priority }
      // The page's script asks: most controls are the browser's alone.
      if kind == .click {
        element.attribute(.tapsFirst, element.traits.gestures[kind] == .high)
      }
    }
    if priority == .same { element.also(on: kind, action) } else { element.on(kind, action) }
    // What is held or moved enough for the one that was there is so for the other.
    guard !isTaken || priority == .high else { return }
    if kind == .longPress { element.attribute(.pressDuration, Self.milliseconds(duration)) }
    if kind == .drag {
      element.attribute(.dragDistance, String(Int(distance.isFinite ? min(max(distance, 0), 1_000) : 10)))
    }
    if tellsPlace { element.attribute(.tellsPlace, true) }
  }

  private func handle(_ text: String?) {
    guard let report = GestureReport(kind, text) else { return }
    switch report.phase {
    case .changed:
      for action in changed { action(report) }
    case .ended:
      for action in ended { action(report) }
      for action in finished { action() }
    case .cancelled:
      for action in finished { action() }
    }
  }

  static func milliseconds(_ duration: Double) -> String {
    String(Int((duration.isFinite ? min(max(duration, 0.05), 60) : 0.5) * 1000))
  }
}

/// What a browser tells of a gesture.
struct GestureReport {
  enum Phase { case changed, ended, cancelled }
  var phase = Phase.ended
  /// Where it is and where it has begun, in the element that listens.
  var location = CGPoint.zero
  var start = CGPoint.zero
  /// In points a second.
  var velocity = CGSize.zero
  /// Where the element was on the page when it began.
  var origin = CGPoint.zero
  /// Whether the pointer was held for a long press before it was moved.
  var wasHeld = false

  /// Reads "PHASE HELD X0 Y0 X Y VX VY LEFT TOP" of a drag, "X Y" of a tap; nil if it is neither.
  init?(_ kind: Event.Kind, _ text: String?) {
    var words = (text ?? "").split(separator: " ")
    if kind == .drag {
      switch words.first {
      case "move": phase = .changed
      case "end": phase = .ended
      case "cancel": phase = .cancelled
      default: return nil
      }
      words.removeFirst()
    }
    let numbers = words.compactMap { Double($0) }
    guard numbers.count == words.count, numbers.allSatisfy({ abs($0) <= 1e7 }) else { return nil }
    switch (kind, numbers.count) {
    case (.drag, 9):
      wasHeld = numbers[0] != 0
      start = CGPoint(x: numbers[1], y: numbers[2])
      location = CGPoint(x: numbers[3], y: numbers[4])
      velocity = CGSize(width: numbers[5], height: numbers[6])
      origin = CGPoint(x: numbers[7], y: numbers[8])
    case (.drag, _): return nil
    // A key has no place.
    case (_, 2): location = CGPoint(x: numbers[0], y: numbers[1])
    default: break
    }
  }
}

extension Gesture {
  /// Adds what is done at the end of the gesture, after what was added before.
  ///
  /// ```swift
  /// DragGesture().onEnded { value in if value.translation.width < -80 { archive() } }
  /// ```
  public func onEnded(_ action: @escaping (Value) -> Void) -> _ObservedGesture<Self> {
    observed { recognizer, value in
      recognizer.ended.append { report in if let value = value(report) { action(value) } }
    }
  }
  /// Adds what is done at each change of the gesture: as a drag goes on, at most thirty times a second. A tap has no
  /// changes, and those of a long press are not followed.
  public func onChanged(_ action: @escaping (Value) -> Void) -> _ObservedGesture<Self> where Value: Equatable {
    observed { recognizer, value in
      recognizer.changed.append { report in if let value = value(report) { action(value) } }
    }
  }
  /// Changes a value while the gesture goes on; the value is the initial one again when it ends, or is cancelled. See
  /// ``GestureState``.
  public func updating<State>(
    _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> _ObservedGesture<Self> {
    observed { recognizer, value in
      recognizer.changed.append { report in
        guard let value = value(report) else { return }
        state.change { body(value, &$0, &$1) }
      }
      recognizer.finished.append { state.reset() }
    }
  }
  /// Makes a value of another type of the gesture's.
  public func map<T>(_ transform: @escaping (Value) -> T) -> _MappedGesture<Self, T> {
    _MappedGesture(gesture: self, transform: transform)
  }

  private func observed(
    _ change: (inout _Recognizer, @escaping (GestureReport) -> Value?) -> Void
  ) -> _ObservedGesture<Self> {
    _ObservedGesture(
      _recognizers: _recognizers.map { recognizer in
        var recognizer = recognizer
        let value = recognizer.value
        change(&recognizer) { value($0) as? Value }
        return recognizer
      })
  }
}

/// A gesture with something that is done.
public struct _ObservedGesture<G: Gesture>: Gesture {
  /// What is known of the gesture.
  public typealias Value = G.Value
  public let _recognizers: [_Recognizer]
}

/// A gesture whose value was made of another one's.
public struct _MappedGesture<G: Gesture, Value>: Gesture {
  let gesture: G
  let transform: (G.Value) -> Value
  public var _recognizers: [_Recognizer] {
    gesture._recognizers.map { recognizer in
      var recognizer = recognizer
      let (value, transform) = (recognizer.value, transform)
      recognizer.value = { (value($0) as? G.Value).map(transform) }
      return recognizer
    }
  }
}

/// A gesture of any type with some value. See Apple's documentation of `AnyGesture`.
public struct AnyGesture<Value>: Gesture {
  public let _recognizers: [_Recognizer]
  /// Hides the type of a gesture.
  public init<G: Gesture>(_ gesture: G) where G.Value == Value { _recognizers = gesture._recognizers }
}

extension Optional: Gesture where Wrapped: Gesture {
  /// What is known of the gesture, if there is one.
  public typealias Value = Wrapped.Value
  /// None without a gesture.
  public var _recognizers: [_Recognizer] { self?._recognizers ?? [] }
}
