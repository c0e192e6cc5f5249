// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// What is known of a store before any row is looked at.
package struct StoreOverview: Hashable, Sendable {
  package struct Entity: Hashable, Sendable, Identifiable {
    package let name: String
    /// Without those of subentities; `nil` if that is not known.
    package let rows: Int?
    /// With those of subentities.
    package let allRows: Int?
    package let superentity: String?
    /// How many entities are above it.
    package let depth: Int
    package let isAbstract: Bool
    package let table: String?
    /// Whether the numbers of rows are the server's estimates.
    package var isEstimate = false
    /// What is said instead of a number that is not known.
    package var unknown = "damaged"

    package var id: String { name }

    /// A number of rows, for people.
    @MainActor func text(_ number: Int) -> String { (isEstimate ? "about " : "") + Parts.number(number) }
  }

  package struct Fact: Hashable, Sendable, Identifiable {
    package let name: String
    package let value: String

    package var id: String { name }

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package let file: String
  package let path: String
  package let size: UInt64
  /// Roots by name, each followed by its subentities.
  package let entities: [Entity]
  package let facts: [Fact]
  /// What is not as it should be, and is no error.
  package let remarks: [String]
  package let hasHistory: Bool
  /// Why rows cannot be changed; `nil` if they can.
  package let reasonNotToWrite: String?
  /// Counts how often the store was opened.
  package let generation: Int

  /// - Parameters:
  ///   - counts: How many rows entities have, without those of their subentities, as far as that is known.
  ///   - tables: Of the entities.
  package init(
    of store: Store, name: String, place: String, size: UInt64, counts: [String: Int], estimates: Set<String>,
    tables: [String: String], facts: [Fact], remarks: [String], hasHistory: Bool, reasonNotToWrite: String?,
    generation: Int
  ) {
    file = name
    path = place
    self.size = size
    self.facts = facts
    self.remarks = remarks
    self.hasHistory = hasHistory
    self.reasonNotToWrite = reasonNotToWrite
    self.generation = generation
    entities = Self.entities(store, counts, tables).map { entity in
      var entity = entity
      entity.isEstimate = estimates.contains(entity.name)
      entity.unknown = "not counted"
      return entity
    }
  }

  init(_ store: Store, generation: Int) throws {
    let inspection = try Inspection(of: store)
    let metadata = store.metadata
    self.generation = generation
    file = store.url.lastPathComponent
    path = store.url.path
    size = inspection.sizes.file
    hasHistory = inspection.history != nil
    let counts = inspection.entities.map { ($0.name, $0.rows) }
    entities = Self.entities(
      store, Dictionary(counts) { first, _ in first }.compactMapValues { $0 },
      store.layout.entities.compactMapValues(\.table))
    facts = Self.facts(store, inspection)
    var remarks = store.layout.remarks
    if let problem = metadata.problem { remarks.insert(problem, at: 0) }
    if case .tables(let reason) = store.modelOrigin {
      remarks.insert("\(reason) Names and types are taken from the tables, so names are in upper case.", at: 0)
      reasonNotToWrite = "\(reason) Its types are not known, so it is only read."
    } else {
      reasonNotToWrite = metadata.problem
    }
    self.remarks = remarks
  }

  private static func entities(_ store: Store, _ counts: [String: Int], _ tables: [String: String]) -> [Entity] {
    var result: [Entity] = []
    func add(_ entity: EntityDescription, _ depth: Int) {
      let family = store.model.family(of: entity).map { counts[$0.name] }
      result.append(
        Entity(
          name: entity.name, rows: counts[entity.name],
          allRows: family.contains(nil) ? nil : family.compactMap { $0 }.reduce(0, +),
          superentity: entity.superentity, depth: depth, isAbstract: entity.isAbstract,
          table: tables[entity.name]))
      guard depth < 50 else { return }
      for child in sorted(store.model.entities.filter { $0.superentity == entity.name }) { add(child, depth + 1) }
    }
    let known = Set(store.model.entities.map(\.name))
    for root in sorted(store.model.entities.filter { $0.superentity.map { !known.contains($0) } ?? true }) {
      add(root, 0)
    }
    return result
  }

  private static func sorted(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  private static func facts(_ store: Store, _ inspection: Inspection) -> [Fact] {
    let metadata = store.metadata
    let sizes = inspection.sizes
    var facts = [Fact(name: "Identifier", value: metadata.storeUUID)]
    let version = metadata.frameworkVersion.map { "framework \($0)" } ?? "framework unknown"
    facts.append(Fact(name: "Written by", value: metadata.era.map { "\($0) (\(version))" } ?? version))
    let versions = metadata.versionIdentifiers.filter { !$0.isEmpty }
    if !versions.isEmpty { facts.append(Fact(name: "Model version", value: versions.joined(separator: ", "))) }
    if let hashes = inspection.hashes {
      facts.append(
        Fact(
          name: "Version hashes",
          value: hashes.allMatch
            ? "match the model in the store" : "differ: " + hashes.different.joined(separator: ", ")))
    }
    facts.append(
      Fact(
        name: "Size",
        value: ByteCount.text(sizes.file) + (sizes.log > 0 ? ", and a log of \(ByteCount.text(sizes.log))" : "")))
    facts.append(
      Fact(name: "Pages", value: "\(sizes.pages) of \(sizes.pageSize) bytes, \(sizes.freePages) of them free"))
    if sizes.externalFiles > 0 {
      facts.append(
        Fact(name: "Large values", value: "\(sizes.externalFiles) files, \(ByteCount.text(sizes.externalBytes))"))
    }
    facts.append(Fact(name: "SQLite", value: "journal \(inspection.journal), auto-vacuum \(inspection.autoVacuum)"))
    if let history = inspection.history {
      facts.append(
        Fact(name: "History", value: "\(history.transactions) transactions, \(history.changes) changes"))
    } else {
      facts.append(Fact(name: "History", value: "not kept"))
    }
    if !metadata.otherKeys.isEmpty {
      facts.append(Fact(name: "The app's own keys", value: metadata.otherKeys.joined(separator: ", ")))
    }
    return facts
  }
}
