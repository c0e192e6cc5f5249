// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  extension MutableCollection {
    /// Moves the elements at the offsets, in order, to before the one at `destination`: what SwiftUI's `onMove` calls.
    ///
    ///     trips.move(fromOffsets: IndexSet([0, 2]), toOffset: 4)
    ///
    /// Offsets outside the collection are ignored.
    ///
    /// - Complexity: O(*n*).
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
      var before: [Element] = []
      var moved: [Element] = []
      var after: [Element] = []
      for (offset, element) in enumerated() {
        if source.contains(offset) {
          moved.append(element)
        } else if offset < destination {
          before.append(element)
        } else {
          after.append(element)
        }
      }
      var index = startIndex
      for element in [before, moved, after].joined() {
        self[index] = element
        formIndex(after: &index)
      }
    }
  }

  extension RangeReplaceableCollection {
    /// Removes the elements at the offsets: what SwiftUI's `onDelete` calls.
    ///
    ///     trips.remove(atOffsets: offsets)
    ///
    /// Offsets outside the collection are ignored.
    ///
    /// - Complexity: O(*n*).
    public mutating func remove(atOffsets offsets: IndexSet) {
      var kept = Self()
      for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
      self = kept
    }
  }
#endif
