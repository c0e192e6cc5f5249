// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// The process that holds a store's write lock, as far as the system tells.
///
/// Asking for the lock (`F_GETLK`) needs a descriptor of the file, and closing that would drop the locks that this
/// process holds itself. Linux lists all locks in a file.
enum LockHolder {
  /// SQLite's lock for writing is the first of the index file's, which begin at this byte.
  private static let writeLock: UInt64 = 120

  /// How often the list is read before the lock counts as free.
  ///
  /// The system hands the list out by pages. What others release between two of them moves the rest, so a reading can
  /// miss a lock: one in twenty did beside three processes that lock all the time.
  private static let readings = 8

  /// The process; `nil` if there is none, or if it cannot be found.
  static func describe(_ store: URL) -> String? {
    #if os(Linux)
      let index = StorePath.canonical(store).path + "-shm"
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: index),
        let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
      else { return nil }
      for _ in 0..<readings {
        guard let process = holder(ofFile: number) else { continue }
        if process == ProcessInfo.processInfo.processIdentifier { return "another container of this process" }
        return "the process \(process)\(name(of: process).map { " (\($0))" } ?? "")"
      }
    #endif
    return nil
  }

  #if os(Linux)
    private static func holder(ofFile number: UInt64) -> Int32? {
      // Of no fixed size: Foundation reads what it is told of files here, which is nothing.
      guard let handle = FileHandle(forReadingAtPath: "/proc/locks"), let data = try? handle.readToEnd()
      else { return nil }
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        if let process = holder(line.split(separator: " "), file: number) { return process }
      }
      return nil
    }

    /// Such as `3: POSIX ADVISORY WRITE 1234 08:01:131085 120 120`.
    private static func holder(_ fields: [Substring], file: UInt64) -> Int32? {
      guard fields.count == 8, fields[3] == "WRITE",
        fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == file,
        let first = UInt64(fields[6]), let last = UInt64(fields[7]) ?? (fields[7] == "EOF" ? .max : nil),
        first <= writeLock, writeLock <= last, let process = Int32(fields[4]), process > 0
      else { return nil }
      return process
    }

    private static func name(of process: Int32) -> String? {
      guard let data = FileManager.default.contents(atPath: "/proc/\(process)/comm") else { return nil }
      let name = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return name.isEmpty ? nil : name
    }
  #endif
}
