// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a run found: the content of `results.json`.
struct Results: Codable {
  /// One line of the table, in seconds.
  struct Row: Codable {
    var work: String
    /// What the table calls it.
    var title: String
    /// How many operations the seconds are for.
    var count: Int
    var floor: Double?
    var grdb: Double?
    var ours: Double?
    /// Ours to the floor.
    var ratio: Double?
    /// Ours to GRDB's records.
    var ratioToGRDB: Double?
  }

  /// A number that is no time of a line.
  struct Figure: Codable {
    var name: String
    var title: String
    var unit: String
    var floor: Double?
    var grdb: Double?
    var ours: Double?
  }

  var machine: String
  var date: String
  /// Tracks in the store, and how often everything ran.
  var count: Int
  var runs: Int
  /// Which seconds: `wall` or `cpu`.
  var clock: String
  var rows: [Row]
  var figures: [Figure]

  init(_ runner: Runner) {
    machine = Machine.description
    date = Machine.today
    count = runner.catalogue.tracks.count
    runs = runner.options.runs
    clock = runner.options.clock.rawValue
    let works = Work.allCases.filter(runner.options.shows)
    // First what people get who change nothing: stores keep a history.
    rows = works.map { Row(runner, $0, $0.writes ? HistoryContestant.self : OurContestant.self, "", "") }
    rows += works.filter(\.writes).map {
      Row(runner, $0, OurContestant.self, "-without-history", ", without history")
    }
    figures = Figure.all(runner)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension Results.Row {
  fileprivate init(
    _ runner: Runner, _ work: Work, _ ours: any Contestant.Type, _ suffix: String,
    _ titleSuffix: String
  ) {
    self.work = work.rawValue + suffix
    title = work.title + titleSuffix
    count = work.operations(runner.catalogue)
    floor = runner.seconds(work, FloorContestant.self).map(rounded)
    grdb = runner.seconds(work, GRDBContestant.self).map(rounded)
    self.ours = runner.seconds(work, ours).map(rounded)
    ratio = quotient(self.ours, floor).map(rounded)
    ratioToGRDB = quotient(self.ours, grdb).map(rounded)
  }
}

extension Results.Figure {
  fileprivate static func all(_ runner: Runner) -> [Results.Figure] {
    func each(_ value: (any Contestant.Type) -> Double?) -> (Double?, Double?, Double?) {
      (
        value(FloorContestant.self).map(rounded), value(GRDBContestant.self).map(rounded),
        value(OurContestant.self).map(rounded)
      )
    }
    func figure(
      _ name: String, _ title: String, _ unit: String, _ value: (any Contestant.Type) -> Double?
    ) -> Results.Figure {
      let (floor, grdb, ours) = each(value)
      return Results.Figure(
        name: name, title: title, unit: unit, floor: floor, grdb: grdb, ours: ours)
    }
    func nanoseconds(_ work: Work) -> (any Contestant.Type) -> Double? {
      { type in
        runner.seconds(work, type).map { $0 / Double(work.operations(runner.catalogue)) * 1e9 }
      }
    }
    return [
      figure("save-64000-to-64", "one change among 64,000 objects to one among 64", "×") {
        let type = $0 == OurContestant.self ? HistoryContestant.self : $0
        return quotient(runner.seconds(.saveAmongMany, type), runner.seconds(.saveAmongFew, type))
      },
      figure("create-nanoseconds", "creating an object", "ns", nanoseconds(.create)),
      figure("read-nanoseconds", "reading a property", "ns", nanoseconds(.read)),
      figure("bytes-per-object", "memory of a loaded track", "bytes") { runner.bytes[$0.name] },
      Results.Figure(
        name: "open-milliseconds", title: "opening fifty entities that exist and fit", unit: "ms",
        ours: runner.opening.map(rounded)),
    ].filter { $0.ours != nil || $0.floor != nil }
  }
}

private func quotient(_ dividend: Double?, _ divisor: Double?) -> Double? {
  guard let dividend, let divisor, divisor > 0 else { return nil }
  return dividend / divisor
}

private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
