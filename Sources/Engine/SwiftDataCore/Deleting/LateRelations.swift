// SPDX-License-Identifier: Apache-2.0

/// What was related to models after a deletion by predicate had marked them.
///
/// The rules of the deletion say nothing about it, as they would not if the models had been deleted by name: the save
/// clears what leads to them.
struct LateRelations {
  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier

    init(_ one: any PersistentModel, _ other: any PersistentModel) {
      let (one, other) = (ObjectIdentifier(one), ObjectIdentifier(other))
      (first, second) = one < other ? (one, other) : (other, one)
    }
  }

  /// With the models: identities are those of objects that are there.
  private var pairs: [Pair: (any PersistentModel, any PersistentModel)] = [:]

  var isEmpty: Bool { pairs.isEmpty }

  mutating func note(_ one: any PersistentModel, _ other: any PersistentModel) {
    pairs[Pair(one, other)] = (one, other)
  }

  func contains(_ one: any PersistentModel, _ other: any PersistentModel) -> Bool {
    !pairs.isEmpty && pairs[Pair(one, other)] != nil
  }
}

extension ContextCore {
  /// A model is related to another one now: either may be one that a deletion by predicate has marked.
  func noteLate(_ one: any PersistentModel, _ other: any PersistentModel) {
    guard !unsaved.batchDeletions.isEmpty, unsaved.isMarked(one) || unsaved.isMarked(other) else { return }
    unsaved.lateRelations.note(one, other)
  }
}
