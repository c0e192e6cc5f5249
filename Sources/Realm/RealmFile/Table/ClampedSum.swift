// SPDX-License-Identifier: Apache-2.0

extension Sequence<Int> {
  /// The sum of numbers that files give; the largest number if there is none for it.
  package var clampedSum: Int {
    reduce(0) { sum, number in
      let (result, isTooLarge) = sum.addingReportingOverflow(number)
      return isTooLarge ? .max : result
    }
  }
}
