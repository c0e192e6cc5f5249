// SPDX-License-Identifier: Apache-2.0

extension Sequence where Element: Comparable {
  /// The least elements, in their order, at most so many. Nothing else is sorted.
  ///
  /// Complexity: O(n · log count) comparisons; few of many move anything.
  func least(_ count: Int) -> [Element] {
    var found: [Element] = []
    for element in self {
      if found.count == count {
        guard let last = found.last, element < last else { continue }
        found.removeLast()
      }
      var (low, high) = (0, found.count)
      while low < high {
        let middle = (low + high) / 2
        if element < found[middle] { high = middle } else { low = middle + 1 }
      }
      found.insert(element, at: low)
    }
    return found
  }
}
