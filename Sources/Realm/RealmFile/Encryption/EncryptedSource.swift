// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import SecureHashes
import Synchronization

#if !Realm
  #error("Reading Realm files needs the trait 'Realm' of OpenSwiftData: enable it in your package's dependency.")
#endif

/// The content of an encrypted file.
///
/// The file is a row of blocks: a page of records, then up to 64 pages of
/// data, which the records have the signatures and initialization vectors of.
/// Pages are decrypted when they are asked for, and some of them are kept.
final class EncryptedSource: ByteSource {
  static let pageSize = 4096
  private static let recordSize = 64
  private static let pagesPerBlock = 64

  let size: Int
  private let file: any ByteSource
  private let key: SymmetricKey
  private let signature: PageSignature
  private let pages = Mutex(PageCache())

  var name: String? { file.name }

  /// - Throws: ``RealmFileError`` if the key is not that of the file.
  init(_ file: any ByteSource, key: RealmKey) throws {
    self.file = file
    self.key = SymmetricKey(data: key.cipher)
    signature = PageSignature(key: key.signature)
    let all = file.size / Self.pageSize
    let blocks = (all + Self.pagesPerBlock) / (Self.pagesPerBlock + 1)
    size = (all - blocks) * Self.pageSize
    guard size > 0 else {
      throw RealmFileError(
        .truncated, "The file has \(file.size) bytes, too few for an encrypted one.",
        file: file.name, advice: "Copy or download it again.")
    }
    _ = try page(0)
  }

  func bytes(at offset: Int, count: Int) throws -> Bytes {
    try check(offset, count)
    let first = offset / Self.pageSize
    let start = offset % Self.pageSize
    if count <= Self.pageSize - start {
      guard count > 0 else { return Bytes(copying: []) }
      return try Bytes(page(first)).slice(start, count)
    }
    let whole = Buffer(count: count)
    var filled = 0
    while filled < count {
      let position = offset + filled
      let page = try page(position / Self.pageSize)
      let begin = position % Self.pageSize
      let length = min(count - filled, Self.pageSize - begin)
      (whole.start + filled).copyMemory(from: page.start + begin, byteCount: length)
      filled += length
    }
    return Bytes(whole)
  }

  func trim() { file.trim() }
  func forget() { pages.withLock { $0 = PageCache() } }
  func checkSize() throws { try file.checkSize() }

  private func page(_ index: Int) throws -> Buffer {
    if let page = pages.withLock({ $0[index] }) { return page }
    let page = try decrypt(index)
    pages.withLock { $0[index] = page }
    return page
  }

  private func decrypt(_ index: Int) throws -> Buffer {
    let block = index / Self.pagesPerBlock
    let record = try file.bytes(
      at: block * (Self.pagesPerBlock + 1) * Self.pageSize
        + index % Self.pagesPerBlock * Self.recordSize,
      count: Self.recordSize)
    let page = Buffer(count: Self.pageSize)
    let first = try record.load(UInt32.self, at: 0)
    guard first != 0 else {
      // Never written.
      page.start.initializeMemory(as: UInt8.self, repeating: 0, count: Self.pageSize)
      return page
    }
    let second = try record.load(UInt32.self, at: 32)
    let encrypted = try file.bytes(
      at: (index + block + 1) * Self.pageSize, count: Self.pageSize)
    let signed = encrypted.withBytes { signature.sign($0) }
    let vector: UInt32
    if Self.isEqual(try record.slice(4, 28), signed) {
      vector = first
    } else if second != 0, Self.isEqual(try record.slice(36, 28), signed) {
      // The page was not written any more when the app ended.
      vector = second
    } else if encrypted.withBytes({ $0.allSatisfy { $0 == 0 } }) {
      page.start.initializeMemory(as: UInt8.self, repeating: 0, count: Self.pageSize)
      return page
    } else {
      throw failure(index)
    }
    page.bytes.copyBytes(from: try decrypt(encrypted.data, vector, index * Self.pageSize))
    return page
  }

  private func decrypt(_ page: Data, _ vector: UInt32, _ offset: Int) throws -> Data {
    var bytes = [UInt8](repeating: 0, count: 16)
    for i in 0..<4 { bytes[i] = UInt8(truncatingIfNeeded: vector >> UInt32(8 * i)) }
    for i in 0..<8 { bytes[4 + i] = UInt8(truncatingIfNeeded: offset >> (8 * i)) }
    do {
      return try AES._CBC.decrypt(page, using: key, iv: .init(ivBytes: bytes), noPadding: true)
    } catch {
      throw RealmFileError(
        .damaged, "A page cannot be decrypted: \(error).", file: name, offset: offset)
    }
  }

  private func failure(_ index: Int) -> RealmFileError {
    if index == 0 {
      return RealmFileError(
        .wrongKey, "The key does not fit, or this is no encrypted Realm file.", file: name,
        advice: "Give the 64 bytes that the app opens the file with.")
    }
    return RealmFileError(
      .damaged, "An encrypted page has another signature than its content.", file: name,
      offset: index * Self.pageSize,
      advice: "Take another copy of the file, made while no program had it open.")
  }

  private static func isEqual(_ bytes: Bytes, _ signature: [UInt8]) -> Bool {
    bytes.withBytes { $0.count == signature.count && zip($0, signature).allSatisfy(==) }
  }
}

/// The pages that were decrypted last.
private struct PageCache: Sendable {
  /// 4 MB.
  private static let limit = 1024

  private var pages: [Int: Buffer] = [:]
  /// In the order in which they came.
  private var order: [Int] = []
  private var oldest = 0

  subscript(index: Int) -> Buffer? {
    get { pages[index] }
    set {
      guard let newValue, pages.updateValue(newValue, forKey: index) == nil else { return }
      if order.count < Self.limit {
        order.append(index)
      } else {
        pages[order[oldest]] = nil
        order[oldest] = index
        oldest = (oldest + 1) % Self.limit
      }
    }
  }
}

/// The signature of a page: HMAC with SHA-224.
struct PageSignature {
  private let inner: SHA224
  private let outer: SHA224

  /// - Parameter key: 32 bytes.
  init(key: [UInt8]) {
    func start(_ pad: UInt8) -> SHA224 {
      var block = [UInt8](repeating: pad, count: 64)
      for (index, byte) in key.prefix(64).enumerated() { block[index] ^= byte }
      var hash = SHA224()
      block.withUnsafeBytes { hash.update(blocks: $0) }
      return hash
    }
    inner = start(0x36)
    outer = start(0x5C)
  }

  /// - Parameter page: whole blocks of 64 bytes.
  func sign(_ page: UnsafeRawBufferPointer) -> [UInt8] {
    var inner = inner
    inner.update(blocks: page)
    var outer = outer
    return outer.finish(inner.finish())
  }
}
