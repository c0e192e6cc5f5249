// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Finds the model that has the unique values of another one already, by the encoded values.
struct SnapshotUniqueness {
  typealias Values = [String: PersistentIdentifier]

  private var constraints: [String: [[String]]] = [:]

  init(_ schema: Schema) {
    for entity in schema.entities where !entity.uniquenessConstraints.isEmpty {
      constraints[entity.name] = entity.uniquenessConstraints
    }
  }

  func values(of snapshots: [DefaultSnapshot]) throws -> Values {
    var values: Values = [:]
    for snapshot in snapshots { try add(snapshot, to: &values) }
    return values
  }

  func add(_ snapshot: DefaultSnapshot, to values: inout Values) throws {
    for key in try keys(of: snapshot) { values[key] = snapshot.persistentIdentifier }
  }

  func conflict(of snapshot: DefaultSnapshot, in values: Values) throws -> PersistentIdentifier? {
    try keys(of: snapshot).lazy.compactMap { values[$0] }.first
  }

  /// A text for each constraint; none where a value is nil, which is unlike any other nil.
  private func keys(of snapshot: DefaultSnapshot) throws -> [String] {
    let name = snapshot.persistentIdentifier.entityName
    guard let groups = constraints[name] else { return [] }
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot)) as? [String: Any] ?? [:]
    return groups.compactMap { group in
      let values = group.map { encoded[$0] }
      guard values.allSatisfy({ $0 != nil && !($0 is NSNull) }) else { return nil }
      return "\(name)/\(group.joined(separator: ","))=" + values.map { "\($0 ?? "")" }.joined(separator: "\u{1f}")
    }
  }
}
