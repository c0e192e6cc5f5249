// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// The sum, or the nearest number to it: limits and offsets come from the program, and `.max` is a common one.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other > 0 ? .max : .min
  }
}
