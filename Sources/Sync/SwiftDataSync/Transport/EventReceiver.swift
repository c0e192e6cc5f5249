// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads the events of one connection. Foundation has bytes as an `AsyncSequence` on Apple's platforms only; a delegate
/// hears of them everywhere.
final class EventReceiver: NSObject, URLSessionDataDelegate, Sendable {
  private struct Contents {
    var parser = EventParser()
    var end: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
  }

  private let contents = Mutex(Contents())
  private let report: @Sendable (UInt64) -> Void

  private init(_ report: @escaping @Sendable (UInt64) -> Void) { self.report = report }

  /// Reports numbers until the connection ends.
  static func receive(_ request: URLRequest, _ report: @escaping @Sendable (UInt64) -> Void) async throws {
    var request = request
    #if canImport(FoundationNetworking)
      // There, the time of the whole connection: it is made anew then.
      request.timeoutInterval = 3_600
    #else
      // The time between two bytes; the server sends some more often.
      request.timeoutInterval = 60
    #endif
    let receiver = EventReceiver(report)
    let session = URLSession(configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: request)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = receiver.contents.withLock { contents in
          if contents.result == nil { contents.end = continuation }
          return contents.result
        }
        if let result { return continuation.resume(with: result) }
        task.resume()
      }
    } onCancel: {
      task.cancel()
      receiver.end(.failure(CancellationError()))
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    let end = contents.withLock { contents in
      defer { contents.end = nil }
      if contents.result == nil { contents.result = result }
      return contents.end
    }
    end?.resume(with: result)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if let error = Self.error(dataTask, data) { return end(.failure(error)) }
    for event in contents.withLock({ $0.parser.events(in: data) }) {
      switch event {
      case .number(let number): report(number)
      case .signedOut: end(.failure(SyncError.signInNeeded))
      }
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error = error ?? Self.error(task, Data()) { end(.failure(error)) } else { end(.success(())) }
  }

  private static func error(_ task: URLSessionTask, _ data: Data) -> SyncError? {
    guard let response = task.response as? HTTPURLResponse else {
      return .malformedAnswer(reason: "it is not of HTTP")
    }
    return HTTPSyncTransport.error(response, data)
  }
}

/// Reads lines such as `data: 12`, and `event: signed-out`. A connection may cut them anywhere.
package struct EventParser {
  package enum Event: Equatable, Sendable {
    case number(UInt64)
    case signedOut
  }

  private var line: [UInt8] = []

  package init() {}

  package mutating func events(in data: Data) -> [Event] {
    var events: [Event] = []
    for byte in data {
      guard byte == UInt8(ascii: "\n") else {
        // A line that is longer is none of the server's.
        if line.count < 64 { line.append(byte) }
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      line = []
      if text.hasPrefix("event:") {
        if text.dropFirst(6).trimmingCharacters(in: .whitespacesAndNewlines) == "signed-out" {
          events.append(.signedOut)
        }
      } else if text.hasPrefix("data:") {
        if let number = UInt64(text.dropFirst(5).trimmingCharacters(in: .whitespacesAndNewlines)) {
          events.append(.number(number))
        }
      }
    }
    return events
  }
}
