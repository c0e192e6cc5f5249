// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Where the account's keys are, and nobody else's: a state file may be removed when a user signs out, and the file of keys
/// forgotten. The next user's account must not get them, or wrap them for all of its devices.
///
/// Keys from before files said whose they are count if the account's zone has a record of their account key, whose name is made
/// of the key itself. What else is in such a file stays there.
extension SyncDriver {
  func storedKeys() throws -> StoredKeys { try locateKeys().keys }

  func keep(_ keys: StoredKeys) throws {
    let store = try locateKeys().store
    var keys = keys
    keys.owner = account
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do { try store.save(try encoder.encode(keys), account: account) } catch {
      throw SyncError.keyStore(reason: "\(error)")
    }
  }

  /// Removes the account's keys, and nobody else's: another account may have used the place before.
  func forgetKeys() throws {
    func owner(_ store: any SyncKeyStore) -> String? { (try? load(store))?.owner }
    do {
      if let store = options.keyStore {
        guard owner(store) ?? account == account else { return }
        try store.save(try JSONEncoder().encode(StoredKeys()), account: account)
      } else {
        // Those from before files said whose they are count if there are no others.
        let own = keyFiles.filter { owner($0) == account }
        for store in own.isEmpty ? keyFiles.filter({ owner($0) == nil }) : own { try store.remove() }
      }
    } catch {
      throw SyncError.keyStore(reason: "\(error)")
    }
  }

  /// The account's keys, and the place to keep them in: empty, or theirs.
  private func locateKeys() throws -> (keys: StoredKeys, store: any SyncKeyStore) {
    // The app's own store is asked for this account's, so what it has without a name is meant.
    if let store = options.keyStore {
      let stored = try load(store) ?? StoredKeys()
      guard let owner = stored.owner, owner != account else { return (stored, store) }
      throw otherOwner(owner)
    }
    var free: (any SyncKeyStore)?
    var unowned: StoredKeys?
    var other = ""
    for store in keyFiles {
      guard let stored = try load(store) else {
        free = free ?? store
        continue
      }
      if let owner = stored.owner {
        if owner == account { return (stored, store) }
        other = owner
        continue
      }
      let adopted = stored.adopted(by: account, accountKeys)
      // The rest may be another account's, and stays there.
      if adopted.accounts == stored.accounts, adopted.keys == stored.keys { free = store }
      unowned = adopted
    }
    guard let free else { throw otherOwner(other) }
    return (unowned ?? StoredKeys(), free)
  }

  private func otherOwner(_ owner: String) -> SyncError {
    .keyStore(
      reason: "the keys there are of the account “\(owner)”: keep those of each account in a place of their own")
  }

  private func load(_ store: any SyncKeyStore) throws -> StoredKeys? {
    do {
      return try store.load(account: account).map { try JSONDecoder().decode(StoredKeys.self, from: $0) }
    } catch {
      throw SyncError.keyStore(reason: "\(error)")
    }
  }

  /// The second one is for who finds the first one taken.
  private var keyFiles: [SyncKeyFile] {
    let mark = String(RecordID("Account", account).digest, radix: 16)
    return [file, file.appendingPathExtension(mark)].map { SyncKeyFile($0.appendingPathExtension("keys")) }
  }

  /// The names of the account keys that the zone has records of.
  private var accountKeys: Set<String> {
    Set(zone.rows.keys.filter { $0.type == KeyRecords.account }.map(\.name))
  }
}
