#if !canImport(Combine)
  /// A class whose changes can be announced, as the model classes were that
  /// were written before Observation.
  ///
  /// Foundation brings this protocol along on Apple's platforms, so files that
  /// import nothing else use it. Here it keeps such files compiling; a view or
  /// an observer follows a class that is `@Observable`, as every `@Model` is.
  ///
  /// ```swift
  /// final class Settings: ObservableObject {
  ///   @Published var fontSize = 12
  /// }
  /// ```
  public protocol ObservableObject: AnyObject {
    /// What announces the changes.
    associatedtype ObjectWillChangePublisher = ObservableObjectPublisher

    /// Announces a change before it happens.
    var objectWillChange: ObjectWillChangePublisher { get }
  }

  extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// A publisher to call `send()` on.
    ///
    /// A new one at each call, unless the class declares its own: nobody can
    /// subscribe to it, so there is nothing to be kept for the object's life.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
  }

  /// What an ``ObservableObject`` calls before it changes.
  ///
  /// There are no subscribers on this platform, so that sending has no effect.
  /// A class that wants to be observed says `@Observable`.
  public final class ObservableObjectPublisher: Sendable {
    /// A publisher without subscribers.
    public init() {}

    /// Would tell the subscribers; there are none.
    public func send() {}
  }
#endif
