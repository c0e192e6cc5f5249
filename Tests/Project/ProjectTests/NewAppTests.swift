// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import Testing

/// `Scripts/new-app`: what it makes, and what it refuses. Building the package needs minutes and is not done here.
struct NewAppTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("new-app-\(UUID().uuidString)")

  private func run(_ arguments: String...) throws -> (code: Int32, errors: String) { try run(arguments) }

  private func run(_ arguments: [String]) throws -> (code: Int32, errors: String) {
    let script = Repository.root.appendingPathComponent("Scripts/new-app").path
    let result = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"cd "$1" && shift && exec bash "$@""#, "sh", folder.path, script] + arguments)
    return (result.status, result.errors)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  private func shim(_ package: String, _ name: String) -> String {
    "\(package)/Tests/\(name)Tests/MainActorTestCases.swift"
  }

  @Test func packagesAreMade() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      at: folder.appendingPathComponent("App/Models"), withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    try Data("import SwiftData\n".utf8).write(to: folder.appendingPathComponent("App/Models/Trip.swift"))
    try Data("import Testing\n".utf8).write(to: folder.appendingPathComponent("App/TripTests.swift"))

    #expect(try run("New", "--name", "Notes").code == 0)
    #expect(try text("New/Sources/Notes/Note.swift").contains("@Model public final class Note"))
    #expect(try text("New/Tests/NotesTests/NoteTests.swift").contains("#Predicate { $0.text.contains"))
    #expect(try text("New/Sources/NotesProgram/main.swift").contains(#"Note(title: "Started at \(Date.now)")"#))
    let manifest = try text("New/Package.swift")
    #expect(manifest.contains(#".package(path: "\#(Repository.root.path)", traits: [])"#))

    let around = try run(
      "Around", "--name", "App", "--swift", "5", "--sources", "App/Models", "--tests", "App/TripTests.swift", "--url",
      "https://example.com/OpenSwiftData.git")
    #expect(around.code == 0, "\(around.errors)")
    // What is linked to is the app's own file.
    #expect(try text("Around/Sources/App/Models/Trip.swift") == "import SwiftData\n")
    #expect(try text("Around/Tests/AppTests/TripTests.swift") == "import Testing\n")
    #expect(!manager.fileExists(atPath: folder.appendingPathComponent("Around/Sources/AppProgram").path))
    let other = try text("Around/Package.swift")
    for part in [".swiftLanguageMode(.v5)", #"branch: "main""#, #"package: "OpenSwiftData""#, "-import-module"] {
      #expect(other.contains(part), "\(part)")
    }
    #expect(!other.contains(#"name: "SwiftUI""#))
    #expect(!manager.fileExists(atPath: folder.appendingPathComponent(shim("Around", "App")).path))

    // Views, and test cases of XCTest that may belong to the main actor.
    try Data("import SwiftUI\n".utf8).write(to: folder.appendingPathComponent("App/Models/TripView.swift"))
    try Data("import XCTest\n".utf8).write(to: folder.appendingPathComponent("App/TripTests.swift"))
    #expect(try run("Views", "--main-actor", "--sources", "App/Models", "--tests", "App/TripTests.swift").code == 0)
    let views = try text("Views/Package.swift")
    for part in [".defaultIsolation(MainActor.self)", #"name: "SwiftUI""#, "swift-tools-version: 6.2"] {
      #expect(views.contains(part), "\(part)")
    }
    #expect(try text(shim("Views", "Views")).contains("MainActor.assumeIsolated"))

    for (arguments, reason) in [
      (["New"], "already something"), (["a-b"], "name of a module"), (["x", "--sources", "nowhere"], "There is no"),
      (["x", "--tests", "App/Models"], "--sources"), (["x", "--swift", "4"], "5 or 6"), (["x", "--odd"], "no option"),
    ] {
      let answer = try run(arguments)
      #expect(answer.code != 0 && answer.errors.contains(reason), "\(arguments): \(answer.errors)")
    }
  }
}
