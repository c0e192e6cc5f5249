// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// What a store says about its models: what they are, and where their values lie.
  struct SchemaRecord {
    var model: ManagedObjectModel
    var layout: RecordedLayout

    init(model: ManagedObjectModel, layout: RecordedLayout) {
      self.model = model
      self.layout = layout
    }

    init(_ layout: StoreLayout, _ entities: [_Entity], version: String) {
      let kept = entities.filter { layout.keeps($0) }
      model = ManagedObjectModel(kept)
      model.versionIdentifiers = [version]
      self.layout = RecordedLayout(layout, kept)
      self.layout.fingerprint = SchemaFingerprint.make(kept)
    }

    // MARK: In the store

    /// - Parameter layout: As the store has it.
    static func read(_ connection: PostgresConnection, namespace: String, layout: RecordedLayout) throws -> SchemaRecord
    {
      let rows = try connection.run("SELECT model FROM \(PostgresNames.quoted(namespace)).swiftdata_store")
      do {
        let content = rows.count > 0 && !rows.isNull(0, 0) ? Data(rows.bytes(0, 0)) : Data()
        return SchemaRecord(model: try ModelCache.decode(content), layout: layout)
      } catch {
        throw unreadable(error)
      }
    }

    static func layout(_ text: String) throws -> RecordedLayout {
      do { return try JSONDecoder().decode(RecordedLayout.self, from: Data(text.utf8)) } catch {
        throw unreadable(error)
      }
    }

    private static func unreadable(_ error: any Error) -> SwiftDataError {
      SwiftDataError(
        .unknownDataStoreSchema, "The description of the models in the table swiftdata_store cannot be read.",
        advice:
          "Restore the columns model and layout from a backup. If there is none, set both to NULL and open the store "
          + "with exactly the models that it was last used with.", underlying: error)
    }

    /// For the columns `model` and `layout`.
    func parameters() throws -> (model: Parameter, layout: Parameter) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return (
        Parameter(type: TypeNumber.bytes, bytes: Array(try ModelCache.encode(model))),
        Parameter(type: TypeNumber.binaryJSON, bytes: [1] + Array(try encoder.encode(layout)))
      )
    }

    // MARK: What came before

    /// Notes what the store had before this, and still has: no later model gets it for something else.
    ///
    /// - Parameter contents: After the change.
    mutating func keep(_ former: FormerSchema?, _ contents: NamespaceContents) {
      guard let former else {
        layout.kept = layout.kept ?? [:]
        return
      }
      if !former.layout.isComplete { layout.hasGaps = true }
      let own = FormerSchema(self, usesKept: true)
      var used: Set<[String]> = []
      for place in own.places.values.flatMap(\.values) { used.insert([place.table, place.column]) }
      var kept: [String: [String: RecordedLayout.Place]] = [:]
      func keep(_ place: RecordedLayout.Place, _ path: String, _ entity: String) {
        guard !used.contains([place.table, place.column]), contents.columns[place.table]?[place.column] != nil else {
          return
        }
        let base = path.prefix { $0 != "/" }
        let isTaken = kept[entity]?[String(base)] != nil || own.places[entity]?[String(base)] != nil
        kept[entity, default: [:]][isTaken ? "\(base)/\(place.column)" : String(base)] = place
      }
      // What was there last is the first to return.
      for places in [former.places, former.layout.kept ?? [:]] {
        for (entity, paths) in places.sorted(by: { $0.key < $1.key }) {
          for (path, place) in paths.sorted(by: { $0.key < $1.key }) { keep(place, path, entity) }
        }
      }
      layout.kept = kept
      let tables = Set(layout.pairs.map(\.table))
      layout.keptPairs = (former.pairs + (former.layout.keptPairs ?? [])).reduce(into: []) { all, pairs in
        guard !tables.contains(pairs.table), contents.columns[pairs.table] != nil,
          !all.contains(where: { $0.table == pairs.table })
        else { return }
        all.append(pairs)
      }
      var roots = former.layout.keptTables ?? [:]
      for entity in former.model.entities where entity.superentity == nil {
        roots[entity.name] = former.layout.entities[entity.name]?.table
      }
      let present = Set(layout.entities.values.map(\.table))
      layout.keptTables = roots.filter { !present.contains($0.value) && contents.columns[$0.value] != nil }
      layout.parents = (former.layout.parents ?? former.parents).merging(layout.parents ?? [:]) { $1 }
        .filter { $0.key != $0.value }
      var superseded = (former.layout.superseded ?? []) + [former.layout.fingerprint].compactMap { $0 }
      superseded.removeAll { $0 == layout.fingerprint }
      // Each once, where it was last.
      var met: Set<String> = []
      layout.superseded = Array(superseded.reversed().filter { met.insert($0).inserted }.prefix(200).reversed())
    }

    /// The record with what it says of entities that a change of some others does not concern.
    mutating func add(othersOf former: SchemaRecord, but names: Set<String>) {
      let own = Set(model.entities.map(\.name)).union(names)
      model.entities += former.model.entities.filter { !own.contains($0.name) }
      for (name, place) in former.layout.entities where !own.contains(name) { layout.entities[name] = place }
      let tables = Set(layout.pairs.map(\.table))
      layout.pairs += former.layout.pairs.filter { !own.contains($0.entity) && !tables.contains($0.table) }
      layout.parents = (former.layout.parents ?? [:]).filter { !own.contains($0.key) }
        .merging(layout.parents ?? [:]) { $1 }
    }
  }
#endif
