// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// Standard output as a sink.
final class OutputSink: TextSink {
  func write(_ text: String) { Output.write(text) }
}
