// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Walks through what a program does with its models, and shows each query
/// with its SQL, its rows and its time.
struct Tour {
  let context: ModelContext
  let terminal: Terminal

  func run() throws {
    try search()
    try sortAndPage()
    try followRelationships()
    try count()
    try edit()
    try refuse()
    try deleteAndRollBack()
  }

  // MARK: Reporting

  /// Fetches, and prints the first rows.
  @discardableResult
  func show<T: PersistentModel>(
    _ title: String, _ descriptor: FetchDescriptor<T>, rows shown: Int = 5,
    _ line: (T) -> String
  ) throws -> [T] {
    let (models, duration) = try timed { try context.fetch(descriptor) }
    let texts = models.prefix(shown).map(line)
    let rest = models.count > shown ? "… and \(models.count - shown) more" : nil
    report(
      title, sql: SQLText(try context._explain(descriptor)),
      result: "\(models.count) \(models.count == 1 ? "row" : "rows")", duration,
      lines: texts + (rest.map { [$0] } ?? []))
    return models
  }

  /// Counts in the store.
  @discardableResult
  func showCount<T: PersistentModel>(_ title: String, _ descriptor: FetchDescriptor<T>) throws
    -> Int
  {
    let (count, duration) = try timed { try context.fetchCount(descriptor) }
    report(
      title, sql: SQLText(try context._explain(descriptor)).counting, result: "counted \(count)",
      duration)
    return count
  }

  func report(
    _ title: String, sql: SQLText?, result: String, _ duration: Duration, lines: [String] = []
  ) {
    terminal.write("\n" + terminal.styled("▸ \(title)", .strong))
    if let sql {
      for line in sql.lines(terminal, indent: "    ") { terminal.write(line) }
    }
    terminal.write(
      "  " + terminal.styled("→ \(result)", .good)
        + terminal.styled("  (\(Terminal.format(duration)))", .faint))
    for line in lines { terminal.write("      \(line)") }
  }

  /// A step that is no query.
  func step(_ title: String, _ body: () throws -> String) throws {
    let (result, duration) = try timed(body)
    report(title, sql: nil, result: result, duration)
  }

  func timed<R>(_ body: () throws -> R) throws -> (R, Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    return (result, clock.now - start)
  }

  // MARK: Often used

  func country(_ code: String) throws -> Country {
    try only(FetchDescriptor(predicate: #Predicate<Country> { $0.code == code }), code)
  }

  func currency(_ code: String) throws -> Currency {
    try only(FetchDescriptor(predicate: #Predicate<Currency> { $0.code == code }), code)
  }

  func continent(_ name: String) throws -> Continent {
    try only(FetchDescriptor(predicate: #Predicate<Continent> { $0.name == name }), name)
  }

  private func only<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ key: String) throws
    -> T
  {
    guard let model = try context.fetch(descriptor).first else {
      throw TourError(message: "The catalogue has no \(T.self) \(key).")
    }
    return model
  }
}

/// Something that the tour relies on is not so.
struct TourError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
