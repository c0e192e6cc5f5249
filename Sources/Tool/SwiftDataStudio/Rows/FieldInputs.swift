// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// What fields hold before anything is typed, of many rows: a statement for some hundred of them.
struct FieldInputs {
  private let source: any RowSource
  private var store: Store { source.store }
  private static let rowsAtOnce = 200

  init(_ source: any RowSource) { self.source = source }

  /// - Parameters:
  ///   - wanted: The names of properties, by row. Bytes and to-many relationships are left out.
  ///   - body: Called for each row that is there, in order, until it returns false.
  func read(
    _ wanted: [ObjectReference: Set<String>], _ body: (ObjectReference, [String: DraftValue]) -> Bool
  ) throws {
    for (name, references) in Dictionary(grouping: wanted.keys, by: \.entity).sorted(by: { $0.key < $1.key }) {
      guard let entity = store.model.entity(named: name) else { continue }
      let sorted = references.sorted { $0.key < $1.key }
      for start in stride(from: 0, to: sorted.count, by: Self.rowsAtOnce) {
        let some = sorted[start..<min(start + Self.rowsAtOnce, sorted.count)]
        guard try read(some, of: entity, wanted, body) else { return }
      }
    }
  }

  private func read(
    _ references: ArraySlice<ObjectReference>, of entity: EntityDescription, _ wanted: [ObjectReference: Set<String>],
    _ body: (ObjectReference, [String: DraftValue]) -> Bool
  ) throws -> Bool {
    var options = RowCursor.Options()
    options.includesSubentities = true
    options.includesToMany = false
    options.longestValue = RowDetail.largestPicture
    options.properties = references.reduce(into: Set()) { $0.formUnion(wanted[$1] ?? []) }
    // The row may be of an entity below the one that names it.
    let known = Dictionary(references.map { ($0.key, $0) }) { first, _ in first }
    let keys = references.map { "\($0.key)" }.joined(separator: ", ")
    try source.bring(references.map(\.key), of: entity, longest: options.longestValue)
    let cursor = try RowCursor(store, entity, options, filter: "t0.Z_PK IN (\(keys))")
    var columns: [String: [GridColumn]] = [:]
    while let object = try cursor.next() {
      guard let reference = known[object.reference.key], let own = store.model.entity(named: object.reference.entity)
      else { continue }
      let all = columns[own.name] ?? GridColumn.all(of: own, in: store)
      columns[own.name] = all
      var inputs: [String: DraftValue] = [:]
      for column in all where wanted[reference]?.contains(column.name) == true {
        switch column.kind {
        case .data, .toMany: continue
        default: inputs[column.name] = RowDetail.original(object[column.name] ?? .null, store)
        }
      }
      guard body(reference, inputs) else { return false }
    }
    return true
  }
}
