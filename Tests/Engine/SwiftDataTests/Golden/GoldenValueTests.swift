// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Comparisons of single values, and arithmetic. What each operator becomes in SQL.
@Suite struct GoldenValueTests {
  @Test func valueOperators() throws {
    let name = "n"
    let year = 7
    let date = Date(timeIntervalSinceReferenceDate: 9)
    let token = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let link = URL(string: "https://a.b")!
    let data = Data([1])
    let address = Golden.Address(city: "c", zip: 1)
    let years = [1, 2]
    let names = ["a", "b"]
    try Golden.check([
      (
        "$0.name == name",
        #Predicate { $0.name == name },
        "WHERE t0.ZNAME = ? … -- 'n'"
      ),
      (
        "$0.name != name",
        #Predicate { $0.name != name },
        "WHERE t0.ZNAME <> ? … -- 'n'"
      ),
      (
        "$0.name < name",
        #Predicate { $0.name < name },
        "WHERE t0.ZNAME < ? COLLATE SWIFTDATA_CANONICAL … -- 'n'"
      ),
      (
        "$0.year == 3",
        #Predicate { $0.year == 3 },
        "WHERE t0.ZYEAR = ? … -- 3"
      ),
      (
        "$0.year >= year",
        #Predicate { $0.year >= year },
        "WHERE t0.ZYEAR >= ? … -- 7"
      ),
      (
        "$0.price < 2.5",
        #Predicate { $0.price < 2.5 },
        "WHERE t0.ZPRICE < ? … -- 2.5"
      ),
      (
        "$0.cost > 5",
        #Predicate { $0.cost > 5 },
        "WHERE t0.ZCOST > ? AND t0.ZCOST < '' OR t0.ZCOST >= '' AND SWIFTDATA_DECIMAL_COMPARE(t0.ZCOST, ?) > 0 … -- 5, 5"
      ),
      (
        "$0.isOpen",
        #Predicate { $0.isOpen },
        "WHERE t0.ZISOPEN = 1 …"
      ),
      (
        "!$0.isOpen",
        #Predicate { !$0.isOpen },
        "WHERE t0.ZISOPEN = 0 …"
      ),
      (
        "$0.isOpen == false",
        #Predicate { $0.isOpen == false },
        "WHERE t0.ZISOPEN = 0 …"
      ),
      (
        "$0.start > date",
        #Predicate { $0.start > date },
        "WHERE t0.ZSTART > ? … -- 9.0"
      ),
      (
        "$0.token == token",
        #Predicate { $0.token == token },
        "WHERE t0.ZTOKEN = ? … -- X'00000000000000000000000000000001'"
      ),
      (
        "$0.link == link",
        #Predicate { $0.link == link },
        "WHERE t0.ZLINK = ? … -- 'https://a.b'"
      ),
      (
        "$0.image == data",
        #Predicate { $0.image == data },
        "WHERE t0.ZIMAGE = ? … -- X'01'"
      ),
      (
        "$0.kind == .beach",
        #Predicate { $0.kind == .beach },
        "WHERE t0.ZKIND = ? … -- 'beach'"
      ),
      (
        "$0.kind.rawValue == name",
        #Predicate { $0.kind.rawValue == name },
        "WHERE t0.ZKIND = ? … -- 'n'"
      ),
      (
        "$0.address.city == name",
        #Predicate { $0.address.city == name },
        "WHERE t0.ZCITY = ? … -- 'n'"
      ),
      (
        "$0.address.zip == 5",
        #Predicate { $0.address.zip == 5 },
        "WHERE t0.ZZIP = ? … -- 5"
      ),
      (
        "$0.address == address",
        #Predicate { $0.address == address },
        "WHERE t0.ZCITY = ? AND t0.ZZIP = ? … -- 'c', 1"
      ),
      (
        "years.contains($0.year)",
        #Predicate { years.contains($0.year) },
        "WHERE t0.ZYEAR IN (?, ?) … -- 1, 2"
      ),
      (
        "names.contains($0.name)",
        #Predicate { names.contains($0.name) },
        "WHERE t0.ZNAME IN (?, ?) … -- 'a', 'b'"
      ),
      (
        "(1...5).contains($0.year)",
        #Predicate { (1...5).contains($0.year) },
        "WHERE t0.ZYEAR >= ? AND t0.ZYEAR <= ? … -- 1, 5"
      ),
      (
        "(1..<year).contains($0.year)",
        #Predicate { (1..<year).contains($0.year) },
        "WHERE t0.ZYEAR >= ? AND t0.ZYEAR < ? … -- 1, 7"
      ),
      (
        "$0.year + 1 > 3",
        #Predicate { $0.year + 1 > 3 },
        "WHERE t0.ZYEAR + ? > ? … -- 1, 3"
      ),
      (
        "$0.year / 2 == 1",
        #Predicate { $0.year / 2 == 1 },
        "WHERE t0.ZYEAR / ? = ? … -- 2, 1"
      ),
      (
        "$0.year % 2 == 0",
        #Predicate { $0.year % 2 == 0 },
        "WHERE t0.ZYEAR % ? = ? … -- 2, 0"
      ),
      (
        "-$0.year < 0",
        #Predicate { -$0.year < 0 },
        "WHERE ? - t0.ZYEAR < ? … -- 0, 0"
      ),
      (
        "$0.price / 2 > 1",
        #Predicate { $0.price / 2 > 1 },
        "WHERE SWIFTDATA_DIVIDE(t0.ZPRICE, ?) > ? … -- 2.0, 1.0"
      ),
      (
        "-$0.price < 1",
        #Predicate { -$0.price < 1 },
        "WHERE t0.ZPRICE * -1.0 < ? … -- 1.0"
      ),
      (
        "$0.year == year + 1",
        #Predicate { $0.year == year + 1 },
        "WHERE t0.ZYEAR = ? … -- 8"
      ),
      (
        "year > 2",
        #Predicate { _ in year > 2 },
        "…"
      ),
      (
        "$0.start < Date(timeIntervalSinceReferenceDate: 5)",
        #Predicate { $0.start < Date(timeIntervalSinceReferenceDate: 5) },
        "WHERE t0.ZSTART < ? … -- 5.0"
      ),
    ])
  }
}
