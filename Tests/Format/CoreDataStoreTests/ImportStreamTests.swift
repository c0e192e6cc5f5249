// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import ProcessSupport
import Testing

/// Files that are larger than the memory there is.
@Suite struct ImportStreamTests {
  private func store() throws -> HandmadeStore {
    try HandmadeStore(
      ManagedObjectModel(entities: [
        .make(
          "Thing", [.make("name", .string)],
          [.toOne("next", "Thing", inverse: "former"), .toOne("former", "Thing", inverse: "next")])
      ]), history: true,
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFORMER INTEGER, ZNEXT INTEGER, ZNAME VARCHAR)"
      ])
  }

  #if os(Linux)
    /// In a process that may not have the memory for the file.
    @Test(arguments: ["json", "csv"])
    func largeFilesAreImportedInLittleMemory(_ format: String) throws {
      let handmade = try store()
      let file = handmade.folder.url.appendingPathComponent("Thing." + format)
      #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data((format == "json" ? #"{"Thing": ["# : "name\r\n").utf8))
      let value = Data(String(repeating: "x", count: 500_000).utf8)
      for index in 0..<96 {
        let start = format == "json" ? (index > 0 ? "," : "") + #"{"name": ""# : ""
        try handle.write(contentsOf: Data("\(start)\(index) ".utf8) + value)
        try handle.write(contentsOf: Data((format == "json" ? "\"}" : "\r\n").utf8))
      }
      try handle.write(contentsOf: Data((format == "json" ? "]}" : "").utf8))
      try handle.close()
      let result = try ChildProcess.run(
        URL(fileURLWithPath: "/bin/sh"),
        [
          // 40 MB of data, whatever the libraries take; the file has 48.
          "-c", "ulimit -d 40000; exec \"$@\"", "sh", try Tool.executable().path, "import",
          handmade.url.path, file.path, "--from", format,
        ])
      #expect(result.status == 0, "\(result.errors)")
      let app = try App(handmade.url)
      #expect(
        try app.texts("SELECT count(*) || ' ' || sum(length(ZNAME) > 500000) FROM ZTHING")
          == ["96 96"])
    }
  #endif

  /// What is longer than a piece of the file, and what lies across two.
  @Test func objectsLieAcrossPieces() throws {
    let handmade = try store()
    var text = #"{"before": [{"skipped": "\"]}\\"}, null], "entities": {"Thing": ["#
    var names: [String] = []
    var random = SplitMix(state: 5)
    while text.utf8.count < 1_500_000 {
      let name = String(
        (0..<Int.random(in: 1...20_000, using: &random)).map { _ in
          "aé😀\"\\\n/".randomElement(using: &random) ?? "a"
        })
      let next = names.isEmpty ? "" : ", \"next\": \"t\(names.count - 1)\""
      text += names.isEmpty ? "" : ",\n"
      text += "{\"$id\": \"t\(names.count)\", \"name\": \(JSONValue.string(name))\(next)}"
      names.append(name)
    }
    text += "]}, \"behind\": 1}"
    let file = handmade.folder.url.appendingPathComponent("import.json")
    try Data(text.utf8).write(to: file)
    let result = try Importer().import(file, .json, into: handmade.url)
    #expect(result.inserted == ["Thing": names.count])
    let store = try handmade.open()
    let rows = try store.rows(of: "Thing")
    for (index, name) in names.enumerated() {
      let row = try #require(try rows.next())
      #expect(row["name"] == .string(name))
      #expect(row.targets("next").map(\.key) == (index == 0 ? [] : [Int64(index)]))
    }
    #expect(try StoreIntegrityCheck(store).run().filter { $0.kind != .missingIndex }.isEmpty)
  }

  @Test(arguments: ["{\"Thing\": [{\"name\": \"a\"}]", "{\"Thing\": [{}]} {}", "{\"a\": tru}", ""])
  func syntaxErrorsAreFoundBeforeAnythingIsWritten(_ text: String) throws {
    let handmade = try store()
    let file = handmade.folder.url.appendingPathComponent("import.json")
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: StoreError.self) {
      try Importer().import(file, .json, into: handmade.url)
    }
    #expect(error?.code == .invalidInput && error?.what.contains("line 1") == true)
    #expect(try App(handmade.url).texts("SELECT count(*) FROM ZTHING") == ["0"])
  }

  @Test func standardInputIsRead() throws {
    let handmade = try store()
    let input = Pipe()
    // It fits into the pipe, so it can be written before anybody reads.
    try input.fileHandleForWriting.write(contentsOf: Data(#"{"Thing": [{"name": "a"}]}"#.utf8))
    try input.fileHandleForWriting.close()
    let result = try ChildProcess.run(
      Tool.executable(), ["import", handmade.url.path, "--from", "json"], input: input.fileHandleForReading)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try App(handmade.url).texts("SELECT ZNAME FROM ZTHING") == ["a"])
  }

  #if !os(Windows)
    /// Standard input by its name, and a pipe that has one: each can be read only once.
    @Test func pipesAreRead() throws {
      let handmade = try store()
      let pipe = handmade.folder.url.appendingPathComponent("pipe")
      let script = """
        printf '{"Thing": [{"name": "a"}]}' | "$1" import "$3" /dev/stdin --from json || exit 1
        mkfifo "$2" || exit 1
        printf '{"Thing": [{"name": "b"}]}' > "$2" &
        "$1" import "$3" "$2" --from json
        """
      let result = try ChildProcess.run(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", script, "sh", try Tool.executable().path, pipe.path, handmade.url.path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try App(handmade.url).texts("SELECT ZNAME FROM ZTHING ORDER BY ZNAME") == ["a", "b"])
    }
  #endif
}
