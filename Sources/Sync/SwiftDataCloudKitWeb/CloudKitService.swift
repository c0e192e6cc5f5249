// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

/// CloudKit's web protocol over the zones of a sync server: a client of CloudKit sees what devices have uploaded as
/// records of the layout that Apple's mirroring writes, and what it writes comes to devices as another device's edits
/// do.
///
/// It does no input and output of its own but for the server's file and its index.
package struct CloudKitService: Sendable {
  /// What the routes are for.
  package struct Container: Hashable, Sendable {
    /// `iCloud.com.example.app`.
    package var name: String
    /// The zone of each account that it shows.
    package var zone: String
    package var environment = "production"

    /// - Throws: ``CloudKitOptionError``.
    package init(_ name: String, zone: String, environment: String = "production") throws(CloudKitOptionError) {
      guard name.hasPrefix("iCloud."), name.utf8.count <= 255, !name.contains("/"), SyncDatabase.isName(name) else {
        throw CloudKitOptionError(text: "'\(name)' is no container of CloudKit's, such as iCloud.com.example.app")
      }
      guard SyncDatabase.isName(zone), !ServerShare.isName(zone) else {
        throw CloudKitOptionError(text: "'\(zone)' is no name of an account's own zone")
      }
      guard ["production", "development"].contains(environment) else {
        throw CloudKitOptionError(text: "an environment is 'production' or 'development', not '\(environment)'")
      }
      (self.name, self.zone, self.environment) = (name, zone, environment)
    }
  }

  /// A request of an account that was authenticated.
  package struct Request: Sendable {
    package var account: String
    /// What follows the container in the path: `production/private/records/query`.
    package var path: String
    package var body: [UInt8]
    /// Where clients reach the server: `https://sync.example.com`.
    package var address: String
    package var wantsSyncToken = false

    package init(account: String, path: String, body: [UInt8], address: String) {
      (self.account, self.path, self.body, self.address) = (account, path, body, address)
    }
  }

  package struct Answer: Sendable {
    package var status = 200
    package var body: CloudJSON
    /// The position of what the request has changed: devices are told.
    package var changed: UInt64?
  }

  package let container: Container
  package let quirks: CloudKitQuirks
  package let database: SyncDatabase
  package let tickets = AssetTickets()
  package let uploads = OpenUploads()
  let index: RecordIndex

  package init(
    container: Container, database: SyncDatabase, index: RecordIndex, quirks: CloudKitQuirks = CloudKitQuirks()
  ) {
    (self.container, self.database, self.index, self.quirks) = (container, database, index, quirks)
  }

  /// The place of an account's zone.
  func place(_ account: String) -> ZonePlace {
    ZonePlace(database: database, index: index, account: account, name: container.zone, quirks: quirks)
  }

  /// Answers a request, also one that makes no sense.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: What the server's file and the index throw.
  package func answer(_ request: Request, now: Int64) throws -> Answer {
    do { return try route(request, now: now) } catch let error as CloudKitError {
      return Self.answer(error)
    } catch SyncDatabaseError.tooManyZones(let limit) {
      return Self.answer(CloudKitError(.quotaExceeded, SyncDatabaseError.tooManyZones(limit: limit).description))
    }
  }

  /// An error of a request as a whole.
  package static func answer(_ error: CloudKitError) -> Answer {
    Answer(status: error.code.status, body: .object(error.members(uuid: UUID().uuidString)))
  }

  private func route(_ request: Request, now: Int64) throws -> Answer {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3 else {
      throw CloudKitError(.notFound, "the path has no environment, database and operation")
    }
    guard parts[0] == container.environment else {
      throw CloudKitError(.notFound, "this server has the environment '\(container.environment)' only")
    }
    guard let scope = DatabaseScope(rawValue: parts[1]) else {
      throw CloudKitError(.notFound, "a database is 'public', 'private' or 'shared'")
    }
    let operation = parts[2...].joined(separator: "/")
    let call = Call(
      service: self, place: place(request.account), input: CloudInput(try CloudJSON(request.body), ""),
      request: request, scope: scope, now: now)
    _ = try call.input.object()
    if let answer = try call.users(operation) { return Answer(body: answer) }
    switch operation {
    case "tokens/create": return Answer(body: try call.createToken())
    case "tokens/register": return Answer(body: try call.registerToken())
    default: break
    }
    guard scope != .public else {
      throw CloudKitError(.accessDenied, "there is no public database here: ask the private one")
    }
    switch operation {
    case "records/modify": return try call.modify()
    case "records/lookup": return Answer(body: try call.lookup())
    case "records/query": return Answer(body: try call.query())
    case "records/changes": return Answer(body: try call.recordChanges())
    case "changes/zone": return Answer(body: try call.zoneChanges())
    case "changes/database": return Answer(body: try call.databaseChanges(key: "syncToken"))
    case "zones/changes": return Answer(body: try call.databaseChanges(key: "metaSyncToken"))
    case "zones/list": return Answer(body: try call.listZones())
    case "zones/lookup": return Answer(body: try call.lookUpZones())
    case "zones/modify": return Answer(body: try call.modifyZones())
    case "assets/upload": return Answer(body: try call.reserveUploads())
    case "assets/rereference": return Answer(body: try call.rereference())
    case "subscriptions/list": return Answer(body: .object(["subscriptions": .array([])]))
    case "subscriptions/lookup", "subscriptions/modify", "records/resolve", "records/accept":
      throw CloudKitError(.badRequest, "this server does not offer \(operation)")
    default: throw CloudKitError(.notFound, "there is no operation '\(operation.prefix(100))'")
    }
  }
}

enum DatabaseScope: String { case `public`, `private`, shared }

/// A request on its way.
struct Call {
  let service: CloudKitService
  let place: ZonePlace
  let input: CloudInput
  let request: CloudKitService.Request
  let scope: DatabaseScope
  let now: Int64

  var quirks: CloudKitQuirks { service.quirks }

  /// The entry of something that failed, in an answer about several.
  func entry(_ error: CloudKitError, _ members: [String: CloudJSON]) -> CloudJSON {
    .object(
      error.members(uuid: quirks.itemErrorsHaveUUID ? UUID().uuidString : nil).merging(members) { own, _ in own })
  }

  /// - Parameter zone: Of what moment the records are.
  func writer(_ options: AnswerOptions, _ zone: RecordIndex.Zone) -> RecordWriter {
    RecordWriter(
      zone: zoneID, moment: zone, userRecordName: userRecordName, numbersAsStrings: options.numbersAsStrings,
      desiredKeys: options.desiredKeys
    ) { blob in downloadURL(blob) }
  }
}
