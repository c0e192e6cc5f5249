import Synchronization

/// Who wants to know of a context's changes before they are saved.
///
/// Costs one load per change while nobody does.
final class ChangeObservers: Sendable {
  private struct Entry {
    weak var signal: ResultsSignal?
    weak var watch: ResultsWatch?
    var isGone: Bool { signal == nil && watch == nil }
  }

  private let count = Atomic<Int>(0)
  private let entries = Mutex<[Entry]>([])

  func add(_ signal: ResultsSignal) { add(Entry(signal: signal)) }
  func add(_ watch: ResultsWatch) { add(Entry(watch: watch)) }

  private func add(_ entry: Entry) {
    entries.withLock { entries in
      entries.removeAll(where: \.isGone)
      entries.append(entry)
      count.store(entries.count, ordering: .releasing)
    }
  }

  /// Called for every insertion, change, deletion and rollback; with the entities at the top of the hierarchies that it
  /// is about, or nothing if that is not known.
  @inline(__always)
  func notify(_ roots: @autoclosure () -> Set<Int>? = nil) {
    if count.load(ordering: .relaxed) != 0 { raise(roots()) }
  }

  @inline(never)
  private func raise(_ roots: Set<Int>?) {
    let (signals, watches) = entries.withLock { entries in
      entries.removeAll(where: \.isGone)
      count.store(entries.count, ordering: .releasing)
      return (entries.compactMap(\.signal), entries.compactMap(\.watch))
    }
    for signal in signals { signal.raise() }
    for watch in watches { watch.raise(roots) }
  }
}
