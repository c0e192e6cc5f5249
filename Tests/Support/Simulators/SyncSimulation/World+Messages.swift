// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncWire

/// What happened to a server, so that another kind of it can go through the same.
package enum ServerEvent: Sendable {
  case request(SyncRequest, now: Int64, answer: SyncAnswer)
  case backup
  case restore(generation: UInt64)
  case compact(before: Int64)
}

extension World {
  /// A quarter of the runs sends bytes, as devices do; the others are faster.
  private var isEncoded: Bool { plan.seed % 4 == 0 }

  mutating func remember(_ request: SyncRequest, _ answer: SyncAnswer) {
    guard request.account == "ann" else { return }
    history?.append(.request(request, now: 1_000_000_000 + now, answer: answer))
  }

  /// A message as it arrives.
  mutating func carried(_ event: Event) -> Event {
    guard isEncoded else { return event }
    do throws(WireError) {
      switch event {
      case .request(let index, let request, let epoch):
        let decoded = try Wire.request(Wire.encode(request), token: request.token)
        if decoded != request { oracle.violate("a request is another one after its way") }
        return .request(index, decoded, epoch: epoch)
      case .answer(let index, let answer, let epoch):
        let decoded = try Wire.answer(Wire.encode(answer))
        // Without the rule, there is no limit, which a message cannot have.
        if decoded != answer, !disabled.contains(.clamp) { oracle.violate("an answer is another one after its way") }
        return .answer(index, decoded, epoch: epoch)
      default: return event
      }
    } catch {
      oracle.violate("a message cannot be read: \(error)")
      return event
    }
  }

  /// No part of a message is a message.
  mutating func checkCut(_ event: Event) {
    guard isEncoded else { return }
    let place = UInt64(now) &* 0x9e37_79b9_7f4a_7c15
    do throws(WireError) {
      switch event {
      case .request(_, let request, _):
        let bytes = Wire.encode(request)
        _ = try Wire.request(Array(bytes.prefix(Int(place % UInt64(bytes.count)))), token: request.token)
      case .answer(_, let answer, _):
        let bytes = Wire.encode(answer)
        _ = try Wire.answer(Array(bytes.prefix(Int(place % UInt64(bytes.count)))))
      default: return
      }
      oracle.violate("a part of a message was read as one")
    } catch {}
  }
}
