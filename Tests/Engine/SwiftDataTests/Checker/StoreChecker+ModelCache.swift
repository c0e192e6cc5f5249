// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  mutating func checkModelCache() throws {
    let table = "Z_MODELCACHE"
    guard try hasTable(table) else { return }
    let rows = try Row.fetchAll(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
    require(rows.count == 1, table, "has \(rows.count) rows")
    guard let row = rows.first else { return }
    guard let content = row.checkedData("Z_CONTENT") else {
      return report(table, "is no model: not bytes")
    }
    do {
      let archive = try CheckerArchive(CheckerInflate.inflate(content))
      try checkArchive(archive)
      model = try CheckerModel(archive)
    } catch {
      report(table, "is no model: \(error)")
    }
  }

  /// The keys that every object of a class has, and those that it may have.
  private static let classes: [String: (always: String, sometimes: String)] = [
    "NSManagedObjectModel": (
      "NSEntities NSFetchRequestTemplates NSVersionIdentifiers", "NSConfigurations"
    ),
    "NSKnownKeysDictionary1": ("values searchMapping emptyToken version", ""),
    "NSKnownKeysMappingStrategy1": ("keys length version", ""),
    "NSEntityDescription": (
      """
      NSEntityName NSClassNameForEntity NSManagedObjectModel NSProperties NSSubentities \
      NSSuperentity NSRenamingIdentifier NSUserInfo NSVersionHashModifier
      """, "NSIsAbstract NSCompoundIndexes NSFetchIndexDescriptions NSUniqueTuples"
    ),
    "NSAttributeDescription": (
      property + " " + attribute,
      propertyOptions + " NSIsIndexed NSIndexedBySpotlight"
    ),
    "NSCompositeAttributeDescription": (
      property + " " + attribute + " NSCompositeElements",
      propertyOptions + " NSIsIndexed NSIndexedBySpotlight"
    ),
    "NSRelationshipDescription": (
      property
        + " NSDeleteRule NSDestinationEntity NSInverseRelationship NSMaxCount NSMinCount"
        + " _NSDestinationEntityName _NSInverseRelationshipName",
      propertyOptions + " NSIsOrdered"
    ),
    "_NSPropertyDescriptionProxy": (
      "NSUnderlyingProperty", "NSEntity NSEntityDescription _P NSPropertyName"
    ),
    "NSFetchIndexDescription": (
      "NSIndexName NSEntity NSIndexElements NSPartialIndexPredicate", ""
    ),
    "NSFetchIndexElementDescription": (
      "NSAscending NSFetchIndexDescription NSFetchIndexElementType NSPropertyName", ""
    ),
  ]
  private static let property = "_P NSEntity NSPropertyName NSRenamingIdentifier"
  private static let attribute =
    "NSAttributeType NSAttributeValueClassName NSDefaultValue NSFlagsKey NSValueTransformerName"
  private static let propertyOptions =
    "NSIsOptional NSIsTransient NSIsReadOnly NSUserInfo NSVersionHashModifier"
    + " NSValidationPredicates NSValidationWarnings"

  private mutating func checkArchive(_ archive: CheckerArchive) throws {
    let table = "Z_MODELCACHE"
    for number in archive.objects.indices {
      guard let name = archive.className(number), let keys = archive[number]?.dictionary?.keys
      else {
        continue
      }
      guard let (always, sometimes) = Self.classes[name] else {
        require(!name.contains("Description") && !name.contains("Model"), table, "has a \(name)")
        continue
      }
      let required = Set(always.split(separator: " ").map(String.init))
      let allowed = required.union(sometimes.split(separator: " ").map(String.init)).union([
        "$class"
      ])
      for key in required.subtracting(keys).sorted() { report(table, "a \(name) lacks \(key)") }
      for key in Set(keys).subtracting(allowed).sorted() { report(table, "a \(name) has \(key)") }
    }
    let entities = archive.object(archive.root, "NSEntities")
    require(archive.className(entities) == "NSKnownKeysDictionary1", table, "NSEntities is odd")
    require(
      archive.string(entities, "emptyToken") == "__empty_slot_token_4c24_98dc_ac1e_b773__", table,
      "the token of empty slots is another")
    for (name, entity) in archive.pairs(entities) {
      require(archive.string(entity, "NSEntityName") == name, table, "\(name) has another name")
      checkProperties(archive, entity, name)
      for (child, subentity) in archive.pairs(archive.object(entity, "NSSubentities")) {
        require(
          archive.object(subentity, "NSSuperentity") == entity, table,
          "\(child) is below \(name) but does not know")
      }
    }
  }

  private mutating func checkProperties(_ archive: CheckerArchive, _ entity: Int, _ name: String) {
    let table = "Z_MODELCACHE"
    for (key, value) in archive.pairs(archive.object(entity, "NSProperties")) {
      let property = archive.object(value, "NSUnderlyingProperty") ?? value
      let place = "\(name).\(key)"
      require(archive.string(property, "NSPropertyName") == key, table, "\(place) has another name")
      guard archive.className(property) == "NSRelationshipDescription" else { continue }
      let target = archive.object(property, "NSDestinationEntity")
      require(
        target != nil
          && archive.string(target, "NSEntityName")
            == archive.string(property, "_NSDestinationEntityName"),
        table, "\(place) names another entity than it leads to")
      let inverse = archive.object(property, "NSInverseRelationship")
      require(
        archive.string(inverse, "NSPropertyName")
          == archive.string(property, "_NSInverseRelationshipName"),
        table, "\(place) names another inverse than it has")
      if let inverse {
        require(
          archive.string(inverse, "_NSInverseRelationshipName") == key, table,
          "the inverse of \(place) does not lead back")
      }
      let rule = archive.integer(property, "NSDeleteRule") ?? -1
      require((0...3).contains(rule), table, "\(place) has the delete rule \(rule)")
    }
  }
}
