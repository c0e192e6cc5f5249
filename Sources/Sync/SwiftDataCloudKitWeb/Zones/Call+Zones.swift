// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// Operations on zones. An account's private database has one: that of a mirrored store.
extension Call {
  var zoneID: CloudJSON {
    .object([
      "zoneName": .text(RecordLayout.zone), "ownerRecordName": .text(userRecordName),
      "zoneType": .text("REGULAR_CUSTOM_ZONE"),
    ])
  }

  /// Looks whether a `zoneID` is that of the zone.
  ///
  /// - Parameter zoneID: nil: the request has none, and means the default zone.
  func checkZone(_ zoneID: CloudInput?) throws(CloudKitError) {
    let name = try zoneID?.required("zoneName").text() ?? "_defaultZone"
    let owner = try zoneID?["ownerRecordName"].text()
    // "__defaultOwner__" is how Apple's frameworks call the user.
    guard scope == .private, name == RecordLayout.zone,
      owner == nil || owner == userRecordName || owner == "__defaultOwner__"
    else {
      throw CloudKitError(
        .zoneNotFound, "the \(scope.rawValue) database has no such zone; the private one has '\(RecordLayout.zone)'")
    }
  }

  func zone(_ token: String) -> CloudJSON {
    var zone: [String: CloudJSON] = ["zoneID": zoneID, "syncToken": .text(token)]
    if quirks.zonesSayAtomic { zone["atomic"] = .bool(true) }
    return .object(zone)
  }

  private func currentToken() throws -> String {
    let zone = try place.follow(now: now)
    return SyncToken(zone, time: now).text
  }

  func listZones() throws -> CloudJSON {
    // Zones of other accounts are in the shared database, and none is.
    guard scope == .private else { return .object(["zones": .array([])]) }
    return .object(["zones": .array([zone(try currentToken())])])
  }

  func lookUpZones() throws -> CloudJSON {
    var zones: [CloudJSON] = []
    for zoneID in try input.required("zones").list(atMost: 200) {
      do {
        try checkZone(zoneID)
        zones.append(zone(try currentToken()))
      } catch let error as CloudKitError { zones.append(entry(error, ["zoneID": zoneID.value])) }
    }
    return .object(["zones": .array(zones)])
  }

  /// The zone is there from the beginning; others cannot be made, and it cannot be deleted.
  func modifyZones() throws -> CloudJSON {
    var zones: [CloudJSON] = []
    for operation in try input.required("operations").list(atMost: 200) {
      let zoneID = try operation.required("zone").required("zoneID")
      do {
        switch try operation.required("operationType").text() {
        case "create":
          do throws(CloudKitError) { try checkZone(zoneID) } catch {
            throw CloudKitError.badRequest("this server has one zone, '\(RecordLayout.zone)', and makes no others")
          }
          zones.append(zone(try currentToken()))
        case "delete":
          try checkZone(zoneID)
          throw CloudKitError(
            .accessDenied, "the zone has the data of all devices: 'swiftdata-server erase' removes it")
        case let other: throw CloudKitError.badRequest("'\(other.prefix(100))' is neither 'create' nor 'delete'")
        }
      } catch let error as CloudKitError { zones.append(entry(error, ["zoneID": zoneID.value])) }
    }
    return .object(["zones": .array(zones)])
  }
}
