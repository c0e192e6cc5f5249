// SPDX-License-Identifier: Apache-2.0

/// The first 24 bytes of a file: where its content begins, and what format it
/// has.
struct RealmFileHeader {
  static let size = 24
  private static let magic: UInt32 = 0x4244_2D54
  private static let footerCookie: UInt64 = 0x3034_1252_37E5_26C8

  let format: RealmFormat
  /// Where the content begins; `nil` if there is none.
  let top: Int?
  /// The marks by which a change of the file is noticed.
  let stamp: [UInt64]

  /// Whether the bytes begin like those of a Realm file that is not encrypted.
  static func isRealm(_ source: any ByteSource) -> Bool {
    guard let bytes = try? source.bytes(at: 16, count: 4) else { return false }
    return (try? bytes.load(UInt32.self, at: 0)) == magic
  }

  init(_ source: any ByteSource) throws {
    let size = source.size
    guard size >= Self.size else {
      throw RealmFileError.truncated("The file has \(size) bytes, too few for a Realm file.")
    }
    guard Self.isRealm(source) else {
      throw RealmFileError(
        .notARealm, "The file does not begin like a Realm file.",
        advice: "Check that it is the right file; those of Realm mostly end in .realm.")
    }
    let bytes = try source.bytes(at: 0, count: Self.size)
    let flags = try bytes.load(UInt8.self, at: 23)
    let slot = Int(flags & 1)
    let number = Int(try bytes.load(UInt8.self, at: 20 + slot))
    var top = try bytes.load(UInt64.self, at: 8 * slot)
    stamp = try (0..<3).map { try bytes.load(UInt64.self, at: 8 * $0) }
    guard size % 8 == 0 else { throw Self.oddSize(source) }
    if slot == 0, top == .max {
      let footer = try source.bytes(at: size - 16, count: 16)
      guard try footer.load(UInt64.self, at: 8) == Self.footerCookie else {
        throw RealmFileError.truncated(
          "The file should have a mark at its end, which is missing.", at: size - 16)
      }
      top = try footer.load(UInt64.self, at: 0)
    }
    if number == 0, top == 0 {
      format = .none
      self.top = nil
      return
    }
    format = try RealmFormat(number)
    guard top != 0 else {
      self.top = nil
      return
    }
    guard top % 8 == 0, let offset = Int(exactly: top) else {
      throw RealmFileError.damaged("The content should begin at offset \(top).", at: 8 * slot)
    }
    guard offset <= size - NodeHeader.size else {
      throw RealmFileError.truncated(
        "The content should begin at offset \(top), but the file has \(size) bytes.", at: 8 * slot)
    }
    self.top = offset
  }

  private static func oddSize(_ source: any ByteSource) -> RealmFileError {
    if LineEndings.areConverted(in: source) { return LineEndings.error }
    return .truncated("The file has \(source.size) bytes, which is no multiple of eight.")
  }
}
