import Foundation

/// The folder of large values beside a store.
///
/// `.<base name>_SUPPORT/_EXTERNAL_DATA/<UUID>`. A column holds 0x02, the 36
/// characters of the name, and NUL; or 0x01 and the bytes themselves.
struct ExternalFiles: Sendable {
  let folder: URL

  /// - Parameter store: with symbolic links resolved.
  init(of store: URL) {
    folder = Self.support(of: store).appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  static func support(of store: URL) -> URL {
    let base = store.deletingPathExtension().lastPathComponent
    return store.deletingLastPathComponent()
      .appendingPathComponent(".\(base)_SUPPORT", isDirectory: true)
  }

  /// The name in a column's bytes; `nil` if they are no reference.
  ///
  /// Nothing but a UUID is a name, so that no path leads out of the folder.
  static func name(in bytes: Data) -> String? {
    guard bytes.count == 38, bytes.first == 2, bytes.last == 0 else { return nil }
    let text = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text), uuid.uuidString == text else {
      return nil
    }
    return text
  }

  func file(_ name: String) -> ExternalFile {
    let url = folder.appendingPathComponent(name)
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
    return ExternalFile(
      name: name, url: url, size: isFile ? (attributes?[.size] as? NSNumber)?.uint64Value : nil)
  }

  /// The files that are there, by name.
  func all() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { file($0).size != nil }.sorted()
  }
}
