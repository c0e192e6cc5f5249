// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Why something could not be synced, and what to do.
///
/// ```swift
/// do { try await sync.syncNow() } catch let error as SyncError where error == .signInNeeded { showSignIn() }
/// ```
public enum SyncError: Error, Hashable, Sendable {
  /// A class is not in the container's schema.
  case unknownModel(String)
  /// A property has a type that cannot be sent.
  case unsupportedProperty(model: String, property: String, type: String)
  /// A required relationship leads to a class that is not synced.
  case destinationNotSynced(model: String, property: String, destination: String)
  /// An option names a class or a property that is not there, or cannot have it.
  case invalidOption(String, name: String, reason: String)
  /// Two properties have one name in records: one of them was called so before.
  case sharedField(model: String, field: String, properties: [String])
  /// The synced classes are in several stores of the container, which no transaction spans.
  case severalStores([String])
  /// The store keeps no history, or sync cannot read it.
  case noHistory(reason: String)
  /// Another process, or another object, syncs with this state file.
  case inUse(file: String)
  /// The state file has another account's state.
  case otherAccount(String, file: String)
  /// The state file was damaged.
  case damagedState(file: String, reason: String)
  /// The store was synced before, with a state that is not in this file.
  case stateMissing(file: String)
  /// The state file cannot be read or written.
  case stateFile(file: String, reason: String)
  /// The app's store cannot be read or written.
  case store(reason: String)
  /// The token is not valid, or not any more.
  case signInNeeded
  /// The account may not do this.
  case forbidden(reason: String)
  /// The server cannot be reached.
  case unreachable(reason: String)
  /// The server was reached and has not answered for so many seconds.
  case timedOut(seconds: Int)
  /// The server asks to come again later, where it has said so after so many seconds.
  case tryLater(seconds: Int?)
  /// The server wants a later version of the app's models: the app must be updated. What was changed here stays, and is
  /// uploaded then.
  case updateNeeded(least: Schema.Version)
  /// The message has more bytes than the server reads.
  case tooLarge
  /// The server does not understand the request, or cannot answer.
  case server(status: Int, reason: String)
  /// What was answered is no answer.
  case malformedAnswer(reason: String)
  /// A round of sync did not come to an end.
  case noEnd
  /// An address that is none, or not of HTTP.
  case invalidAddress(String)
  /// The environment names a server, and not this variable, which belongs to it.
  case incompleteEnvironment(missing: String)
  /// There is no change of a model of this identity that the server has refused.
  case notSetAside(String)
  /// A unique attribute cannot be encrypted.
  case encryptedUnique(model: String, property: String)
  /// Encrypted attributes need the trait `SyncEncryption`.
  case encryptionUnavailable(model: String, property: String)
  /// Encryption is set up already, here or on another device.
  case encryptionAlreadySetUp
  /// No device has set up encryption, as far as this one knows.
  case encryptionNotSetUp
  /// The keys of encrypted fields are not on this device.
  case recoveryCodeNeeded
  /// A text that is no recovery code: it was mistyped.
  case malformedRecoveryCode(reason: String)
  /// A recovery code, or an account key, that is not this account's.
  case wrongRecoveryCode
  /// The keys cannot be read or kept.
  case keyStore(reason: String)
  /// Shares are not followed here.
  case sharingIsOff
  /// An object that is not saved, or whose class is not synced.
  case notSynced(model: String)
  /// An object, or a part of what is to be shared, is in another share.
  case alreadyShared(model: String, id: String)
  /// Objects of a class with a unique attribute cannot be shared.
  case sharedUnique(model: String, property: String)
  /// Objects of a class with an encrypted attribute cannot be shared.
  case sharedEncrypted(model: String, property: String)
  /// A required relationship leads out of what is to be shared.
  case shareNeedsOutside(model: String, property: String, destination: String)
  /// There is no such invitation, or not any more.
  case noInvitation
  /// The invitation is not valid any more.
  case invitationExpired
  /// The invitation is for another account.
  case invitationForAnotherAccount
  /// Only the owner of a share may do this.
  case notShareOwner
  /// There is no such share, or the account is not in it.
  case noShare
  /// The account is not in the share.
  case noParticipant
  /// What was asked for about a share cannot be.
  case sharing(reason: String)
}

extension SyncError: CustomStringConvertible, LocalizedError {
  /// What went wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// What went wrong, with the model, property or address concerned, and what to do.
  public var description: String {
    switch self {
    case .unknownModel(let name): "'\(name)' is not in the container's schema: add it to the schema, or do not sync it"
    case .unsupportedProperty(let model, let property, let type):
      "\(model).\(property) has the type \(type), which cannot be sent: use a Codable type, or name the property in 'localProperties'"
    case .destinationNotSynced(let model, let property, let destination):
      "\(model).\(property) needs a \(destination), which is not synced: sync it, too, or make the relationship optional"
    case .invalidOption(let option, let name, let reason):
      "'\(option)' of the options names '\(name)', \(reason): correct the name, or remove it"
    case .sharedField(let model, let field, let properties):
      "\(properties.map { "\(model).\($0)" }.joined(separator: " and ")) are both '\(field)' in records, as one of them "
        + "was called before: give the new one another name, or a name of its own in records with 'fieldNames'"
    case .severalStores(let stores):
      "the synced models are in the stores \(stores.joined(separator: ", ")): keep them in one configuration"
    case .noHistory(let reason):
      "the history of the store cannot be read (\(reason)): open the container with the history enabled"
    case .inUse(let file): "something else syncs with \(file): keep one ModelSync for a store, in one process"
    case .otherAccount(let account, let file):
      "\(file) belongs to the account '\(account)': use another state file, and another store, for another account"
    case .damagedState(let file, let reason):
      "\(file) is damaged (\(reason)): restore it together with the store, or remove both and load from the server"
    case .stateMissing(let file):
      "the store was synced before, but not with \(file): restore both together, or remove the store as well; to upload "
        + "all its objects as new ones, set 'uploadsSyncedStore'"
    case .stateFile(let file, let reason):
      "\(file) cannot be used (\(reason)): check the folder, its rights and the disk"
    case .store(let reason): "the store cannot be synced: \(reason)"
    case .signInNeeded: "the server does not accept the token: sign in again"
    case .forbidden(let reason): "the server refuses this account (\(reason)): use the account of the token"
    case .unreachable(let reason): "the server cannot be reached (\(reason)): check the connection, or wait"
    case .timedOut(let seconds):
      "the server has not answered within \(seconds) seconds: wait, or give the transport more time"
    case .tryLater(let seconds):
      "the server is busy: try again " + (seconds.map { "in \($0) seconds" } ?? "later")
    case .updateNeeded(let least):
      "the server wants version \(least) of the app's models, or a later one: update the app; what was changed here is "
        + "kept, and uploaded then"
    case .tooLarge: "the message is larger than what the server reads: upload fewer changes at once"
    case .server(let status, let reason): "the server answered \(status) (\(reason)): see its log"
    case .malformedAnswer(let reason):
      "the answer cannot be read (\(reason)): check the address and the server's version"
    case .noEnd: "sync did not come to an end: report this with the server's version"
    case .invalidAddress(let text): "'\(text)' is no address of a server: write it as https://sync.example.com"
    case .incompleteEnvironment(let missing):
      "SWIFTDATA_SYNC_SERVER names a server, but '\(missing)' is not set: set it, or call ModelSync.connect"
    case .notSetAside(let name): "nothing of \(name) was set aside: only what the server refused can be discarded"
    case .encryptedUnique(let model, let property):
      "\(model).\(property) is unique and cannot be encrypted, since the server compares unique values: remove one of the two"
    case .encryptionUnavailable(let model, let property):
      "\(model).\(property) is to be encrypted: enable the trait 'SyncEncryption' of OpenSwiftData, or name the property in "
        + "'localProperties'"
    case .encryptionAlreadySetUp:
      "encryption is set up already: use 'unlockEncryption' with the recovery code, or 'beginEncryptionAnew' if it is lost"
    case .encryptionNotSetUp:
      "encryption is not set up, as far as this device knows: call 'syncNow' first, or 'setUpEncryption'"
    case .recoveryCodeNeeded:
      "the keys of the encrypted fields are not on this device: call 'unlockEncryption' with the recovery code"
    case .malformedRecoveryCode(let reason): "this is no recovery code (\(reason)): compare it with the original"
    case .wrongRecoveryCode:
      "the recovery code is another one's: use the latest one of this account and zone"
    case .sharingIsOff: "shares are not followed: set 'sharing' of the options, in all versions of the app"
    case .notSynced(let model):
      "the \(model) is not synced: save it first, and name its class among the synced ones"
    case .alreadyShared(let model, let id):
      "the \(model) \(id) is in another share: end that share, or share a copy of it"
    case .sharedUnique(let model, let property):
      "\(model).\(property) is unique, and each participant may have the value already: share objects without unique attributes"
    case .sharedEncrypted(let model, let property):
      "\(model).\(property) is encrypted with keys that participants do not have: share objects without encrypted attributes"
    case .shareNeedsOutside(let model, let property, let destination):
      "\(model).\(property) needs a \(destination), which participants would not have: make it optional, or let the "
        + "\(destination) be deleted with what is shared"
    case .noInvitation:
      "there is no such invitation: it is used up, was withdrawn, or the share has ended; ask for another one"
    case .invitationExpired: "the invitation has expired: ask for another one"
    case .invitationForAnotherAccount: "the invitation is for another account: sign in with that one"
    case .notShareOwner: "only the owner of a share may do this: ask the owner"
    case .noShare: "there is no such share, or this account is not in it"
    case .noParticipant: "the account is not in the share: it has left, or has not accepted yet"
    case .sharing(let reason): "the share cannot be changed: \(reason)"
    case .keyStore(let reason): "the keys cannot be read or kept (\(reason)): check the key store"
    }
  }
}
