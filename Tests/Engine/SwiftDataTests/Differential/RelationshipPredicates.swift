// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Predicates through to-one and to-many relationships.
enum RelationshipPredicates {
  static func all(
    _ generator: inout SeededGenerator, identifiers: [PersistentIdentifier]
  ) -> [(String, Predicate<Sample>)] {
    let i = Odd.int(&generator)
    let s = Odd.string(&generator)
    let n = Int.random(in: 0...3, using: &generator)
    let some = identifiers.shuffled(using: &generator).prefix(5).map { $0 }
    let one = some[0]
    let kind = Samples.Kind.allCases.randomElement(using: &generator)!
    return [
      ("parent nil", #Predicate<Sample> { $0.parent == nil }),
      ("parent not nil", #Predicate<Sample> { $0.parent != nil }),
      ("parent.int", #Predicate<Sample> { $0.parent?.int == i }),
      ("parent.int !=", #Predicate<Sample> { $0.parent?.int != i }),
      ("parent.optional", #Predicate<Sample> { $0.parent?.optionalString == s }),
      ("parent.parent", #Predicate<Sample> { $0.parent?.parent?.flag == true }),
      ("parent ??", #Predicate<Sample> { ($0.parent?.int ?? 0) > i }),
      ("parent.string contains", #Predicate<Sample> { $0.parent?.string.contains(s) ?? false }),
      ("parent.kind", #Predicate<Sample> { $0.parent?.kind == kind }),
      ("children.isEmpty", #Predicate<Sample> { $0.children.isEmpty }),
      ("not children.isEmpty", #Predicate<Sample> { !$0.children.isEmpty }),
      ("children.count", #Predicate<Sample> { $0.children.count >= n }),
      ("children contains", #Predicate<Sample> { $0.children.contains { $0.int == i } }),
      ("children contains none", #Predicate<Sample> { !$0.children.contains { $0.flag } }),
      ("children all", #Predicate<Sample> { $0.children.allSatisfy { $0.int > i } }),
      (
        "children outer",
        #Predicate<Sample> { sample in sample.children.contains { $0.int < sample.int } }
      ),
      (
        "children children",
        #Predicate<Sample> { $0.children.contains { $0.children.contains { $0.string == s } } }
      ),
      ("labels contains", #Predicate<Sample> { $0.labels.contains { $0.name == s } }),
      ("labels all", #Predicate<Sample> { $0.labels.allSatisfy { $0.weight > 1 } }),
      ("labels.count", #Predicate<Sample> { $0.labels.count == n }),
      (
        "children labels",
        #Predicate<Sample> { $0.children.contains { $0.labels.contains { $0.weight == n } } }
      ),
      ("parent labels", #Predicate<Sample> { $0.parent?.labels.contains { $0.weight == n } == true }),
      ("filter count", #Predicate<Sample> { $0.children.filter { $0.flag }.count > 0 }),
      ("identifier", #Predicate<Sample> { $0.persistentModelID == one }),
      ("identifiers", #Predicate<Sample> { some.contains($0.persistentModelID) }),
      ("parent identifier", #Predicate<Sample> { $0.parent?.persistentModelID == one }),
      (
        "mixed",
        #Predicate<Sample> {
          $0.parent?.flag == true && $0.children.contains { $0.optionalInt == nil } || $0.int == i
        }
      ),
    ]
  }
}
