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

  /// So many are found: they are not all shown.
  private static let most = 200

  static func all(_ drafts: Drafts, _ store: StudioStore) async throws -> [DraftConflict] {
    let originals = drafts.originals.filter { !drafts.deletions.contains($0.key) }
    guard !originals.isEmpty else { return [] }
    return try await store.read { store in
      var result: [DraftConflict] = []
      try FieldInputs(store).read(originals.mapValues { Set($0.keys) }) { reference, inputs in
        for (name, now) in inputs.sorted(by: { $0.key < $1.key }) {
          guard let seen = originals[reference]?[name], seen != now else { continue }
          result.append(DraftConflict(reference: reference, property: name, seen: text(seen), now: text(now)))
        }
        return result.count < most
      }
      return result
    }
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
