// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import ProcessSupport
import SwiftData
import SwiftDataCore
import Testing

/// How long it takes from another process' commit to an observer, and what an idle program takes: reported, not judged.
@MainActor
@Suite(.serialized) struct LatencyTests {
  @Test func fromCommitToObserver() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let results = try ResultsObserver<Book, Never>(modelContext: container.mainContext)
    let peer = try SecondProcess("CrossProcessWorker", "serve", folder.file().path)
    #expect(peer.line() == "ready")
    var times: [Double] = []
    for number in 1...30 {
      let answer = try #require(peer.ask("insert \(number) x"))
      let committed = try #require(UInt64(answer.dropFirst(5)))
      while results.results.count < number { try await Task.sleep(for: .microseconds(200)) }
      times.append(Double(DispatchTime.now().uptimeNanoseconds &- committed) / 1e6)
    }
    times.sort()
    print("from commit to observer, ms: median \(times[15]), longest \(times[29])")
    #expect(results.results.count == 30)
    peer.finish()
  }
}
