// SPDX-License-Identifier: Apache-2.0

/// CloudKit's rules for models: records arrive one by one and in any order,
/// with fields missing, and cannot be refused.
extension ModelConfiguration {
  /// Checks the models of a configuration that names a database of CloudKit's.
  ///
  /// `.automatic` names none: which database it would be, only an app's
  /// entitlements say.
  ///
  /// - Returns: What is wrong, a line each, if a server stands in for CloudKit: it takes these models.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` with all that is
  ///   wrong, a line each.
  package func checkCloudKitRules(_ entities: [_Entity]) throws -> [String] {
    guard case .private = cloudKitDatabase.kind else { return [] }
    let findings = entities.flatMap { CloudKitRules(entities).findings($0) }
    guard let first = findings.first else { return [] }
    if ContainerCompanions.type?.relaxesRules == true { return findings.map { "\($0.entity): \($0.text)" } }
    throw SwiftDataError(
      .loadIssueModelContainer,
      "The models cannot be synchronized with CloudKit:"
        + findings.map { "\n\($0.entity): \($0.text)" }.joined(),
      entity: first.entity, property: first.property, file: isStoredInMemoryOnly ? nil : url,
      advice:
        "Change the models, set cloudKitDatabase: .none in the configuration, or name a server of your own.")
  }
}

/// The rules, for the entities of one store.
struct CloudKitRules {
  struct Finding {
    let entity: String
    let property: String?
    let text: String
  }

  private let kept: Set<ObjectIdentifier>

  init(_ entities: [_Entity]) { kept = Set(entities.map { ObjectIdentifier($0) }) }

  func findings(_ entity: _Entity) -> [Finding] {
    let own = entity.properties.filter { $0.isDeclared(by: entity) }
    let unique = (entity.schemaEntity?.uniquenessConstraints ?? []).map { group in
      Finding(
        entity: entity.name, property: group.count == 1 ? group[0] : nil,
        text:
          "Unique constraint on \(Self.list(group)) is not supported for CloudKit synchronization")
    }
    return own.flatMap { $0.isRelationship ? relationship($0) : attribute($0) } + unique
  }

  private func attribute(_ property: _Property) -> [Finding] {
    guard !property.description.isEphemeral, !property.isOptional,
      DefaultColumns.value(of: property) == nil
    else { return [] }
    return [
      finding(
        property,
        "Property '\(property.name)' must be optional or have a default value for CloudKit synchronization"
      )
    ]
  }

  private func relationship(_ property: _Property) -> [Finding] {
    var findings: [Finding] = []
    if !property.isOptional {
      findings.append(
        finding(
          property,
          "Relationship '\(property.name)' must be optional for CloudKit synchronization"))
    }
    if property.inverse == nil {
      findings.append(
        finding(
          property,
          "Relationship '\(property.name)' must have an inverse for CloudKit synchronization"))
    }
    if property.deleteRule == .deny {
      findings.append(
        finding(
          property,
          "Relationship '\(property.name)' must not have the delete rule .deny for CloudKit synchronization"
        ))
    }
    if let destination = property.destination, !kept.contains(ObjectIdentifier(destination)) {
      findings.append(
        finding(
          property,
          "Relationship '\(property.name)' must not lead to another store, where \(destination.name) is, for CloudKit synchronization"
        ))
    }
    return findings
  }

  private func finding(_ property: _Property, _ text: String) -> Finding {
    Finding(entity: property.entity.name, property: property.name, text: text)
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
