import CoreDataModel
import Foundation

/// One import, within its transaction.
struct ImportRun {
  let writer: StoreWriter
  let policy: Importer.ConflictPolicy
  private let encoder = ValueEncoder()
  var result = Importer.Result()
  var problems: [ImportProblem] = []
  var problemCount = 0
  /// The rows of the file's objects, by identifier.
  var rows: [String: ObjectReference] = [:]
  var store: Store { writer.store }

  init(_ writer: StoreWriter, _ policy: Importer.ConflictPolicy) {
    self.writer = writer
    self.policy = policy
  }

  mutating func note(_ object: ImportObject, _ message: String) {
    problemCount += 1
    if problems.count < 50 { problems.append(ImportProblem(place: object.place, message: message)) }
  }

  mutating func run(
    _ objects: [ImportObject], _ progress: (Int, Int) -> Void
  ) throws -> Importer.Result {
    var written: [(ImportObject, EntityDescription, ObjectReference)] = []
    for (index, object) in inOrder(objects).enumerated() {
      guard let entity = store.model.entity(named: object.entity) else {
        note(object, "there is no entity '\(object.entity)'")
        continue
      }
      guard !entity.isAbstract else {
        note(object, "\(entity.name) is abstract; only its subentities have objects")
        continue
      }
      if let (reference, usesValues) = try write(object, entity) {
        if let identifier = object.identifier {
          if rows.updateValue(reference, forKey: Self.normalized(identifier)) != nil {
            note(object, "another object has the identifier \(identifier)")
          }
        }
        if usesValues { written.append((object, entity, reference)) }
      }
      progress(index + 1, objects.count * 2)
    }
    guard problems.isEmpty else { throw ImportProblems(problems: problems, count: problemCount) }
    // To-many relationships last: they say the order.
    for isToMany in [false, true] {
      for (index, (object, entity, reference)) in written.enumerated() {
        try connect(object, entity, reference, isToMany: isToMany)
        if isToMany { progress(objects.count + index + 1, objects.count * 2) }
      }
    }
    guard problems.isEmpty else { throw ImportProblems(problems: problems, count: problemCount) }
    return result
  }

  /// Identifiers of any form lead to the same object.
  static func normalized(_ identifier: String) -> String {
    ObjectReference(identifier).map { "\($0)" } ?? identifier
  }

  // MARK: Rows

  /// Writes the attributes of an object.
  ///
  /// - Returns: its row, and whether the file's values are its.
  private mutating func write(
    _ object: ImportObject, _ entity: EntityDescription
  ) throws -> (ObjectReference, Bool)? {
    let before = problemCount
    var columns: [String: [SQLValue]] = [:]
    for member in object.values {
      if let attribute = entity.attribute(named: member.name) {
        guard !attribute.isTransient, !attribute.isDerived else { continue }
        do {
          columns[attribute.name] = try encoder.columns(attribute, member.value)
          if member.value == .null, !attribute.isOptional, needsValue(attribute) {
            note(object, "'\(attribute.name)' needs a value")
          }
        } catch let error as ValueEncoder.Unfit {
          note(object, "'\(attribute.name)': \(error.message)")
        }
      } else if entity.relationship(named: member.name) == nil {
        note(object, "\(entity.name) has no property '\(member.name)'")
      }
    }
    guard problemCount == before else { return nil }
    if let existing = try existing(object, entity, columns) {
      switch policy {
      case .fail:
        note(object, "\(existing) has the same unique values")
        return nil
      case .skip:
        result.skipped[entity.name, default: 0] += 1
        return (existing, false)
      case .update:
        try set(columns, of: existing)
        result.updated[entity.name, default: 0] += 1
        return (existing, true)
      }
    }
    for attribute in entity.attributes
    where columns[attribute.name] == nil && !attribute.isTransient && !attribute.isDerived {
      if let value = attribute.defaultValue.flatMap({ defaultColumns(attribute, $0) }) {
        columns[attribute.name] = value
      } else if !attribute.isOptional, needsValue(attribute) {
        note(object, "'\(attribute.name)' is missing")
      }
    }
    for relationship in entity.relationships
    where !relationship.isToMany && !relationship.isOptional {
      let value = object.values.first { $0.name == relationship.name }?.value
      if value == nil || value == .null { note(object, "'\(relationship.name)' is missing") }
    }
    guard problemCount == before else { return nil }
    let reference = try writer.insert(entity.name)
    try set(columns, of: reference)
    result.inserted[entity.name, default: 0] += 1
    return (reference, true)
  }

  /// A struct of optional parts may be all empty.
  private func needsValue(_ attribute: AttributeDescription) -> Bool {
    attribute.type != .composite || attribute.isEnumeration
      || !attribute.elements.allSatisfy(\.isOptional)
  }

  private func defaultColumns(
    _ attribute: AttributeDescription, _ value: DefaultValue
  ) -> [SQLValue]? {
    // The model's own was a fresh one too.
    if case .uuid = value { return [.blob(UUID().bytes)] }
    if case .other = value { return nil }
    return try? encoder.columns(attribute, ModelJSON.json(value))
  }

  private func set(_ values: [String: [SQLValue]], of reference: ObjectReference) throws {
    guard let place = store.layout[reference.entity],
      let entity = store.model.entity(named: reference.entity)
    else { return }
    var columns: [(String, SQLValue)] = []
    var withFiles: [String] = []
    for (name, list) in values {
      let names = place.attributes[name]?.names ?? []
      guard names.count == list.count, let attribute = entity.attribute(named: name) else {
        continue
      }
      columns += zip(names, try self.withFiles(list, attribute))
      let leaves = LayoutBuilder.leaves(attribute, path: name)
      withFiles += zip(names, leaves).filter(\.1.attribute.allowsExternalStorage).map(\.0)
    }
    try replaceFiles(withFiles, of: reference)
    columns.sort { $0.0 < $1.0 }
    guard !columns.isEmpty else { return }
    try writer.update(reference, columns, Set(values.keys))
  }
}
