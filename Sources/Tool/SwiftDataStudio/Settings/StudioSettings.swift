// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a person has set in Studio: columns and saved queries, by the path of the store, or what else it is known by.
///
/// It lies in the person's configuration folder, never beside a store: looking at a store changes nothing there. Several
/// processes may write the file. Each reads it, changes its own part and replaces it, under a lock.
package final class StudioSettings: Sendable {
  package struct Query: Hashable, Codable, Sendable, Identifiable {
    package let name: String
    /// A ``Place``, as its address says it.
    package let path: String

    package var id: String { name }

    package init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  package struct OfStore: Equatable, Codable, Sendable {
    package var columns: [String: ColumnLayout] = [:]
    package var queries: [Query] = []

    package init() {}
  }

  private struct Contents: Codable {
    var stores: [String: OfStore] = [:]
  }

  private let file: URL?
  /// For settings without a file; of others, its lock keeps the threads of this process apart.
  private let memory = Mutex(Contents())

  /// - Parameter file: `nil` to keep them in memory.
  package init(file: URL?) { self.file = file }

  /// The file of the person who runs the process.
  package static func personal() -> URL? {
    let environment = ProcessInfo.processInfo.environment
    let home = FileManager.default.homeDirectoryForCurrentUser
    #if canImport(Darwin)
      let usual = home.appendingPathComponent("Library/Application Support")
    #else
      let usual = home.appendingPathComponent(".config")
    #endif
    // A relative path is ignored, as the specification of these folders says.
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil } ?? usual
    return folder.appendingPathComponent("swiftdata/studio.json")
  }

  package func settings(of store: String) -> OfStore {
    memory.withLock { memory in
      guard let file else { return memory.stores[store] ?? OfStore() }
      return (try? Self.contents(of: file))?.stores[store] ?? OfStore()
    }
  }

  /// - Throws: ``StudioError`` if the file cannot be read or written.
  package func change(_ store: String, _ body: (inout OfStore) -> Void) throws {
    try memory.withLock { memory in
      guard let file else { return body(&memory.stores[store, default: OfStore()]) }
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw StudioError(
          "The settings cannot be kept: \(file.deletingLastPathComponent().path) cannot be created.",
          advice: "Set XDG_CONFIG_HOME to a folder that may be written to.")
      }
      try exclusively(file) {
        var contents = try Self.contents(of: file)
        body(&contents.stores[store, default: OfStore()])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
          try encoder.encode(contents).write(to: file, options: .atomic)
        } catch {
          throw StudioError(
            "The settings cannot be written to \(file.path).",
            advice: "See whether the file and the disk can be written to.")
        }
      }
    }
  }

  private static func contents(of file: URL) throws -> Contents {
    guard let data = try? Data(contentsOf: file) else {
      // One that is there and cannot be read is not replaced.
      guard !FileManager.default.fileExists(atPath: file.path) else {
        throw StudioError("The settings in \(file.path) cannot be read.", advice: "See who may read the file.")
      }
      return Contents()
    }
    do {
      return try JSONDecoder().decode(Contents.self, from: data)
    } catch {
      throw StudioError("The settings in \(file.path) are not readable.", advice: "Mend or remove the file.")
    }
  }

  /// A lock beside the file: the file itself is replaced by each change.
  private func exclusively(_ file: URL, _ body: () throws -> Void) throws {
    let descriptor = open(file.path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StudioError(
        "The settings cannot be kept: \(file.path).lock cannot be opened.",
        advice: "See whether the folder may be written to.")
    }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw StudioError("The settings cannot be locked.", advice: "Set XDG_CONFIG_HOME to a folder on a local disk.")
      }
    }
    try body()
  }
}
