// SPDX-License-Identifier: Apache-2.0

import SourceText

/// What `add` and `create` of the support file have to know of a class.
struct RecordMembers {
  private let type: RealmDeclaration
  private let plan: ConversionPlan

  init(_ type: RealmDeclaration, _ plan: ConversionPlan) {
    self.type = type
    self.plan = plan
  }

  /// Each as lines; none if nothing is added or created.
  var members: [[String]] {
    guard plan.isRecord(type) else { return [] }
    return [fields, lookup].compactMap { $0 }
  }

  private var isSubclass: Bool { type.superclass.map { plan.layer.types[$0] != nil } ?? false }

  private func prefix(overrides: Bool) -> String {
    overrides ? "override class " : type.isSubclassed ? "class " : "static "
  }

  private var fields: [String] {
    var entries: [String] = []
    for property in type.properties where property.collection != .linking {
      let name = SwiftNames.escaped(property.name)
      var arguments = "\"\(property.name)\", \\\(type.name).\(name)"
      let kind: String
      let isEmbedded = property.type.map(RealmNames.last).flatMap { plan.layer.types[$0]?.kind } == .embedded
      switch plan.role(of: property.name, in: type.name) {
      case .value, .structure:
        kind = "value"
        if property.isPrimaryKey { arguments += ", isKey: true" }
      case .toOne: kind = "object"
      case .toMany: kind = "list"
      case .elements(let model): kind = model.isDictionary ? "map" : "list"
      case .inverse, .elementInverse, .unknownInverse: continue
      }
      if kind != "value", isEmbedded { arguments += ", isEmbedded: true" }
      entries.append("    .\(kind)(\(arguments)),")
    }
    return ["\(prefix(overrides: isSubclass))var realmFields: [RealmField] {"]
      + [isSubclass ? "  super.realmFields + [" : "  ["] + entries + ["  ]", "}"]
  }

  /// The object with a key, which only the class can write as a predicate.
  private var lookup: [String]? {
    let key = type.primaryKey
    guard key != nil || (type.isSubclassed && !isSubclass) else { return nil }
    let start =
      prefix(overrides: isSubclass) + "func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? {"
    guard let key, let property = type.property(key), let value = property.type.map(PropertyConversion.swiftType) else {
      return [start, "  nil", "}"]
    }
    return [
      start,
      property.isOptional
        ? "  let key = key as? \(value)" : "  guard let key = key as? \(value) else { return nil }",
      "  return context.first(FetchDescriptor<\(type.name)>(predicate: #Predicate { $0.\(SwiftNames.escaped(key)) == key }))",
      "}",
    ]
  }
}
