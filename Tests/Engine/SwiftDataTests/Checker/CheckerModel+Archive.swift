// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CheckerModel {
  init(_ archive: CheckerArchive) throws {
    guard archive.className(archive.root) == "NSManagedObjectModel" else {
      throw CheckerArchive.Malformed()
    }
    let reader = Reader(archive: archive)
    self.init(
      archive.pairs(archive.object(archive.root, "NSEntities")).map { reader.entity($0.value) })
  }

  private struct Reader {
    let archive: CheckerArchive

    func entity(_ object: Int) -> Entity {
      var attributes: [Attribute] = []
      var relationships: [Relationship] = []
      for (_, value) in archive.pairs(archive.object(object, "NSProperties")) {
        let property = archive.object(value, "NSUnderlyingProperty") ?? value
        if archive.className(property) == "NSRelationshipDescription" {
          relationships.append(relationship(property))
        } else {
          attributes.append(attribute(property))
        }
      }
      let tuples = archive.members(archive.object(object, "NSUniqueTuples")).map { tuple in
        archive.members(tuple).compactMap { member in
          archive[member]?.string ?? archive.string(member, "NSPropertyName")
        }
      }
      return Entity(
        name: archive.string(object, "NSEntityName") ?? "",
        superentity: archive.string(archive.object(object, "NSSuperentity"), "NSEntityName"),
        isAbstract: archive.bool(object, "NSIsAbstract"),
        attributes: attributes.sorted { CheckerModel.precedes($0.name, $1.name) },
        relationships: relationships.sorted { CheckerModel.precedes($0.name, $1.name) },
        uniqueTuples: tuples,
        indexes: archive.members(archive.object(object, "NSFetchIndexDescriptions")).map(index),
        modifier: archive.string(object, "NSVersionHashModifier") ?? "")
    }

    func attribute(_ object: Int) -> Attribute {
      Attribute(
        name: archive.string(object, "NSPropertyName") ?? "",
        type: archive.integer(object, "NSAttributeType") ?? 0,
        isOptional: archive.bool(object, "NSIsOptional"),
        isTransient: archive.bool(object, "NSIsTransient"),
        flags: archive.integer(object, "NSFlagsKey") ?? 0,
        modifier: archive.string(object, "NSVersionHashModifier") ?? "",
        transformer: archive.string(object, "NSValueTransformerName"),
        elements: archive.members(archive.object(object, "NSCompositeElements")).map(attribute))
    }

    func relationship(_ object: Int) -> Relationship {
      Relationship(
        name: archive.string(object, "NSPropertyName") ?? "",
        destination: archive.string(object, "_NSDestinationEntityName") ?? "",
        inverse: archive.string(object, "_NSInverseRelationshipName"),
        maximum: archive.integer(object, "NSMaxCount") ?? 0,
        minimum: archive.integer(object, "NSMinCount") ?? 0,
        isOrdered: archive.bool(object, "NSIsOrdered"),
        isOptional: archive.bool(object, "NSIsOptional"),
        modifier: archive.string(object, "NSVersionHashModifier") ?? "")
    }

    func index(_ object: Int) -> Index {
      Index(
        name: archive.string(object, "NSIndexName") ?? "",
        elements: archive.members(archive.object(object, "NSIndexElements")).map {
          (
            archive.string($0, "NSPropertyName") ?? "", archive.bool($0, "NSAscending"),
            archive.integer($0, "NSFetchIndexElementType") ?? 0
          )
        },
        isPartial: archive.object(object, "NSPartialIndexPredicate") != nil)
    }
  }

  /// By code points, with their case.
  static func precedes(_ first: String, _ second: String) -> Bool {
    first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
  }
}
