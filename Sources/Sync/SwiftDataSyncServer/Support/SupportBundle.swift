// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What somebody who helps needs to know of an account, without anything that its user has written: no values, no names
/// of records, accounts and devices, no tokens.
package struct SupportBundle: Encodable, Sendable {
  package let format = 1
  package let side = "server"
  package var made: Date
  package var server: Server
  /// What an upload may have, unless the server was started with other limits.
  package var limits: [String: Int]
  /// The options of a file that say nothing of who may come, and from where.
  package var options: [String: String] = [:]
  package var account: Account
  package var zones: [Zone]

  package struct Server: Encodable, Sendable {
    package var engine: String
    package var fileVersion: Int?
    package var bytes: Int?
    /// Before this time it is forgotten what records were.
    package var forgottenBefore: Date?
  }

  package struct Account: Encodable, Sendable {
    package var isUser: Bool
    package var tokens: [Token]
    package var records: Int64
    package var bytes: Int64
    package var mostRecords: Int64?
    package var mostBytes: Int64?
    /// How many shares of others it is in.
    package var memberships: Int
  }

  package struct Token: Encodable, Sendable {
    package var issued: Date
    package var expires: Date?
  }

  package struct Zone: Encodable, Sendable {
    /// `main`, or digits in the place of another name.
    package var zone: String
    package var head: UInt64
    package var horizon: UInt64
    package var time: Date
    /// The generations of the log, the latest one last.
    package var lineage: [Generation]
    /// Digits in the place of the checksums: those of a device are the same if its checksum is.
    package var checksum: String
    package var checksumOfRecords: String?
    /// What of the zone cannot be read.
    package var damage: String?
    package var types: [RecordType] = []
    package var devices: [Device] = []
    /// Values that were written more than a minute after the latest time that the server has told.
    package var valuesFromTheFuture = 0
    package var earlierVersions = 0
    package var oldestVersion: Date?
    package var uploads: Uploads
    package var largeValues: LargeValues
    package var share: Share?
  }

  package struct Generation: Encodable, Sendable {
    package var generation: String
    package var through: UInt64?
  }

  package struct RecordType: Encodable, Sendable {
    package var type: String
    package var records = 0
    package var deleted = 0
    package var bytes = 0
    package var largest = 0
    /// How many values of which kind a field has.
    package var fields: [String: [String: Int]] = [:]
    package var relationships: [String: Relationship] = [:]
  }

  package struct Relationship: Encodable, Sendable {
    package var members = 0
    package var removed = 0
    package var most = 0
  }

  package struct Device: Encodable, Sendable {
    package var device: String
    package var latest: Date
    package var values: Int
  }

  package struct Uploads: Encodable, Sendable {
    package var first: Date?
    package var last: Date?
    package var outcomes: [String: Int] = [:]
    /// Refused changes, by the kind of the reason.
    package var refusals: [String: Int] = [:]
  }

  package struct LargeValues: Encodable, Sendable {
    package var whole = 0
    package var unfinished = 0
    package var bytes = 0
  }

  package struct Share: Encodable, Sendable {
    /// How many members have which right.
    package var members: [String: Int]
    package var invitations: Int
  }

  /// As a file has it: to be read before it is handed out.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(self)
  }
}
