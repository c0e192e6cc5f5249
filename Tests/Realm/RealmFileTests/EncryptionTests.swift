// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import Testing

@testable import RealmWriting

/// Encrypted files of format 24, which the tests write.
@Suite struct EncryptionTests {
  private let table = WrittenTable(
    name: "class_Thing", columns: [WrittenColumn(name: "text", type: .string)],
    rows: (0..<2000).map { (Int64($0), [.string(String(repeating: "\($0) ", count: 40))]) })

  private func read(_ bytes: [UInt8], key: [UInt8] = Encryption.key) throws -> RealmFile {
    let file = try RealmFile(bytes: bytes, key: RealmKey(key))
    let rows = try file.table("Thing").rows()
    var number = 0
    while let row = try rows.next() {
      guard try row.value(at: 0) == table.rows[number].values[0] else {
        Issue.record("object \(number)")
        break
      }
      number += 1
    }
    #expect(number == table.rows.count)
    return file
  }

  /// More than 64 pages, so that there are several pages of records.
  @Test func filesOfManyPages() throws {
    let plain = RealmWriter.file([table])
    #expect(plain.count > 70 * 4096)
    let file = try read(Encryption.encrypt(plain))
    #expect(file.isEncrypted)
    try file.checkUnchanged()
  }

  @Test func theRestOfAPageIsZero() throws {
    let plain = RealmWriter.file([table])
    _ = try read(Encryption.encrypt(plain + [UInt8](repeating: 0, count: 20_000)))
    let pages = (plain.count + 4095) / 4096
    // Room that was never written to.
    _ = try read(
      Encryption.encrypt(
        plain + [UInt8](repeating: 0, count: 20_000), unwritten: [pages + 1, pages + 2]))
  }

  @Test func interruptedWritesHaveTheOlderRecord() throws {
    _ = try read(Encryption.encrypt(RealmWriter.file([table]), interrupted: 3))
  }

  @Test func streamedFilesEndAPage() throws {
    var writer = RealmWriter()
    let top = writer.group([table])
    // As Realm does: so that the mark is the last of the page.
    while (writer.node.bytes.count + 16) % 4096 != 0 {
      _ = writer.node.node([], kind: 2, widthCode: 0, count: 0, [])
    }
    _ = try read(Encryption.encrypt(writer.node.streamed(top: top)))
  }

  @Test func wrongKeys() throws {
    let plain = RealmWriter.file([table])
    let encrypted = try Encryption.encrypt(plain)
    func code(_ bytes: [UInt8], _ key: [UInt8]?) throws -> RealmFileError.Code? {
      do {
        _ = try RealmFile(bytes: bytes, key: key.map { try RealmKey($0) })
        return nil
      } catch let error as RealmFileError {
        return error.code
      }
    }
    #expect(try code(encrypted, nil) == .keyRequired)
    #expect(try code(encrypted, [UInt8](repeating: 0, count: 64)) == .wrongKey)
    #expect(try code(plain, Encryption.key) == .notEncrypted)
    #expect(throws: RealmFileError.self) { try RealmKey([1, 2, 3]) }
    // Another key for the content, the same for the signatures.
    var mixed = Encryption.key
    mixed[0] ^= 1
    #expect(try code(encrypted, mixed) != nil)
  }

  @Test func changedPagesAreErrors() throws {
    var bytes = try Encryption.encrypt(RealmWriter.file([table]))
    bytes[20 * 4096 + 100] ^= 1
    let error = #expect(throws: RealmFileError.self) { try read(bytes) }
    #expect(error?.code == .damaged)
    #expect(error?.offset != nil)
    #expect(error?.description.contains("signature") == true)
  }
}
