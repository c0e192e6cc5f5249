// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files that these tests are about.
enum Repository {
  /// The folder of Package.swift.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
  }

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// The Swift files below a folder, as paths from the root, in order.
  static func sources(below folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    let paths = (files?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
    return paths.sorted().map { "\(folder)/\($0)" }
  }

  /// The Swift files of a target in `Sources`.
  static func sources(of target: String) throws -> [String] {
    let manifest = PackageManifest(try text("Package.swift"))
    guard let target = manifest.targets.first(where: { $0.name == target }) else { return [] }
    return sources(below: target.folder)
  }

  /// The folders in a folder that hold Swift files.
  static func folders(in folder: String) -> Set<String> {
    Set(
      sources(below: folder).compactMap { path in
        let parts = path.dropFirst(folder.count + 1).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : nil
      })
  }
}
