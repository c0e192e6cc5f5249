// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// Where a device keeps the keys of encrypted fields: the system's keychain, for instance.
///
/// ```swift
/// struct Keychain: SyncKeyStore {
///   func load(account: String) throws -> Data? { try item(account) }
///   func save(_ keys: Data, account: String) throws { try setItem(account, keys) }
/// }
/// ```
///
/// Without one, they are in a file beside the state file, which only its user can read, and which is of one account: another one
/// that uses the place later has a file of its own. Who has the keys can read the fields:
/// keep them out of backups that others can read.
public protocol SyncKeyStore: Sendable {
  /// What was saved for an account; nil: nothing was.
  func load(account: String) throws -> Data?

  /// Replaces what was saved for an account. When it returns, a power failure must not take the keys away.
  func save(_ keys: Data, account: String) throws
}

/// Keeps keys in a file that only its user can read.
///
/// ```swift
/// options.keyStore = SyncKeyFile(folder.appendingPathComponent("keys"))
/// ```
public struct SyncKeyFile: SyncKeyStore {
  private let file: URL

  /// - Parameter file: Its place. The folder must be there; the file is for one account, and another one that is given it
  ///   gets ``SyncError/keyStore(reason:)``.
  public init(_ file: URL) { self.file = file }

  /// The file's contents; nil: there is no file.
  public func load(account: String) throws -> Data? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  func remove() throws {
    if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
  }

  /// Writes a new file in the place of the old one, with the mode 0600.
  public func save(_ keys: Data, account: String) throws {
    let new = file.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)
    guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: new.path])
    }
    let handle = try FileHandle(forWritingTo: new)
    try handle.write(contentsOf: keys)
    try handle.synchronize()
    try handle.close()
    guard rename(new.path, file.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
    // Or the former file might come back after a power failure.
    try StateLog.synchronize(file.deletingLastPathComponent())
  }
}

/// What is kept there.
struct StoredKeys: Codable, Equatable {
  struct Account: Codable, Equatable {
    var id: String
    var secret: Data
  }

  /// A data key, so that no server can take it away again.
  struct Key: Codable, Equatable {
    var id: String
    var account: String
    var zone: String
    var number: Int64
    var secret: Data
  }

  var version = 1
  /// Whose keys they are, as the server names the account; nil: an earlier version of this library did not say it.
  var owner: String?
  var accounts: [Account] = []
  var keys: [Key] = []

  /// What is of an account by its zone: the rest may be another one's.
  ///
  /// - Parameter ids: The account keys that the zone has records of.
  func adopted(by owner: String, _ ids: Set<String>) -> StoredKeys {
    let known = ids.intersection(accounts.map(\.id))
    return StoredKeys(
      version: version, owner: owner, accounts: accounts.filter { known.contains($0.id) },
      keys: keys.filter { known.contains($0.account) })
  }

  func secret(of account: String) -> Data? { accounts.first { $0.id == account }?.secret }
}
