// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization

/// Says whether fetched results are out of date, and tells observers when
/// they become so.
///
/// A change may come from any thread; results belong to one. So the change
/// only raises a flag here, and whoever reads the results next fetches anew.
final class ResultsSignal: Observable, ChangeListener {
  private struct State {
    var isStale = false
    /// Observers that are being told at the moment.
    var announcements = 0
    /// An observer has fetched too early: a change that is reported before it happens is not in the store yet.
    var wasTakenTooEarly = false
    var interest: ResultsInterest?
    /// Whether unsaved changes of the context matter.
    var includesUnsaved = true
    var background: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let registrar = ObservationRegistrar()
  private let listener = Mutex<WatchListener?>(nil)
  /// Raised with the flag, for those who wait.
  let turn = Turn()

  /// The property that observers of any part of the results depend on.
  var isStale: Bool {
    registrar.access(self, keyPath: \.isStale)
    return state.withLock { $0.isStale }
  }

  /// Sets the changes that can affect the results; `nil` for all.
  func setInterest(_ interest: ResultsInterest?) { state.withLock { $0.interest = interest } }

  /// From now on, only what is saved counts, and `background` is called in place of observers.
  func follow(savesOnly: Bool, background: (@Sendable () -> Void)?) {
    state.withLock { state in
      state.includesUnsaved = !savesOnly
      state.background = background
    }
  }

  func hear(_ changes: [ExternalChange]?, isSaved: Bool) {
    let (matters, background) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard isSaved || state.includesUnsaved else { return (false, nil) }
      if let changes, let interest = state.interest, !changes.contains(where: interest.isAffected) {
        return (false, nil)
      }
      return (true, state.background)
    }
    guard matters else { return }
    if let background { background() } else { raise() }
  }

  func hearSave(_ changes: [ExternalChange], news: [ExternalChange]) {
    let includesUnsaved = state.withLock { $0.includesUnsaved }
    // What the results show already is no news.
    let heard = includesUnsaved ? news : changes
    if !heard.isEmpty { hear(heard, isSaved: true) }
  }

  /// The results are out of date. Observers are told once, until one has
  /// fetched again.
  func raise() {
    let isNew = state.withLock { state in
      let isNew = !state.isStale || state.wasTakenTooEarly
      state.isStale = true
      state.wasTakenTooEarly = false
      if isNew { state.announcements += 1 }
      return isNew
    }
    turn.advance()
    guard isNew else { return }
    registrar.withMutation(of: self, keyPath: \.isStale) {}
    state.withLock { $0.announcements -= 1 }
  }

  /// Lowers the flag; true if it was raised. Called before fetching, so that
  /// a change during the fetch raises it again.
  func take() -> Bool {
    state.withLock { state in
      guard state.isStale else { return false }
      if state.announcements > 0 {
        state.wasTakenTooEarly = true
      } else {
        state.isStale = false
        state.wasTakenTooEarly = false
      }
      return true
    }
  }

  /// Tells observers of results that were changed in place.
  func announce(_ change: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.isStale, change)
    turn.advance()
  }

  /// Hears of the context's changes, and of what others write.
  func follow(_ core: ContextCore) {
    listener.withLock { $0 = core.container.watch.listen(to: core.container) }
    core.changeObservers.add(self)
  }
}
