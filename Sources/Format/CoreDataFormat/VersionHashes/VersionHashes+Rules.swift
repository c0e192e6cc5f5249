// SPDX-License-Identifier: Apache-2.0

import SecureHashes

/// What enters the hashes, and in what order.
///
/// Not in them: class names, default values, transformers, delete rules,
/// indexes, user info and renaming identifiers.
extension VersionHashes {
  static func hash(
    _ entity: EntityDescription, superentity: [UInt8], _ rules: Rules, isOfItsLine: (String) -> Bool
  ) -> [UInt8] {
    var properties: [(name: String, hash: [UInt8])] = []
    for attribute in entity.attributes where !attribute.isTransient {
      properties.append((attribute.name, hash(attribute, rules)))
    }
    for relationship in entity.relationships where !relationship.isTransient {
      let isOwnInverse =
        relationship.inverse == relationship.name && isOfItsLine(relationship.destination)
      properties.append((relationship.name, hash(relationship, isOwnInverse: isOwnInverse)))
    }
    properties.sort { precedes($0.name, $1.name) }
    var input = Array(entity.name.utf8)
    input.append(entity.isAbstract ? 1 : 0)
    input += superentity
    for property in properties { input += property.hash }
    for constraint in constraints(entity, rules) { input += Array(constraint.utf8) }
    input += Array((entity.versionHashModifier ?? "").utf8)
    return SHA2.sha256(input)
  }

  /// Each constraint's names together, in an order of their own: not that of their declaration.
  private static func constraints(_ entity: EntityDescription, _ rules: Rules) -> [String] {
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
    return rules == .former ? constraints : constraints.sorted { precedes($0, $1) }
  }

  /// Of a composite only the attributes that have columns count, however deep they are, sorted by their own names:
  /// neither the composite's name and type do, nor those of composites within it.
  static func hash(_ attribute: AttributeDescription, _ rules: Rules = .current) -> [UInt8] {
    if attribute.type == .composite {
      let parts = rules == .former ? attribute.elements : attribute.leaves.map(\.attribute)
      let sorted = parts.enumerated().sorted {
        precedes($0.element.name, $1.element.name)
          || ($0.element.name == $1.element.name && $0.offset < $1.offset)
      }
      return SHA2.sha256(sorted.flatMap { hash($0.element, rules) })
    }
    var input = base(attribute.name, attribute.isOptional, attribute.versionHashModifier)
    input += bytes(attribute.type.rawValue)
    if attribute.allowsExternalStorage { input.append(1) }
    if attribute.preservesValueOnDeletion { input.append(1) }
    return SHA2.sha256(input)
  }

  /// A relationship that is its own inverse counts as one without.
  static func hash(_ relationship: RelationshipDescription, isOwnInverse: Bool) -> [UInt8] {
    var input = base(
      relationship.name, relationship.isOptional, relationship.versionHashModifier)
    let inverse = isOwnInverse ? "" : relationship.inverse ?? ""
    input += Array(relationship.destination.utf8) + Array(inverse.utf8)
    input += bytes(UInt32(truncatingIfNeeded: relationship.maximumCount))
    input += bytes(UInt32(truncatingIfNeeded: relationship.minimumCount))
    if relationship.isOrdered { input += [1, 0] }
    return SHA2.sha256(input)
  }

  private static func base(_ name: String, _ isOptional: Bool, _ modifier: String?) -> [UInt8] {
    SHA2.sha256(Array(name.utf8) + [isOptional ? 1 : 0, 0] + Array((modifier ?? "").utf8))
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
