// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// One import, within its transaction.
///
/// However many objects there are, what is kept of them lies in temporary
/// tables.
final class ImportRun {
  let writer: StoreWriter
  let policy: Importer.ConflictPolicy
  let encoder: ValueEncoder
  private(set) var result = Importer.Result()
  private var problems: [ImportProblem] = []
  private(set) var problemCount = 0
  let identifiers: ImportIdentifiers
  let links: ImportLinks
  var store: Store { writer.store }

  init(_ writer: StoreWriter, _ policy: Importer.ConflictPolicy, keepsAllDigits: Bool = false) throws {
    self.writer = writer
    self.policy = policy
    encoder = ValueEncoder(keepsAllDigits: keepsAllDigits)
    let names = NameCodes()
    identifiers = try ImportIdentifiers(writer.store.connection, names)
    links = try ImportLinks(writer.store.connection, names)
  }

  func note(_ place: String, _ message: String) {
    problemCount += 1
    if problems.count < 50 { problems.append(ImportProblem(place: place, message: message)) }
  }

  func throwProblems() throws {
    guard problems.isEmpty else { throw ImportProblems(problems: problems, count: problemCount) }
  }

  func run(
    _ source: some ImportSource, _ progress: (Int, Int) -> Void
  ) throws -> Importer.Result {
    let late = lateEntities
    let total = source.size * 2
    try source.forEach(where: { !late.contains($0) }) { object, bytes in
      try add(object)
      progress(bytes, total)
    }
    if !late.isEmpty {
      try source.forEach(where: late.contains) { object, bytes in
        try add(object)
        progress(bytes, total)
      }
    }
    try throwProblems()
    var done = 0
    for step in ImportLinks.Step.allCases {
      try links.forEach(step) { link in
        try noting(link.place) { try follow(link, step) }
        done += 1
        progress(source.size + source.size / max(1, links.count) * done, total)
      }
    }
    try throwProblems()
    return result
  }

  /// Notes what a unique index refuses: a row may have the values of one constraint, and another those of a second.
  private func noting(_ place: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as StoreError where error.what.contains("UNIQUE constraint failed") {
      note(place, "another row has the same unique values")
    }
  }

  private func add(_ object: ImportObject) throws {
    guard let entity = store.model.entity(named: object.entity) else {
      return note(object.place, "there is no entity '\(object.entity)'")
    }
    guard !entity.isAbstract else {
      return note(object.place, "\(entity.name) is abstract; only its subentities have objects")
    }
    guard let (reference, outcome) = try write(object, entity) else { return }
    if let identifier = object.identifier, try !identifiers.add(identifier, reference) {
      note(object.place, "another object has the identifier \(identifier)")
    }
    if outcome != .skipped { try keepLinks(object, entity, reference, isNew: outcome == .inserted) }
  }

  private func keepLinks(
    _ object: ImportObject, _ entity: EntityDescription, _ reference: ObjectReference, isNew: Bool
  ) throws {
    for member in object.values {
      guard let relationship = entity.relationship(named: member.name), !relationship.isTransient
      else { continue }
      let link = ImportLinks.Link(
        object: reference, relationship: member.name, value: member.value, place: object.place)
      let isEmpty = member.value == .null || member.value == .array([])
      // A new row has no targets. One that was there loses those that are not listed.
      if !isNew, isEmpty || relationship.isToMany { try links.add(link, .clear) }
      if !isEmpty { try links.add(link, relationship.isToMany ? .toMany : .toOne) }
    }
  }

  // MARK: Rows

  private enum Outcome {
    case inserted, updated, skipped
  }

  /// Writes the attributes of an object.
  ///
  /// - Returns: its row; `nil` if something is wrong with it.
  private func write(
    _ object: ImportObject, _ entity: EntityDescription
  ) throws -> (ObjectReference, Outcome)? {
    let before = problemCount
    var columns: [String: [SQLiteValue]] = [:]
    for member in object.values {
      if let attribute = entity.attribute(named: member.name) {
        guard !attribute.isTransient, !attribute.isDerived else { continue }
        do {
          columns[attribute.name] = try encoder.columns(attribute, member.value)
          if member.value == .null, !attribute.isOptional, needsValue(attribute) {
            note(object.place, "'\(attribute.name)' needs a value")
          }
        } catch let error as ValueEncoder.Unfit {
          note(object.place, "'\(attribute.name)': \(error.message)")
        }
      } else if entity.relationship(named: member.name) == nil {
        note(object.place, "\(entity.name) has no property '\(member.name)'")
      }
    }
    guard problemCount == before else { return nil }
    // What the row of a new object has, and may be unique by.
    var complete = columns
    for attribute in entity.attributes
    where columns[attribute.name] == nil && !attribute.isTransient && !attribute.isDerived {
      complete[attribute.name] = attribute.defaultValue.flatMap { defaultColumns(attribute, $0) }
    }
    if let existing = try existing(object, entity, complete) {
      switch policy {
      case .fail:
        note(object.place, "\(existing) has the same unique values")
        return nil
      case .skip:
        result.skipped[entity.name, default: 0] += 1
        return (existing, .skipped)
      case .update:
        noteMissingTargets(object, entity) { $0 == .null }
        // A row that has not all of its properties cannot become the object.
        if let found = store.model.entity(named: existing.entity), !store.model.family(of: entity).contains(found) {
          note(object.place, "\(existing) has the same unique values, and is no \(entity.name)")
        }
        guard problemCount == before else { return nil }
        try noting(object.place) { try set(columns, of: existing) }
        result.updated[entity.name, default: 0] += 1
        return (existing, .updated)
      }
    }
    for attribute in entity.attributes
    where complete[attribute.name] == nil && !attribute.isTransient && !attribute.isDerived {
      if !attribute.isOptional, needsValue(attribute) { note(object.place, "'\(attribute.name)' is missing") }
    }
    noteMissingTargets(object, entity) { $0 == nil || $0 == .null }
    guard problemCount == before else { return nil }
    let reference = try writer.insert(entity.name)
    try noting(object.place) { try set(complete, of: reference) }
    result.inserted[entity.name, default: 0] += 1
    return (reference, .inserted)
  }

  private func noteMissingTargets(
    _ object: ImportObject, _ entity: EntityDescription, where isMissing: (JSONValue?) -> Bool
  ) {
    for relationship in entity.relationships where !relationship.isToMany && !relationship.isOptional {
      let value = object.values.first { $0.name == relationship.name }?.value
      guard isMissing(value) else { continue }
      note(object.place, "'\(relationship.name)' \(value == nil ? "is missing" : "needs a value")")
    }
  }

  /// A struct of optional parts may be all empty.
  func needsValue(_ attribute: AttributeDescription) -> Bool {
    attribute.type != .composite || attribute.isEnumeration
      || !attribute.elements.allSatisfy(\.isOptional)
  }

  private func defaultColumns(
    _ attribute: AttributeDescription, _ value: DefaultValue
  ) -> [SQLiteValue]? {
    // The model's own was a fresh one too.
    if case .uuid = value { return [.blob(UUID().bytes)] }
    if case .other = value { return nil }
    return try? encoder.columns(attribute, ModelJSON.json(value))
  }

  func set(_ values: [String: [SQLiteValue]], of reference: ObjectReference) throws {
    guard let place = store.layout[reference.entity],
      let entity = store.model.entity(named: reference.entity)
    else { return }
    var columns: [(String, SQLiteValue)] = []
    var withFiles: [String] = []
    for (name, list) in values {
      let names = place.attributes[name]?.names ?? []
      guard names.count == list.count, let attribute = entity.attribute(named: name) else {
        continue
      }
      columns += zip(names, try self.withFiles(list, attribute))
      let leaves = attribute.leaves
      withFiles += zip(names, leaves).filter(\.1.attribute.allowsExternalStorage).map(\.0)
    }
    try writer.replaceFiles(withFiles, of: reference)
    columns.sort { $0.0 < $1.0 }
    guard !columns.isEmpty else { return }
    try writer.update(reference, columns, Set(values.keys))
  }
}

extension ImportRun {
  /// The values of columns, the large ones in files.
  ///
  /// Only what is written to a row may come here: files cannot be rolled back.
  func withFiles(
    _ values: [SQLiteValue], _ attribute: AttributeDescription
  ) throws -> [SQLiteValue] {
    let leaves = attribute.leaves
    return try zip(leaves, values).map { leaf, value in
      guard leaf.attribute.allowsExternalStorage, case .blob(let column) = value,
        let bytes = ExternalColumn.inlineValue(of: column),
        bytes.count > ExternalFolder.inlineLimit
      else { return value }
      return .blob(try writer.files.write(Data(bytes)))
    }
  }
}
