// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A use of a context, or of one of its models, on a thread that is not its actor's.
///
/// See ``ModelContainer/onIsolationViolation``.
public struct IsolationViolation: Sendable, Hashable, CustomStringConvertible {
  /// The kind of use.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// The kind of access to the context or one of its models.
    case read, write, fetch, insert, delete, save
  }

  /// The kind of use.
  public let operation: Operation
  /// The entity concerned; `nil` for a save.
  public let entityName: String?
  /// The property that was read or written.
  public let propertyName: String?
  /// Where the context belongs to, such as “the main actor”.
  public let expected: String
  /// Where it was used, such as “the queue com.example.worker”.
  public let actual: String

  /// One sentence.
  public var description: String {
    let place = [entityName, propertyName].compactMap(\.self).joined(separator: ".")
    let what = operation == .save ? "A context was saved" : "\(operation.rawValue.capitalized) of \(place)"
    return "\(what) on \(actual), but the context belongs to \(expected)."
  }
}

extension ModelContainer {
  /// Called in debug builds when a context of the container, or one of its models, is used on a thread that is not its
  /// actor's. By default, a line is written to the standard error stream.
  ///
  /// ```swift
  /// container.onIsolationViolation = { violation in
  ///   assertionFailure("\(violation)")
  /// }
  /// ```
  ///
  /// The compiler finds most of these mistakes. This check finds those that `nonisolated(unsafe)`,
  /// `@unchecked Sendable` or the Swift 5 language mode hide. It checks:
  ///
  /// - the main context, against the main actor;
  /// - the context of an actor made by `@ModelActor`, from the actor's first job on, against its queue;
  /// - reads and writes of properties, fetches, counts, insertions, deletions and saves.
  ///
  /// Contexts that a program creates itself are not checked: they may move from thread to thread with their task, and
  /// the threads of a task cannot be distinguished from others. Each property and operation is reported once per
  /// container. The program continues as without the report.
  ///
  /// In release builds nothing is checked, and this is never called.
  ///
  /// This is an addition: Apple's framework has no such property.
  public var onIsolationViolation: (@Sendable (IsolationViolation) -> Void)? {
    get { core.saveDefaults.onIsolationViolation }
    set { core.saveDefaults.onIsolationViolation = newValue }
  }
}

#if DEBUG
  /// Where a context belongs to.
  enum ContextHome {
    /// Whoever has it may use it, one after the other.
    case unknown
    case mainActor
    /// The queue of a model actor, by the address of its executor.
    case queue(UInt)

    static let queueKey = DispatchSpecificKey<UInt>()
    private static let mainMark: UInt = 1
    private static let marksMainQueue: Void = DispatchQueue.main.setSpecific(key: queueKey, value: mainMark)

    /// The home of a context that the main actor is making now; unknown where the main actor is not to be recognized.
    static var ofMainActor: ContextHome {
      _ = marksMainQueue
      return isOnMainActor ? .mainActor : .unknown
    }

    // A program that waits in `dispatchMain()` has its main queue on other threads.
    private static var isOnMainActor: Bool {
      Thread.isMainThread || DispatchQueue.getSpecific(key: queueKey) == mainMark
    }

    @inline(__always)
    var isHere: Bool {
      switch self {
      case .unknown: true
      case .mainActor: Self.isOnMainActor
      case .queue(let mark): DispatchQueue.getSpecific(key: Self.queueKey) == mark
      }
    }

    fileprivate var name: String {
      switch self {
      case .unknown: "whoever uses it"
      case .mainActor: "the main actor"
      case .queue: "a model actor"
      }
    }

    fileprivate static var nameOfHere: String {
      if isOnMainActor { return "the main thread" }
      if DispatchQueue.getSpecific(key: queueKey) != nil { return "the queue of another model actor" }
      #if canImport(Darwin)
        let label = String(cString: __dispatch_queue_get_label(nil))
        if !label.isEmpty { return "the queue \(label)" }
      #endif
      return Thread.current.name.map { $0.isEmpty ? "another thread" : "the thread \($0)" } ?? "another thread"
    }
  }
#endif

extension ContextCore {
  /// Reports a use from elsewhere than the context's home; nothing in release builds.
  @inline(__always)
  func checkHome(
    _ operation: IsolationViolation.Operation, _ entity: @autoclosure () -> String? = nil,
    _ property: @autoclosure () -> String? = nil
  ) {
    #if DEBUG
      if case .unknown = home { return }
      if !home.isHere { reportUse(operation, entity(), property()) }
    #endif
  }

  #if DEBUG
    @inline(never)
    private func reportUse(_ operation: IsolationViolation.Operation, _ entity: String?, _ property: String?) {
      let violation = IsolationViolation(
        operation: operation, entityName: entity, propertyName: property, expected: home.name,
        actual: ContextHome.nameOfHere)
      guard container.saveDefaults.isNew(violation) else { return }
      if let handler = container.saveDefaults.onIsolationViolation { return handler(violation) }
      let advice = "Pass the container or identifiers between actors, not contexts and models."
      FileHandle.standardError.write(Data("SwiftData: \(violation) \(advice)\n".utf8))
    }
  #endif
}
