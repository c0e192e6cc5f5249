// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The server that stands in for CloudKit, for configurations that name a database of CloudKit's.
package struct StandInServer: Sendable {
  package var account: String
  /// Nil: that with the name of the database's container.
  package var zone: String?
  var options: SyncOptions
  package var isStrict: Bool
  var transport: any SyncTransport

  package init(
    account: String, zone: String?, options: SyncOptions, isStrict: Bool, transport: any SyncTransport
  ) {
    (self.account, self.zone, self.options, self.isStrict) = (account, zone, options, isStrict)
    self.transport = transport
  }

  /// What the app has named, which counts before the environment.
  static let named = Mutex<StandInServer?>(nil)
  /// For tests, which open containers with several servers at once.
  @TaskLocal package static var ofTask: StandInServer?

  /// Which server there is; nil: none.
  ///
  /// - Throws: ``SyncError`` if the environment names one, and not all that it takes.
  package static func current(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(SyncError)
    -> StandInServer?
  {
    let isStrict = ["1", "true", "yes"].contains(environment["SWIFTDATA_SYNC_STRICT"]?.lowercased())
    if var server = ofTask ?? named.withLock({ $0 }) {
      if isStrict { server.isStrict = true }
      return server
    }
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let address = value("SWIFTDATA_SYNC_SERVER") else { return nil }
    guard let account = value("SWIFTDATA_SYNC_ACCOUNT") else {
      throw .incompleteEnvironment(missing: "SWIFTDATA_SYNC_ACCOUNT")
    }
    let token: @Sendable () throws -> String
    if let file = value("SWIFTDATA_SYNC_TOKEN_FILE") {
      // Each time: who renews the token replaces the file.
      token = { try tokenOf(file) }
    } else if let text = value("SWIFTDATA_SYNC_TOKEN") {
      token = { text }
    } else {
      throw .incompleteEnvironment(missing: "SWIFTDATA_SYNC_TOKEN")
    }
    do {
      return StandInServer(
        account: account, zone: value("SWIFTDATA_SYNC_ZONE"), options: SyncOptions(), isStrict: isStrict,
        transport: try HTTPSyncTransport(address) { try token() })
    } catch {
      throw error as? SyncError ?? .invalidAddress(address)
    }
  }

  private static func tokenOf(_ file: String) throws -> String {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      // A device that has no token, and not one that is offline.
      throw SyncError.signInNeeded
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether CloudKit's rules for models are advice. A server that is named by halves is meant to be one.
  static var relaxesRules: Bool {
    do { return try current().map { !$0.isStrict } ?? false } catch { return true }
  }
}
