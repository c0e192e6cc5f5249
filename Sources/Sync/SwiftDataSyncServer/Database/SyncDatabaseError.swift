// SPDX-License-Identifier: Apache-2.0

/// Why a server's database cannot be used, or does not do what it was asked for.
package enum SyncDatabaseError: Error, Hashable, CustomStringConvertible {
  case notAServersFile
  /// The file is none of SQLite, or its beginning is destroyed.
  case notADatabase(String)
  /// It has tables of another program where the server's would be, or only some of the server's.
  case notAServersDatabase(String)
  case unknownVersion(Int)
  /// Something in it is not what this server has written.
  case damaged(String)
  case tooManyZones(limit: Int)
  /// An account is erased, but unused parts of the file may still have its data.
  case notWrittenAnew(String)
  /// The engine has its own programs for that.
  case notHere(String)
  case noAccount(String)
  case noZone(account: String, String)
  case noRecord(String)
  /// Several zones have a record of this identity.
  case severalZones(String, [String])
  /// An object that is there is asked to come back.
  case notDeleted(String)
  /// A name of an account or a device that is empty, too long, or has control characters.
  case badName(String)
  case noUser(String)
  case userExists(String)
  case noToken(Int64)
  case noShare(String)
  /// What was asked for about a share cannot be done, and nothing was.
  case notShared(String)
  /// What was asked for cannot be done, and nothing was.
  case notRestored(String)

  package var description: String {
    switch self {
    case .notAServersFile: "the file is a database, but not one of a sync server"
    case .notADatabase(let path): "the file '\(path)' is no SQLite database: restore a backup, or name another file"
    case .notAServersDatabase(let reason): "the database is not one of a sync server: \(reason)"
    case .unknownVersion(let version):
      "the database has version \(version), which this server does not know: use a later one"
    case .damaged(let place): "the database is damaged: \(place) cannot be read; restore a backup"
    case .tooManyZones(let limit): "the account has \(limit) zones, and may have no more"
    case .notWrittenAnew(let reason):
      "the account is erased, but unused parts of the database may still have its data: \(reason); erase it again"
    case .notHere(let advice): advice
    case .noAccount(let account): "there is nothing of an account '\(account)'"
    case .noZone(let account, let zone): "the account '\(account)' has no zone '\(zone)'"
    case .noRecord(let record): "there is no record \(record), or it was forgotten"
    case .severalZones(let record, let zones):
      "the zones \(zones.map { "'\($0)'" }.joined(separator: ", ")) have a record \(record): name one of them"
    case .notDeleted(let record): "the record \(record) is not deleted"
    case .badName(let name): "'\(name)' is no name: use 1 to 255 bytes without control characters"
    case .noUser(let account): "there is no user '\(account)': add it with 'user add'"
    case .userExists(let account): "there is a user '\(account)' already"
    case .noToken(let number): "the user has no token \(number): 'token list' names them"
    case .noShare(let zone): "there is no share '\(zone)': 'share list' names them"
    case .notShared(let reason): "nothing was changed: \(reason)"
    case .notRestored(let reason): "nothing was restored: \(reason)"
    }
  }
}
