// SPDX-License-Identifier: Apache-2.0

/// Writes numbers so that SQLite reads the very same ones.
///
/// Many versions of it err in the last bit of some numbers when they read them
/// from text.
final class SQLNumbers {
  private let statement: Statement

  init(_ connection: Connection) throws {
    statement = try connection.prepare("SELECT CAST(? AS REAL)")
  }

  func text(_ value: Double) throws -> String {
    if value.isInfinite { return value < 0 ? "-1e999" : "1e999" }
    if value.isNaN { return "NULL" }
    let text = "\(value)"
    if try read(text) == .real(value) { return text }
    return Self.exact(value)
  }

  private func read(_ text: String) throws -> SQLiteValue? {
    try statement.bind([.text(text)])
    defer { statement.reset() }
    return try statement.step() ? statement.row.first : nil
  }

  /// A whole number times or over powers of two, each of which is exact.
  private static func exact(_ value: Double) -> String {
    var whole = Int64(value.significandBitPattern)
    var exponent = -1074
    if value.isNormal {
      whole |= 1 << Int64(Double.significandBitCount)
      exponent = Int(value.exponent) - Double.significandBitCount
    }
    var text = value < 0 ? "(-\(whole)" : "(\(whole)"
    let sign = exponent < 0 ? "/" : "*"
    for _ in 0..<abs(exponent) / 10 { text += sign + "1024.0" }
    for _ in 0..<abs(exponent) % 10 { text += sign + "2.0" }
    return text + ")"
  }
}
