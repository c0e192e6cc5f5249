// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Tells, once until the change is noticed, that what a fetch finds may have changed.
package final class ResultsWatch: ChangeListener {
  private let isStale = Mutex(false)
  /// The changes that can affect the results; nil if every change can.
  private let interest: ResultsInterest?
  private let onChange: @Sendable () -> Void
  private let listener: WatchListener

  /// - Parameters:
  ///   - section: The property that divides the results.
  ///   - onChange: Called on the thread of the change, before others see it.
  package init<T: PersistentModel>(
    _ context: ModelContext, _ descriptor: FetchDescriptor<T>, section: PartialKeyPath<T>? = nil,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.onChange = onChange
    interest = ResultsInterest(descriptor, section: section, context._core.model)
    listener = context._core.container.watch.listen(to: context._core.container)
    context._core.changeObservers.add(self)
  }

  func hear(_ changes: [ExternalChange]?, isSaved: Bool) {
    if let changes, let interest, !changes.contains(where: interest.isAffected) { return }
    let isNew = isStale.withLock { stale in
      defer { stale = true }
      return !stale
    }
    if isNew { onChange() }
  }

  /// Whether something has changed since the last call.
  package func take() -> Bool {
    isStale.withLock { stale in
      defer { stale = false }
      return stale
    }
  }
}
