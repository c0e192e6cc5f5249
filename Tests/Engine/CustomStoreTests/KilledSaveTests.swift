// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import Testing

/// A process is killed while it saves: the file is the old one or the new one.
@Suite struct KilledSaveTests {
  @Test func theFileIsNeverHalf() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "store.json")
    var generator = SeededGenerator(seed: 5)
    var last = 0
    for round in 0..<12 {
      let process = try SecondProcess("JSONStoreProcess", file.path)
      // Killed after some saves that it has said to be done, at whatever it does then.
      var said: [Int] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        guard let line = process.line() else { break }
        said.append(try #require(Int(line), "\(line)"))
      }
      process.kill()
      while let line = process.line() { if let number = Int(line) { said.append(number) } }
      let done = said.max() ?? 0
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
}
