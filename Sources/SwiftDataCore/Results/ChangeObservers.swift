import Synchronization

/// Who wants to know of a context's changes before they are saved.
///
/// Costs one load per change while nobody does.
final class ChangeObservers: Sendable {
  private struct Entry { weak var signal: ResultsSignal? }

  private let count = Atomic<Int>(0)
  private let entries = Mutex<[Entry]>([])

  func add(_ signal: ResultsSignal) {
    entries.withLock { entries in
      entries.removeAll { $0.signal == nil }
      entries.append(Entry(signal: signal))
      count.store(entries.count, ordering: .releasing)
    }
  }

  /// Called for every insertion, change, deletion and rollback.
  @inline(__always)
  func notify() {
    if count.load(ordering: .relaxed) != 0 { raise() }
  }

  @inline(never)
  private func raise() {
    let signals = entries.withLock { entries in
      entries.removeAll { $0.signal == nil }
      count.store(entries.count, ordering: .releasing)
      return entries.compactMap(\.signal)
    }
    for signal in signals { signal.raise() }
  }
}
