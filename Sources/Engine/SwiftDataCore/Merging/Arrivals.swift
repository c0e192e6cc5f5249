// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The changes that other contexts have saved since a context last merged. It is filled on any thread.
struct Arrivals: ~Copyable, Sendable {
  /// The number of waiting changes beyond which rows are no longer distinguished.
  private static let most = 100_000

  private let changes = Mutex<[ExternalChange]>([])

  /// - Parameter overflow: What stands for all changes if too many wait: a context that does nothing for long must not
  ///   collect what all others do.
  func add(_ new: [ExternalChange], overflow: () -> [ExternalChange]) {
    changes.withLock { changes in
      if changes.count + new.count > Self.most { changes = overflow() } else { changes.append(contentsOf: new) }
    }
  }

  func add(_ new: [ExternalChange]) { changes.withLock { $0.append(contentsOf: new) } }

  /// The changes that wait, which then wait no longer.
  func takeAll() -> [ExternalChange] {
    changes.withLock { changes in
      defer { changes.removeAll() }
      return changes
    }
  }

  /// The changes that wait, which go on waiting.
  var waiting: [ExternalChange] { changes.withLock { $0 } }
}

/// How a context merges what others have saved.
struct MergeState {
  /// ``ModelContext/mergePolicy``, if it was set.
  var policy: MergePolicy?
  /// Objects of which a fetch has met newer rows without reading all of them: they are read again after it.
  var overtaken: [any PersistentModel] = []
}
