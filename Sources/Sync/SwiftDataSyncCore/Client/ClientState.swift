// SPDX-License-Identifier: Apache-2.0

/// All that a device keeps for sync.
package struct ClientState: Sendable {
  package var account: String
  package var token: String
  package var node: UInt64
  package var clock = HybridClock()
  /// The latest time that the server has told: an answer that comes late sets nothing back.
  package var serverTime: Int64 = 0
  package var zones: [String: ZoneReplica] = [:]
  /// The shares that are followed, and what the account may do in them.
  package var shares: [String: ShareRight] = [:]
  /// The zones of accounts that are not signed in: their unsent edits wait there, and nothing of them meets another's.
  package var parked: [String: [String: ZoneReplica]] = [:]

  package init(account: String, token: String, node: UInt64, zones names: [String]) {
    self.account = account
    self.token = token
    self.node = node
    for name in names { zones[name] = ZoneReplica() }
  }
}

/// What happens to a device.
package enum ClientEvent: Sendable {
  /// A transaction in one zone.
  case edit(zone: String, [LocalEdit])
  /// The app has saved a transaction: each edit goes to the zone of its record.
  case save([LocalEdit])
  /// The shares that the account is in now. What was in others is forgotten.
  case shares([String: ShareRight])
  /// Records move to another zone.
  case move([RecordID], to: String)
  /// Something is to be sent or asked: now and then, at a timeout, after an edit, when the server says so.
  case sync(zone: String)
  case answer(SyncAnswer)
  case signIn(account: String, token: String)
  /// The app takes back a change that the server has refused. A record that the server never had is gone.
  case discard(zone: String, RecordID)
  /// What the server has refused is uploaded again.
  case retry(zone: String)
}

/// What the app does to a record.
package enum LocalEdit: Hashable, Sendable, Codable {
  case insert(RecordID, [String: SyncValue])
  case set(RecordID, field: String, SyncValue)
  case link(RecordID, relationship: String, RecordID)
  case unlink(RecordID, relationship: String, RecordID)
  case delete(RecordID)
  /// Writes the same value in another form, encrypted with another key: the stamp stays, since nobody has edited anything.
  /// A stamp is given for a value that comes from a record which was taken in.
  case reseal(RecordID, field: String, SyncValue, stamp: Stamp?)
  /// Takes in a record from another zone, with its stamps: what is later stays.
  case adopt(RecordID, SyncRecord)
}

/// What the driver does, in this order, after it has made the new state durable if that is asked for.
package enum ClientEffect: Hashable, Sendable {
  /// The state must be on the disk before anything of it is sent.
  case synchronize
  case send(SyncRequest)
  case report(ClientReport)
}

/// What an app may want to know.
package enum ClientReport: Hashable, Sendable {
  /// Two records had the same unique value; the first one is now the second one.
  case replaced(RecordID, by: RecordID)
  /// An edit and a deletion that did not know of each other: the record stays.
  case revived(RecordID)
  case setAside(RecordID, String)
  /// The account has no right to a change: it was taken back.
  case reverted(RecordID, String)
  /// The account is not in the share any more, or it has ended.
  case noAccess(zone: String)
  /// A share was forgotten, with these edits that the server does not have.
  case forgotten(zone: String, unsent: [RecordID])
  /// The zone differed from the server's and is loaded again.
  case divergence(zone: String)
  case reconciling(zone: String)
  case applied(zone: String)
  case signInNeeded
  case refused(String)
}

/// A transaction of the app that cannot be.
package enum LocalEditError: Error, Hashable, CustomStringConvertible {
  case unknownZone(String)
  case missing(RecordID)
  case exists(RecordID)
  case notRefused(RecordID)

  package var description: String {
    switch self {
    case .unknownZone(let name): "there is no zone '\(name)': add it to the zones of the device first"
    case .missing(let id): "\(id) was changed, but it is not there: insert it first"
    case .notRefused(let id): "\(id) waits for nothing: only a change that the server has refused can be taken back"
    case .exists(let id): "\(id) was inserted, but it is there: change it, or use another identity"
    }
  }
}
