import Dispatch
import Foundation
import Synchronization

/// Saves what an autosave has not come to when the program ends by `exit()`, or by the end of its main function.
///
/// Only on the main thread, where such contexts belong: a program that another thread ends may be in the middle of a
/// change. Never in a signal handler, in which nothing of SQLite's may be called.
enum AutosaveAtExit {
  /// Contexts whose autosave is scheduled.
  private static let waiting = Mutex<[ContextReference]>([])

  private static let isRegistered: Void = {
    atexit { AutosaveAtExit.saveAll() }
  }()

  /// The next turn of the main queue may never come.
  static func note(_ reference: ContextReference) {
    _ = isRegistered
    waiting.withLock { $0.append(reference) }
  }

  /// The turn has come.
  static func forget(_ reference: ContextReference) {
    waiting.withLock { $0.removeAll { $0 === reference } }
  }

  private static func saveAll() {
    guard Thread.isMainThread else { return }
    let references = waiting.withLock { references in
      defer { references = [] }
      return references
    }
    for reference in references { reference.core?.context?.autosaveAtExit() }
  }
}

extension ModelContext {
  /// Within a save there is nothing to be done.
  fileprivate func autosaveAtExit() {
    guard !_core.isSaving else { return }
    // What a transaction has not finished is not saved by halves.
    _core.takeBackOpenScopes()
    guard autosaveEnabled, hasChanges else { return }
    saveAtEnd()
  }
}

#if !os(Windows)
  extension ModelContainer {
    /// Saves the main context when the system asks the program to end, then ends it as the signal would have.
    ///
    /// ```swift
    /// container.saveOnTermination()
    /// ```
    ///
    /// Without this, a signal ends the program at once, and what the main context has changed since its last turn is
    /// lost. With it, the signal is waited for on a queue, and the main actor gets a turn to save; nothing is done in a
    /// signal handler. If the main actor is blocked for longer than `timeout`, the program ends without saving.
    ///
    /// Call it once, early. It takes the place of other handlers of these signals that are installed by `signal` or
    /// `sigaction`. There is no such thing on Windows.
    ///
    /// This is an addition: Apple's framework has no such method.
    ///
    /// - Parameters:
    ///   - signals: `SIGTERM` and `SIGINT` unless given.
    ///   - timeout: How long the main actor may take.
    public func saveOnTermination(signals: [Int32] = [SIGTERM, SIGINT], timeout: Duration = .seconds(5)) {
      for number in signals { TerminationSaver.watch(number, self, timeout / .seconds(1)) }
    }
  }

  /// Waits for signals, for as long as the process runs.
  private enum TerminationSaver {
    private struct Watch: @unchecked Sendable {
      // Unchecked: kept so that it goes on, and not used again.
      let source: any DispatchSourceSignal
    }

    private static let queue = DispatchQueue(label: "SwiftData.Termination")
    private static let watches = Mutex<[Int32: Watch]>([:])
    private static let containers = Mutex<[Int32: [(container: _ContainerCore, timeout: Double)]]>([:])

    static func watch(_ number: Int32, _ container: ModelContainer, _ timeout: Double) {
      containers.withLock { $0[number, default: []].append((container.core, timeout)) }
      watches.withLock { watches in
        guard watches[number] == nil else { return }
        #if canImport(Darwin)
          // The source hears of it all the same; the default would end the program first. Elsewhere the source has a
          // handler of its own, and what were ignored before it is there would be lost.
          signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        let isWatching = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isWatching.signal() }
        source.setEventHandler { end(number) }
        watches[number] = Watch(source: source)
        source.resume()
        _ = isWatching.wait(timeout: .now() + 1)
      }
    }

    private static func end(_ number: Int32) {
      let all = containers.withLock { $0[number] ?? [] }
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          for (container, _) in all { container.saveMain() }
        }
        isDone.signal()
      }
      _ = isDone.wait(timeout: .now() + (all.map(\.timeout).max() ?? 0))
      for (container, _) in all {
        for entry in container.stores { (entry.store as? any _HistoryStore)?.completeHistory() }
      }
      signal(number, SIG_DFL)
      // Threads of queues block signals, and those that are inherited from the parent may be blocked, too.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
    }
  }

  extension _ContainerCore {
    @MainActor
    fileprivate func saveMain() {
      for core in liveCores() {
        guard let context = core.context, context.isOnMainActor, context.autosaveEnabled, context.hasChanges,
          !core.scopes.isOpen
        else { continue }
        context.saveAtEnd()
      }
    }
  }
#endif
