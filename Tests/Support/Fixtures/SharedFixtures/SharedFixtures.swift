// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where files that other programs wrote are found.
///
/// They are not part of the repository. They lie in `shared/fixtures`
/// beside the checkout or a folder above it, or under the folder that the
/// variable `SWIFTDATA_SHARED` names: stores in `stores`, Realm files in
/// `realms`. Tests that need them are skipped where there are none.
public enum SharedFixtures {
  /// The folder with the stores; `nil` if there is none.
  public static let stores: URL? = folder("fixtures/stores")

  /// The folder that has a store of this name; `nil` if there is none.
  public static func folder(of store: String) -> URL? {
    (all + nestedValues).first { $0.lastPathComponent == store }?.deletingLastPathComponent()
  }

  /// The folder with the Realm files; `nil` if there is none.
  public static let realms: URL? = folder("fixtures/realms")

  private static func folder(_ name: String) -> URL? {
    var candidates: [URL] = []
    if let path = ProcessInfo.processInfo.environment["SWIFTDATA_SHARED"] {
      candidates.append(URL(fileURLWithPath: path, isDirectory: true))
    }
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      candidates.append(folder.appendingPathComponent("shared", isDirectory: true))
    }
    return candidates.map { $0.appendingPathComponent(name, isDirectory: true) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// What a skipped test says.
  public static let absence =
    "There are no stores in shared/fixtures beside the checkout, nor at SWIFTDATA_SHARED."

  /// What a skipped test of Realm files says.
  public static let realmAbsence =
    "There are no Realm files in shared/fixtures beside the checkout, nor at SWIFTDATA_SHARED."

  /// The stores, by name.
  public static let all: [URL] = files(in: stores, [".store", ".sqlite"])

  /// Stores with values within values. What the files beside them say is less.
  public static let nestedValues: [URL] = files(in: folder("fixtures/nested-values"), [".store", ".sqlite"])

  /// The Realm files, by name.
  public static let allRealms: [URL] = files(in: realms, [".realm"])

  private static func files(in folder: URL?, _ endings: [String]) -> [URL] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { folder.appendingPathComponent($0) }
  }
}
