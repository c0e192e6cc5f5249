// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// How far sync is.
///
/// ```swift
/// for await status in sync.statusUpdates { label.text = status.isSyncing ? "Syncing" : "\(status.pendingUploads) waiting" }
/// ```
public struct SyncStatus: Sendable, Equatable {
  /// Whether messages are on their way.
  public internal(set) var isSyncing = false
  /// Whether nothing is sent but for ``ModelSync/syncNow()``. So it is at the start.
  public internal(set) var isPaused = true
  /// When all was up to date the last time.
  public internal(set) var lastSuccess: Date?
  /// How many records wait for the server. What is saved after ``ModelSync/pause()`` counts as well; before the first
  /// ``ModelSync/resume()`` or ``ModelSync/syncNow()``, nothing is known of it.
  public internal(set) var pendingUploads = 0
  /// How many records have come that are not shown yet, since not all have, and how many objects lack a large value.
  public internal(set) var pendingDownloads = 0
  /// Whether the server's records were loaded once. An app inserts its defaults after that.
  public internal(set) var isFirstImportDone = false
  /// Why the last round failed; nil: it did not.
  public internal(set) var lastError: SyncError?
  /// Whether the server refuses this version of the app, until it is updated. It stays so while the server cannot be
  /// reached; ``lastError`` has the version that it wants: ``SyncError/updateNeeded(least:)``.
  public internal(set) var isUpdateNeeded = false
  /// What cannot be synced, while the rest goes on.
  public internal(set) var setAside: [SetAsideItem] = []
  /// Whether encrypted fields can be read and written here. Known from the first round on.
  public internal(set) var encryption = Encryption.unused
  /// The shares that the account is in, its own ones included. Known from the first round on, with ``SyncOptions/sharing``.
  public internal(set) var shares: [SyncShare] = []
  /// Changes of this device that its account had no right to. They were taken back; ``ModelSync/dismissReverted()`` empties
  /// the list.
  public internal(set) var reverted: [SetAsideItem] = []

  /// How far the encryption of fields is.
  public enum Encryption: Sendable, Hashable {
    /// No attribute is encrypted.
    case unused
    /// There are encrypted attributes and no keys yet: their values stay on the device until
    /// ``ModelSync/setUpEncryption()``.
    case notSetUp
    /// Keys are missing here: values of other devices cannot be read until ``ModelSync/unlockEncryption(with:)``, and this
    /// device's own ones may wait.
    case recoveryCodeNeeded
    /// Encrypted fields are synced.
    case ready
  }
}

/// A record that cannot be synced.
///
/// ```swift
/// for item in sync.status.setAside { print(item.modelName, item.reason) }
/// ```
public struct SetAsideItem: Sendable, Hashable, Identifiable {
  /// Who does not take it.
  public enum Cause: Sendable, Hashable {
    /// The server does not take what was changed here. It stays here, until it is changed again or discarded.
    case refusedByServer
    /// The account has no room for it on the server. It stays here until there is room, and
    /// ``ModelSync/retrySetAside()`` is called.
    case accountIsFull
    /// The store does not take what others have changed, or this version of the app does not know the model. Or the
    /// object is in a share, and a value of an attribute that is encrypted since stays on this device.
    case refusedHere
    /// The object needs an encrypted value, whose key is not on this device: it is shown when the recovery code was entered.
    case recoveryCodeNeeded
    /// The account has no right to change it. The change was taken back.
    case notAllowed
    /// An encrypted or a large value was changed on its way or on the server, or a large one cannot be loaded from there.
    /// What the app shows stays as it was; saving another value replaces it. A large one is asked for again within an hour,
    /// or after ``ModelSync/retrySetAside()``.
    case alteredValue
  }

  /// The record's name, the same on all devices.
  public let id: String
  /// The name of its class.
  public let modelName: String
  /// The object, if there is one on this device.
  public let persistentModelID: PersistentIdentifier?
  /// Who does not take it.
  public let cause: Cause
  /// Why, as a sentence for developers.
  public let reason: String
}

/// Something that sync has decided about an app's objects.
///
/// ```swift
/// for await event in sync.events {
///   if case .replaced(_, let id, let successor) = event { selection.replace(id, by: successor) }
/// }
/// ```
public enum SyncEvent: Sendable, Hashable {
  /// Two objects had the same unique value and became one: the first one's record is now a part of the second one's.
  case replaced(modelName: String, id: String, by: String)
  /// An object that one device had deleted stays, since another one had edited it without knowing.
  case revived(modelName: String, id: String)
  /// A record was set aside; ``SyncStatus/setAside`` has it.
  case setAside(SetAsideItem)
  /// A change that the account has no right to was taken back: the object is as the server has it, or gone if it was new.
  case reverted(SetAsideItem)
  /// The account is in a share that it was not in before: it has accepted an invitation, here or on another device.
  case joined(SyncShare)
  /// The account is in a share no more, whose objects are gone from this device. So many changes of them had not been uploaded.
  case left(SyncShare, unsentChanges: Int)
  /// What the device has is compared with all that the server has: it was restored, or the device was away for long.
  case reconciling
}
