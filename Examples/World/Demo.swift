// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Imports what Foundation knows of the world into a store, and shows what
/// can be done with it.
///
///     World [FILE]
///
/// Without an argument the store is made in a temporary folder.
@main
enum Demo {
  static func main() {
    do {
      try run(file: try storeFile())
    } catch {
      // What has been printed so far comes first.
      fflush(nil)
      FileHandle.standardError.write(Data("World: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func storeFile() throws -> URL {
    guard let path = CommandLine.arguments.dropFirst().first else {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("World-\(ProcessInfo.processInfo.processIdentifier)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder.appendingPathComponent("World.store")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw TourError(message: "\(path) exists. Name a new file, or remove it first.")
    }
    return URL(fileURLWithPath: path)
  }

  private static func run(file: URL) throws {
    let terminal = Terminal()
    let clock = ContinuousClock()

    terminal.heading("Import")
    let start = clock.now
    let catalogue = Catalogue()
    terminal.write(
      "  \(catalogue.count) entries of Foundation's ICU data, read in "
        + Terminal.format(clock.now - start))
    if !catalogue.zones.contains(where: { $0.country != nil }) {
      terminal.write("  No zone.tab (package tzdata): the time zones stay without countries.")
    }
    let container = try open(file)
    var importer = Importer(
      context: ModelContext(container), catalogue: catalogue, terminal: terminal)
    try importer.run()

    let tour = Tour(context: ModelContext(container), terminal: terminal)
    try tour.run()
    try reopen(file, after: tour, terminal)

    terminal.heading("The file")
    // While it is open, most of it may still be in the log.
    let size = try ["", "-wal"].reduce(0) { $0 + (try fileSize(file.path + $1)) }
    terminal.write("  \(file.path), \(size / 1024) KB: an SQLite database in Core Data's format.")
  }

  private static func fileSize(_ path: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Named are the roots; what they reach is found.
  private static func open(_ file: URL) throws -> ModelContainer {
    try ModelContainer(for: Continent.self, configurations: ModelConfiguration(url: file))
  }

  /// A second container on the file sees what the first has saved.
  private static func reopen(_ file: URL, after tour: Tour, _ terminal: Terminal) throws {
    terminal.heading("Reopen")
    let identifier = try tour.country("CH").persistentModelID
    let expected = try tour.counts()
    let again = Tour(context: ModelContext(try open(file)), terminal: terminal)
    try again.step("A new container on the file counts the same") {
      let counts = try again.counts()
      guard counts == expected else {
        throw TourError(message: "The reopened store holds \(counts), not \(expected).")
      }
      return "\(counts.countries) countries, \(counts.zones) time zones, "
        + "\(counts.languages) languages, \(counts.currencies) currencies"
    }
    try again.step("A country by the identifier that was kept") {
      guard let country = again.context.model(for: identifier) as? Country else {
        throw TourError(message: "The identifier leads to another entity.")
      }
      return "\(country.flag)  \(country.name), \(country.continent?.name ?? "no continent"), "
        + "\(country.currency?.name ?? "no currency"), "
        + country.languages.map(\.name).sorted().joined(separator: ", ")
    }
  }
}
