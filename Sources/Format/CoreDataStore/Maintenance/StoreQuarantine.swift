// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Puts a store that cannot be used out of the way, as it is.
package enum StoreQuarantine {
  /// The name of the report beside a store in quarantine.
  package static let report = "report.txt"

  /// Moves a store, with its log and its large values, into a new folder.
  ///
  /// - Parameters:
  ///   - store: the file, which no program may have open.
  ///   - folder: where the new folder is made, on the same volume; made if it is missing.
  ///   - report: what is written beside the store.
  /// - Returns: The new folder, such as `default.store 2026-11-24 03.15.00`.
  /// - Throws: ``StoreError`` if a program has the store open, or files cannot be moved. Those that were moved are moved
  ///   back then.
  package static func move(_ store: URL, into folder: URL, report: String) throws -> URL {
    let store = store.resolvingSymlinksInPath()
    let manager = FileManager.default
    guard manager.fileExists(atPath: store.path) else {
      throw StoreError(.fileNotFound, "There is no such file.", file: store.path, advice: "Check the path.")
    }
    if let user = FileUsers.first(of: store) {
      throw StoreError(
        .busy, "The process \(user) has the store open.", file: store.path, advice: "Close the program.")
    }
    let place = try makePlace(for: store, in: folder)
    let files = ["", "-wal", "-shm", "-journal"].map { URL(fileURLWithPath: store.path + $0) }
    let support = ExternalFolder.support(of: store)
    let isShared = StoreNeighbours.share(store)
    var moved: [(from: URL, to: URL)] = []
    do {
      try Data(report.utf8).write(to: place.appendingPathComponent(Self.report))
      // What another store has there as well must stay where it is.
      if isShared, manager.fileExists(atPath: support.path) {
        try manager.copyItem(at: support, to: place.appendingPathComponent(support.lastPathComponent))
      }
      // The store comes last: as long as it is in its place, everything else belongs to it.
      for file in (files + (isShared ? [] : [support])).reversed() where manager.fileExists(atPath: file.path) {
        let target = place.appendingPathComponent(file.lastPathComponent)
        try manager.moveItem(at: file, to: target)
        moved.append((file, target))
      }
    } catch {
      var isBack = true
      for (from, to) in moved.reversed() where (try? manager.moveItem(at: to, to: from)) == nil { isBack = false }
      if isBack { try? manager.removeItem(at: place) }
      throw StoreError(
        .notWritable, "The store cannot be moved into quarantine.", file: store.path,
        advice: "Check that \(folder.path) may be written to, and is on the same volume.")
    }
    return place
  }

  /// Puts a finished store into the place of another, which moves into a new folder.
  ///
  /// - Parameters: those of ``move(_:into:report:)``.
  /// - Returns: The new folder.
  /// - Throws: ``StoreError``. Both stores are where they were then.
  package static func replace(_ store: URL, with new: URL, into folder: URL, report: String) throws -> URL {
    let store = store.resolvingSymlinksInPath()
    let place = try move(store, into: folder, report: report)
    do {
      try install(new, at: store)
    } catch var error as StoreError {
      putBack(place, store)
      error.advice = "The former store is back in its place. Check that its folder may be written to."
      throw error
    } catch {
      putBack(place, store)
      throw error
    }
    return place
  }

  /// Moves a finished store, with its large values, to where nothing is but a folder that another store shares.
  package static func install(_ new: URL, at store: URL) throws {
    let manager = FileManager.default
    let (support, target) = (ExternalFolder.support(of: new), ExternalFolder.support(of: store))
    let isShared = manager.fileExists(atPath: target.path)
    do {
      if manager.fileExists(atPath: support.path) {
        if isShared {
          try FileCopy.addLargeValues(of: new, to: store)
        } else {
          try manager.moveItem(at: support, to: target)
        }
      }
      try FileCopy.flush(new)
      try manager.moveItem(at: new, to: store)
      FileCopy.flushNames(in: store.deletingLastPathComponent())
      if isShared { try? manager.removeItem(at: support) }
    } catch {
      if !isShared, manager.fileExists(atPath: target.path) { try? manager.moveItem(at: target, to: support) }
      throw StoreError(.notWritable, "The new store cannot be moved to its name.", file: store.path)
    }
  }

  /// Moves a store in quarantine back to where it was; what has been put there since is removed.
  ///
  /// What cannot be moved stays in quarantine: it may be all that is left.
  package static func putBack(_ place: URL, _ store: URL) {
    let manager = FileManager.default
    let store = store.resolvingSymlinksInPath()
    guard manager.fileExists(atPath: place.appendingPathComponent(store.lastPathComponent).path) else { return }
    guard let names = try? manager.contentsOfDirectory(atPath: place.path) else { return }
    Backup.remove(store)
    // A folder that another store shares is in quarantine as a copy.
    let shared = StoreNeighbours.share(store) ? ExternalFolder.support(of: store).lastPathComponent : nil
    var isBack = true
    for name in names where name != report && name != shared {
      do {
        try manager.moveItem(
          at: place.appendingPathComponent(name), to: store.deletingLastPathComponent().appendingPathComponent(name))
      } catch {
        isBack = false
      }
    }
    if isBack { try? manager.removeItem(at: place) }
  }

  private static func makePlace(for store: URL, in folder: URL) throws -> URL {
    let manager = FileManager.default
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd HH.mm.ss"
    let name = "\(store.lastPathComponent) \(formatter.string(from: Date()))"
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      for number in 1...1000 {
        let place = folder.appendingPathComponent(number == 1 ? name : "\(name) \(number)", isDirectory: true)
        if manager.fileExists(atPath: place.path) { continue }
        try manager.createDirectory(at: place, withIntermediateDirectories: false)
        return place
      }
    } catch {
      throw StoreError(
        .notWritable, "The folder for the quarantine cannot be made.", file: folder.path,
        advice: "Check the permissions of the folders above it.")
    }
    throw StoreError(.alreadyExists, "There are a thousand folders '\(name)'.", file: folder.path)
  }
}

/// The processes that have a file open, as far as the system tells.
enum FileUsers {
  /// The number of a process that holds a lock in a file. SQLite holds one while a connection reads, and in the mode of a
  /// log as long as it is open.
  static func first(of file: URL) -> Int32? {
    #if os(Linux)
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
        let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value,
        // Of no fixed size: Foundation reads what it is told of files here, which is nothing.
        let handle = FileHandle(forReadingAtPath: "/proc/locks"), let data = try? handle.readToEnd()
      else { return nil }
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        // Such as `3: POSIX ADVISORY READ 1234 08:01:131085 1073741826 1073742335`.
        let fields = line.split(separator: " ")
        guard fields.count == 8, fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == number,
          let process = Int32(fields[4])
        else { continue }
        return process
      }
    #endif
    return nil
  }
}
