// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What only shows when a program is linked for release.
@Suite struct LinkingTests {
  /// Copies of a stored `SortDescriptor` name a type that Foundation keeps to itself (Swift 6.3.1): whoever depends on the
  /// module does not link. In an array, or as `any SortComparator`, it can be stored.
  @Test func noSortDescriptorIsStored() throws {
    let stored = /^\s*(?:\w+(?:\(\w+\))? )*(?:let|var) \w+: (?:Foundation\.)?SortDescriptor<.*>\??\s*(?:=.*)?$/
    var files = 0
    for path in Repository.sources(below: "Sources") {
      files += 1
      for (index, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        #expect(line.wholeMatch(of: stored) == nil, "\(path):\(index + 1): store it in an array")
      }
    }
    #expect(files > 100)
    #expect("  private let order: SortDescriptor<Element>".wholeMatch(of: stored) != nil)
  }
}
