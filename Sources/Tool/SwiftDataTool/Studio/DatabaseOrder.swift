// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataStore
  import SwiftDataStudio

  /// The rows of a request by their places: their keys, sorted by the server, eight bytes each.
  ///
  /// As far as a grid can scroll; the rows behind are only counted.
  final class DatabaseOrder: RowOrder {
    static let most = 1_000_000

    let count: Int
    private var keys: [Int64] = []

    init(_ selection: GridSelection, _ source: DatabaseSource) throws {
      let rows = "FROM \(selection.from)\(selection.filter)"
      // One text: a million rows of the protocol would take longer than the sorting.
      let list = try source.rows(
        "SELECT string_agg(q.k::text, ',') FROM (SELECT t0.Z_PK AS k \(rows) ORDER BY \(selection.order) "
          + "LIMIT \(Self.most)) AS q", selection.values)
      if case .text(let list)? = list.first?.first { keys = Self.numbers(list) }
      count =
        keys.count < Self.most
        ? keys.count : Int(try source.rows("SELECT count(*) \(rows)", selection.values).first?.first?.key ?? 0)
    }

    /// Whole numbers between commas.
    private static func numbers(_ list: String) -> [Int64] {
      var list = list
      return list.withUTF8 { bytes in
        var numbers: [Int64] = []
        for part in bytes.split(separator: UInt8(ascii: ",")) {
          var number: Int64 = 0
          let isNegative = part.first == UInt8(ascii: "-")
          for digit in isNegative ? part.dropFirst() : part[...] {
            number = number &* 10 &- Int64(digit &- UInt8(ascii: "0"))
          }
          // Negative numbers reach further.
          numbers.append(isNegative ? number : 0 &- number)
        }
        return numbers
      }
    }

    func keys(_ range: Range<Int>) -> [Int64] { Array(keys[range.clamped(to: 0..<keys.count)]) }

    func drop() { keys = [] }
  }
#endif
