import Foundation
import Synchronization

/// Writes user defaults to their files, which Foundation does on Apple's platforms, and elsewhere only when it is asked to.
///
/// A change is written within half a second, and at the end of the process. Nothing tells of changes: asking Foundation to
/// write when nothing has changed costs less than a microsecond, so it is asked now and then, for all domains at once.
/// Foundation merges what this process has changed into the file, key by key, and writes it in place; a lock keeps the
/// processes of a person from doing that at the same time, and a copy is there if one is killed while it does.
package enum UserDefaultsKeeper {
  #if canImport(Darwin)
    package static func start() {}
    package static func writeSoon() {}
  #else
    private static let queue = DispatchQueue(label: "swiftdata.user-defaults", qos: .utility)
    private static let state = Mutex(State())
    private static let pause = 0.5

    private struct State {
      var isWaiting = false
      var hasFailed = false
    }

    // A timer is kept by nothing else, and never changed.
    nonisolated(unsafe) private static let timer: any DispatchSourceTimer = {
      DefaultsFile.standard?.restore()
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + pause, repeating: pause, leeway: .milliseconds(100))
      timer.setEventHandler { write() }
      timer.resume()
      atexit { UserDefaultsKeeper.write() }
      return timer
    }()

    /// Begins, once for the process. Called wherever a store is opened or a view reads user defaults.
    package static func start() { _ = timer }

    /// Writes a change that is known, without waiting for the next time.
    package static func writeSoon() {
      start()
      let isFirst = state.withLock { state in
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      guard isFirst else { return }
      queue.asyncAfter(deadline: .now() + 0.02) {
        state.withLock { $0.isWaiting = false }
        write()
      }
    }

    private static let writing = Mutex(())

    private static func write() {
      // At the end of the process another thread may be at it.
      writing.withLock { _ in
        let lock = DefaultsLock()
        defer { lock?.release() }
        let isWritten = UserDefaults.standard.synchronize()
        DefaultsFile.standard?.keepCopy()
        let isNew = state.withLock { state in
          defer { state.hasFailed = !isWritten }
          return !isWritten && !state.hasFailed
        }
        guard isNew else { return }
        FileHandle.standardError.write(
          Data(
            "SwiftData: User defaults cannot be written to \(DefaultsFile.folder). Give the process a home folder (HOME) in which it may write.\n"
              .utf8))
      }
    }
  #endif
}
