// SPDX-License-Identifier: Apache-2.0

import RealmFile

/// The classes that sources declare, as a Realm file would have them.
package struct DeclaredSchema: Sendable {
  let classes: [RealmDeclaration]
  let layer: SourceLayer

  init(_ plan: ConversionPlan) {
    layer = plan.layer
    classes = plan.layer.order.compactMap { plan.layer.types[$0] }.filter { $0.kind != .projection }
  }

  /// A difference between sources and a file.
  package struct Difference: Hashable, Sendable {
    /// The class, as the file calls it.
    package var className: String
    /// The property; `nil` if it is all of the class.
    package var property: String?
    /// The differences.
    package var reason: String

    package var description: String {
      "\(className)\(property.map { ".\($0)" } ?? ""): \(reason)"
    }
  }

  /// Compares the sources with what a file has, class by class.
  package func differences(from schema: RealmSchema) -> [Difference] {
    var found: [Difference] = []
    var seen: Set<String> = []
    for type in classes {
      let name = type.fileName ?? type.name
      seen.insert(name)
      guard let own = schema[name] else {
        // A class that only others inherit from has no objects, and may be left out.
        if !type.isSubclassed {
          found.append(.init(className: name, property: nil, reason: "The file does not have this class."))
        }
        continue
      }
      found += differences(type, name, own)
    }
    for type in schema.appClasses where !seen.contains(type.name) {
      found.append(.init(className: type.name, property: nil, reason: "The sources do not declare this class."))
    }
    return found
  }

  private func differences(
    _ type: RealmDeclaration, _ name: String, _ own: RealmClass
  ) -> [Difference] {
    var found: [Difference] = []
    let all = (layer.ancestors(of: type.name).reversed() + [type])
    let properties = all.flatMap { declaration in
      declaration.properties.map { (declaration.mappedNames[$0.name] ?? $0.name, $0) }
    }.filter { $0.1.collection != .linking }
    if (type.kind == .embedded) != (own.kind == .embedded) {
      found.append(.init(className: name, property: nil, reason: "It is embedded on one side only."))
    }
    let key = layer.primaryKey(of: type.name).map { type.mappedNames[$0] ?? $0 }
    if key != own.primaryKey, !type.hasUnknownPrimaryKey {
      found.append(
        .init(
          className: name, property: nil,
          reason: "The primary key is '\(key ?? "none")' in the sources, '\(own.primaryKey ?? "none")' in the file."))
    }
    let stored = Dictionary(own.properties.map { ($0.name, $0) }) { first, _ in first }
    for (column, property) in properties {
      guard let other = stored[column] else {
        found.append(.init(className: name, property: column, reason: "The file does not have this property."))
        continue
      }
      if let reason = difference(property, other) {
        found.append(.init(className: name, property: column, reason: reason))
      }
    }
    let declared = Set(properties.map(\.0))
    for property in own.properties where !property.isInternal && !declared.contains(property.name) {
      found.append(
        .init(className: name, property: property.name, reason: "The sources do not declare this property."))
    }
    return found
  }

  private func difference(
    _ declared: RealmPropertyDeclaration, _ stored: RealmProperty
  ) -> String? {
    let collection: RealmProperty.Collection? =
      switch declared.collection {
      case .list: .list
      case .set: .set
      case .dictionary: .dictionary
      case .linking, nil: nil
      }
    if collection != stored.collection {
      return
        "It is a \(collection?.rawValue ?? "single value") in the sources, a \(stored.collection?.rawValue ?? "single value") in the file."
    }
    guard let name = declared.type.map(RealmNames.last) else { return nil }
    if let target = stored.target {
      let type = layer.types[name].map { $0.fileName ?? $0.name } ?? name
      return type == target ? nil : "It leads to '\(type)' in the sources, to '\(target)' in the file."
    }
    let raw = layer.enums[name]?.rawType ?? name
    guard let wanted = Self.kinds[raw] else { return nil }
    if wanted != stored.type {
      return "It is '\(raw)' in the sources, '\(stored.type.rawValue)' in the file."
    }
    if collection == nil, wanted != .mixed, declared.isOptional != stored.isOptional {
      return declared.isOptional
        ? "It may be missing in the sources, but not in the file."
        : "It may be missing in the file, but not in the sources."
    }
    return nil
  }

  private static let kinds: [String: RealmProperty.ValueType] = [
    "Bool": .bool, "Int": .int, "Int8": .int, "Int16": .int, "Int32": .int, "Int64": .int,
    "NSInteger": .int, "Float": .float, "Double": .double, "CGFloat": .double,
    "TimeInterval": .double, "String": .string, "NSString": .string, "Data": .data,
    "NSData": .data, "Date": .timestamp, "NSDate": .timestamp, "UUID": .uuid,
    "ObjectId": .objectID, "Decimal128": .decimal, "AnyRealmValue": .mixed,
  ]
}
