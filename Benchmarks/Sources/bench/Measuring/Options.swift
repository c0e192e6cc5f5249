// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the command line asks for.
struct Options {
  var count = 100_000
  var runs = 3
  /// Lines to print; all if empty.
  var only: [String] = []
  /// Contestants that take part; all if empty.
  var of: [String] = []
  var clock = Clock.wall
  var printsMarkdown = false
  /// Where `results.json` and `results.svg` go, if anywhere.
  var output: URL?
  /// The contestant to weigh, in a process started for that.
  var weighed: String?
  var directory: URL?
  /// The work whose memory is measured, in a process started for that.
  var peak: MemoryLimits.Work?
  /// Prints the table of sizes, and nothing else.
  var measuresScale = false
  /// Runs the workload on a PostgreSQL server, and nothing else.
  var measuresPostgres = false
  /// Prints the highest memory of works over a million rows, and nothing else.
  var measuresLimits = false

  static let usage = """
    usage: bench [--count N] [--runs N] [--quick] [--only LINE,…] [--of NAME,…]
                 [--cpu] [--markdown] [--output FOLDER]
           bench --scale [--runs N] [--cpu]
           bench --limits
           bench --postgres [--count N] [--runs N] [--quick] [--only LINE,…] [--of NAME,…] [--cpu] [--markdown]

      --count N        how many tracks (100000)
      --runs N         how often; the table shows medians (3)
      --quick          10,000 tracks, once
      --only LINE,…    \(Work.allCases.map(\.rawValue).joined(separator: ", ")), memory, open, search
      --of NAME,…      \(Bench.contestants.map { $0.name }.joined(separator: ", ")); for a profiler
      --cpu            counts processor time, which repeats better on a busy machine
      --markdown       prints the table as Markdown
      --output FOLDER  writes results.json and results.svg
      --scale          what a row costs at 1,000 to 1,000,000 tracks
      --postgres       the lines that change or read a store, on a PostgreSQL server, beside libpq by hand
      --limits         the highest memory of works over a million tracks
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Problem("\(option) needs a value") }
      return value
    }
    func number(_ option: String) throws -> Int {
      let text = try value(option)
      guard let number = Int(text), number > 0 else {
        throw Problem("\(option) needs a positive number, not \"\(text)\"")
      }
      return number
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--count": count = max(100, try number(argument))
      case "--runs": runs = try number(argument)
      case "--quick": (count, runs) = (10_000, 1)
      case "--only": only += try value(argument).split(separator: ",").map(String.init)
      case "--of": of += try value(argument).split(separator: ",").map(String.init)
      case "--cpu": clock = .cpu
      case "--markdown": printsMarkdown = true
      case "--output": output = URL(fileURLWithPath: try value(argument), isDirectory: true)
      case "--scale": measuresScale = true
      case "--limits": measuresLimits = true
      case "--postgres": measuresPostgres = true
      case "--peak":
        let name = try value(argument)
        guard let work = MemoryLimits.Work(rawValue: name) else {
          throw Problem("there is no work \"\(name)\"")
        }
        peak = work
      case "--weigh": weighed = try value(argument)
      case "--directory": directory = URL(fileURLWithPath: try value(argument), isDirectory: true)
      case "--help", "-h": throw Problem(nil)
      default: throw Problem("\"\(argument)\" is no option")
      }
    }
    for name in only where Work(rawValue: name) == nil && !["memory", "open", "search"].contains(name) {
      throw Problem("there is no line \"\(name)\"")
    }
    for name in of where !Bench.allContestants.contains(where: { $0.name == name }) {
      throw Problem("there is no contestant \"\(name)\"")
    }
  }

  struct Problem: Error {
    let message: String?
    init(_ message: String?) { self.message = message }
  }

  /// Whether the line is printed.
  func shows(_ work: Work) -> Bool { only.isEmpty || only.contains(work.rawValue) }

  /// Whether the line must run: nothing works before the insertion.
  func needs(_ work: Work) -> Bool { shows(work) || work == .insert }

  var measuresOpening: Bool {
    (only.isEmpty || only.contains("open")) && (of.isEmpty || of.contains(OurContestant.name))
  }

  var measuresMemory: Bool { only.isEmpty || only.contains("memory") }

  /// A section of its own, which needs nothing of the others.
  var measuresSearch: Bool {
    (only.isEmpty || only.contains("search")) && (of.isEmpty || of.contains(OurContestant.name))
  }

  var measuresWorks: Bool { only.isEmpty || only.contains { $0 != "search" } }
}
