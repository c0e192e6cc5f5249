// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import ProcessSupport
  import Testing

  /// What the page's script does in Chromium; the steps are in `Tests/Views/Browser`.
  @Suite(
    .serialized,
    .enabled(if: Browser.isThere, "There is no Chromium or no python3: Scripts/prepare-browser installs it."))
  struct BrowserTests {
    @Test func theScriptsWithAHostThatTheTestSpeaksFor() throws { try Browser.run("client.py") }

    @Test func theScriptOfThePage() throws { try Browser.run("live.py", program: "WebProcess") }

    @Test func fieldsAndRowsAsPeopleUseThem() throws { try Browser.run("fields.py", program: "WebProcess") }

    @Test func rulesOfSwiftUI() throws { try Browser.run("cases.py", program: "WebProcess") }

    @Test func dragsTheClipboardAndFiles() throws { try Browser.run("handling.py", program: "WebProcess") }

    @Test func pagesOfSeveralProcesses() throws { try Browser.run("workers.py", program: "WebProcess") }

    @Test func anAppFromTheFirstScreenToARestart() throws { try Browser.run("trips.py", program: "Trips") }

    @Test func anAppForEveryone() throws { try Browser.run("everyone.py", program: "Trips") }

    @Test func studioAsTheSystemIsSet() throws {
      try Browser.run("studio_looks.py", program: "swiftdata", "StudioProcess")
    }

    @Test func studioShowsAStore() throws { try Browser.run("studio.py", program: "swiftdata", "StudioProcess") }

    @Test func studioAllDayAndWithoutAMouse() throws {
      try Browser.run("studio_daily.py", program: "swiftdata", "StudioProcess")
    }
  }

  enum Browser {
    static var isThere: Bool {
      find("python3") != nil
        && ["chromium", "chromium-browser", "google-chrome", "chrome"].contains { find($0) != nil }
    }

    static func run(_ script: String, program: String? = nil, _ maker: String? = nil) throws {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Browser")
      let python: URL = try #require(find("python3"))
      let products = try [program, maker].compactMap { $0 }.map(product)
      let result = try ChildProcess.run(python, ["-B", folder.appendingPathComponent(script).path] + products)
      let text = result.output + result.errors
      print(text)
      // Their names first: a report of many tests shows the first line alone.
      let failed = text.split(separator: "\n").filter { $0.hasPrefix("FAILED ") }.map { String($0.dropFirst(7)) }
      #expect(failed.isEmpty, "\(text)")
      #expect(result.status == 0)
      #expect(text.contains(" passed, 0 failed"))
    }

    /// An executable that is built next to the tests.
    private static func product(_ name: String) throws -> String {
      let arguments = ProcessInfo.processInfo.arguments
      for start in arguments + [Bundle.main.executablePath ?? ""] {
        var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
        for _ in 0..<4 {
          let program = folder.appendingPathComponent(name)
          if FileManager.default.isExecutableFile(atPath: program.path) { return program.path }
          folder.deleteLastPathComponent()
        }
      }
      throw WebClient.Failure(what: "\(name) is not built")
    }

    private static func find(_ name: String) -> URL? {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
  }
#endif
