// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The version hashes of a model, by the formulas of the format.
extension CheckerModel {
  func hash(_ entity: Entity) -> Data {
    var bytes = Data(entity.name.utf8) + [entity.isAbstract ? 1 : 0]
    if let parent = entity.superentity.flatMap({ self[$0] }) { bytes += hash(parent) }
    let properties =
      entity.attributes.filter { !$0.isTransient }.map { ($0.name, Self.hash($0)) }
      + entity.relationships.map { ($0.name, Self.hash($0)) }
    for (_, hash) in properties.sorted(by: { Self.precedes($0.0, $1.0) }) { bytes += hash }
    let tuples = entity.uniqueTuples.map { $0.joined(separator: ".") }
    for tuple in tuples.sorted(by: Self.precedes) { bytes += Data(tuple.utf8) }
    return CheckerDigest.sha256(bytes + Data(entity.modifier.utf8))
  }

  private var hashes: [(name: String, hash: Data)] {
    entities.map { ($0.name, hash($0)) }.sorted { Self.precedes($0.name, $1.name) }
  }

  var digest: String {
    CheckerDigest.sha512(hashes.reduce(Data()) { $0 + Data($1.name.utf8) + $1.hash })
      .base64EncodedString()
  }

  var checksum: String {
    CheckerDigest.sha256(hashes.reduce(Data()) { $0 + $1.hash }).base64EncodedString()
  }

  private static func base(_ name: String, _ isOptional: Bool, _ modifier: String) -> Data {
    CheckerDigest.sha256(Data(name.utf8) + [isOptional ? 1 : 0, 0] + Data(modifier.utf8))
  }

  private static func little(_ number: Int) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  private static func hash(_ attribute: Attribute) -> Data {
    if attribute.type == 2100 {
      // However deep they are; of equal names, in the order in which they are declared.
      let all = leaves(attribute)
      let names = Set(all.map(\.name)).sorted(by: precedes)
      let ordered = names.flatMap { name in all.filter { $0.name == name } }
      return CheckerDigest.sha256(ordered.reduce(Data()) { $0 + hash($1) })
    }
    return CheckerDigest.sha256(
      base(attribute.name, attribute.isOptional, attribute.modifier) + little(attribute.type)
        + (attribute.isExternal ? [1] : []) + (attribute.isPreserved ? [1] : []))
  }

  private static func leaves(_ attribute: Attribute) -> [Attribute] {
    attribute.type == 2100 ? attribute.elements.flatMap(leaves) : [attribute]
  }

  private static func hash(_ relationship: Relationship) -> Data {
    CheckerDigest.sha256(
      base(relationship.name, relationship.isOptional, relationship.modifier)
        + Data(relationship.destination.utf8) + Data((relationship.inverse ?? "").utf8)
        + little(relationship.maximum) + little(relationship.minimum)
        + (relationship.isOrdered ? [1, 0] : []))
  }
}
