// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A failed autosave.
public struct AutosaveFailure: Sendable {
  /// The error that the save threw.
  public let error: any Error
  /// Whether the context is the container's main context.
  public let isMainContext: Bool
  /// Whether the context has been deallocated, and its changes are lost. Otherwise they stay, and
  /// the next autosave tries again.
  public let isLost: Bool
}

extension ModelContainer {
  /// Called on the context's thread when an autosave has failed. Unless it is set, the error is
  /// written to the standard error stream.
  ///
  /// ```swift
  /// container.onAutosaveFailure = { logger.error("\($0.error)") }
  /// ```
  ///
  /// An autosave happens on the next turn of the main queue after a change, when a context goes, and at the end of the
  /// program (<doc:SavingAndRollback#Autosave>). Each save checks again: as soon as the models are valid, or the store is free, the next
  /// autosave succeeds. ``ModelContext/autosaveError`` has the error, too.
  public var onAutosaveFailure: (@Sendable (AutosaveFailure) -> Void)? {
    get { core.saveDefaults.onAutosaveFailure }
    set { core.saveDefaults.onAutosaveFailure = newValue }
  }
}

extension ModelContext {
  /// Seconds until a save is tried again that failed because of others.
  private static let retryDelay = 1.0

  /// Called when the first change of an object is noted.
  func noteChange() {
    guard autosaveEnabled, isOnMainActor, !autosaveIsScheduled else { return }
    autosaveIsScheduled = true
    AutosaveAtExit.note(_core.reference)
    DispatchQueue.main.async { [reference = _core.reference] in
      AutosaveAtExit.remove(reference)
      MainActor.assumeIsolated { reference.core?.context?.autosave() }
    }
  }

  /// Another context has saved; one of the main actor shows it on its next turn.
  func noteArrival() {
    guard isOnMainActor else { return }
    DispatchQueue.main.async { [reference = _core.reference] in
      reference.core?.mergeArrivals()
    }
  }

  /// Saves now, as an autosave does: without the changes of rows that are gone, and again while others are in the way.
  ///
  /// - Parameter settled: Called when everything is saved, or when no later attempt would save more. Until then
  ///   somebody has to keep the context.
  @MainActor package func _autosaveNow(settled: @escaping @MainActor () -> Void) {
    autosaveIsSettled = settled
    autosave()
  }

  @MainActor private func autosave() {
    autosaveIsScheduled = false
    _core.saving.autosaveBegins()
    var isSettled = true
    defer { if isSettled { settle() } }
    guard autosaveEnabled, hasChanges, !_core.scopes.isOpen else { return }
    let isNoted = _core.deferredError != nil
    do { try save() } catch {
      _core.saving.autosaveFailed()
      report(error, isLost: false)
      // What a getter met concerns no change: they are saved on the next turn.
      if isNoted { _core.deferredError = nil }
      if isNoted || _core.dropLostChanges(), hasChanges {
        isSettled = false
        return noteChange()
      }
      isSettled = !retryLater(error)
    }
  }

  @MainActor private func settle() {
    let settled = autosaveIsSettled
    autosaveIsSettled = nil
    settled?()
  }

  /// What others have caused may be over without any change of this context.
  ///
  /// - Returns: Whether it is tried again.
  private func retryLater(_ error: any Error) -> Bool {
    guard let error = error as? SwiftDataError,
      error == .storeIsBusy || error == .optimisticLockFailure || error == .storeIsFull
    else { return false }
    AutosaveAtExit.note(_core.reference)
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.retryDelay) {
      [reference = _core.reference] in
      AutosaveAtExit.remove(reference)
      MainActor.assumeIsolated { reference.core?.context?.noteChange() }
    }
    return true
  }

  /// Changes that cannot be saved later.
  func saveAtEnd() {
    // The engine no longer sees that this context saves by itself.
    if _core.merging.policy == nil { _core.merging.policy = _core.container.saveDefaults.merge ?? .memoryWins }
    do { try _core.save() } catch { report(error, isLost: true) }
  }

  private func report(_ error: any Error, isLost: Bool) {
    autosaveError = error
    let failure = AutosaveFailure(error: error, isMainContext: isMain, isLost: isLost)
    if let handler = _core.container.saveDefaults.onAutosaveFailure { return handler(failure) }
    let consequence = isLost ? "Its changes are lost." : "Its changes stay unsaved for now."
    let text = "SwiftData: a context could not save by itself. \(consequence) \(error)\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
