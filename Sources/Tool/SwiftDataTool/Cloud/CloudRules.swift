// SPDX-License-Identifier: Apache-2.0

import SourceText

/// CloudKit's rules for models, and those of a server of one's own, for what sources or a store declare.
///
/// The texts are those of the container's check, see `ModelConfiguration.checkCloudKitRules`, which knows the classes
/// themselves.
struct CloudRules {
  let schema: FrozenSchema
  /// Whether records go to `swiftdata-server`, which merges what CloudKit refuses.
  let isOwnServer: Bool
  private let inverses: InferredInverses

  init(_ schema: FrozenSchema, isOwnServer: Bool) {
    (self.schema, self.isOwnServer) = (schema, isOwnServer)
    inverses = InferredInverses(schema)
  }

  /// In the order of the models and their properties.
  var findings: [CloudFinding] {
    schema.models.flatMap { model in
      model.properties.flatMap { property in
        property.isRelationship ? relationship(property, model) : attribute(property, model)
      } + model.unique.filter { $0.count > 1 }.map { group(of: $0, model) }
    }
  }

  // MARK: Attributes

  private func attribute(_ property: FrozenSchema.Property, _ model: FrozenSchema.Model) -> [CloudFinding] {
    var findings: [CloudFinding] = []
    if !property.isOptional, property.initial == nil, !property.options.contains("ephemeral") {
      findings.append(
        finding(
          .defaultValue, model, property,
          "Property '\(property.name)' must be optional or have a default value", fix: defaultValue(of: property)))
    }
    let isUnique = property.options.contains("unique") || model.unique.contains([property.name])
    // A server of one's own merges the objects of devices that use the same value.
    if isUnique, !isOwnServer {
      findings.append(
        finding(
          .unique, model, property, "Unique constraint on '\(property.name)' is not supported",
          fix: "Remove it, and look for an object with the same value before you insert one."))
    }
    if isEncrypted(property), isUnique || isInGroup(property.name, model) {
      findings.append(
        CloudFinding(
          rule: .encryptedUnique, model: model.name, property: property.name,
          text: "Encrypted property '\(property.name)' cannot be unique: who synchronizes it cannot compare its values",
          fix: "Remove the unique constraint, or .allowsCloudEncryption."))
    }
    return findings
  }

  private func defaultValue(of property: FrozenSchema.Property) -> String {
    // A store tells types in words of its own.
    let declaration = "var \(SwiftNames.escaped(property.name)): \(property.type)"
    guard schema.origin == .sources, property.type != "inferred" else {
      return "Give it a default value, or make it optional."
    }
    guard let value = InitialValues.expression(ofType: property.type) else {
      return "Write '\(declaration)?', or give it a default value."
    }
    return "Write '\(declaration) = \(value)', or '\(declaration)?'."
  }

  private func isEncrypted(_ property: FrozenSchema.Property) -> Bool {
    property.options.contains("allowsCloudEncryption")
  }

  private func isInGroup(_ name: String, _ model: FrozenSchema.Model) -> Bool {
    var current: FrozenSchema.Model? = model
    var seen: Set<String> = []
    while let next = current, seen.insert(next.name).inserted {
      if next.unique.contains(where: { $0.contains(name) }) { return true }
      current = next.parent.flatMap { schema.model(named: $0) }
    }
    return false
  }

  private func group(of names: [String], _ model: FrozenSchema.Model) -> CloudFinding {
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return finding(
      .unique, model, nil, "Unique constraint on \(list) is not supported",
      fix: "Remove it, and look for an object with the same values before you insert one.")
  }

  // MARK: Relationships

  private func relationship(_ property: FrozenSchema.Property, _ model: FrozenSchema.Model) -> [CloudFinding] {
    let name = property.name
    var findings: [CloudFinding] = []
    if !property.isOptional {
      findings.append(
        finding(
          .optionalRelationship, model, property, "Relationship '\(name)' must be optional",
          fix: "Write 'var \(SwiftNames.escaped(name)): \(property.type)?'."))
    }
    if inverses.inverse(of: property, in: model.name) == nil {
      findings.append(
        finding(
          .inverse, model, property, "Relationship '\(name)' must have an inverse",
          fix: inverses.advice(property, in: model.name)))
    }
    if property.deleteRule == "deny" {
      findings.append(
        finding(
          .denyRule, model, property, "Relationship '\(name)' must not have the delete rule .deny",
          fix: "Use .nullify or .cascade, and refuse the deletion in the app."))
    }
    if property.options.contains("ordered") {
      findings.append(
        finding(
          .ordered, model, property, "Relationship '\(name)' must not be ordered",
          fix: "Keep the position in an attribute of \(property.destination), and sort by it."))
    }
    if isEncrypted(property) {
      findings.append(
        CloudFinding(
          rule: .encryptedRelationship, model: model.name, property: name,
          text: "Relationship '\(name)' cannot be encrypted: only attributes can",
          fix: "Remove .allowsCloudEncryption, and encrypt the attributes of \(property.destination)."))
    }
    return findings
  }

  /// - Parameter text: How it ends is the same for all rules of CloudKit's.
  private func finding(
    _ rule: CloudFinding.Rule, _ model: FrozenSchema.Model, _ property: FrozenSchema.Property?, _ text: String,
    fix: String
  ) -> CloudFinding {
    CloudFinding(
      severity: isOwnServer ? .warning : .error, rule: rule, model: model.name, property: property?.name,
      text: text + " for CloudKit synchronization", fix: fix)
  }
}

extension FrozenSchema.Property {
  /// The model that a relationship leads to.
  var destination: String { type.trimmingCharacters(in: ["[", "]"]) }
  var isToMany: Bool { type.hasPrefix("[") }
}
