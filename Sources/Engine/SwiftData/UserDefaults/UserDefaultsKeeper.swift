// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation
import Synchronization

/// Writes user defaults to their files, which Foundation does on Apple's platforms, and elsewhere only when it is asked to.
///
/// A change of the standard defaults is written a tenth of a second later, and at the end of the process
/// (``NotedDefaults``). A process that changes none has neither a thread nor a timer nor a file for it. Foundation merges
/// what this process has changed into the file, key by key, and writes it in place; a lock keeps the processes of a person
/// from doing that at the same time, and a copy is there if one is killed while it does.
///
/// Nothing tells of changes in suites that a program makes by itself. Where it does so, as the names show that it was
/// linked with, Foundation is asked twice a second, for all domains at once.
package enum UserDefaultsKeeper {
  #if canImport(Darwin)
    package static var account: String { "" }
    package static func start() {}
    package static func follow(_ defaults: UserDefaults) {}
    package static func writeSoon() {}
    package static func onChange(_ body: @escaping @Sendable (UserDefaults, String) -> Void) {}
    package static func suite(_ name: String) -> UserDefaults? { UserDefaults(suiteName: name) }
  #else
    private static let queue = DispatchQueue(label: "swiftdata.user-defaults", qos: .utility)
    private static let state = Mutex(State())
    /// The interval of looking for changes that are not reported.
    private static let pause = 0.5
    /// After a change, for others to come along.
    private static let delay = 0.1

    private struct State {
      /// Something is to be written.
      var isChanged = false
      var isWaiting = false
      var hasFailed = false
      var hasTimer = false
      /// How many threads are writing, or are about to.
      var writers = 0
      /// How often a file may have been written.
      var writes = 0
    }

    // A timer is kept by nothing else, and never changed.
    nonisolated(unsafe) private static let timer: any DispatchSourceTimer = {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + pause, repeating: pause, leeway: .milliseconds(100))
      timer.setEventHandler { write() }
      timer.resume()
      return timer
    }()

    private static let isStarted: Void = {
      if !NotedDefaults.follow(.standard) || makesSuites { startTimer() }
    }()

    /// Whether the program makes user defaults by their names, as far as can be told: `UserDefaults(suiteName:)`.
    private static var makesSuites: Bool {
      osd_refers_to("$s10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC", "libFoundation.so") != 0
    }

    private static let writesAtExit: Void = {
      atexit { UserDefaultsKeeper.writeAtExit() }
    }()

    /// Begins, once for the process. Called wherever a store is opened or a view reads user defaults.
    package static func start() { isStarted }

    /// The changes of these are to be written, too.
    package static func follow(_ defaults: UserDefaults) {
      start()
      if !NotedDefaults.follow(defaults) { startTimer() }
    }

    // MARK: Changes

    private static let watchers = Mutex<[@Sendable (UserDefaults, String) -> Void]>([])

    /// Calls a closure after each change of a value by its key, on the thread that makes it: of the standard user
    /// defaults, and of suites that ``suite(_:)`` has made.
    package static func onChange(_ body: @escaping @Sendable (UserDefaults, String) -> Void) {
      watchers.withLock { $0.append(body) }
    }

    static func didChange(_ key: String, in defaults: UserDefaults) {
      for watcher in watchers.withLock({ $0 }) { watcher(defaults, key) }
    }

    /// User defaults of a name, whose changes are heard of: no timer is needed for them.
    package static func suite(_ name: String) -> UserDefaults? {
      start()
      return NotedDefaults(suiteName: name)
    }

    private static func startTimer() {
      let isNew = state.withLock { state in
        defer { state.hasTimer = true }
        return !state.hasTimer
      }
      guard isNew else { return }
      DefaultsFile.standard?.restore()
      _ = timer
      writesAtExit
    }

    /// What a test can see of it.
    package static var account: String {
      state.withLock { "timer \($0.hasTimer), writes \($0.writes)" }
    }

    /// Something has changed.
    package static func writeSoon() {
      writesAtExit
      let isFirst = state.withLock { state in
        state.isChanged = true
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      guard isFirst else { return }
      queue.asyncAfter(deadline: .now() + delay) {
        state.withLock { $0.isWaiting = false }
        write()
      }
    }

    private static func writeAtExit() {
      // What another thread has begun to write is waited for: it may not have got the lock yet.
      guard state.withLock({ $0.isChanged || $0.hasTimer || $0.writers > 0 }) else { return }
      write()
    }

    private static func write() {
      let standard = UserDefaults.standard
      // It does the rest by itself.
      if standard is NotedDefaults { _ = standard.synchronize() } else { _ = write { standard.synchronize() } }
    }

    private static let writing = Mutex(())

    /// Has Foundation write, while no other process does; it has nothing to write unless something was changed.
    static func write(_ body: () -> Bool) -> Bool {
      let mayBeChanged = state.withLock { state in
        defer { state.isChanged = false }
        guard state.isChanged || state.hasTimer || state.writers > 0 else { return false }
        state.writes += 1
        state.writers += 1
        return true
      }
      guard mayBeChanged else { return body() }
      // At the end of the process another thread may be at it.
      let isWritten = writing.withLock { _ in
        let lock = DefaultsLock()
        defer { lock?.release() }
        let isWritten = body()
        DefaultsFile.standard?.keepCopy()
        return isWritten
      }
      let isNew = state.withLock { state in
        defer { state.hasFailed = !isWritten }
        state.writers -= 1
        if !isWritten { state.isChanged = true }
        return !isWritten && !state.hasFailed
      }
      if isNew {
        FileHandle.standardError.write(
          Data(
            "SwiftData: User defaults cannot be written to \(DefaultsFile.folder). Give the process a home folder (HOME) in which it may write.\n"
              .utf8))
      }
      return isWritten
    }
  #endif
}
