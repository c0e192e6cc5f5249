// SPDX-License-Identifier: Apache-2.0

#if !os(Windows)
  import CSwiftDataRuntime
  import Dispatch
  import Foundation
  import Synchronization

  extension ModelContainer {
    /// Saves the main context when a signal asks the program to end; then the signal takes its course.
    ///
    /// ```swift
    /// container.saveOnTermination()
    /// ```
    ///
    /// Without this, a signal ends the program at once, and changes of the main context since its last turn are lost.
    /// With it, the signal handler writes a byte to a pipe, a queue reads it, and the main actor gets a turn to save.
    /// Then the program ends, as the signal would have ended it. If the main actor is blocked for longer than `timeout`,
    /// the program ends without saving.
    ///
    /// A program can also handle the signal itself, for example a server that first answers its last requests:
    ///
    /// - A handler that was installed before, by `signal`, `sigaction` or a Dispatch source, is called after the save. It
    ///   decides whether and when the program ends.
    /// - A handler that is installed later replaces this one. The main context is then saved when the program ends with
    ///   its main function or by `exit()`, as always.
    /// - A signal that the program ignores is still ignored; the main context is saved.
    ///
    /// Call it once, early. It is not available on Windows.
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
  ///
  /// A Dispatch source for signals does not suffice: it does not show whether the program has one, too, and replaces the
  /// handlers that were installed before.
  private enum TerminationSaver {
    private struct Watch: Sendable {
      // Kept so that it goes on, and not used again.
      nonisolated(unsafe) let source: any DispatchSourceRead
      let input: Int32
    }

    private static let queue = DispatchQueue(label: "SwiftData.Termination")
    private static let containers = Mutex<[Int32: [(container: ContainerCore, timeout: Double)]]>([:])
    /// Where the handler writes the numbers of signals; `nil` if the system has no more descriptors.
    private static let watch: Watch? = {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      }
      let output = ends[0]
      let source = DispatchSource.makeReadSource(fileDescriptor: output, queue: queue)
      source.setEventHandler {
        var number: UInt8 = 0
        var numbers: Set<Int32> = []
        while read(output, &number, 1) == 1 { numbers.insert(Int32(number)) }
        for number in numbers { end(number) }
      }
      source.resume()
      return Watch(source: source, input: ends[1])
    }()

    static func watch(_ number: Int32, _ container: ModelContainer, _ timeout: Double) {
      containers.withLock { $0[number, default: []].append((container.core, timeout)) }
      if let watch { _ = osd_watch_signal(number, watch.input) }
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
        for entry in container.stores { (entry.store as? any HistoryStore)?.completeHistory() }
      }
      osd_pass_signal(number)
    }
  }

  extension ContainerCore {
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
