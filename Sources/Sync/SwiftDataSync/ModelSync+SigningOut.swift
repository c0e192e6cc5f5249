// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelSync {
  /// Ends the sync of this account on this device, and forgets what sync knows: its state file, the keys of encrypted
  /// fields, and large values that are on their way.
  ///
  /// ```swift
  /// try await sync.syncNow()
  /// try await sync.signOut(keepingData: false)
  /// ```
  ///
  /// What was not uploaded is lost to the account: sync first, or look at ``SyncStatus/pendingUploads``. A round that is on
  /// its way ends first. The server and other devices keep all that they have.
  ///
  /// - Parameter keepingData: Whether the objects of the synced classes stay in the store. They are the device's own then:
  ///   another sync with this store needs ``SyncOptions/uploadsSyncedStore``, and uploads all of them as new ones. Otherwise
  ///   they are deleted here, and what the app saves from then on belongs to whoever signs in next.
  /// - Throws: ``SyncError/store(reason:)`` if the objects cannot be deleted, as when an object that is not synced needs
  ///   one of them. The state is gone then; call it again.
  public func signOut(keepingData: Bool) async throws {
    // A round that it begins in this moment would sign in again.
    await stop()?.value
    try await driver.exclusively { try $0.signOut(keepingData: keepingData) }
  }
}
