// SPDX-License-Identifier: Apache-2.0

/// Up to 256 objects, and where the leaves of their columns are.
struct ClusterLeaf {
  /// Realm's limit.
  static let maximumCount = 256

  private let node: ArrayNode
  private let keys: ArrayNode?
  private let start: Int64
  /// The number of objects.
  let count: Int

  /// - Parameter start: what their keys are counted from.
  init(_ node: ArrayNode, start: Int64, _ pass: Pass) throws {
    guard node.count >= 1 else { throw node.damaged("A leaf of objects has no list of keys.") }
    self.node = node
    self.start = start
    switch try node.slot(0) {
    case .number(let number):
      guard (0...Int64(Self.maximumCount)).contains(number) else {
        throw node.damaged("A leaf has \(number) objects, but Realm writes at most 256.")
      }
      count = Int(number)
      keys = nil
    case .reference(let offset):
      let keys = try pass.node(at: offset)
      guard keys.count <= Self.maximumCount else {
        throw keys.damaged("A leaf has \(keys.count) objects, but Realm writes at most 256.")
      }
      self.keys = keys
      count = keys.count
    case .empty:
      throw node.damaged("A leaf of objects has no list of keys.")
    }
  }

  /// Where it is in the file.
  var offset: Int { node.offset }

  func key(at index: Int) throws -> RealmObjectKey {
    guard index >= 0, index < count else { throw node.damaged("Object \(index) is missing.") }
    let number = try keys?.unsigned(index) ?? UInt64(index)
    return RealmObjectKey(start &+ Int64(bitPattern: number))
  }

  /// The position of a key; `nil` if there is no such object.
  func position(of key: RealmObjectKey) throws -> Int? {
    guard let keys else {
      let (distance, overflow) = key.rawValue.subtractingReportingOverflow(start)
      return !overflow && distance >= 0 && distance < count ? Int(distance) : nil
    }
    let wanted = UInt64(bitPattern: key.rawValue &- start)
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if try keys.unsigned(middle) < wanted { low = middle + 1 } else { high = middle }
    }
    guard low < keys.count, try keys.unsigned(low) == wanted else { return nil }
    return low
  }

  /// Where the leaf of a column begins.
  ///
  /// - Parameter index: the column's number among leaves, which is not that
  ///   among columns.
  func column(_ index: Int) throws -> Int {
    guard index + 1 < node.count, let offset = try node.reference(index + 1) else {
      throw node.damaged("The values of column \(index) are missing.")
    }
    return offset
  }
}
