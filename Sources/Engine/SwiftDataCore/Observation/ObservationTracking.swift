// SPDX-License-Identifier: Apache-2.0

// What Observation has since Swift 6.4 (SE-0506), for the toolchains before it: with those of Apple, the system's library
// has to have it.
#if compiler(<6.4) && !canImport(Darwin)
  @_spi(SwiftUI) import Observation
  import Synchronization

  /// The names of ``withObservationTracking(options:_:onChange:)`` and ``withContinuousObservation(options:apply:)``.
  ///
  /// Here because the toolchain's Observation lacks it; from Swift 6.4 on, that one is meant.
  public struct ObservationTracking: Sendable {
    /// The changes that an observer is notified of.
    public struct Options: SetAlgebra, Sendable {
      private var bits: UInt8

      private init(bits: UInt8) { self.bits = bits }

      /// No changes.
      public init() { bits = 0 }

      /// Before a property gets its new value.
      public static var willSet: Options { Options(bits: 1) }
      /// When a property has its new value.
      public static var didSet: Options { Options(bits: 2) }
      /// When an object is deallocated whose properties were read. On these toolchains, models only: Observation does not
      /// report other objects.
      public static var `deinit`: Options { Options(bits: 4) }

      /// Whether all of the member's events are among these.
      public func contains(_ member: Options) -> Bool { bits & member.bits == member.bits }

      /// The events of either.
      public func union(_ other: Options) -> Options { Options(bits: bits | other.bits) }
      /// The events of both.
      public func intersection(_ other: Options) -> Options { Options(bits: bits & other.bits) }
      /// The events of one, and not of the other.
      public func symmetricDifference(_ other: Options) -> Options { Options(bits: bits ^ other.bits) }

      /// Adds the events of `other`.
      public mutating func formUnion(_ other: Options) { bits |= other.bits }
      /// Keeps the events of `other` only.
      public mutating func formIntersection(_ other: Options) { bits &= other.bits }
      /// Keeps what is here or in `other`, not in both.
      public mutating func formSymmetricDifference(_ other: Options) { bits ^= other.bits }

      /// Adds events.
      @discardableResult
      public mutating func insert(_ member: Options) -> (inserted: Bool, memberAfterInsert: Options) {
        let isNew = !contains(member)
        formUnion(member)
        return (isNew, member)
      }

      /// Removes events, and returns those that were there.
      @discardableResult
      public mutating func remove(_ member: Options) -> Options? {
        let removed = intersection(member)
        bits &= ~member.bits
        return removed.bits == 0 ? nil : removed
      }

      /// Adds events, and returns those that were there.
      @discardableResult
      public mutating func update(with member: Options) -> Options? {
        let present = intersection(member)
        formUnion(member)
        return present.bits == 0 ? nil : present
      }
    }

    /// A change that an observer is notified of.
    public struct Event: ~Copyable {
      /// The kind of an event.
      public struct Kind: Equatable, Sendable {
        private let number: UInt8

        private init(_ number: UInt8) { self.number = number }

        /// The start of the observation.
        public static var initial: Kind { Kind(0) }
        /// A property is about to get a value.
        public static var willSet: Kind { Kind(1) }
        /// A property has got a value.
        public static var didSet: Kind { Kind(2) }
        /// An object is deallocated.
        public static var `deinit`: Kind { Kind(3) }
      }

      /// The kind of an event.
      public let kind: Kind
      let keyPath: AnyKeyPath?
      private let cancellation: @Sendable () -> Void

      init(_ kind: Kind, _ keyPath: AnyKeyPath?, _ cancellation: @escaping @Sendable () -> Void) {
        self.kind = kind
        self.keyPath = keyPath
        self.cancellation = cancellation
      }

      /// Whether it is the property of the key path that changes.
      public func matches(_ keyPath: PartialKeyPath<some Observable>) -> Bool { self.keyPath == keyPath }

      /// Ends the observation: its observer is no longer notified.
      public func cancel() { cancellation() }
    }
  }

  /// Evaluates a closure, and reports the first change to the properties that it has read.
  ///
  /// ```swift
  /// withObservationTracking(options: .didSet) {
  ///   label = trip.name
  /// } onChange: { event in
  ///   if event.matches(\Trip.name) { print("renamed") }
  /// }
  /// ```
  ///
  /// The events of one change are sent on its thread: `.willSet` before it, `.didSet` after it, if `options` contains
  /// them. Further changes are not reported. `.deinit` is sent once for each model that is released.
  ///
  /// - Parameters:
  /// - options: The events that `onChange` receives.
  /// - apply: The closure that reads the properties.
  /// - onChange: Receives the events.
  /// - Returns: What `apply` returns.
  /// - Throws: What `apply` throws; there are no events then.
  public func withObservationTracking<Result: ~Copyable, Failure: Error>(
    options: ObservationTracking.Options,
    _ apply: () throws(Failure) -> Result,
    onChange: @escaping @Sendable (borrowing ObservationTracking.Event) -> Void
  ) throws(Failure) -> Result {
    try TrackedChanges.track(options, DepartureWatch(options, onChange), apply, onChange)
  }

  enum TrackedChanges {
    static func track<Value: ~Copyable, Failure: Error>(
      _ options: ObservationTracking.Options, _ departures: DepartureWatch?,
      _ apply: () throws(Failure) -> Value,
      _ onChange: @escaping @Sendable (borrowing ObservationTracking.Event) -> Void
    ) throws(Failure) -> Value {
      var outcome: Swift.Result<Value, Failure>?
      let isOver = departures?.isOver ?? EndFlag()
      Observation.withObservationTracking(
        {
          DepartureWatch.reading(for: departures) {
            do throws(Failure) { outcome = .success(try apply()) } catch {
              outcome = .failure(error)
              isOver.set()
            }
          }
        },
        willSet: { tracking in
          guard !isOver.isSet else { return tracking.cancel() }
          if options.contains(.willSet) { onChange(.init(.willSet, tracking.changed) { isOver.set() }) }
          if isOver.isSet || !options.contains(.didSet) { tracking.cancel() }
        },
        didSet: { tracking in
          if options.contains(.didSet), !isOver.isSet { onChange(.init(.didSet, tracking.changed) { isOver.set() }) }
          tracking.cancel()
        })
      switch outcome.take() {
      case .some(let outcome): return try outcome.get()
      // Observation evaluates the closure before it returns.
      case nil: preconditionFailure("OpenSwiftData: withObservationTracking has not called its closure.")
      }
    }
  }
#endif
