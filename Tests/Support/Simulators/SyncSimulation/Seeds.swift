// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The seeds of simulations: `SWIFTDATA_TEST_SEED` repeats some, separated by commas; `SWIFTDATA_TEST_SEEDS` says how
/// many there are, or which, as `1000-1999`.
package enum Seeds {
  package static func all(_ count: UInt64) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["SWIFTDATA_TEST_SEED", default: ""].split(separator: ",").compactMap { UInt64($0) }
    if !named.isEmpty { return named }
    let bounds = environment["SWIFTDATA_TEST_SEEDS", default: "\(count)"].split(separator: "-").compactMap {
      UInt64($0)
    }
    let first = bounds.count == 2 ? bounds[0] : 1
    return Array(first...max(bounds.last ?? count, first))
  }
}
