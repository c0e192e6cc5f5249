// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every source file says under which license it may be used.
struct LicenseHeaderTests {
  static let identifier = "SPDX-License-Identifier: Apache-2.0"

  /// Sources by others, in their own words, and what is generated from them.
  static let exceptions = [
    "Tests/Engine/SpecificationTests/", "Tests/Engine/SwiftDataMacrosTests/Documents/Contexts/",
    "Tests/Realm/RealmBehaviour/", "Tests/Support/Models/AppleModels/", "Tests/Support/Models/RealmModels/",
  ]

  @Test(arguments: ["Sources", "Tests", "Examples", "Benchmarks/Sources"])
  func eachSourceFileBeginsWithItsLicense(folder: String) throws {
    let paths = Repository.sources(below: folder).filter { path in
      !path.contains("/.build") && !Self.exceptions.contains { path.hasPrefix($0) }
    }
    #expect(!paths.isEmpty)
    for path in paths {
      // A manifest begins with the version of its tools.
      let lines = try Repository.text(path).split(separator: "\n").prefix(2)
      #expect(lines.contains("// \(Self.identifier)"), "\(path)")
    }
  }

  @Test func eachScriptNamesItsLicense() throws {
    let folder = Repository.root.appendingPathComponent("Scripts")
    let files = FileManager.default.enumerator(atPath: folder.path)
    let paths = (files?.allObjects as? [String] ?? []).map { "Scripts/\($0)" }.sorted()
    var scripts = 0
    for path in paths {
      var isFolder: ObjCBool = false
      let place = Repository.root.appendingPathComponent(path).path
      FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
      if isFolder.boolValue { continue }
      let lines = try Repository.text(path).split(separator: "\n").prefix(2)
      guard lines.first?.hasPrefix("#!") == true else { continue }
      scripts += 1
      #expect(lines.contains("# \(Self.identifier)"), "\(path)")
    }
    #expect(scripts > 0)
  }
}
