// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What `inspect --json` prints.
struct InspectionJSON {
  let store: Store
  let inspection: Inspection

  init(_ store: Store, _ inspection: Inspection) {
    self.store = store
    self.inspection = inspection
  }

  var value: JSONValue {
    let metadata = store.metadata
    var members: [JSONValue.Member] = [
      .init("storeUUID", .string(metadata.storeUUID)),
      .init("hashesMatch", inspection.hashes.map { .bool($0.allMatch) } ?? .null),
      .init("entities", .array(inspection.entities.map(entity))),
      .init("file", .string(store.url.path)),
      .init("frameworkVersion", metadata.frameworkVersion.map { .integer($0) } ?? .null),
      .init("era", .text(metadata.era)),
      .init("modelVersions", .array(metadata.versionIdentifiers.map { .string($0) })),
      .init("model", model),
    ]
    if let hashes = inspection.hashes {
      members.append(
        .init(
          "hashes",
          .object([
            .init("different", strings(hashes.different)),
            .init("leftOutAsDerived", strings(hashes.leftOut)),
            .init("digestMatches", hashes.digestMatches.map { .bool($0) } ?? .null),
            .init("checksumMatches", hashes.checksumMatches.map { .bool($0) } ?? .null),
          ])))
    }
    members.append(.init("sizes", sizes))
    members.append(.init("journal", .string(inspection.journal)))
    members.append(.init("autoVacuum", .string(inspection.autoVacuum)))
    members.append(.init("history", inspection.history.map(history) ?? .null))
    members.append(.init("otherMetadataKeys", strings(metadata.otherKeys)))
    members.append(.init("remarks", strings(store.layout.remarks)))
    return .object(members)
  }

  private func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  private func entity(_ entity: Inspection.Entity) -> JSONValue {
    .object([
      .init("name", .string(entity.name)), .init("rows", entity.rows.map { .integer($0) } ?? .null),
      .init("superentity", .text(entity.superentity)),
      .init("isAbstract", .bool(entity.isAbstract)), .init("table", .text(entity.table)),
    ])
  }

  private var model: JSONValue {
    switch store.modelOrigin {
    case .cache: .object([.init("from", .string("store"))])
    case .tables(let reason):
      .object([.init("from", .string("tables")), .init("reason", .string(reason))])
    }
  }

  private var sizes: JSONValue {
    let sizes = inspection.sizes
    return .object([
      .init("file", .integer(sizes.file)), .init("log", .integer(sizes.log)),
      .init("pageSize", .integer(sizes.pageSize)), .init("pages", .integer(sizes.pages)),
      .init("freePages", .integer(sizes.freePages)),
      .init("externalFiles", .integer(sizes.externalFiles)),
      .init("externalBytes", .integer(sizes.externalBytes)),
    ])
  }

  private func history(_ history: Inspection.History) -> JSONValue {
    .object([
      .init("transactions", .integer(history.transactions)),
      .init("changes", .integer(history.changes)),
      .init("first", .text(history.first.map(DateText.text))),
      .init("last", .text(history.last.map(DateText.text))),
    ])
  }
}
