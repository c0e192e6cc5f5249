// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Large values are compared by their bytes, wherever they lie.
@Suite struct LargeValueComparisonTests {
  private static let name = "30084A1C-76CF-4976-8312-8E8EFCF6F510"

  /// A store with one value, in a file.
  private func store(_ bytes: Data?, name: String = name) throws -> HandmadeStore {
    let reference = "x'02\(HandmadeStore.hex(Data(name.utf8)))00'"
    let handmade = try HandmadeStore(
      ManagedObjectModel(entities: [
        .make("Thing", [.make("value", .binaryData) { $0.allowsExternalStorage = true }])
      ]), counters: ["Thing": 1],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, \(reference))",
      ])
    guard let bytes else { return handmade }
    let folder = handmade.folder.url.appendingPathComponent(".Handmade_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try bytes.write(to: folder.appendingPathComponent(name))
    return handmade
  }

  private func differences(_ first: HandmadeStore, _ second: HandmadeStore) throws -> [String] {
    var names: [String] = []
    try StoreComparison(first.open(), second.open()).rows { names += $0.values.map(\.name) }
    return names
  }

  @Test func filesOfOneNameAndSizeMayDiffer() throws {
    // More than one piece, and the last byte.
    var other = Data(repeating: 7, count: 300_000)
    let first = try store(other)
    #expect(try differences(first, store(other)).isEmpty)
    #expect(try differences(first, first).isEmpty)
    #expect(try differences(first, store(other, name: UUID().uuidString)).isEmpty)
    other[299_999] = 8
    #expect(try differences(first, store(other)) == ["value"])
    #expect(try differences(first, store(other.dropLast())) == ["value"])
    #expect(try differences(first, store(nil)) == ["value"])
    #expect(try differences(store(nil), store(nil)).isEmpty)
  }
}
