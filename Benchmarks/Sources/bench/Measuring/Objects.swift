// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes objects without a store, ten thousand alive at a time.
@inline(__always)
func measureCreation<Object>(
  _ count: Int, _ make: (_ number: Int) -> Object, plays: (Object) -> Int
) -> Digest {
  var digest = Digest()
  var alive: [Object] = []
  alive.reserveCapacity(10_000)
  for number in 0..<count {
    alive.append(make(number & 1023))
    if alive.count == 10_000 || number == count - 1 {
      for object in alive {
        digest.count += 1
        digest.sum &+= plays(object)
      }
      alive.removeAll(keepingCapacity: true)
    }
  }
  return digest
}

/// A number that depends on all four.
@inline(__always)
func readFour(_ plays: Int, _ duration: Double, _ released: Date, _ isFavorite: Bool) -> Int {
  plays &+ Int(duration) &+ Int(released.timeIntervalSinceReferenceDate) &+ (isFavorite ? 1 : 0)
}
