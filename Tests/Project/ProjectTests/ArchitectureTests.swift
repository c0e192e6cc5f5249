// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Documentation/Architecture.md says what is there.
@Suite struct ArchitectureTests {
  private let manifest: PackageManifest
  private let lines: [String]

  init() throws {
    manifest = PackageManifest(try Repository.text("Package.swift"))
    lines = try Repository.text("Documentation/Architecture.md")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The rows of the table under a heading, by column.
  private func table(under heading: String, in page: [String]? = nil) -> [[String]] {
    let lines = page ?? lines
    guard let start = lines.firstIndex(of: heading) else { return [] }
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    return section.filter { $0.hasPrefix("|") }.dropFirst(2).map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The words between backticks.
  private func code(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test func everyTargetIsListedOnceWithWhatItImports() throws {
    let rows = table(under: "### Targets")
    var listed: [String] = []
    for row in rows {
      try #require(row.count == 4)
      let name = try #require(code(row[0]).first)
      listed.append(name)
      let target = try #require(
        manifest.targets.first { $0.name == name }, "\(name) is not in Package.swift")
      #expect(Set(code(row[1])) == target.targets, "\(name) imports other targets")
      let packages = row[2].split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(Set(packages) == target.packages, "\(name) imports other packages")
    }
    #expect(listed.sorted() == manifest.targets.map(\.name).sorted())
  }

  /// The picture leaves out the arrows that a longer way implies.
  @Test func theArrowsOfThePictureAreImports() {
    let arrows = lines.compactMap { line -> (String, String)? in
      let parts = line.split(separator: " ")
      return parts.count == 3 && parts[1] == "-->" ? (String(parts[0]), String(parts[2])) : nil
    }
    #expect(!arrows.isEmpty)
    func reachable(_ name: String, _ edges: [String: Set<String>]) -> Set<String> {
      var found: Set<String> = []
      var waiting = [name]
      while let next = waiting.popLast() {
        for other in edges[next] ?? [] where found.insert(other).inserted { waiting.append(other) }
      }
      return found
    }
    var drawn: [String: Set<String>] = [:]
    for (from, to) in arrows { drawn[from, default: []].insert(to) }
    let imports = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.targets) })
    for (from, to) in arrows {
      #expect(imports[from]?.contains(to) == true, "\(from) does not import \(to)")
    }
    for target in manifest.targets {
      #expect(
        reachable(target.name, drawn) == reachable(target.name, imports),
        "the arrows from \(target.name) lead elsewhere")
    }
  }

  @Test func everyFolderIsListed() throws {
    for target in manifest.targets {
      let folders = Repository.folders(in: target.folder)
      let listed = table(under: "### \(target.name)").flatMap { code($0[0]) }
      #expect(listed.count == Set(listed).count, "\(target.name) lists a folder twice")
      #expect(Set(listed) == folders, "\(target.name)")
    }
  }

  /// Whether a target has a file: `TARGET/FOLDER/FILE`.
  private func has(_ file: String) -> Bool {
    guard let name = file.split(separator: "/").first,
      let target = manifest.targets.first(where: { $0.name == name })
    else { return false }
    return Repository.has(target.folder + file.dropFirst(name.count))
  }

  /// Rooms are the folders in `Sources`; those that lie in one of them belong to it.
  @Test func roomsImportOnlyThoseBeforeThem() throws {
    var order: [String] = []
    for room in manifest.rooms.map({ $0.split(separator: "/")[1] }) where !order.contains(String(room)) {
      order.append(String(room))
    }
    #expect(Set(order) == Repository.folders(in: "Sources"))
    func room(_ target: PackageManifest.Target) -> Int? {
      order.firstIndex(of: String(target.folder.split(separator: "/")[1]))
    }
    for target in manifest.targets {
      let place = try #require(room(target))
      for name in target.targets {
        guard let other = manifest.targets.first(where: { $0.name == name }) else { continue }
        #expect(try #require(room(other)) <= place, "\(target.name) imports \(name)")
      }
    }
  }

  /// The files on a way, and their number. `Scripts/nightly walks` compares them with a trace.
  @Test(arguments: ["## A fetch", "## A save"])
  func everyFileOfAWalkIsThere(heading: String) throws {
    let lines = try Repository.text("Documentation/Walks.md").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let rows = table(under: heading, in: lines)
    let files = rows.flatMap { code($0[0]) }
    #expect(!files.isEmpty)
    for file in files { #expect(has(file), "\(file) is not there") }
    #expect(files.count == Set(files).count)
    for row in rows { #expect(row.last?.isEmpty == false, "\(row[0]) has no description") }
    let start = try #require(lines.firstIndex(of: heading))
    let targets = Set(files.compactMap { $0.split(separator: "/").first })
    let sentence = "\(files.count) files in \(targets.count) targets"
    #expect(lines[start...].prefix(8).contains { $0.contains(sentence) }, "it is \(sentence)")
  }
}
