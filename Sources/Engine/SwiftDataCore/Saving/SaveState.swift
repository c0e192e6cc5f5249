// SPDX-License-Identifier: Apache-2.0

/// What a context knows of its saves: by whom, and how far the one that runs has come.
struct SaveState {
  /// ``ModelContext/author``.
  var author: String?
  /// While true, what others have saved comes to light too late to be seen.
  private(set) var isRunning = false
  /// While true, code of the program's runs that decides about the save.
  private(set) var isInHook = false
  /// While a save runs that somebody observes.
  private(set) var trace: SaveTrace?
  /// The latest autosave failed: any change may be what mends it.
  private(set) var retriesAutosave = false

  mutating func begin() { isRunning = true }

  mutating func end() { isRunning = false }

  mutating func enterHooks() { isInHook = true }

  mutating func leaveHooks() { isInHook = false }

  mutating func beginTrace(_ new: SaveTrace) { trace = new }

  mutating func endTrace() { trace = nil }

  mutating func autosaveBegins() { retriesAutosave = false }

  mutating func autosaveFailed() { retriesAutosave = true }
}
