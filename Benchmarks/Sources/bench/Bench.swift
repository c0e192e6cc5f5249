// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Stores the same music in three ways, and prints how long each took.
@main
struct Bench {
  static let contestants: [any Contestant.Type] = [
    FloorContestant.self, GRDBContestant.self, OurContestant.self, HistoryContestant.self,
  ]

  /// Those of `--postgres`, too.
  static var allContestants: [any Contestant.Type] {
    #if Postgres
      contestants + PostgresBench.contestants
    #else
      contestants
    #endif
  }

  static func main() throws {
    let options: Options
    do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
      let message = (error as? Options.Problem)?.message
      if let message { print("bench: \(message)\n") }
      print(Options.usage)
      exit(message == nil ? 0 : 2)
    }
    if let name = options.weighed, let directory = options.directory {
      guard let contestant = contestants.first(where: { $0.name == name }) else { exit(2) }
      return try Memory.weigh(contestant, in: directory)
    }
    if let work = options.peak, let directory = options.directory {
      return try MemoryLimits.run(work, in: directory)
    }
    if options.measuresScale {
      print(try ScaleMeasurement(clock: options.clock, runs: options.runs).markdown)
      return
    }
    if options.measuresLimits { return print(try MemoryLimits.markdown()) }
    #if DEBUG
      print("This is a debug build: its times say little.\n")
    #endif
    if options.measuresPostgres {
      #if Postgres
        let failures = try PostgresBench.run(options)
        for failure in failures { print("FAILED: \(failure)") }
        exit(failures.isEmpty ? 0 : 1)
      #else
        print("This was built without the trait Postgres. Scripts/bench --postgres builds it.")
        exit(2)
      #endif
    }
    let contestants = contestants.filter { options.of.isEmpty || options.of.contains($0.name) }
    var runner = Runner(options: options, contestants: contestants)
    if options.measuresWorks { try measureWorks(&runner, options) }
    var failures = runner.failures
    if options.measuresSearch {
      let search = try SearchMeasurement(
        count: options.count, runs: options.runs, clock: options.clock)
      print(search.text)
      if let failure = search.failure { failures.append(failure) }
    }
    for failure in failures { print("FAILED: \(failure)") }
    exit(failures.isEmpty ? 0 : 1)
  }

  private static func measureWorks(_ runner: inout Runner, _ options: Options) throws {
    try runner.run()
    let results = Results(runner)
    let table = Table(results: results)
    print(options.printsMarkdown ? table.markdown : table.text)
    if let output = options.output {
      try results.json().write(to: output.appendingPathComponent("results.json"))
      try Data(Chart(results: results).svg.utf8)
        .write(to: output.appendingPathComponent("results.svg"))
      print("Written: results.json and results.svg in \(output.path)")
    }
  }
}
