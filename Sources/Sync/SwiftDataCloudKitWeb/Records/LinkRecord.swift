// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// A link of a relationship between many and many, which is a record of its own in CloudKit: `CDMR`. Its name is the
/// number of a membership.
struct LinkRecord: Hashable, Sendable {
  static let type = "CDMR"
  static let entityNames = "CD_entityNames"
  static let recordNames = "CD_recordNames"
  static let relationships = "CD_relationships"

  /// The record that has the membership.
  var owner: RecordID
  var relationship: String
  var number: UniqueNumber
  var target: RecordID

  /// The fields: both ends, by their entities, and then by their relationships.
  func fields(
    _ schema: MirroredSchema, _ name: (RecordID) throws -> String?
  ) rethrows -> [String: CloudField]? {
    guard let ownName = try name(owner), let otherName = try name(target) else { return nil }
    let inverse = schema.relationship(relationship, of: owner.type)?.relationship.inverse ?? Self.unnamed(relationship)
    let own = (owner.type, relationship, ownName)
    let other = (target.type, inverse, otherName)
    let isFirst =
      (own.0.lowercased(), own.1.lowercased(), own.0, own.1)
      <= (other.0.lowercased(), other.1.lowercased(), other.0, other.1)
    let (first, second) = isFirst ? (own, other) : (other, own)
    return [
      Self.entityNames: .text("\(first.0):\(second.0)"), Self.recordNames: .text("\(first.2):\(second.2)"),
      Self.relationships: .text("\(first.1):\(second.1)"),
    ]
  }

  /// The other end, whose name only a schema tells.
  static func unnamed(_ relationship: String) -> String { "inverse_\(relationship)" }

  /// Both ends, as a client names them.
  struct Ends {
    var entities: (String, String)
    var names: (String, String)
    var relationships: (String, String)

    init(_ fields: [String: CloudField], _ path: String) throws(CloudKitError) {
      entities = try Self.pair(fields, LinkRecord.entityNames, path)
      names = try Self.pair(fields, LinkRecord.recordNames, path)
      relationships = try Self.pair(fields, LinkRecord.relationships, path)
    }

    private static func pair(
      _ fields: [String: CloudField], _ key: String, _ path: String
    ) throws(CloudKitError) -> (String, String) {
      guard case .text(let text)? = fields[key] else { throw .badRequest("\(path).fields lacks '\(key)'") }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw .badRequest("\(path).fields.\(key) must be two names with a colon between them")
      }
      return (parts[0], parts[1])
    }

    /// Which end has the membership: the first, or the second; nil: neither, since their relationship is not one of
    /// many to many.
    ///
    /// - Parameter isKnown: Whether records of an entity have had such memberships, for want of a schema.
    func isFirst(_ schema: MirroredSchema, _ isKnown: (_ entity: String, _ relationship: String) throws -> Bool)
      rethrows
      -> Bool?
    {
      if schema.isEmpty {
        if try isKnown(entities.0, relationships.0) { return true }
        return try !isKnown(entities.1, relationships.1)
      }
      for (isFirst, entity, name) in [(true, entities.0, relationships.0), (false, entities.1, relationships.1)] {
        guard let (owner, relationship) = schema.relationship(name, of: entity), relationship.isToMany,
          schema.isKept(relationship, of: owner)
        else { continue }
        return isFirst
      }
      return nil
    }
  }
}
