// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a fetch asks of its descriptor, without the model's type.
///
/// It is read in the caller's module, where the type is known. In generic code, each access to a predicate or to an array
/// of key paths looks for its metadata, which cost a fourteenth of a lookup by a unique value.
@usableFromInline
struct _FetchTerms {
  @usableFromInline let predicate: StorePredicate?
  @usableFromInline let isSorted: Bool
  /// Whether only some properties are read.
  @usableFromInline let isPartial: Bool
  @usableFromInline let prefetches: Bool

  @inlinable
  init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) {
    if let predicate = descriptor.predicate {
      self.predicate = StorePredicate(predicate)
    } else {
      predicate = nil
    }
    isSorted = descriptor.sortBy.count > 0
    isPartial = descriptor.propertiesToFetch.count > 0
    prefetches = descriptor.relationshipKeyPathsForPrefetching.count > 0
  }
}
