// SPDX-License-Identifier: Apache-2.0

extension ModelArchiveWriter {
  mutating func write(_ entity: EntityDescription) {
    let reference = reference(toEntity: entity.name)
    var fields: [String: PropertyListValue] = [
      "NSEntityName": writer.add(.string(entity.name)),
      "NSClassNameForEntity": optional(entity.className),
      "NSManagedObjectModel": root,
      "NSSuperentity": self.reference(toEntity: entity.superentity),
      "NSSubentities": subentities(of: entity),
      "NSProperties": properties(of: entity, reference),
      "NSUniqueTuples": uniqueTuples(of: entity),
      "NSVersionHashModifier": optional(entity.versionHashModifier),
      "NSRenamingIdentifier": optional(entity.renamingIdentifier ?? entity.name),
      "NSUserInfo": entity.userInfo.isEmpty ? noUserInfo : userInfo(entity.userInfo),
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .bool(true) }
    if !entity.indexes.isEmpty {
      fields["NSFetchIndexDescriptions"] = fetchIndexes(of: entity, reference)
      fields["NSCompoundIndexes"] = compoundIndexes(of: entity)
    }
    writer.set(reference, .entity, fields)
  }

  private mutating func subentities(of entity: EntityDescription) -> PropertyListValue {
    let subentities = entities.filter { $0.superentity == entity.name }
    return dictionary(subentities.map { (key: $0.name, value: reference(toEntity: $0.name)) })
  }

  private mutating func properties(
    of entity: EntityDescription, _ reference: PropertyListValue
  ) -> PropertyListValue {
    var entries: [(key: String, value: PropertyListValue)] = []
    for attribute in entity.attributes {
      let property = self.reference(to: attribute.name, of: entity.name)
      if isInherited(attribute.name, by: entity) {
        entries.append((attribute.name, proxy(of: property, reference)))
      } else {
        write(attribute, at: property, of: entity, reference)
        entries.append((attribute.name, property))
      }
    }
    for relationship in entity.relationships {
      let property = self.reference(to: relationship.name, of: entity.name)
      if isInherited(relationship.name, by: entity) {
        entries.append((relationship.name, proxy(of: property, reference)))
      } else {
        write(relationship, at: property, reference)
        entries.append((relationship.name, property))
      }
    }
    return dictionary(entries)
  }

  private mutating func proxy(
    of property: PropertyListValue, _ entity: PropertyListValue
  ) -> PropertyListValue {
    writer.add(
      .propertyProxy, ["NSUnderlyingProperty": property, "NSEntityDescription": entity])
  }

  private mutating func uniqueTuples(of entity: EntityDescription) -> PropertyListValue {
    let tuples = entity.uniquenessConstraints.map { names in
      array(names.map { writer.add(.string($0)) })
    }
    return array(tuples)
  }

  private mutating func fetchIndexes(
    of entity: EntityDescription, _ reference: PropertyListValue
  ) -> PropertyListValue {
    let indexes = entity.indexes.map { index in
      let object = writer.reserve()
      let elements = index.elements.map { element in
        var fields: [String: PropertyListValue] = [
          "NSPropertyName": writer.add(.string(element.property)),
          "NSFetchIndexElementType": .integer(element.isSpatial ? 1 : 0),
          "NSFetchIndexDescription": object,
        ]
        if element.isAscending { fields["NSAscending"] = .bool(true) }
        return writer.add(.fetchIndexElement, fields)
      }
      writer.set(
        object, .fetchIndex,
        [
          "NSIndexName": writer.add(.string(index.name)),
          "NSPartialIndexPredicate": KeyedArchiveWriter.null,
          "NSIndexElements": array(elements, .array), "NSEntity": reference,
        ])
      return object
    }
    return array(indexes)
  }

  /// The former form of indexes over several properties; those over one are
  /// marked in the attribute.
  private mutating func compoundIndexes(of entity: EntityDescription) -> PropertyListValue {
    let indexes = entity.indexes.filter { $0.elements.count > 1 && !$0.isPartial }
    return array(
      indexes.map { index in array(index.elements.map { writer.add(.string($0.property)) }) })
  }
}
