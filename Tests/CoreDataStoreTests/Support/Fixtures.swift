import CoreDataStore
import Foundation
import Testing

/// Stores that Apple's software wrote, kept beside the checkout.
enum Fixtures {
  /// `../shared/fixtures/stores`, seen from the checkout or a folder above it.
  static let folder: URL? = {
    let manager = FileManager.default
    var candidates: [URL] = []
    if let path = ProcessInfo.processInfo.environment["SWIFTDATA_SHARED"] {
      candidates.append(URL(fileURLWithPath: path))
    }
    var current = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while current.path != "/" {
      current.deleteLastPathComponent()
      candidates.append(current.appendingPathComponent("shared"))
    }
    return candidates.map { $0.appendingPathComponent("fixtures/stores") }
      .first { manager.fileExists(atPath: $0.path) }
  }()

  static let isThere = folder != nil

  static let note: Comment = "There are no stores in ../shared/fixtures, nor in SWIFTDATA_SHARED."

  /// The files, by name.
  static let stores: [URL] = {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".store") || $0.hasSuffix(".sqlite") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }()

  static func store(_ name: String) throws -> URL {
    try #require(stores.first { $0.lastPathComponent == name })
  }

  /// What the file beside a store says about it.
  static func facts(_ store: URL) throws -> JSONValue {
    let url = store.deletingPathExtension().appendingPathExtension("json")
    return try JSONValue(parsing: Data(contentsOf: url))
  }

  /// The number of rows of each table, as the file beside a store says.
  static func rowCounts(_ store: URL) throws -> [String: Int] {
    guard case .object(let members)? = try facts(store)["rowcounts"] else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: members.compactMap { member in
        guard case .number(let digits) = member.value, let count = Int(digits) else { return nil }
        return (member.name, count)
      })
  }
}

/// A folder that goes away with the object.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("CoreDataStoreTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A copy of a store and its log that can be written to.
  func copy(_ store: URL, as name: String? = nil) throws -> URL {
    let target = url.appendingPathComponent(name ?? store.lastPathComponent)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
      try FileManager.default.copyItem(atPath: store.path + suffix, toPath: target.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: target.path + suffix)
    }
    return target
  }

  /// Name, content and time of change of everything in the folder.
  func state() throws -> [String: Data] {
    var state: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let path = url.appendingPathComponent(name).path
      state[name] = FileManager.default.contents(atPath: path) ?? Data()
    }
    return state
  }
}

/// Keeps text in memory.
final class TextCollector: TextSink {
  private(set) var text = ""
  func write(_ text: String) { self.text += text }
}
