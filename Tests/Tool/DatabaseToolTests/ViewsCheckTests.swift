// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ToolSupport

/// `swiftdata views check`.
@Suite struct ViewsCheckTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "views-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func check(_ text: String, _ options: String...) throws -> Tool.Result {
    try text.write(to: folder.appending(path: "App.swift"), atomically: true, encoding: .utf8)
    return try Tool.run(["views", "check", folder.path] + options)
  }

  @Test func whatIsMissingIsNamed() throws {
    let result = try check(
      """
      import SwiftUI
      import WebKit
      import SomePackage

      struct Home: View {
        @State private var name = ""
        var body: some View {
          VStack {
            Text("a").padding().soundOfDrums(3)
            HologramView(depth: 2)
            header.sensoryFeedback(.success, trigger: name).mask(Text(name))
            Button("Save") { Recorder().start() }
            Card().mine()
            #if os(visionOS)
              Globe3D()
            #endif
            #if !canImport(UIKit)
              Text("b").onlyElsewhere()
            #endif
          }
          .soundOfDrums(1)
          .onAppear { Recorder().start() }
        }
        private var header: some View { Text(name) }
        private var rows: some View { Text(name) }
      }
      func count(_ rows: [Int]) -> Int { rows.sorted().count }
      struct Card: View { var body: some View { Canvas { _, _ in } } }
      extension View { func mine() -> some View { opacity(0.5) } }
      """, "--json")
    #expect(result.code == 1, "\(result.errors)")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    func names(_ key: String) -> [String] {
      (answer[key] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }
    #expect(names("modules") == ["WebKit"])
    #expect(names("missing") == [".soundOfDrums", "HologramView"])
    #expect(names("inPart") == [".mask"])
    #expect(names("withoutEffect") == [".sensoryFeedback"])
    #expect(names("placeholders") == ["Canvas"])
    let uses = (answer["missing"] as? [[String: Any]])?.first?["uses"] as? [String] ?? []
    #expect(uses.map { $0.split(separator: ":").last } == ["9", "21"])
  }

  @Test func whatIsThereIsNoFinding() throws {
    let result = try check(
      """
      import SwiftUI
      struct Home: View {
        var body: some View { List { Text("a").bold() }.navigationTitle("A") }
      }
      """)
    #expect(result.code == 0)
    #expect(result.output.contains("Nothing is missing."))
  }

  @Test func sourcesThatCannotBeReadAreErrors() throws {
    #expect(try check("struct {").code == 2)
    let none = try Tool.run(["views", "check", folder.path + "/none"])
    #expect(none.code == 2)
    #expect(none.errors.contains("There is no such file or folder."))
    let empty = folder.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    #expect(try Tool.run(["views", "check", empty.path]).code == 2)
  }

  /// The examples use nothing that is missing.
  @Test(arguments: ["Trips", "Server", "World"])
  func examples(name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Examples/\(name)")
    let result = try Tool.run(["views", "check", folder.path])
    #expect(result.code == 0, "\(result.output)")
  }
}
