// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SwiftDataUI

/// A value that looks at where it is kept while it is compared.
private struct Curious: Equatable {
  let number: Int
  nonisolated(unsafe) static var location: StoredLocation<Curious>?

  static func == (lhs: Curious, rhs: Curious) -> Bool {
    (location?.value.number ?? 0) >= 0 && lhs.number == rhs.number
  }
}

@MainActor @Suite struct StoredLocationTests {
  @Test func aComparisonMayReadTheValue() {
    let location = StoredLocation(Curious(number: 1))
    Curious.location = location
    defer { Curious.location = nil }
    location.value = Curious(number: 2)
    #expect(location.value.number == 2)
    #expect(location.changeCount == 1)
    location.value = Curious(number: 2)
    #expect(location.changeCount == 1)
  }
}
