// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Bytes of the app that look like what a column of a large value has: the name of a file.
@Suite struct LookalikeTests {
  @Model final class Sample {
    var name: String
    var bytes: Data
    @Attribute(.externalStorage) var scan: Data?

    init(_ name: String, _ bytes: Data) {
      self.name = name
      self.bytes = bytes
    }
  }

  private static let large = Data(repeating: 6, count: 200_000)

  private func reference(to name: String) -> Data { Data([2]) + Data(name.utf8) + Data([0]) }

  private func files(_ folder: TestFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA").path)
  }

  @Test func theyAreRestoredAsTheyWere() async throws {
    let folder = try TestFolder()
    let container = try ModelContainer(
      for: Sample.self, configurations: ModelConfiguration(url: folder.file()))
    let context = ModelContext(container)
    let scan = Sample("scan", Data())
    scan.scan = Self.large
    context.insert(scan)
    try context.save()
    // Of a file that another row has, and of none.
    let taken = reference(to: try #require(try files(folder).first))
    let invented = reference(to: UUID().uuidString)
    context.insert(Sample("taken", taken))
    context.insert(Sample("invented", invented))
    try context.save()
    #expect(try await container.integrityCheck().problems == [])
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)

    try context.delete(model: Sample.self)
    try await container.restore(from: target)
    let restored = try context.fetch(FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.name)]))
    #expect(restored.map(\.name) == ["invented", "scan", "taken"])
    #expect(restored.map(\.bytes) == [invented, Data(), taken])
    #expect(restored[1].scan == Self.large)
    #expect(try await container.integrityCheck().problems == [])
  }
}
