// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// What somebody who helps needs to know of a device's sync, without anything that its user has written: no values, no
/// names of records, accounts and files.
struct DeviceBundle: Encodable {
  let format = 1
  let side = "device"
  var made: Date
  var system = ProcessInfo.processInfo.operatingSystemVersionString
  var options: Options
  var models: [Model]
  var state: State
  var status: Status
  var zones: [Zone] = []
  var setAside: [Item] = []

  struct Options: Encodable {
    var schemaVersion: String
    var zone: String
    var seconds: Double
    var sharing: Bool
    var uploadsSyncedStore: Bool
    var refusesUnencryptedValues: Bool
    var hasKeyStore: Bool
    var deletionsWin: [String]
    var localProperties: [String: [String]]
    var encryptedProperties: [String: [String]]
    var rules: [String: String]
    var fieldNames: [String: [String: String]]
    var carriesLargeValues: Bool
  }

  struct Model: Encodable {
    var model: String
    /// In the store, with those of subclasses; nil: they cannot be counted.
    var objects: Int?
    var attributes: [Property]
    var relationships: [Property]
    var locals: [String]
  }

  struct Property: Encodable {
    var name: String
    /// Its name in records, where that is another one.
    var field: String?
    var isEncrypted: Bool?
    var isToMany: Bool?
    var isRequired: Bool?
    var ends: [String]?
  }

  struct State: Encodable {
    /// Why the state cannot be read, or what was saved since the last round; nil: both can.
    var error: Failure?
    var fileBytes: Int?
    var device: String?
    var isImported = false
    var lastSuccess: Date?
    var serverTime: Date?
    /// Records that are on their way into the store.
    var journal: Int?
    var identities = 0
    var refusedByStore = 0
    var held = 0
    var awaitedValues = 0
    var awaitedBytes = 0
    var unloadableValues = 0
  }

  struct Status: Encodable {
    var lastError: Failure?
    var isUpdateNeeded: Bool
    var isSyncing: Bool
    var pendingUploads: Int
    var pendingDownloads: Int
    var encryption: String
    var shares: Int
    var reverted: Int
  }

  /// An error by its kind: its text may have names and values.
  struct Failure: Encodable {
    var kind: String
    var number: Int?
    var version: String?
  }

  struct Zone: Encodable {
    /// `main`, or digits in the place of another name.
    var zone: String
    /// In a share: what the account may do.
    var right: String?
    var lineage: [Generation]
    var cursor: UInt64
    var acknowledged: UInt64
    /// Digits in the place of the checksums: those of the server are the same if its checksum is.
    var checksum: String
    var checksumOfRecords: String
    /// How many changes are on their way, and have no answer.
    var upload: Int?
    /// How many records have come that wait for others.
    var arriving: Int?
    var types: [RecordType]
  }

  struct Generation: Encodable {
    var generation: String
    var through: UInt64?
  }

  struct RecordType: Encodable {
    var type: String
    var records = 0
    var deleted = 0
    var waiting = 0
    var refused = 0
    var notShown = 0
    var withoutObject = 0
    var fields: [String: [String: Int]] = [:]
  }

  struct Item: Encodable {
    var zone: String?
    /// Digits in the place of the record's name, the same as in other bundles of the zone.
    var record: String
    var model: String
    var cause: String
    var reason: String
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(self)
  }
}

extension DeviceBundle.Failure {
  init(_ error: any Error) {
    // The name of the case, or, where a case has nothing else, its text, which is always the same.
    guard let error = error as? SyncError else {
      self.init(kind: "\(type(of: error))")
      return
    }
    let name = Mirror(reflecting: error).children.first?.label
    switch error {
    case .server(let status, _): self.init(kind: "server", number: status)
    case .tryLater(let seconds): self.init(kind: "tryLater", number: seconds)
    case .timedOut(let seconds): self.init(kind: "timedOut", number: seconds)
    case .updateNeeded(let least): self.init(kind: "updateNeeded", version: least.description)
    default: self.init(kind: name ?? error.description)
    }
  }
}
