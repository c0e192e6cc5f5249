// SPDX-License-Identifier: Apache-2.0

#if Web
  internal import CWebFiles
  import Foundation
  import NIOCore
  import Synchronization

  /// The files that every page needs: part of the program, so that it runs without any others.
  struct Assets: Sendable {
    struct Asset: Sendable {
      let type: String
      let body: ByteBuffer
      let version: String
      /// For browsers that decompress it; nil if that would save nothing.
      var compressed: ByteBuffer? { compression?.buffer(body) }
      fileprivate var compression: Compression?
    }

    /// The compressed form of a file, made when it is first asked for.
    final class Compression: Sendable {
      private let known = Mutex<ByteBuffer?>(nil)

      func buffer(_ body: ByteBuffer) -> ByteBuffer {
        known.withLock { known in
          if let known { return known }
          let made = ByteBuffer(bytes: Gzip.compress(Array(body.readableBytesView)))
          known = made
          return made
        }
      }
    }

    static let prefix = "/_/"

    private let byName: [String: Asset]
    /// The symbols, which are two of the files.
    let icons: IconFiles

    /// - Parameters:
    ///   - styleSheet: rules of the program's own, which come after the host's.
    ///   - catalog: the app's colors and pictures.
    init(styleSheet: [UInt8] = [], catalog: AssetCatalog = AssetCatalog()) {
      func asset(_ type: String, _ bytes: [UInt8]) -> Asset {
        Asset(
          type: type, body: ByteBuffer(bytes: bytes), version: Self.version(of: bytes), compression: Compression())
      }
      icons = IconFiles(String(decoding: EmbeddedFile.icons, as: UTF8.self))
      var files = [
        "live.js": asset("text/javascript; charset=utf-8", Self.withoutComments(EmbeddedFile.liveScript)),
        "rows.js": asset("text/javascript; charset=utf-8", Self.withoutComments(EmbeddedFile.rowsScript)),
        "gestures.js": asset("text/javascript; charset=utf-8", Self.withoutComments(EmbeddedFile.gesturesScript)),
        "motion.js": asset("text/javascript; charset=utf-8", Self.withoutComments(EmbeddedFile.motionScript)),
        "style.css": asset(
          "text/css; charset=utf-8", Self.withoutComments(EmbeddedFile.styleSheet + catalog.styleSheet + styleSheet)),
        "icons.svg": asset("image/svg+xml", Array(icons.common.utf8)),
        "symbols.svg": asset("image/svg+xml", Array(icons.others.utf8)),
      ]
      for (name, picture) in catalog.pictures {
        guard let bytes = picture.symbol ?? (try? Data(contentsOf: picture.file)).map({ Array($0) }) else { continue }
        // Pictures are compressed already, but for drawings.
        var file = asset(picture.type, bytes)
        if !picture.type.hasPrefix("image/svg") { file.compression = nil }
        files[Self.fileName(ofPicture: name)] = file
        guard let dark = picture.dark, let other = try? Data(contentsOf: dark.file) else { continue }
        file = asset(dark.type, Array(other))
        if !dark.type.hasPrefix("image/svg") { file.compression = nil }
        files[Self.fileName(ofPicture: name, isDark: true)] = file
      }
      byName = files
    }

    /// The address of a picture of the catalog is made of its name alone: views ask for it before there is a host.
    static func fileName(ofPicture name: String, isDark: Bool = false) -> String {
      (isDark ? "picture-dark-" : "picture-") + name.utf8.map { String($0, radix: 16) }.joined()
    }

    /// The file at a path, nil if there is none.
    func asset(at path: Substring) -> Asset? {
      path.hasPrefix(Self.prefix) ? byName[String(path.dropFirst(Self.prefix.count))] : nil
    }

    /// Where a file is fetched from. Another version has another address, so browsers keep what they have.
    func address(of name: String) -> String {
      "\(Self.prefix)\(name)?v=\(byName[name]?.version ?? "")"
    }

    /// The lines of a script or a style sheet, without indentation and those that are comments. Neither has texts of
    /// several lines.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      for line in bytes.split(separator: 10) {
        let text = line.drop { $0 == 32 }
        if text.isEmpty || text.starts(with: [47, 47]) { continue }
        result += text
        result.append(10)
      }
      return result
    }

    /// A number of the bytes (FNV-1a).
    private static func version(of bytes: [UInt8]) -> String {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return String(hash, radix: 36)
    }
  }

  /// The files of the folder `Client`, which are part of the program.
  enum EmbeddedFile {
    static var liveScript: [UInt8] { bytes(of: web_file_live_js()) }
    static var rowsScript: [UInt8] { bytes(of: web_file_rows_js()) }
    static var gesturesScript: [UInt8] { bytes(of: web_file_gestures_js()) }
    static var motionScript: [UInt8] { bytes(of: web_file_motion_js()) }
    static var styleSheet: [UInt8] { bytes(of: web_file_style_css()) }
    static var icons: [UInt8] { bytes(of: web_file_icons_svg()) }

    private static func bytes(of file: CWebFile) -> [UInt8] {
      Array(UnsafeRawBufferPointer(start: file.start, count: file.count))
    }
  }
#endif
