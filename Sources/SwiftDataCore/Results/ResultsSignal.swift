import Foundation
import Observation
import Synchronization

/// Says whether fetched results are out of date, and tells observers when
/// they become so.
///
/// A change may come from any thread; results belong to one. So the change
/// only raises a flag here, and whoever reads the results next fetches anew.
final class ResultsSignal: Observable, Sendable {
  private let stale = Mutex(false)
  private let registrar = ObservationRegistrar()
  private let subscription = Mutex<Subscription?>(nil)

  // Unchecked: the token is handed back to its center only, which may be called from anywhere.
  private struct Subscription: @unchecked Sendable { let token: any NSObjectProtocol }

  /// What observers of any part of the results depend on.
  var isStale: Bool {
    registrar.access(self, keyPath: \.isStale)
    return stale.withLock { $0 }
  }

  /// The results are out of date. Observers are told once, until somebody has
  /// taken notice.
  func raise() {
    let isNew = stale.withLock { stale in
      defer { stale = true }
      return !stale
    }
    if isNew { registrar.withMutation(of: self, keyPath: \.isStale) {} }
  }

  /// Lowers the flag; true if it was raised. Called before fetching, so that
  /// a change during the fetch raises it again.
  func take() -> Bool {
    stale.withLock { stale in
      defer { stale = false }
      return stale
    }
  }

  /// Tells observers of results that were changed in place.
  func announce(_ change: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.isStale, change)
  }

  /// Raises the flag after each save of a context of `container`.
  func followSaves(of container: ModelContainer) {
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak self] notification in
      guard let context = notification.object as? ModelContext, context.container == container
      else { return }
      self?.raise()
    }
    subscription.withLock { $0 = Subscription(token: token) }
  }

  deinit {
    if let token = subscription.withLock({ $0?.token }) {
      NotificationCenter.default.removeObserver(token)
    }
  }
}
