// SPDX-License-Identifier: Apache-2.0

/// Bounds of the work that a property list may cause.
///
/// A list of a few bytes can name one container many times, and so describe
/// something that is larger than memory. Lists that Apple's software writes
/// stay far below these bounds.
enum PropertyListLimits {
  /// Containers in containers. Archives need four. Those of so many still fit
  /// on the small stacks of threads that programs start on Apple's platforms.
  static let depth = 64

  /// How many values a list of so many bytes may describe, each counted as
  /// often as it is named.
  static func values(inBytes count: Int) -> Int { bound(count, factor: 16) }

  /// How many bytes may be read from a list of so many: each object has
  /// bytes of its own, though a few may share them.
  static func reading(ofBytes count: Int) -> Int { bound(count, factor: 4) }

  private static func bound(_ count: Int, factor: Int) -> Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: factor)
    let (sum, overflowsToo) = product.addingReportingOverflow(1024)
    return overflows || overflowsToo ? .max / 2 : sum
  }
}
