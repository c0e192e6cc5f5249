// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Values longer than SQLite takes are refused as a whole, never cut.
@Suite struct HugeValueTests {
  @Model final class Blob {
    var number: Int
    var data = Data()
    var text = ""
    @Attribute(.externalStorage) var large: Data?
    init(_ number: Int) { self.number = number }
  }

  /// Memory that is never touched, and so takes none.
  private static func data(_ count: Int) throws -> Data {
    #if os(Windows)
      return Data(count: count)
    #else
      let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
      let start = try #require(memory != MAP_FAILED ? memory : nil)
      return Data(bytesNoCopy: start, count: count, deallocator: .unmap)
    #endif
  }

  @Test(arguments: [Int(Int32.max) + 1, Int(UInt32.max) + 6])
  func areRefusedByName(count: Int) throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Blob.self))
    context.insert(Blob(1))
    try context.save()
    for path in [\Blob.data as PartialKeyPath<Blob>, \Blob.large] {
      let blob = Blob(2)
      context.insert(blob)
      if path == \Blob.data { blob.data = try Self.data(count) } else { blob.large = try Self.data(count) }
      let error = #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
      #expect(error?.entity == "Blob" && error?.property == (path == \Blob.data ? "data" : "large"))
      #expect(error?.explanation.contains("\(count) bytes") == true)
      context.rollback()
    }
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Blob>())
    #expect(stored.map(\.number) == [1] && stored.allSatisfy { $0.data.isEmpty })
  }

  private static let hasMemory = ProcessInfo.processInfo.physicalMemory > 12_000_000_000

  /// A string has memory of its own, which its length alone must keep from being copied.
  @Test(.enabled(if: hasMemory, "A string of two gigabytes is made."))
  func stringsAreRefusedByName() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Blob.self))
    context.insert(Blob(1))
    try context.save()
    let count = Int(Int32.max) + 1
    do {
      let blob = Blob(2)
      context.insert(blob)
      blob.text = String(unsafeUninitializedCapacity: count) { buffer in
        // In one go: a loop takes a minute without optimization.
        buffer.baseAddress.map { _ = memset($0, Int32(UInt8(ascii: "x")), count) }
        return count
      }
      let error = #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
      #expect(error?.entity == "Blob" && error?.property == "text")
      #expect(error?.explanation.contains("\(count) bytes") == true)
      let text = blob.text
      context.rollback()
      let stored = try #require(try context.fetch(FetchDescriptor<Blob>()).first)
      stored.text = text
      #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
      context.rollback()
    }
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Blob>())
    #expect(stored.map(\.number) == [1] && stored.map(\.text) == [""])
  }

  /// Without models, values are copied before they come to the store.
  @Test(.enabled(if: hasMemory, "A few copies of a gigabyte are made."))
  func areRefusedWithoutModels() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Blob.self))
    context.insert(Blob(1))
    try context.save()
    let data = try Self.data(1_000_000_001)
    func refused(_ body: () throws -> Void) {
      let error = #expect(throws: SwiftDataError.valueOutOfRange) { try body() }
      #expect(error?.entity == "Blob" && error?.property == "data")
    }
    refused {
      try context.insertRows(of: Blob.self, from: 0..<1) { number, row in
        row.set(\.number, number)
        row.set(\.data, data)
      }
    }
    refused { try context.update(Blob.self, .set(\.data, to: data)) }
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Blob>())
    #expect(stored.map(\.number) == [1] && stored.allSatisfy { $0.data.isEmpty })
  }
}
