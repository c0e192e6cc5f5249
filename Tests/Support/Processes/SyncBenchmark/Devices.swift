// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import SwiftDataSync
import Synchronization

/// A row as apps have it: five attributes and one reference.
@Model final class Entry {
  var title: String
  var score: Int
  var weight: Double
  var day: Date
  var isDone: Bool
  var group: EntryGroup?

  init(_ index: Int) {
    title = "Entry number \(index)"
    score = index % 100
    weight = Double(index) / 3
    day = Date(timeIntervalSinceReferenceDate: Double(index) * 60)
    isDone = index % 7 == 0
  }
}

@Model final class EntryGroup {
  var name: String
  @Attribute(.externalStorage) var picture: Data?
  @Relationship(inverse: \Entry.group) var entries: [Entry] = []

  init(name: String) { self.name = name }
}

/// The command `swiftdata-server` on a file of its own.
final class BenchServer {
  let folder: URL
  let address: String
  private let process: SecondProcess

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("SyncBenchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tokens = folder.appendingPathComponent("tokens")
    try Data("ann secret\n".utf8).write(to: tokens)
    process = try SecondProcess(
      "swiftdata-server", "serve", folder.appendingPathComponent("server.sqlite").path, "--tokens", tokens.path,
      // What is measured is how fast it is, not how long it lets wait.
      "--port", "0", "--requests", "0", "--listeners", "100000")
    address = process.line() ?? ""
  }

  var identifier: Int32 { process.identifier }

  func stop() {
    process.signal(SIGTERM)
    process.end()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A container on a file of its own, and what syncs it.
final class BenchDevice {
  let container: ModelContainer
  private(set) var sync: ModelSync
  private let server: BenchServer

  init(_ server: BenchServer) throws {
    self.server = server
    let folder = server.folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    container = try ModelContainer(
      for: Entry.self, EntryGroup.self,
      configurations: ModelConfiguration(url: folder.appendingPathComponent("store.sqlite")))
    sync = try Self.sync(container, server)
  }

  private static func sync(_ container: ModelContainer, _ server: BenchServer) throws -> ModelSync {
    try ModelSync(
      container, models: [Entry.self, EntryGroup.self], account: "ann",
      transport: HTTPSyncTransport(server.address) { "secret" })
  }

  /// As after a start of the app: the first one has let go of the file.
  func reopened() throws -> ModelSync {
    let empty = try ModelContainer(
      for: Entry.self, EntryGroup.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    sync = try Self.sync(empty, server)
    sync = try Self.sync(container, server)
    return sync
  }

  func count() throws -> Int { try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) }

  /// Saves entries in groups of a hundred, ten thousand at a time.
  func fill(_ range: Range<Int>) throws {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 10_000) {
      let context = ModelContext(container)
      context.autosaveEnabled = false
      var group: EntryGroup?
      for index in start..<min(start + 10_000, range.upperBound) {
        if index % 100 == 0 {
          let next = EntryGroup(name: "Group \(index)")
          context.insert(next)
          group = next
        }
        let entry = Entry(index)
        context.insert(entry)
        entry.group = group
      }
      try context.save()
    }
  }

  /// When sync saves here the next time.
  func nextDownload() -> Task<ContinuousClock.Instant, any Error> {
    let (stream, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let observer = Observer(container) { continuation.yield($0) }
    return Task {
      defer { observer.remove() }
      for await time in stream { return time }
      throw BenchError("nothing came")
    }
  }

  private final class Observer: Sendable {
    nonisolated(unsafe) private let token: any NSObjectProtocol

    init(_ container: ModelContainer, _ report: @escaping @Sendable (ContinuousClock.Instant) -> Void) {
      token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
        [weak container] notification in
        guard let context = notification.object as? ModelContext, context.author == "SwiftDataSync",
          context.container === container
        else { return }
        report(ContinuousClock().now)
      }
    }

    func remove() { NotificationCenter.default.removeObserver(token) }
  }
}
