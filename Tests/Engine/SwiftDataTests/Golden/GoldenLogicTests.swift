// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Logic, optionals and choices. What each operator becomes in SQL.
@Suite struct GoldenLogicTests {
  @Test func logicOperators() throws {
    let name = "n"
    let year = 7
    let date = Date(timeIntervalSinceReferenceDate: 9)
    let note: String? = nil
    let other = #Predicate<Golden.Trip> { $0.year == 4 }
    try Golden.check([
      (
        "$0.isOpen && $0.year == 3",
        #Predicate { $0.isOpen && $0.year == 3 },
        "WHERE t0.ZISOPEN = 1 AND t0.ZYEAR = ? … -- 3"
      ),
      (
        "$0.isOpen || $0.year == 3",
        #Predicate { $0.isOpen || $0.year == 3 },
        "WHERE t0.ZISOPEN = 1 OR t0.ZYEAR = ? … -- 3"
      ),
      (
        "!($0.year == 3)",
        #Predicate { !($0.year == 3) },
        "WHERE t0.ZYEAR <> ? … -- 3"
      ),
      (
        "!($0.rank == 3)",
        #Predicate { !($0.rank == 3) },
        "WHERE t0.ZRANK IS NOT ? … -- 3"
      ),
      (
        "$0.note == nil",
        #Predicate { $0.note == nil },
        "WHERE t0.ZNOTE IS NULL …"
      ),
      (
        "$0.note != nil",
        #Predicate { $0.note != nil },
        "WHERE t0.ZNOTE IS NOT NULL …"
      ),
      (
        "$0.note == note",
        #Predicate { $0.note == note },
        "WHERE t0.ZNOTE IS NULL …"
      ),
      (
        "$0.note != name",
        #Predicate { $0.note != name },
        "WHERE t0.ZNOTE IS NOT ? … -- 'n'"
      ),
      (
        "$0.rank == 3",
        #Predicate { $0.rank == 3 },
        "WHERE t0.ZRANK = ? … -- 3"
      ),
      (
        "$0.rank != 3",
        #Predicate { $0.rank != 3 },
        "WHERE t0.ZRANK IS NOT ? … -- 3"
      ),
      (
        "($0.rank ?? 0) > 3",
        #Predicate { ($0.rank ?? 0) > 3 },
        "WHERE COALESCE(t0.ZRANK, ?) > ? … -- 0, 3"
      ),
      (
        "$0.rank ?? 0 == year",
        #Predicate { $0.rank ?? 0 == year },
        "WHERE COALESCE(t0.ZRANK, ?) = ? … -- 0, 7"
      ),
      (
        "$0.rank! > 3",
        #Predicate { $0.rank! > 3 },
        "WHERE t0.ZRANK > ? … -- 3"
      ),
      (
        "$0.rank != nil && $0.rank! > 3",
        #Predicate { $0.rank != nil && $0.rank! > 3 },
        "WHERE t0.ZRANK IS NOT NULL AND t0.ZRANK > ? … -- 3"
      ),
      (
        "$0.rank! > 3 || $0.isOpen",
        #Predicate { $0.rank! > 3 || $0.isOpen },
        "WHERE CASE WHEN t0.ZRANK > ? THEN 1 WHEN t0.ZRANK > ? IS NULL THEN NULL ELSE t0.ZISOPEN = 1 END … -- 3, 3"
      ),
      (
        "$0.rank! > 3 || $0.isOpen || $0.rank! < 1 || $0.year == 2",
        #Predicate { $0.rank! > 3 || $0.isOpen || $0.rank! < 1 || $0.year == 2 },
        "WHERE CASE WHEN t0.ZRANK > ? THEN 1 WHEN t0.ZRANK > ? IS NULL THEN NULL WHEN t0.ZISOPEN = 1 THEN 1 WHEN t0.ZRANK < ? THEN 1 WHEN t0.ZRANK < ? IS NULL THEN NULL ELSE t0.ZYEAR = ? END … -- 3, 3, 1, 1, 2"
      ),
      (
        "!($0.rank! > 3 && $0.isOpen)",
        #Predicate { !($0.rank! > 3 && $0.isOpen) },
        "WHERE NOT CASE WHEN t0.ZRANK > ? IS NULL THEN NULL WHEN t0.ZRANK > ? IS NOT TRUE THEN 0 ELSE t0.ZISOPEN = 1 END … -- 3, 3"
      ),
      (
        "$0.year / 2 == 3 || $0.isOpen",
        #Predicate { $0.year / 2 == 3 || $0.isOpen },
        "WHERE t0.ZYEAR / ? = ? OR t0.ZISOPEN = 1 … -- 2, 3"
      ),
      (
        "$0.end ?? date > date",
        #Predicate { $0.end ?? date > date },
        "WHERE COALESCE(t0.ZEND, ?) > ? … -- 9.0, 9.0"
      ),
      (
        "$0.isOpen ? $0.year == 1 : $0.year == 2",
        #Predicate { $0.isOpen ? $0.year == 1 : $0.year == 2 },
        "WHERE CASE WHEN t0.ZISOPEN = 1 THEN t0.ZYEAR = ? ELSE t0.ZYEAR = ? END … -- 1, 2"
      ),
      (
        "($0.isOpen ? $0.year : 5) > 3",
        #Predicate { ($0.isOpen ? $0.year : 5) > 3 },
        "WHERE CASE WHEN t0.ZISOPEN = 1 THEN t0.ZYEAR ELSE ? END > ? … -- 5, 3"
      ),
      (
        "$0.rank.flatMap { $0 > 3 } ?? false",
        #Predicate { $0.rank.flatMap { $0 > 3 } ?? false },
        "WHERE t0.ZRANK > ? … -- 3"
      ),
      (
        "if let rank = $0.rank { return rank > 3 } else { return false }",
        #Predicate { if let rank = $0.rank { return rank > 3 } else { return false } },
        "WHERE t0.ZRANK > ? … -- 3"
      ),
      (
        "if $0.isOpen { return $0.year > 3 } else { return $0.year > 5 }",
        #Predicate { if $0.isOpen { return $0.year > 3 } else { return $0.year > 5 } },
        "WHERE CASE WHEN t0.ZISOPEN = 1 THEN t0.ZYEAR > ? ELSE t0.ZYEAR > ? END … -- 3, 5"
      ),
      (
        "other.evaluate($0)",
        #Predicate { other.evaluate($0) },
        "WHERE t0.ZYEAR = ? … -- 4"
      ),
      (
        "true",
        #Predicate { _ in true },
        "…"
      ),
      (
        "name.isEmpty || $0.name == name",
        #Predicate { name.isEmpty || $0.name == name },
        "WHERE t0.ZNAME = ? … -- 'n'"
      ),
    ])
  }
}
