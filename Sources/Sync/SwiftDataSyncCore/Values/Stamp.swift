// SPDX-License-Identifier: Apache-2.0

/// When and where a value was written: a hybrid logical time.
///
/// Stamps decide only between edits that did not know of each other. Everything else follows the server's order.
package struct Stamp: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// Milliseconds since 1970, by the device's clock or the latest stamp that it has seen.
  package var wall: Int64
  /// Tells stamps of one millisecond apart.
  package var count: UInt32
  /// The device.
  package var node: UInt64

  package init(wall: Int64, count: UInt32 = 0, node: UInt64) {
    self.wall = wall
    self.count = count
    self.node = node
  }

  package static let zero = Stamp(wall: 0, node: 0)

  /// Before this one, and after all that came before it.
  var beforehand: Stamp {
    if node > 0 { return Stamp(wall: wall, count: count, node: node - 1) }
    return count > 0 ? Stamp(wall: wall, count: count - 1, node: .max) : Stamp(wall: wall - 1, count: .max, node: .max)
  }

  /// After this one, and before all that a device gives later: of what follows from a decision, and is none itself.
  package var afterwards: Stamp {
    node == .max ? Stamp(wall: wall, count: count &+ 1, node: 0) : Stamp(wall: wall, count: count, node: .max)
  }

  package static func < (a: Stamp, b: Stamp) -> Bool {
    (a.wall, a.count, a.node) < (b.wall, b.count, b.node)
  }

  /// Not after `limit`: what a clock that is wrong by a year would otherwise win for a year.
  package func clamped(to limit: Int64) -> Stamp {
    wall > limit ? Stamp(wall: limit, count: count, node: node) : self
  }

  /// This one, or the next after `other`: the stamps of a field only grow, whatever decides about its value.
  package func after(_ other: Stamp) -> Stamp {
    self > other ? self : Stamp(wall: other.wall, count: other.count &+ 1, node: node)
  }

  package var description: String { "\(wall).\(count)@\(node)" }

  var digest: UInt64 {
    var digest = Digest()
    digest.add(UInt64(bitPattern: wall), UInt64(count))
    digest.add(node)
    return digest.value
  }
}

/// Gives stamps that are later than all stamps that the device has seen or given.
package struct HybridClock: Hashable, Sendable, Codable {
  private(set) package var wall: Int64 = 0
  private(set) package var count: UInt32 = 0

  package init() {}

  package mutating func next(now: Int64, node: UInt64) -> Stamp {
    if now > wall {
      wall = now
      count = 0
    } else if count == .max {
      wall += 1
      count = 0
    } else {
      count += 1
    }
    return Stamp(wall: wall, count: count, node: node)
  }

  package mutating func observe(_ stamp: Stamp) {
    if (stamp.wall, stamp.count) > (wall, count) { (wall, count) = (stamp.wall, stamp.count) }
  }

  /// Comes back to `limit` after a jump of the device's clock.
  package mutating func clamp(to limit: Int64) {
    if wall > limit { wall = limit }
  }
}
