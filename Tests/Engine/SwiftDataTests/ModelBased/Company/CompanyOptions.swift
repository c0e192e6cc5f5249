// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What one seed tries besides plain changes. Not every seed tries everything: a failure with few options says more,
/// and one feature may hide what another does wrong.
struct CompanyOptions: CustomStringConvertible {
  var contexts = 3
  /// The last context belongs to a second container of the same file.
  var hasSecondContainer = false
  var hasHooks = false
  var undoes = false
  var insertsAgain = false
  /// Codes are exchanged, and those of contracts are from the same few as those of other projects.
  var sharesCodes = false
  /// Saves use all policies for unique values, not `.upsert` alone.
  var variesUniquePolicy = false
  /// Updates and deletions by predicate.
  var worksInBulk = false
  /// A program that shows lists holds the objects, as one that works through them does not. Objects that nobody holds
  /// are read anew, whatever has happened to them.
  var holdsObjects = true
  /// Closures that throw or are refused, and are undone.
  var takesBack = false
  /// Enumerations that save on the way, and somebody who follows the history. Drawn from no seed: the steps of each stay
  /// what they were.
  var reads = false

  init() {}

  init(using generator: inout SeededGenerator) {
    func toss() -> Bool { Bool.random(using: &generator) }
    contexts = Int.random(in: 0..<6, using: &generator) == 0 ? 1 : 3
    hasSecondContainer = contexts > 1 && toss()
    hasHooks = Int.random(in: 0..<3, using: &generator) == 0
    undoes = toss()
    insertsAgain = toss()
    sharesCodes = toss()
    variesUniquePolicy = toss()
    worksInBulk = toss()
    takesBack = toss()
    holdsObjects = toss()
  }

  var description: String {
    let names = [
      (hasSecondContainer, "a second container"), (hasHooks, "hooks"), (undoes, "undo"),
      (insertsAgain, "inserted again"), (sharesCodes, "shared codes"),
      (variesUniquePolicy, "policies for unique values"), (worksInBulk, "bulk"), (takesBack, "taken back"),
      (holdsObjects, "objects held"), (reads, "readers"),
    ]
    return (["\(contexts) contexts"] + names.filter(\.0).map(\.1)).joined(separator: ", ")
  }
}
