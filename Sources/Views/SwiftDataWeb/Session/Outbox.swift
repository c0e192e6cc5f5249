// SPDX-License-Identifier: Apache-2.0

#if Web
  import Synchronization
  import SwiftDataUI

  /// What waits to be sent to one page.
  ///
  /// The main actor adds to it and never waits; the task of the connection takes from it as fast as the connection is. If
  /// too much piles up, all of it is dropped, and the page is sent as a whole instead: what waits for a slow page is
  /// bounded, and its size does not grow with the number of changes.
  final class Outbox: Sendable {
    struct Batch {
      var number: Int
      var acknowledged: Int
      /// The numbers of what was typed and not taken; with the whole tree all that are known, since a message may be lost.
      var refused: [Int] = []
      var operations: [Operation]
      /// Whether the tree has to be sent instead of changes.
      var isWhole: Bool
    }

    /// Updates that are sent together. An animation is about all that is sent with it, so an update with one is sent
    /// alone; but commands may follow it.
    private struct Pending {
      var operations: [Operation]
      var isAnimated: Bool { operations.first?.isMotion == true }

      func takes(_ more: [Operation]) -> Bool {
        more.first?.isMotion != true && (!isAnimated || more.allSatisfy(\.isCommand))
      }
    }

    private struct State {
      var pending: [Pending] = []
      var weight = 0
      var acknowledged = 0
      /// The event that the browser knows to be handled.
      var told = 0
      var isAcknowledged = true
      var refused: [Int] = []
      /// How many of them, the last ones, were not taken yet.
      var untold = 0
      var isWhole = false
      var number = 0
      var isForgotten = false
      /// Commands of the messages that were taken since the connection began: they may not arrive.
      var sent: [(number: Int, command: Operation)] = []
      /// The connection that may take what waits.
      var reader = 0
      var wake: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) {
      self.limit = limit
    }

    /// The number of the message that was taken last.
    var number: Int { state.withLock { $0.number } }

    /// Adds the operations of an update; an animation comes first.
    func add(_ operations: [Operation]) {
      guard !operations.isEmpty else { return }
      state.withLock { state in
        if state.pending.last?.takes(operations) == true {
          state.pending[state.pending.count - 1].operations += operations
        } else {
          state.pending.append(Pending(operations: operations))
        }
        state.weight += operations.reduce(0) { $0 + $1.weight }
        if state.isWhole || state.weight > limit { Self.requireWhole(&state, commands: 16) }
        state.wake?.yield()
      }
    }

    /// Begins a connection, and ends the one before: from now on that takes nothing more, which would be lost with it.
    ///
    /// A message is sent next, even an empty one: it tells the browser that it is connected. It is the whole page unless
    /// the browser knows the message that was taken last. The tree has no commands: those of the messages that it has
    /// missed are sent again, but not to a document that has received none yet, which may show what another one has done.
    ///
    /// - Returns: The number of the connection, for ``signals(for:)`` and ``take(for:)``.
    func begin(known: Int?) -> Int {
      state.withLock { state in
        state.reader += 1
        state.wake?.finish()
        state.wake = nil
        if known != state.number {
          let missed = known.map { known in known > 0 ? state.sent.filter { $0.number > known } : [] } ?? []
          if !missed.isEmpty { state.pending.insert(Pending(operations: missed.map(\.command)), at: 0) }
          Self.requireWhole(&state)
        }
        state.sent = []
        state.isAcknowledged = false
        return state.reader
      }
    }

    /// So many of the latest commands are sent again if they did not arrive.
    private static let sentLimit = 16

    /// So many refused events are remembered. A browser needs only the last one of each field.
    private static let refusedLimit = 256

    /// Notes that an event was handled, or that something typed was refused.
    func acknowledge(_ number: Int, isRefused: Bool = false) {
      state.withLock { state in
        guard number > state.acknowledged else { return }
        state.acknowledged = number
        if isRefused {
          state.refused.append(number)
          state.refused.removeFirst(max(0, state.refused.count - Self.refusedLimit))
          state.untold = min(state.untold + 1, Self.refusedLimit)
        }
        state.isAcknowledged = false
        state.wake?.yield()
      }
    }

    /// Sends the whole page next.
    func requireWhole() {
      state.withLock { state in
        Self.requireWhole(&state)
        state.wake?.yield()
      }
    }

    /// - Parameter commands: So many of the latest commands are kept.
    private static func requireWhole(_ state: inout State, commands: Int = .max) {
      let kept = state.pending.flatMap(\.operations).filter { $0.isCommand && !$0.isMotion }.suffix(commands)
      state.pending = kept.isEmpty ? [] : [Pending(operations: Array(kept))]
      state.weight = 0
      state.isWhole = true
    }

    /// What is to be sent next, nil if there is nothing.
    ///
    /// What an event has done may be in several batches: the last one says that it was handled.
    ///
    /// - Parameter reader: The connection that sends it. One that is not the latest gets nothing.
    func take(for reader: Int? = nil) -> Batch? {
      state.withLock { state in
        if let reader, reader != state.reader { return nil }
        guard state.isWhole || !state.pending.isEmpty || !state.isAcknowledged else { return nil }
        state.number += 1
        let operations = state.pending.isEmpty ? [] : state.pending.removeFirst().operations
        if reader != nil {
          let number = state.number
          state.sent += operations.compactMap(\.ifLost).map { (number, $0) }
          state.sent.removeFirst(max(0, state.sent.count - Self.sentLimit))
        }
        guard state.pending.isEmpty else {
          state.weight -= operations.reduce(0) { $0 + $1.weight }
          return Batch(number: state.number, acknowledged: state.told, operations: operations, isWhole: false)
        }
        let batch = Batch(
          number: state.number, acknowledged: state.acknowledged,
          refused: Array(state.refused.suffix(state.isWhole ? Self.refusedLimit : state.untold)),
          operations: operations, isWhole: state.isWhole)
        state.untold = 0
        state.weight = 0
        state.isWhole = false
        state.told = state.acknowledged
        state.isAcknowledged = true
        return batch
      }
    }

    /// Yields whenever there may be something to take, until another connection begins.
    func signals(for reader: Int) -> AsyncStream<Void> {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      state.withLock { state in
        guard reader == state.reader else { return continuation.finish() }
        state.wake?.finish()
        state.wake = continuation
      }
      continuation.yield()
      return stream
    }

    /// Whether the page was closed since nobody has looked at it for long.
    var isForgotten: Bool { state.withLock { $0.isForgotten } }

    /// Ends the stream of signals.
    func finish(isForgotten: Bool = false) {
      state.withLock { state in
        state.isForgotten = isForgotten
        state.wake?.finish()
        state.wake = nil
      }
    }
  }

  extension Operation {
    var isCommand: Bool {
      if case .command = self { true } else { false }
    }

    /// Whether it is about the operations after it.
    var isMotion: Bool {
      if case .command(.animate) = self { true } else { false }
    }

    /// What is sent again if it did not arrive: a command that no tree stands for. Large ones are not kept for that: the
    /// person hears that they are lost.
    fileprivate var ifLost: Operation? {
      guard case .command(let command) = self else { return nil }
      let (size, name): (Int, String)
      switch command {
      case .title, .colorScheme, .animate: return nil
      case .location, .focus, .scroll: return self
      case .notice(let text): return text.utf8.count <= Self.keptSize ? self : nil
      case .open(let text), .copy(let text), .share(let text):
        (size, name) = (text.utf8.count, "What you have asked for")
      case .save(let file, let data): (size, name) = (data.count, "“\(file.prefix(200))”")
      }
      if size <= Self.keptSize { return self }
      return .command(.notice("\(name) was lost with the connection: please ask for it again."))
    }

    private static var keptSize: Int { 65_536 }

    /// How much there is to send, roughly.
    var weight: Int {
      switch self {
      case .insert(let element, _, _): element.weight
      case .attribute(_, _, let value?): 1 + value.weight
      case .text(_, let text): 1 + text.weight
      default: 1
      }
    }
  }

  extension Element {
    var weight: Int {
      1 + (text ?? "").weight + attributes.reduce(0) { $0 + $1.value.weight } + children.reduce(0) { $0 + $1.weight }
    }
  }

  extension Element.Attribute.Value {
    fileprivate var weight: Int {
      if case .text(let text) = self { text.weight } else { 0 }
    }
  }

  extension String {
    /// Long text weighs more than the element that it is in: a slow page must not make the host keep megabytes of it.
    fileprivate var weight: Int { utf8.count / 128 }
  }
#endif
