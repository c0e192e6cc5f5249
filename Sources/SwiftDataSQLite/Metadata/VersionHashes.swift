import Foundation

/// The hashes by which Core Data tells whether a store was written with a
/// model: one per entity, and two over all of them.
///
/// The types here are what enters the hashes, so that they can be checked
/// against stores of other origin without their models.
enum VersionHashes {
  struct Attribute {
    var name: String
    var isOptional: Bool
    var modifier = ""
    var kind: Kind

    indirect enum Kind {
      case plain(type: UInt32, isExternal: Bool, preservesValue: Bool)
      case composite([Attribute])
    }
  }

  struct Relationship {
    var name: String
    var isOptional: Bool
    var modifier = ""
    var destination: String
    var inverse: String?
    var maximum: UInt32
    var minimum: UInt32
  }

  struct Entity {
    var name: String
    var isAbstract = false
    /// The hash of the superentity.
    var superentity: [UInt8] = []
    /// Own and inherited.
    var attributes: [Attribute]
    var relationships: [Relationship]
    var uniquenessConstraints: [[String]]
  }

  static func hash(_ attribute: Attribute) -> [UInt8] {
    switch attribute.kind {
    case .plain(let type, let isExternal, let preservesValue):
      var input = base(attribute.name, attribute.isOptional, attribute.modifier) + bytes(type)
      if isExternal { input.append(1) }
      if preservesValue { input.append(1) }
      return SHA2.sha256(input)
    case .composite(let elements):
      return SHA2.sha256(elements.sorted { $0.name < $1.name }.flatMap { hash($0) })
    }
  }

  static func hash(_ relationship: Relationship) -> [UInt8] {
    SHA2.sha256(
      base(relationship.name, relationship.isOptional, relationship.modifier)
        + Array(relationship.destination.utf8) + Array((relationship.inverse ?? "").utf8)
        + bytes(relationship.maximum) + bytes(relationship.minimum))
  }

  static func hash(_ entity: Entity) -> [UInt8] {
    var properties = entity.attributes.map { (name: $0.name, hash: hash($0)) }
    properties += entity.relationships.map { (name: $0.name, hash: hash($0)) }
    properties.sort { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    var input = Array(entity.name.utf8)
    input.append(entity.isAbstract ? 1 : 0)
    input += entity.superentity
    for property in properties { input += property.hash }
    for group in entity.uniquenessConstraints { input += Array(group.joined(separator: ".").utf8) }
    return SHA2.sha256(input)
  }

  /// NSStoreModelVersionHashesDigest.
  static func digest(_ hashes: [String: Data]) -> String {
    let input = sorted(hashes).flatMap { Array($0.key.utf8) + Array($0.value) }
    return Data(SHA2.sha512(input)).base64EncodedString()
  }

  /// NSStoreModelVersionChecksumKey.
  static func checksum(_ hashes: [String: Data]) -> String {
    Data(SHA2.sha256(sorted(hashes).flatMap { Array($0.value) })).base64EncodedString()
  }

  private static func sorted(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
  }

  private static func base(_ name: String, _ isOptional: Bool, _ modifier: String) -> [UInt8] {
    SHA2.sha256(Array(name.utf8) + [isOptional ? 1 : 0, 0] + Array(modifier.utf8))
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
