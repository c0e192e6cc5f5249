// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation

  /// The workload on a server: libpq by hand, and this package.
  enum PostgresBench {
    static let contestants: [any Contestant.Type] = [
      LibpqContestant.self, PostgresContestant.self, PostgresPlainContestant.self,
    ]

    /// - Returns: What went wrong, in words.
    static func run(_ options: Options) throws -> [String] {
      do { _ = try PostgresServer.address() } catch { return ["\(error)"] }
      var options = options
      if options.only.isEmpty { options.only = Work.onServers.map(\.rawValue) }
      let contestants = contestants.filter { options.of.isEmpty || options.of.contains($0.name) }
      var runner = Runner(options: options, contestants: contestants)
      try runner.run()
      print(try PostgresTable(runner).text(asMarkdown: options.printsMarkdown))
      return runner.failures
    }
  }

  struct PostgresTable {
    private let heading: String
    private var rows = [["", "libpq", "ours", "to libpq"]]

    init(_ runner: Runner) throws {
      let options = runner.options
      heading =
        "\(Self.unit(options.clock)); \(grouped(runner.catalogue.tracks.count)) tracks in "
        + "\(grouped(runner.catalogue.albums.count)) albums, median of \(options.runs). "
        + "\(Machine.description), \(try PostgresServer.description()), \(Machine.today)."
      let works = Work.onServers.filter(options.shows)
      for work in works { add(runner, work, PostgresContestant.self, "") }
      for work in works where work.writes {
        add(runner, work, PostgresPlainContestant.self, ", without history")
      }
    }

    private static func unit(_ clock: Clock) -> String {
      switch clock {
      case .wall: "Seconds"
      case .cpu:
        ServerTime.isThere
          ? "Seconds of processor time, the server's included" : "Seconds of the client's processor time"
      }
    }

    private mutating func add(_ runner: Runner, _ work: Work, _ ours: any Contestant.Type, _ suffix: String) {
      let (floor, ours) = (runner.seconds(work, LibpqContestant.self), runner.seconds(work, ours))
      func text(_ value: Double?, _ format: String) -> String { value.map { String(format: format, $0) } ?? "–" }
      var ratio: Double?
      if let floor, let ours, floor > 0 { ratio = ours / floor }
      rows.append([
        "\(work.title)\(suffix) (\(grouped(work.operations(runner.catalogue))))", text(floor, "%.3f"),
        text(ours, "%.3f"), text(ratio, "%.2f×"),
      ])
    }

    func text(asMarkdown: Bool) -> String {
      if asMarkdown {
        let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        return ([heading, "", lines[0], "|---|---:|---:|---:|"] + lines.dropFirst()).joined(separator: "\n")
      }
      let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
      let lines = rows.map { row in
        row.enumerated().map { column, cell in
          let space = String(repeating: " ", count: widths[column] - cell.count)
          return column == 0 ? cell + space : space + cell
        }.joined(separator: "  ")
      }
      return heading + "\n\n" + lines.joined(separator: "\n") + "\n"
    }
  }
#endif
