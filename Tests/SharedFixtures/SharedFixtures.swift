import Foundation

/// Where stores that other programs wrote are found.
///
/// They are not part of the repository. They lie in `shared/fixtures/stores`
/// beside the checkout or a folder above it, or under the folder that the
/// variable `SWIFTDATA_SHARED` names. Tests that need them are skipped where
/// there are none.
public enum SharedFixtures {
  /// The folder with the stores; `nil` if there is none.
  public static let stores: URL? = {
    var candidates: [URL] = []
    if let path = ProcessInfo.processInfo.environment["SWIFTDATA_SHARED"] {
      candidates.append(URL(fileURLWithPath: path, isDirectory: true))
    }
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      candidates.append(folder.appendingPathComponent("shared", isDirectory: true))
    }
    return candidates.map { $0.appendingPathComponent("fixtures/stores", isDirectory: true) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// What a skipped test says.
  public static let absence =
    "There are no stores in shared/fixtures beside the checkout, nor at SWIFTDATA_SHARED."

  /// The stores, by name.
  public static let all: [URL] = {
    guard let stores else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: stores.path)) ?? []
    return names.filter { $0.hasSuffix(".store") || $0.hasSuffix(".sqlite") }.sorted()
      .map { stores.appendingPathComponent($0) }
  }()
}
