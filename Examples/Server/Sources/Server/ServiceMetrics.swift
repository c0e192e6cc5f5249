// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import SwiftData
import Synchronization

/// What a collector asks for, in Prometheus' text form.
final class ServiceMetrics: Sendable {
  private let answers = Mutex<[Int: Int]>([:])

  func note(_ status: HTTPResponse.Status) { answers.withLock { $0[status.code, default: 0] += 1 } }

  func text(_ store: StoreStatistics) -> String {
    var lines = ["# TYPE http_responses_total counter"]
    for (code, count) in answers.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      lines.append("http_responses_total{code=\"\(code)\"} \(count)")
    }
    lines += [
      "# TYPE store_statements_total counter", "store_statements_total \(store.statements)",
      "# TYPE store_rows_loaded_total counter", "store_rows_loaded_total \(store.rowsLoaded)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
