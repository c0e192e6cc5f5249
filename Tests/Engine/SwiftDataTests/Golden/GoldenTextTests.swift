// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Text. What each operator becomes in SQL.
@Suite struct GoldenTextTests {
  @Test func textOperators() throws {
    let name = "n"
    let pattern = /^a\d/
    try Golden.check([
      (
        "$0.name.contains(name)",
        #Predicate { $0.name.contains(name) },
        "WHERE SWIFTDATA_CONTAINS(t0.ZNAME, ?) … -- 'n'"
      ),
      (
        "$0.name.contains(\"x\")",
        #Predicate { $0.name.contains("x") },
        "WHERE SWIFTDATA_CONTAINS(t0.ZNAME, ?) … -- 'x'"
      ),
      (
        "$0.name.starts(with: name)",
        #Predicate { $0.name.starts(with: name) },
        "WHERE t0.ZNAME >= ? AND t0.ZNAME < ? AND SWIFTDATA_STARTS_WITH(t0.ZNAME, ?) … -- 'n', 'o', 'n'"
      ),
      (
        "$0.name.hasPrefix(name)",
        #Predicate { $0.name.hasPrefix(name) },
        "WHERE t0.ZNAME >= ? AND t0.ZNAME < ? AND SWIFTDATA_STARTS_WITH(t0.ZNAME, ?) … -- 'n', 'o', 'n'"
      ),
      (
        "$0.name.hasSuffix(name)",
        #Predicate { $0.name.hasSuffix(name) },
        "WHERE SWIFTDATA_ENDS_WITH(t0.ZNAME, ?) … -- 'n'"
      ),
      (
        "$0.name.isEmpty",
        #Predicate { $0.name.isEmpty },
        "WHERE t0.ZNAME = '' …"
      ),
      (
        "$0.name.count > 3",
        #Predicate { $0.name.count > 3 },
        "WHERE SWIFTDATA_LENGTH(t0.ZNAME) > ? … -- 3"
      ),
      (
        "$0.name.localizedStandardContains(name)",
        #Predicate { $0.name.localizedStandardContains(name) },
        "WHERE SWIFTDATA_STANDARD_CONTAINS(t0.ZNAME, ?) … -- 'n'"
      ),
      (
        "$0.name.lowercased() == name",
        #Predicate { $0.name.lowercased() == name },
        "WHERE SWIFTDATA_LOWER(t0.ZNAME) = ? … -- 'n'"
      ),
      (
        "$0.name.uppercased() == name",
        #Predicate { $0.name.uppercased() == name },
        "WHERE SWIFTDATA_UPPER(t0.ZNAME) = ? … -- 'n'"
      ),
      (
        "$0.name.trimmingCharacters(in: .whitespaces) == name",
        #Predicate { $0.name.trimmingCharacters(in: .whitespaces) == name },
        "WHERE SWIFTDATA_TRIM(t0.ZNAME, ?) = ? … -- X'…', 'n'"
      ),
      (
        "$0.name.caseInsensitiveCompare(name) == .orderedSame",
        #Predicate { $0.name.caseInsensitiveCompare(name) == .orderedSame },
        "WHERE SWIFTDATA_CASE_INSENSITIVE_COMPARE(t0.ZNAME, ?) = ? … -- 'n', 0"
      ),
      (
        "$0.name.localizedCompare(name) == .orderedAscending",
        #Predicate { $0.name.localizedCompare(name) == .orderedAscending },
        "WHERE SWIFTDATA_LOCALIZED_COMPARE(t0.ZNAME, ?) = ? … -- 'n', -1"
      ),
      (
        "$0.name.contains(pattern)",
        #Predicate { $0.name.contains(pattern) },
        "WHERE SWIFTDATA_REGEX(t0.ZNAME, ?) … -- '^a\\d'"
      ),
      (
        "$0.name == \"é\"",
        #Predicate { $0.name == "é" },
        "WHERE t0.ZNAME IN (?, ?, ?, ?) … -- 'é', 'é', 'é', 'é'"
      ),
      (
        "$0.note?.contains(name) == true",
        #Predicate { $0.note?.contains(name) == true },
        "WHERE SWIFTDATA_CONTAINS(t0.ZNOTE, ?) … -- 'n'"
      ),
      (
        "$0.link.absoluteString == name",
        #Predicate { $0.link.absoluteString == name },
        "WHERE t0.ZLINK = ? … -- 'n'"
      ),
    ])
  }
}
