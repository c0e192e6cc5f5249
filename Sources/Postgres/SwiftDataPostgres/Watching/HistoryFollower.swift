// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Dispatch
  import SwiftDataCore
  import Synchronization

  /// Reads on in the history as long as somebody wants to hear of news: when the channel tells of some, and now and then
  /// in any case.
  final class HistoryFollower: StoreWatch, @unchecked Sendable {
    // Unchecked: a timer may be cancelled from any thread; the rest lies behind the lock, or belongs to the queue.
    private struct State {
      var place: HistoryPlace
      /// The largest number that the channel has told of and the history has not shown yet.
      var told: Int64 = 0
      var isQueued = false
      var lastLook = ContinuousClock.now
      /// Before the next look for what was told, in milliseconds.
      var pause = HistoryFollower.shortest
    }

    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "SwiftDataPostgres.watch")
    private let timer: any DispatchSourceTimer
    private let onChange: @Sendable (ForeignChanges) -> Void
    private weak let store: PostgresRowStore?
    private let channel: Channel
    private let listener = Mutex<Int?>(nil)

    /// In milliseconds: one question for the history's end, by its index, where nobody tells.
    private static let interval = 200
    /// Where somebody does.
    private static let intervalWhileListening = Duration.seconds(1)
    /// What was told shows in the history when no older transaction is open any more: in milliseconds.
    private static let shortest = 2
    private static let longest = 100

    init(_ store: PostgresRowStore, after start: HistoryPlace, _ onChange: @escaping @Sendable (ForeignChanges) -> Void)
    {
      state = Mutex(State(place: start))
      self.store = store
      self.onChange = onChange
      channel = store.channel
      timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(
        deadline: .now() + .milliseconds(Self.interval), repeating: .milliseconds(Self.interval),
        leeway: .milliseconds(20))
      timer.setEventHandler { [weak self] in self?.lookIfDue() }
      timer.resume()
      let number = channel.listen { [weak self] number in self?.hear(number) }
      listener.withLock { $0 = number }
    }

    deinit { cancel() }

    func cancel() {
      timer.cancel()
      if let number = listener.withLock({ number in
        defer { number = nil }
        return number
      }) {
        channel.stop(number)
      }
    }

    /// - Parameter number: Zero after a time in which nobody could tell.
    private func hear(_ number: Int64) {
      let isFirst = state.withLock { state in
        state.told = max(state.told, number)
        state.pause = Self.shortest
        defer { state.isQueued = true }
        return !state.isQueued
      }
      if isFirst { queue.async { [weak self] in self?.look() } }
    }

    private func lookIfDue() {
      let isListening = channel.isListening
      let isDue = state.withLock { state in
        !isListening || ContinuousClock.now - state.lastLook >= Self.intervalWhileListening
      }
      if isDue { look() }
    }

    /// On the queue.
    private func look() {
      guard let store, !timer.isCancelled else { return }
      let (place, told) = state.withLock { state in
        state.isQueued = false
        state.lastLook = .now
        return (state.place, state.told)
      }
      guard let news = try? store.foreignChanges(after: place) else { return lookAgain(told) }
      state.withLock { $0.place.advance(to: news.place) }
      if let changes = news.changes { onChange(changes) }
      guard told > 0 else { return }
      // What the horizon has passed was shown, if it was still there.
      if news.place.last < told, news.horizon < told { return lookAgain(told) }
      state.withLock { if $0.told == told { $0.told = 0 } }
    }

    private func lookAgain(_ told: Int64) {
      // What nobody has told of waits for the timer.
      guard told > 0 else { return }
      let pause = state.withLock { state -> Int? in
        guard !state.isQueued else { return nil }
        state.isQueued = true
        defer { state.pause = min(state.pause * 2, Self.longest) }
        return state.pause
      }
      guard let pause else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.look() }
    }
  }
#endif
