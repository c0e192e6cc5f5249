// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// Signing out. The state goes first: who ends in between finds a store that was synced before, without its state, and is
/// told so, instead of uploading deletions, or uploading all a second time, or to another account.
extension SyncDriver {
  /// Says that the objects of the former account are gone, so that the store may be synced anew.
  private var emptied: URL { file.appendingPathExtension("emptied") }

  var wasEmptied: Bool { FileManager.default.fileExists(atPath: emptied.path) }

  /// Says that the objects of the former account are still there: a device that has only uploaded has no transaction of
  /// sync's own to tell it by.
  private var kept: URL { file.appendingPathExtension("kept") }

  var wasKept: Bool { FileManager.default.fileExists(atPath: kept.path) }

  /// There is a state again.
  func forgetSigningOut() {
    if wasEmptied { try? FileManager.default.removeItem(at: emptied) }
    if wasKept { try? FileManager.default.removeItem(at: kept) }
  }

  func signOut(keepingData: Bool) throws {
    // Until the objects are gone: the next account must not get them.
    do { try Data().write(to: kept) } catch { throw SyncError.stateFile(file: kept.path, reason: "\(error)") }
    isSignedOut = true
    do { try removeFiles() } catch {
      throw error as? SyncError ?? .stateFile(file: file.path, reason: "\(error)")
    }
    forget()
    if !keepingData {
      do { try removeObjects() } catch { throw error as? SyncError ?? .store(reason: "\(error)") }
      do { try Data().write(to: emptied) } catch {
        throw SyncError.stateFile(file: emptied.path, reason: "\(error)")
      }
      try? FileManager.default.removeItem(at: kept)
    }
    tell()
  }

  private func removeFiles() throws {
    close()
    let files = FileManager.default
    try forgetKeys()
    for place in [file, file.appendingPathExtension("values"), emptied] where files.fileExists(atPath: place.path) {
      try files.removeItem(at: place)
    }
  }

  private func forget() {
    state = DriverState()
    history = StoreHistory(container: container)
    core = ClientState(account: account, token: "", node: random.next(), zones: [options.zone])
    ring = KeyRing(zone: options.zone)
    large = LargeValues(
      folder: BlobFolder(stateFile: file), limit: transport.carriesLargeValues ? environment.largeValue : nil)
    (sentValues, unloadable, unshared, spared, replaced) = ([], [:], [:], [], [:])
    (untold, lastFailure, isUpdateNeeded, sealsEverything) = ([], nil, false, false)
  }

  /// In one transaction of sync's own, which no device takes for an edit.
  private func removeObjects() throws {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    context.author = StoreHistory.author
    AppleGaps.overwriteConflicts(context)
    var objects: [PersistentIdentifier: any PersistentModel] = [:]
    for model in schema.models.values {
      for object in try model.access.all(context) { objects[object.persistentModelID] = object }
    }
    guard !objects.isEmpty else { return }
    for object in objects.keys.sorted() { if let model = objects[object] { context.delete(model) } }
    try context.save()
  }
}
