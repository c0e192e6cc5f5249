import Foundation
import Testing

/// A process is killed while it saves: the file is the old one or the new one.
@Suite struct KilledSaveTests {
  @Test func theFileIsNeverHalf() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "store.json")
    let program = try #require(Self.program)
    var generator = SeededGenerator(seed: 5)
    var last = 0
    for round in 0..<12 {
      let process = Process()
      process.executableURL = program
      process.arguments = [file.path]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      // Killed after some saves that it has said to be done, at whatever it does then.
      var said = ""
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        said += String(decoding: data, as: UTF8.self)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let done = said.split(separator: "\n").compactMap { Int($0) }.max() ?? 0
      #expect(done > last, "The process has saved nothing in round \(round).")
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      let models = try #require(object?["models"] as? [[String: Any]])
      let numbers = Set(models.compactMap { $0["number"] as? Int })
      #expect(numbers.count == 1, "seed 5, round \(round): \(numbers)")
      let number = try #require(numbers.first)
      #expect(number == done || number == done + 1, "seed 5, round \(round)")
      last = number
    }
  }

  /// Beside the tests.
  private static var program: URL? {
    let folders = [
      Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ]
    return folders.map { $0.appending(path: "JSONStoreProcess") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }
}
