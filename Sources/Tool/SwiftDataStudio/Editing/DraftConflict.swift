// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// A value that another program has changed since somebody began to change it here.
///
/// Between the preview and the write, the store itself compares. This is about the time before: the preview has the value of
/// now as the former one, and nobody would notice that it is not the one that was seen when typing.
struct DraftConflict: Hashable, Sendable, Identifiable {
  let reference: ObjectReference
  let property: String
  let seen: String
  let now: String

  var id: String { "\(reference).\(property)" }

  private static let mostRows = 200

  static func all(_ drafts: Drafts, _ store: StudioStore) async throws -> [DraftConflict] {
    var result: [DraftConflict] = []
    for (reference, originals) in drafts.originals.sorted(by: { "\($0.key)" < "\($1.key)" }).prefix(mostRows)
    where !drafts.deletions.contains(reference) {
      guard let detail = try await store.detail(reference) else { continue }
      for (name, original) in originals.sorted(by: { $0.key < $1.key }) {
        // Bytes are not shown as text: the store compares them.
        guard let property = detail.properties.first(where: { $0.column.name == name }), property.column.kind != .data,
          property.original != original
        else { continue }
        result.append(
          DraftConflict(
            reference: reference, property: name, seen: text(original), now: text(property.original)))
      }
    }
    return result
  }

  private static func text(_ value: DraftValue) -> String {
    guard case .text(let text) = value else { return "nil" }
    return text.count > 120 ? String(text.prefix(120)) + "…" : text
  }
}

extension RowDetail.Property {
  /// What a field holds before anything is typed.
  var original: DraftValue { value == .none ? .none : .text(input) }
}
