// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataStore
  import Foundation
  import SwiftDataStudio

  /// A database that stays open while other programs write to it.
  ///
  /// One connection, which is in a transaction only while something is read. If it is lost, the next reading opens
  /// another one, and a reading in which it was lost begins again: nothing is written.
  final class LiveDatabase: LiveSource {
    private let address: DatabaseAddress
    private var source: DatabaseSource?
    private(set) var generation = 0
    private var seen: DatabaseState?
    /// What was found by the last look, and when: pages look one after the other.
    private var look: (state: DatabaseState, time: DispatchTime)?
    private var losses = 0
    private static let lookInterval = 1.0
    /// What a page waits for at most, locks of others included, in seconds.
    private static let longest = 30.0

    init(_ address: DatabaseAddress) { self.address = address }

    deinit { close() }

    func read<T>(_ body: (any RowSource) throws -> T) throws -> T {
      try attempt { source in
        try source.limited(seconds: Self.longest) {
          try source.read { state in
            guard state.model == source.model else { throw OtherModel() }
            if state != seen {
              seen = state
              generation += 1
            }
            return try body(source)
          }
        }
      }
    }

    func state() throws -> StudioState {
      if let look, DispatchTime.now() < look.time + Self.lookInterval { return .database(look.state.text) }
      let state = try attempt { try $0.state() }
      look = (state, .now())
      return .database(state.text)
    }

    func close() {
      source?.close()
      source = nil
    }

    /// The program has migrated the store meanwhile.
    private struct OtherModel: Error {}

    private func attempt<T>(_ body: (DatabaseSource) throws -> T) throws -> T {
      try address.reporting {
        do { return try body(opened()) } catch {
          // What the server has refused, it would refuse again.
          let isLost = source.map { !$0.isOpen } ?? false
          guard isLost || error is OtherModel else { throw error }
          if isLost { losses += 1 }
          close()
          return try body(opened())
        }
      }
    }

    private func opened() throws -> DatabaseSource {
      if let source, source.isOpen { return source }
      if source != nil { losses += 1 }
      close()
      look = nil
      let opened = try DatabaseSource(address, losses: losses)
      source = opened
      seen = nil
      // What orders have found is another connection's.
      generation += 1
      return opened
    }
  }

  /// What tells whether a database has changed.
  struct DatabaseState: Hashable {
    /// Of the row that says what the models are.
    let model: String
    /// The last transactions of the history, and the server's counters of written rows, which know other programs, too.
    let contents: String

    var text: String { model + " " + contents }
  }
#endif
