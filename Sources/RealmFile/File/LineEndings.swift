/// Finds the damage that programs do which take a file for text.
enum LineEndings {
  private static let reach = 1 << 24

  /// Whether there are line feeds, and a carriage return before each.
  ///
  /// In a file that was not converted, one in 256 would be so by chance.
  static func areConverted(in source: any ByteSource) -> Bool {
    guard source.size >= FileHeader.size, FileHeader.isRealm(source),
      let bytes = try? source.bytes(at: 0, count: min(source.size, reach))
    else { return false }
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

  static let error = RealmFileError(
    .damagedByLineEndings,
    "Each line feed in the file has become a carriage return and a line feed.",
    advice:
      "Take the original: copy it in binary mode, and mark *.realm as binary in .gitattributes.")
}
