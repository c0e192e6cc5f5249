// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads the events of one connection at a time. Foundation has bytes as an `AsyncSequence` on Apple's platforms only; a
/// delegate hears of them everywhere.
///
/// A receiver is used again by the next connection, together with its session: on Linux, a session that ends beside its
/// connections can end the process ([swift-corelibs-foundation, 5203 and
/// 5491](https://github.com/swiftlang/swift-corelibs-foundation/pull/5491)), and a device connects anew whenever its
/// network was away.
final class EventReceiver: NSObject, URLSessionDataDelegate, Sendable {
  private struct Contents {
    /// Which connection is meant: what is left of a former one may still arrive.
    var task: Int?
    var parser = EventParser()
    var report: @Sendable (UInt64) -> Void = { _ in }
    var end: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
  }

  private let contents = Mutex(Contents())
  private let session = Mutex<URLSession?>(nil)
  private static let unused = Mutex<[EventReceiver]>([])

  private static func taken() -> EventReceiver {
    if let receiver = unused.withLock({ $0.popLast() }) { return receiver }
    let receiver = EventReceiver()
    let session = URLSession(configuration: .syncing, delegate: receiver, delegateQueue: nil)
    receiver.session.withLock { $0 = session }
    return receiver
  }

  /// Reports numbers until the connection ends.
  ///
  /// - Parameter first: A request that is answered at once.
  static func receive(
    _ request: URLRequest, after first: URLRequest, _ report: @escaping @Sendable (UInt64) -> Void
  ) async throws {
    let receiver = taken()
    defer { unused.withLock { $0.append(receiver) } }
    guard let session = receiver.session.withLock({ $0 }) else { return }
    var request = request
    #if canImport(FoundationNetworking)
      // There, the time of the whole connection: it is made anew then.
      request.timeoutInterval = 3_600
      // And there, a connection's first request keeps a core busy until its answer has ended, which that of events does not.
      _ = try await session.data(for: first)
    #else
      // The time between two bytes; the server sends some more often.
      request.timeoutInterval = 60
    #endif
    try await receiver.receive(session.dataTask(with: request), report)
  }

  private func receive(_ task: URLSessionDataTask, _ report: @escaping @Sendable (UInt64) -> Void) async throws {
    let number = task.taskIdentifier
    contents.withLock { $0 = Contents(task: number, report: report) }
    defer {
      contents.withLock { $0 = Contents() }
      task.cancel()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = contents.withLock { contents in
          if contents.result == nil { contents.end = continuation }
          return contents.result
        }
        if let result { return continuation.resume(with: result) }
        task.resume()
      }
    } onCancel: {
      end(number, .failure(CancellationError()))
    }
  }

  private func end(_ task: Int, _ result: Result<Void, any Error>) {
    let end = contents.withLock { contents -> CheckedContinuation<Void, any Error>? in
      guard contents.task == task else { return nil }
      defer { contents.end = nil }
      if contents.result == nil { contents.result = result }
      return contents.end
    }
    end?.resume(with: result)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let number = dataTask.taskIdentifier
    if let error = Self.error(dataTask, data) { return end(number, .failure(error)) }
    let (events, report) = contents.withLock { contents in
      contents.task == number ? (contents.parser.events(in: data), contents.report) : ([], { _ in })
    }
    for event in events {
      switch event {
      case .number(let number): report(number)
      case .signedOut: end(number, .failure(SyncError.signInNeeded))
      }
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let result = (error ?? Self.error(task, Data())).map { Result<Void, any Error>.failure($0) }
    end(task.taskIdentifier, result ?? .success(()))
  }

  private static func error(_ task: URLSessionTask, _ data: Data) -> SyncError? {
    guard let response = task.response as? HTTPURLResponse else {
      return .malformedAnswer(reason: "it is not of HTTP")
    }
    return HTTPSyncTransport.error(response, data)
  }
}

extension URLSessionConfiguration {
  /// Nothing is kept of one request that another one, which may be another account's, could see.
  static var syncing: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = 64
    return configuration
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
