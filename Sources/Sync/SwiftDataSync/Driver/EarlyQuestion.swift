// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncWire

/// The question for the next page, on its way while the device writes the one before. It may be lost with that: questions
/// change nothing on the server.
struct EarlyQuestion {
  let request: SyncRequest
  private let task: Task<SyncAnswer, any Error>

  /// Nil: the next message is no question. An upload must be on the disk first.
  init?(_ effects: [ClientEffect], _ transport: any SyncTransport) {
    guard case .send(let request)? = effects.last else { return nil }
    if case .push = request.body { return nil }
    self.request = request
    // Not on the driver's actor, which is busy meanwhile.
    task = Task.detached { try await transport.answer(to: request) }
  }

  var answer: SyncAnswer {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  func cancel() { task.cancel() }
}

extension SyncTransport {
  /// Sends a message, and reads what is answered.
  func answer(to request: SyncRequest) async throws -> SyncAnswer {
    let data = try await send(Data(Wire.encode(request)))
    do { return try Wire.answer(Array(data)) } catch { throw SyncError.malformedAnswer(reason: "\(error)") }
  }
}
