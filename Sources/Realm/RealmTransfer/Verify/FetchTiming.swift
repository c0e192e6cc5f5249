// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// How long it takes to read all rows of an entity in an order, as an app's largest list would.
struct FetchTiming {
  let fetch: RealmVerification.Fetch

  init(_ store: Store, _ entity: EntityDescription) throws {
    let place = store.layout[entity.name]
    guard let place, let table = place.table else {
      fetch = RealmVerification.Fetch(entity: entity.name, sortedBy: nil, rows: 0, seconds: 0)
      return
    }
    let order = entity.attributes.first { $0.type == .string && !$0.isTransient && !$0.isDerived }
    let column = order.flatMap { place.attributes[$0.name]?.names.first }
    let start = DispatchTime.now().uptimeNanoseconds
    let statement = try store.connection.prepare(
      "SELECT * FROM \(table.sqlName) WHERE Z_ENT = \(place.number) ORDER BY \(column?.sqlName ?? "Z_PK")")
    var rows = 0
    while try statement.step() { rows += 1 }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    fetch = RealmVerification.Fetch(
      entity: entity.name, sortedBy: column == nil ? nil : order?.name, rows: rows, seconds: seconds)
  }
}

extension TransferPlan {
  /// The entities of all steps, each once.
  var entities: [EntityDescription] {
    var seen: Set<String> = []
    return steps.map(\.entity).filter { seen.insert($0.name).inserted }
  }
}
