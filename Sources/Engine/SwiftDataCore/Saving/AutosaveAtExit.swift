// SPDX-License-Identifier: Apache-2.0

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
  static func remove(_ reference: ContextReference) {
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
    guard !_core.saving.isRunning else { return }
    // An unfinished transaction is not saved in part.
    _core.takeBackOpenScopes()
    guard autosaveEnabled, hasChanges else { return }
    saveAtEnd()
  }
}
