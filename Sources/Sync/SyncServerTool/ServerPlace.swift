// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

#if Postgres
  import SwiftDataSyncPostgres
#endif

/// Where a server has what devices sync: a SQLite file, or a PostgreSQL database.
enum ServerPlace {
  case file(URL)
  case database(Address)

  /// A database, as the options name it.
  struct Address {
    /// How connections are made, as libpq takes it. It may have a password.
    var text: String
    var options: [String: String] = [:]
  }

  /// What is said of a database, besides its address.
  static let options: Set<String> = ["--schema", "--connections", "--prepared-statements"]

  /// - Parameter path: What was written in the place of a file's path.
  static func named(_ path: String) throws -> ServerPlace {
    guard !path.hasPrefix("postgres://"), !path.hasPrefix("postgresql://") else {
      throw UsageError(text: "a database's address follows --database")
    }
    return .file(URL(fileURLWithPath: path))
  }

  /// - Parameters:
  ///   - isNew: Whether it is made if it is not there.
  ///   - isServing: Whether devices are to be served; what a command opens may be a backup, and stays one.
  func open(
    isNew: Bool, isServing: Bool = false, service: SyncService = SyncService(), quota: AccountQuota = AccountQuota()
  ) throws -> SyncDatabase {
    switch self {
    case .file(let file):
      guard isNew || FileManager.default.fileExists(atPath: file.path) else {
        throw UsageError(text: "there is no file \(file.path)")
      }
      return try SyncDatabase(file: file, service: service, quota: quota, isServing: isServing)
    case .database(let address):
      #if Postgres
        return SyncDatabase(try address.database(isNew: isNew), service: service, quota: quota)
      #else
        _ = address
        throw UsageError(text: "--database needs a server that was built with the trait 'Postgres'")
      #endif
    }
  }
}

extension ServerPlace.Address {
  #if Postgres
    fileprivate func database(isNew: Bool) throws -> PostgresDatabase {
      var configuration = PostgresDatabase.Configuration(address: text)
      if let schema = options["--schema"] { configuration.schema = schema }
      if let text = options["--connections"] {
        guard let count = Int(text), (1...1_000).contains(count) else {
          throw UsageError(text: "--connections is no number of 1 to 1000")
        }
        configuration.connections = count
      }
      switch options["--prepared-statements", default: "yes"] {
      case "yes": break
      case "no": configuration.preparesStatements = false
      case let other: throw UsageError(text: "--prepared-statements is 'yes' or 'no', not '\(other)'")
      }
      configuration.isNew = isNew
      return try PostgresDatabase(configuration)
    }
  #endif
}
