// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import SwiftDataSyncCore
  import Synchronization

  /// Numbers about a server's work since its start. They say nothing of single accounts.
  final class ServerMetrics: Sendable {
    enum Limit: String, Hashable, Sendable, CaseIterable { case account, address, listeners }

    /// The upper bounds of the histogram of durations, in seconds.
    static let bounds = [0.005, 0.02, 0.1, 0.5, 2.5, 10]

    private struct Durations {
      var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
      var sum = 0.0
    }

    private struct Request: Hashable {
      var kind: RequestKind
      var status: Int
    }

    private struct Contents {
      var requests: [Request: Int] = [:]
      var durations: [RequestKind: Durations] = [:]
      var changes: [String: Int] = [:]
      var limited: [Limit: Int] = [:]
      var wrongTokens = 0
      var received = 0
      var sent = 0
    }

    private let contents = Mutex(Contents())
    private let start = Date()

    func count(_ record: RequestRecord, status: Int, seconds: Double) {
      contents.withLock { contents in
        contents.requests[Request(kind: record.kind, status: status), default: 0] += 1
        contents.received += record.received
        contents.sent += record.sent
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        contents.durations[record.kind, default: Durations()].counts[index] += 1
        contents.durations[record.kind, default: Durations()].sum += seconds
      }
    }

    func count(_ outcome: PushResult.Outcome, changes: Int) {
      let name =
        switch outcome {
        case .applied: "applied"
        case .stale: "stale"
        case .refused: "refused"
        case .tooLarge: "too_large"
        }
      contents.withLock { $0.changes[name, default: 0] += changes }
    }

    func countLimited(_ limit: Limit) { contents.withLock { $0.limited[limit, default: 0] += 1 } }

    func countWrongToken() { contents.withLock { $0.wrongTokens += 1 } }

    /// All of them in the text format of Prometheus.
    func text(listeners: Int, fileBytes: Int?) -> String {
      let contents = contents.withLock { $0 }
      var text = MetricsText()
      text.add("requests_total", "counter", "Requests that were answered, by kind and status.")
      for (request, count) in contents.requests.sorted(by: {
        ($0.key.kind.rawValue, $0.key.status) < ($1.key.kind.rawValue, $1.key.status)
      }) {
        text.value(count, [("kind", request.kind.rawValue), ("status", "\(request.status)")])
      }
      text.add("request_seconds", "histogram", "How long an answer took; of events, how long until they began.")
      for (kind, durations) in contents.durations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        var sum = 0
        for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], durations.counts) {
          sum += count
          text.value(sum, [("kind", kind.rawValue), ("le", bound)], suffix: "_bucket")
        }
        text.value(durations.sum, [("kind", kind.rawValue)], suffix: "_sum")
        text.value(sum, [("kind", kind.rawValue)], suffix: "_count")
      }
      text.add("changes_total", "counter", "Changes in uploads, by what became of the upload.")
      for name in ["applied", "stale", "refused", "too_large"] {
        text.value(contents.changes[name] ?? 0, [("outcome", name)])
      }
      text.add("limited_total", "counter", "Requests that came too often, by what was counted.")
      for limit in Limit.allCases { text.value(contents.limited[limit] ?? 0, [("by", limit.rawValue)]) }
      text.add("wrong_tokens_total", "counter", "Requests without a valid token.")
      text.value(contents.wrongTokens)
      text.add("received_bytes_total", "counter", "Bytes of messages that came.")
      text.value(contents.received)
      text.add("sent_bytes_total", "counter", "Bytes of answers.")
      text.value(contents.sent)
      text.add("listeners", "gauge", "Devices that listen for events now.")
      text.value(listeners)
      if let fileBytes {
        text.add("file_bytes", "gauge", "Bytes of the server's file and its log.")
        text.value(fileBytes)
      }
      text.add("start_time_seconds", "gauge", "When the server was started, in seconds since 1970.")
      text.value(start.timeIntervalSince1970)
      return text.text
    }
  }

  /// Writes the text format of Prometheus.
  struct MetricsText {
    private(set) var text = ""
    private var name = ""

    mutating func add(_ name: String, _ type: String, _ help: String) {
      self.name = "swiftdata_sync_\(name)"
      text += "# HELP \(self.name) \(help)\n# TYPE \(self.name) \(type)\n"
    }

    mutating func value(_ value: some CustomStringConvertible, _ labels: [(String, String)] = [], suffix: String = "") {
      let list = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
      text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }
  }
#endif
