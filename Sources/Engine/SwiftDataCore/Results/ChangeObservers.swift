// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Hears of what changes in a context.
protocol ChangeListener: AnyObject, Sendable {
  /// - Parameters:
  ///   - changes: Which; `nil` if that is not known.
  ///   - isSaved: Whether the stores have them already.
  func hear(_ changes: [ExternalChange]?, isSaved: Bool)

  /// The context has saved.
  ///
  /// - Parameters:
  ///   - changes: All that was written.
  ///   - news: Of these, what the context did not know before.
  func hearSave(_ changes: [ExternalChange], news: [ExternalChange])
}

extension ChangeListener {
  func hearSave(_ changes: [ExternalChange], news: [ExternalChange]) {
    if !news.isEmpty { hear(news, isSaved: true) }
  }
}

/// An observer of a context's changes before they are saved, and of arrivals.
///
/// Costs one load per change while there are no observers.
final class ChangeObservers: Sendable {
  private struct Entry { weak var listener: (any ChangeListener)? }

  private let count = Atomic<Int>(0)
  private let entries = Mutex<[Entry]>([])

  func add(_ listener: any ChangeListener) {
    entries.withLock { entries in
      entries.removeAll { $0.listener == nil }
      entries.append(Entry(listener: listener))
      count.store(entries.count, ordering: .releasing)
    }
  }

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Called for every insertion, change, deletion and rollback; with what it is about, or nothing if that is not known.
  @inline(__always)
  func notify(_ changes: @autoclosure () -> [ExternalChange]? = nil, isSaved: Bool = false) {
    if count.load(ordering: .relaxed) != 0 { tell(changes(), isSaved) }
  }

  /// Called where it is known which one object of the context has changed.
  @inline(__always)
  func notify(_ entity: @autoclosure () -> _Entity?, _ key: Int64, _ kind: @autoclosure () -> ExternalChange.Kind) {
    guard count.load(ordering: .relaxed) != 0, let entity = entity() else { return }
    tell([ExternalChange(entity: entity.ordinal, key: key, kind: kind())], false)
  }

  func notifySaved(_ changes: [ExternalChange], news: [ExternalChange]) {
    guard count.load(ordering: .relaxed) != 0 else { return }
    for listener in live() { listener.hearSave(changes, news: news) }
  }

  @inline(never)
  private func tell(_ changes: [ExternalChange]?, _ isSaved: Bool) {
    for listener in live() { listener.hear(changes, isSaved: isSaved) }
  }

  private func live() -> [any ChangeListener] {
    entries.withLock { entries in
      entries.removeAll { $0.listener == nil }
      count.store(entries.count, ordering: .releasing)
      return entries.compactMap(\.listener)
    }
  }
}
