// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFixtures
import RealmWriting

/// `RealmFuzz RUNS SEED [FIRST]` reads changed files: `Scripts/nightly realm-fuzz` has it do so under the address
/// sanitizer. Every thousand files are announced before they are read.
@main enum RealmFuzzProcess {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
    guard arguments.count == 2 || arguments.count == 3, let runs = arguments.first ?? nil, let seed = arguments[1]
    else {
      FileHandle.standardError.write(Data("RealmFuzz RUNS SEED [FIRST]\n".utf8))
      exit(64)
    }
    let first = Int(clamping: (arguments.count == 3 ? arguments[2] : nil) ?? 0)
    let fixtures = try RealmFixture.all.map {
      RealmFuzz.Original(
        name: $0.file, bytes: [UInt8](try Data(contentsOf: $0.url())), key: try $0.realmKey())
    }
    print("seed \(seed), \(runs) files from number \(first); \(fixtures.count) files of other programs")
    let start = Date()
    let outcome = try RealmFuzz(seed: seed, fixtures: fixtures).run(first..<(first + Int(clamping: runs))) {
      run, sofar in
      guard run % 10_000 == 0 else { return }
      print(
        String(
          format: "from %d on: %.0f s, %d errors, %d sound, slowest %d with %.2f s", run,
          Date().timeIntervalSince(start), sofar.errors, sofar.sound, sofar.slowest.run, sofar.slowest.seconds))
      fflush(nil)
    }
    print(
      String(
        format: "%d errors, %d sound, in %.0f s; slowest %d with %.2f s", outcome.errors, outcome.sound,
        Date().timeIntervalSince(start), outcome.slowest.run, outcome.slowest.seconds))
    guard outcome.errors + outcome.sound == Int(clamping: runs), outcome.errors > 0, outcome.sound > 0 else { exit(1) }
  }
}
