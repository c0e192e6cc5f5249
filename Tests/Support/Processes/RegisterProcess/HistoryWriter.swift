// SPDX-License-Identifier: Apache-2.0

import Foundation
import SyncConsistency

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file with what this client has done. It goes on where a process that was killed has left it.
struct HistoryWriter {
  private let file: FileHandle
  /// Of the last transaction.
  private(set) var number = 0
  /// The largest value that this client has tried to write.
  private(set) var value = 0

  init(_ url: URL, client: Int) throws {
    if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
    file = try FileHandle(forUpdating: url)
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    // What was being written is taken away.
    let end = text.lastIndex(of: "\n").map { text[...$0].utf8.count } ?? 0
    try file.truncate(atOffset: UInt64(end))
    try file.seekToEnd()
    guard let transactions = HistoryFile.transactions(client: client, text) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: url.path])
    }
    number = transactions.last?.number ?? 0
    value = transactions.flatMap(\.writes.values).max() ?? 0
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  mutating func begin(client: Int, reads: [String: Int], writes: [String: Int]) throws {
    number += 1
    value = writes.values.max() ?? value
    let transaction = Transaction(client: client, number: number, reads: reads, writes: writes, begin: Self.now)
    try file.write(contentsOf: Data(HistoryFile.begin(transaction).utf8))
  }

  /// The line is on the disk when this returns: what it says was acknowledged.
  func end(_ outcome: Transaction.Outcome) throws {
    try file.write(contentsOf: Data(HistoryFile.end(number, at: Self.now, outcome).utf8))
    fsync(file.fileDescriptor)
  }
}
