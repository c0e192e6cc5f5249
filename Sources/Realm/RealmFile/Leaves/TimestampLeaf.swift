// SPDX-License-Identifier: Apache-2.0

/// Moments: seconds, which may be null, and nanoseconds.
struct TimestampLeaf: Leaf {
  private let seconds: NullableIntegerLeaf
  private let nanoseconds: ArrayNode

  init(_ node: ArrayNode, _ pass: Pass) throws {
    guard node.count == 2 else { throw node.damaged("Dates have seconds and nanoseconds.") }
    seconds = try NullableIntegerLeaf(pass.requiredChild(node, 0))
    nanoseconds = try pass.requiredChild(node, 1)
    guard nanoseconds.count == seconds.count else {
      throw node.damaged("There are \(seconds.count) seconds and \(nanoseconds.count) nanoseconds.")
    }
  }

  var count: Int { seconds.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    guard let whole = try seconds.number(at: index) else { return .null }
    return try Self.value(whole, nanoseconds.integer(index), at: nanoseconds.offset)
  }

  static func value(_ seconds: Int64, _ nanoseconds: Int64, at offset: Int) throws -> RealmValue {
    guard nanoseconds.magnitude < 1_000_000_000 else {
      throw RealmFileError.damaged("A date has \(nanoseconds) nanoseconds.", at: offset)
    }
    return .timestamp(RealmTimestamp(seconds: seconds, nanoseconds: Int32(nanoseconds)))
  }
}
