// SPDX-License-Identifier: Apache-2.0

import Observation
import SwiftDataCore

/// What a node reads, to be evaluated again when it changes.
extension Node {
  /// Runs a closure; when something changes that it has read, the node is evaluated again.
  func track<T>(_ read: () -> T) -> T {
    let subscriber = subscriber
    // Models know who has read them. A reading is made for other objects only, from the second time on that a view of
    // the type reads any.
    let reading = observesObjects ? reading : nil
    return MainTurn.reading(by: subscriber) {
      withObservationTracking(
        {
          reading?.note()
          return ModelReading.reading(by: subscriber, read)
        }, onChange: whenChanged(subscriber, reading))
    }
  }

  /// Called when something was read that is observed; after that, what is returned hears of its change.
  private func whenChanged(_ subscriber: Subscriber, _ reading: Reading?) -> @Sendable () -> Void {
    observesObjects = true
    return { if reading?.isOver != true { subscriber.invalidate() } }
  }

  private var reading: Reading {
    let extra = ensuredExtra
    let reading = (isAssembling ? extra.inAssembly : extra.inEvaluation) ?? Reading()
    if isAssembling { extra.inAssembly = reading } else { extra.inEvaluation = reading }
    return reading
  }
}
