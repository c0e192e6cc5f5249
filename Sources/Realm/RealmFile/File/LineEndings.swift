// SPDX-License-Identifier: Apache-2.0

/// Finds the damage that programs do which take a file for text.
enum LineEndings {
  private static let reach = 1 << 24

  /// Whether there are line feeds, and a carriage return before each.
  ///
  /// In a file that was not converted, one in 256 would be so by chance.
  static func areConverted(in source: any ByteSource) -> Bool {
    guard source.size >= RealmFileHeader.size,
      let bytes = try? source.bytes(at: 0, count: min(source.size, reach))
    else { return false }
    guard bytes.withBytes(hasMagic) else { return false }
    var count = 0
    var previous: UInt8 = 0
    return bytes.withBytes { bytes in
      for byte in bytes {
        if byte == 0x0A {
          guard previous == 0x0D else { return false }
          count += 1
        }
        previous = byte
      }
      return count > 1
    }
  }

  /// Whether the name of the format is at the beginning, or what has come
  /// between has moved it.
  private static func hasMagic(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let magic = Array("T-DB".utf8)
    return (16...min(32, bytes.count - 4)).contains { start in
      magic.indices.allSatisfy { bytes[start + $0] == magic[$0] }
    }
  }

  static let error = RealmFileError(
    .damagedByLineEndings,
    "Each line feed in the file has become a carriage return and a line feed.",
    advice:
      "Take the original: copy it in binary mode, and mark *.realm as binary in .gitattributes.")
}
