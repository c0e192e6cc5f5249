// SPDX-License-Identifier: Apache-2.0

extension ModelArchiveWriter {
  mutating func write(
    _ attribute: AttributeDescription, at reference: PropertyListValue,
    of entity: EntityDescription, _ entityReference: PropertyListValue
  ) {
    var fields = fields(of: attribute, entityReference)
    let isIndexed = entity.indexes.contains {
      $0.elements.count == 1 && $0.elements.first?.property == attribute.name
    }
    if isIndexed { fields["NSIsIndexed"] = .bool(true) }
    writer.set(reference, archivedClass(of: attribute), fields)
  }

  private func archivedClass(of attribute: AttributeDescription) -> ArchivedClass {
    if attribute.isDerived { return .derivedAttribute }
    return attribute.type == .composite ? .compositeAttribute : .attribute
  }

  private mutating func fields(
    of attribute: AttributeDescription, _ entity: PropertyListValue
  ) -> [String: PropertyListValue] {
    var flags: Int64 = 0
    if attribute.allowsExternalStorage { flags |= AttributeFlags.externalStorage }
    if attribute.preservesValueOnDeletion { flags |= AttributeFlags.preservesValue }
    var fields: [String: PropertyListValue] = [
      "NSPropertyName": writer.add(.string(attribute.name)), "NSEntity": entity,
      "NSAttributeType": .integer(Int64(attribute.type.rawValue)),
      "NSAttributeValueClassName": optional(attribute.valueClassName),
      "NSValueTransformerName": optional(attribute.transformerName),
      "NSDefaultValue": defaultValue(attribute.defaultValue), "NSFlagsKey": .integer(flags),
      "NSRenamingIdentifier": optional(attribute.renamingIdentifier ?? attribute.name),
      "_P": PropertyBits.bits(
        isOptional: attribute.isOptional, isReadOnly: attribute.isDerived,
        hasUserInfo: !attribute.userInfo.isEmpty,
        hasVersionHashModifier: attribute.versionHashModifier != nil),
    ]
    if attribute.isOptional { fields["NSIsOptional"] = .bool(true) }
    if attribute.isTransient { fields["NSIsTransient"] = .bool(true) }
    if attribute.isIndexedBySpotlight { fields["NSIndexedBySpotlight"] = .bool(true) }
    if attribute.isDerived {
      fields["NSIsReadOnly"] = .bool(true)
      fields["NSDerivationExpression"] = KeyedArchiveWriter.null
    }
    if let modifier = attribute.versionHashModifier {
      fields["NSVersionHashModifier"] = writer.add(.string(modifier))
    }
    if !attribute.userInfo.isEmpty { fields["NSUserInfo"] = userInfo(attribute.userInfo) }
    if attribute.type == .composite {
      let elements = attribute.elements.map { element in
        writer.add(archivedClass(of: element), self.fields(of: element, entity))
      }
      fields["NSCompositeElements"] = array(elements)
    }
    return fields
  }

  mutating func write(
    _ relationship: RelationshipDescription, at reference: PropertyListValue,
    _ entity: PropertyListValue
  ) {
    let inverse = relationship.inverse.map {
      self.reference(to: $0, of: relationship.destination)
    }
    var fields: [String: PropertyListValue] = [
      "NSPropertyName": writer.add(.string(relationship.name)), "NSEntity": entity,
      "NSDestinationEntity": self.reference(toEntity: relationship.destination),
      "_NSDestinationEntityName": writer.add(.string(relationship.destination)),
      "NSInverseRelationship": inverse ?? KeyedArchiveWriter.null,
      "_NSInverseRelationshipName": optional(relationship.inverse),
      "NSMinCount": .integer(Int64(relationship.minimumCount)),
      "NSMaxCount": .integer(Int64(relationship.maximumCount)),
      "NSDeleteRule": .integer(Int64(relationship.deleteRule.rawValue)),
      "NSRenamingIdentifier": optional(relationship.renamingIdentifier ?? relationship.name),
      "_P": PropertyBits.bits(
        isOptional: relationship.isOptional, isOrdered: relationship.isOrdered,
        hasUserInfo: !relationship.userInfo.isEmpty,
        hasVersionHashModifier: relationship.versionHashModifier != nil),
    ]
    if relationship.isOptional { fields["NSIsOptional"] = .bool(true) }
    if relationship.isOrdered { fields["NSIsOrdered"] = .bool(true) }
    if relationship.isTransient { fields["NSIsTransient"] = .bool(true) }
    if let modifier = relationship.versionHashModifier {
      fields["NSVersionHashModifier"] = writer.add(.string(modifier))
    }
    if !relationship.userInfo.isEmpty { fields["NSUserInfo"] = userInfo(relationship.userInfo) }
    writer.set(reference, .relationship, fields)
  }
}
