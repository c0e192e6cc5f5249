// SPDX-License-Identifier: Apache-2.0

/// A to-many relationship: an observed-remove set.
///
/// Each addition has a number of its own. A removal names the numbers that the device saw, so that an addition of the
/// same object that it did not see stays.
package struct LinkSet: Hashable, Sendable, Codable {
  package var members: [UniqueNumber: RecordID] = [:]
  /// Numbers that were removed, with the time: remembered for the sake of servers that are restored.
  package var removed: [UniqueNumber: Stamp] = [:]

  package init() {}

  package var targets: Set<RecordID> { Set(members.values) }

  package mutating func remove(_ number: UniqueNumber, _ stamp: Stamp) {
    members[number] = nil
    removed[number] = max(removed[number] ?? stamp, stamp)
  }

  /// Forgets removals from before `wall`.
  package mutating func forgetRemovals(before wall: Int64) {
    removed = removed.filter { $0.value.wall >= wall }
  }

  var digest: UInt64 {
    var sum: UInt64 = 0
    for (number, target) in members {
      var digest = Digest()
      digest.add(1, number.high)
      digest.add(number.low, target.digest)
      sum &+= digest.value
    }
    for (number, stamp) in removed {
      var digest = Digest()
      digest.add(2, number.high)
      digest.add(number.low, stamp.digest)
      sum &+= digest.value
    }
    return sum
  }
}
