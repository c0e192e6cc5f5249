// SPDX-License-Identifier: Apache-2.0

/// The pages that have something to bring up to date, in the order in which they were woken.
///
/// One page is updated in a turn of the main actor, and what else waits for the actor comes before the next page: when a
/// save wakes a thousand pages, an event of any of them waits for one update, not for a thousand.
@MainActor final class Turns {
  private var waiting: [Graph] = []
  private var isRunning = false

  func add(_ graph: Graph) {
    waiting.append(graph)
    if isRunning { return }
    isRunning = true
    Task { await run() }
  }

  private func run() async {
    while !waiting.isEmpty {
      let round = waiting
      waiting = []
      for graph in round {
        // What has come to an end, or was brought up to date by an event meanwhile, has nothing left to do.
        graph.update()
        await Task.yield()
      }
    }
    isRunning = false
  }
}
