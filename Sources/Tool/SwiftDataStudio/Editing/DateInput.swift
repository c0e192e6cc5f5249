// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// Between dates as texts of a store and as a browser's field for dates has them, both in UTC.
package enum DateInput {
  /// `2024-07-08T12:00` for `2024-07-08T12:00:00Z`; `nil` for what the field cannot hold.
  package static func field(_ text: String) -> String? {
    guard text.hasSuffix("Z"), let date = DateText.date(text) else { return nil }
    let whole = DateText.text(date)
    // Years of four digits only.
    guard whole.hasSuffix("Z"), whole.utf8.count >= 20, whole.utf8.prefix(4).allSatisfy({ (48...57).contains($0) })
    else {
      return nil
    }
    let plain = String(whole.dropLast())
    // Parts of a second are typed as text: browsers do not agree on how many digits there are.
    if plain.contains(".") { return nil }
    return plain.hasSuffix(":00") ? String(plain.dropLast(3)) : plain
  }
}
