// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import Testing

@testable import RealmWriting

/// Files that are broken, or no Realm files: an error, never a crash.
@Suite struct HostileTests {
  private let things = WrittenTable(
    name: "class_Thing",
    columns: [
      WrittenColumn(name: "number", type: .int), WrittenColumn(name: "text", type: .string),
      WrittenColumn(name: "list", type: .int, collection: .list),
    ],
    rows: (0..<20).map {
      (Int64($0), [.int(Int64($0)), .string("thing \($0)"), .list([.int(1), .int(2)])])
    })

  private func code(_ url: URL) -> RealmFileError.Code? {
    do {
      _ = try RealmFile(url: url)
      return nil
    } catch {
      return (error as? RealmFileError)?.code
    }
  }

  @Test func whatIsNoRealmIsSaidSo() throws {
    let folder = try TemporaryFolder()
    #expect(code(folder.url) == .notAFile)
    #expect(code(folder.url.appendingPathComponent("none.realm")) == .fileNotFound)
    #expect(code(URL(fileURLWithPath: "/dev/null")) == .notAFile)
    #expect(code(try #require(URL(string: "https://example.com/a.realm"))) == .notAFile)
    #expect(code(try folder.file("empty", [])) == .fileIsEmpty)
    #expect(code(try folder.file("text", "Hello".utf8)) == .truncated)
    #expect(
      code(try folder.file("long", String(repeating: "Hello", count: 100).utf8)) == .notARealm)
    var random = SplitMix(state: 1)
    let noise = (0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(code(try folder.file("noise", noise)) == .keyRequired)
    // A pipe that nobody writes to must not be waited for.
    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(code(pipe) == .notAFile)
  }

  @Test func formats() throws {
    var writer = RealmWriter()
    let top = writer.group([things])
    func error(_ format: UInt8) throws -> RealmFileError? {
      try Reading.error(writer.node.file(top: top, format: format))
    }
    #expect(try error(24) == nil)
    #expect(try error(25)?.code == .newerFormat)
    #expect(try error(255)?.code == .newerFormat)
    #expect(try error(1)?.code == .olderFormat)
    for format: UInt8 in 12...19 { #expect(try error(format)?.code == .unknownFormat) }
    // Tables of format 10 and later, but a header from before.
    for format: UInt8 in 2...9 {
      let error = try error(format)
      #expect(error?.code == .interruptedUpgrade)
      #expect(error?.table == "class_Thing")
      #expect(error?.advice != nil)
    }
  }

  @Test func filesWithoutTables() throws {
    let header = [UInt8](repeating: 0, count: 16) + Array("T-DB".utf8) + [0, 0, 0, 0]
    #expect(try RealmFile(bytes: header).tables.isEmpty)
    var second = header
    second[20] = 24
    #expect(try RealmFile(bytes: second).tables.isEmpty)
  }

  @Test func errorsSayWhere() throws {
    let folder = try TemporaryFolder()
    var bytes = RealmWriter.file([things])
    // The texts' leaf: its header becomes one of numbers.
    let text = Array("thing 0".utf8)
    let place = try #require(
      (0..<bytes.count - text.count).first { Array(bytes[$0..<$0 + text.count]) == text })
    bytes[place - 4] = 0x04
    let url = try folder.file("damaged.realm", bytes)
    let error = try #require(
      #expect(throws: RealmFileError.self) { try Reading.all(RealmFile(url: url)) })
    #expect(error.file == url.path)
    #expect(error.table == "class_Thing")
    #expect(error.property == "text")
    #expect(error.object == RealmObjectKey(0))
    #expect(error.code == .damaged)
    #expect(error.offset == place - 8)
    #expect(error.advice != nil)
    #expect(error.description.contains("table class_Thing, property text, object 0, offset"))
  }

  @Test func unknownNamesAreErrors() throws {
    let file = try RealmFile(bytes: RealmWriter.file([things]))
    let table = #expect(throws: RealmFileError.self) { try file.table("Nothing") }
    #expect(table?.code == .unknownTable)
    #expect(table?.advice == "There are: Thing.")
    let row = try #require(try file.table("Thing").rows().next())
    #expect(throws: RealmFileError.self) { try row["nothing"] }
    #expect(throws: RealmFileError.self) { try row.value(at: 3) }
    #expect(throws: RealmFileError.self) { try row.value(at: -1) }
    #expect(throws: RealmFileError.self) { try row.elements(of: "text") }
    #expect(try row.sources(ofBacklink: 5) == [])
  }

  @Test func truncatedFilesAreErrors() throws {
    // Streamed, so that the end of the file counts.
    for streamed in [false, true] {
      let whole = RealmWriter.file([things], streamed: streamed)
      for length in 1..<whole.count {
        let error = try Reading.error(Array(whole.prefix(length)))
        #expect(error != nil, "\(length) of \(whole.count)")
        #expect(
          [.truncated, .damaged].contains(error?.code), "\(length): \(error?.code.rawValue ?? "")")
      }
    }
  }

  @Test(.enabled(if: Fixtures.isThere, Fixtures.note))
  func lineEndings() throws {
    var found = 0
    for entry in Fixtures.entries where !entry.isEncrypted {
      let whole = [UInt8](try Data(contentsOf: entry.url()))
      guard whole.filter({ $0 == 0x0A }).count > 1 else { continue }
      let converted = whole.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      let error = try Reading.error(converted)
      #expect(
        error?.code == .damagedByLineEndings, "\(entry.file): \(error?.description ?? "read")")
      found += 1
    }
    #expect(found > 5)
  }

  /// A tree whose inner node is its own child.
  @Test func cyclesAreErrors() throws {
    var node = NodeWriter()
    let tagged = NodeWriter.tagged
    let offset = Int64(node.bytes.count)
    _ = node.references([tagged(2), offset, offset, tagged(4)], .inner)
    let error = try Reading.error(file(&node, list: offset))
    #expect(error?.code == .cyclic)
    #expect(error?.property == "list")
  }

  /// Few bytes that pretend to be 1,000 to the power of 20 elements.
  @Test func sharedNodesAreErrors() throws {
    var node = NodeWriter()
    var child = Int64(node.integers([Int64](repeating: 7, count: 1000)))
    for _ in 0..<20 {
      let children = [Int64](repeating: child, count: 1000)
      child = Int64(
        node.references([NodeWriter.tagged(1)] + children + [NodeWriter.tagged(1)], .inner))
    }
    #expect(try Reading.error(file(&node, list: child))?.code == .cyclic)
  }

  /// A leaf that has no bytes, but millions of elements.
  @Test func longLeavesOfNothingAreErrors() throws {
    var node = NodeWriter()
    let leaf = Int64(node.node([], kind: 0, widthCode: 0, count: (1 << 24) - 1, []))
    #expect(try Reading.error(file(&node, list: leaf))?.code == .damaged)
  }

  /// A list that every object has.
  @Test func sharedCollectionsAreErrors() throws {
    var node = NodeWriter()
    let list = Int64(node.integers((0..<1000).map { $0 * 1_000_000 }))
    let error = try Reading.error(file(&node, list: list, objects: 256))
    #expect(error?.code == .cyclic)
  }

  /// A number of objects that nothing is behind, and with which nobody can calculate.
  @Test(arguments: [1 << 62 - 1, 1 << 40, 100_000] as [Int64])
  func countsBeyondTheFileAreErrors(_ count: Int64) throws {
    var node = NodeWriter()
    let list = Int64(node.integers([1, 2]))
    let bytes = file(&node, list: list, count: count)
    try #require(bytes.count < 1000)
    let error = #expect(throws: RealmFileError.self) { try RealmFile(bytes: bytes) }
    #expect(error?.code == .damaged)
    #expect(error?.table == "class_Thing")
    // The same tree with the right number is read.
    var other = NodeWriter()
    let same = Int64(other.integers([1, 2]))
    #expect(try RealmFile(bytes: file(&other, list: same, count: 1)).tables.first?.count == 1)
  }

  /// A file with one table, one column and the same list in each object.
  ///
  /// - Parameter count: what an inner node says of the number of objects.
  private func file(_ node: inout NodeWriter, list: Int64, objects: Int = 1, count: Int64? = nil) -> [UInt8] {
    let tagged = NodeWriter.tagged
    let column = WrittenColumn(name: "list", type: .int, collection: .list)
    let key = RealmWriter.key(column, 0, 1)
    let leaf = Int64(node.references([Int64](repeating: list, count: objects)))
    var root = Int64(node.references([tagged(Int64(objects)), leaf]))
    if let count { root = Int64(node.references([0, tagged(1), tagged(count), root], .inner)) }
    let types = Int64(node.integers([0]))
    let names = Int64(node.names(["list"]))
    let marks = Int64(node.integers([column.attributes]))
    let keys = Int64(node.integers([key]))
    let spec = Int64(node.references([types, names, marks, 0, 0, keys]))
    let table = Int64(
      node.references([spec, 0, root, tagged(0), 0, 1, 1, 0, 0, tagged(1), 0, 0, 1, 0]))
    let tables = Int64(node.references([table]))
    let titles = Int64(node.names(["class_Thing"]))
    let top = node.references([titles, tables, tagged(0)])
    return node.file(top: top)
  }
}
