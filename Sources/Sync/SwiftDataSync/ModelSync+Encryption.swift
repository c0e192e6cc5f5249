// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ModelSync {
  /// Makes the keys of encrypted fields, once for an account and zone, on one device.
  ///
  /// ```swift
  /// try await sync.syncNow()
  /// if sync.status.encryption == .notSetUp {
  ///   let code = try await sync.setUpEncryption()
  ///   show(code.text)
  /// }
  /// ```
  ///
  /// Show the code to the user, and ask to keep it. **Who loses the code and all devices has lost the encrypted fields**:
  /// nobody else can read them, the server neither. Values that have waited for the keys are uploaded then; those that
  /// were uploaded before they were encrypted are uploaded again.
  ///
  /// If two devices do this without knowing of each other, one of them wins; the status of the other one says
  /// ``SyncStatus/Encryption/recoveryCodeNeeded``, and nothing is lost.
  ///
  /// - Returns: What opens the fields on other devices.
  /// - Throws: ``SyncError/encryptionAlreadySetUp`` if this device knows of keys.
  public func setUpEncryption() async throws -> RecoveryCode {
    try await changeKeys { try $0.setUpEncryption() }
  }

  /// Opens the encrypted fields on this device.
  ///
  /// ```swift
  /// try await sync.unlockEncryption(with: RecoveryCode(field.text))
  /// ```
  ///
  /// Objects that were set aside for lack of the keys are shown then. A value that was saved meanwhile in a field whose value
  /// could not be read gives way to that value.
  ///
  /// - Throws: ``SyncError/wrongRecoveryCode``, or ``SyncError/encryptionNotSetUp`` if nothing was downloaded yet.
  public func unlockEncryption(with code: RecoveryCode) async throws {
    let zone = zone
    try await changeKeys { driver in
      try driver.unlock { KeyRecords.accountKey($0, zone: zone, code) }
    }
  }

  /// Opens the encrypted fields with a key that the app has brought from another device on its own way.
  ///
  /// ```swift
  /// try await sync.unlockEncryption(withAccountKey: key)
  /// ```
  ///
  /// - Throws: ``SyncError/wrongRecoveryCode`` if it is another account's.
  public func unlockEncryption(withAccountKey key: Data) async throws {
    let id = KeyRecords.identifier(ofAccountKey: key)
    try await changeKeys { driver in try driver.unlock { $0.id == id ? key : nil } }
  }

  /// The account key, for apps that bring it to the user's other devices on their own way. Who has it can read all.
  ///
  /// ```swift
  /// let key = try await sync.accountKey()
  /// ```
  ///
  /// - Throws: ``SyncError/recoveryCodeNeeded`` if this device does not have it.
  public func accountKey() async throws -> Data {
    try await changeKeys { try $0.accountKey() }
  }

  /// Encrypts all from now on, and all that there is, with a new key.
  ///
  /// ```swift
  /// try await sync.rotateEncryptionKey()
  /// ```
  ///
  /// What was uploaded with the old one is uploaded again, in the background; the old one is kept for reading. Other devices
  /// need nothing for it, and edits of devices that were offline stay. Cost: an upload of all encrypted fields.
  public func rotateEncryptionKey() async throws {
    try await changeKeys { try $0.rotateKey() }
  }

  /// Makes a new recovery code; the old one does not open the account any more.
  ///
  /// ```swift
  /// show(try await sync.replaceRecoveryCode().text)
  /// ```
  ///
  /// For a user who has mislaid the code but still has a device. If somebody else has the code, use
  /// ``beginEncryptionAnew(deletingUnreadable:)``: the server's backups may have what the old code opens.
  public func replaceRecoveryCode() async throws -> RecoveryCode {
    try await changeKeys { try $0.replaceRecoveryCode() }
  }

  /// Begins with new keys and a new code: when the code is lost, or when somebody else has it.
  ///
  /// ```swift
  /// let code = try await sync.beginEncryptionAnew()
  /// ```
  ///
  /// What this device can read is uploaded again with the new key. What it cannot read is lost, unless another device still
  /// can: objects get the values that they have here, which are the default ones.
  ///
  /// - Parameter deletingUnreadable: Whether objects that are set aside for lack of the keys are deleted, everywhere.
  ///   Otherwise they stay set aside.
  /// - Returns: The new code, which all other devices need.
  public func beginEncryptionAnew(deletingUnreadable: Bool = false) async throws -> RecoveryCode {
    try await changeKeys { try $0.beginAnew(deletingUnreadable: deletingUnreadable) }
  }

  private func changeKeys<R: Sendable>(_ body: @escaping @Sendable (isolated SyncDriver) throws -> R) async throws -> R
  {
    let result = try await driver.exclusively { try body($0) }
    wake.yield()
    return result
  }
}
