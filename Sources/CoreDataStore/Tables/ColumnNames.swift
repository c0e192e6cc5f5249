import Foundation

/// Core Data's rules for names of tables and columns.
enum ColumnNames {
  /// A property's name as part of a column's name.
  ///
  /// Swift lets any character into a name between backticks; what Core Data
  /// makes of those is not known, and this library writes `_` for them.
  static func upper(_ name: String) -> String {
    var text = ""
    for scalar in name.uppercased().unicodeScalars {
      switch scalar {
      case "A"..."Z", "0"..."9", "_": text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(scalar.value < 0x80 ? "_" : scalar)
      }
    }
    return text
  }

  /// Whether `name` is `natural` with a number, or none, behind it.
  static func isNumbered(_ name: String, of natural: String) -> Bool {
    guard name.hasPrefix(natural) else { return false }
    return name.dropFirst(natural.count).allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The number behind `natural`; 0 if there is none.
  static func number(_ name: String, of natural: String) -> Int {
    Int(name.dropFirst(natural.count)) ?? 0
  }

  /// The number and the rest of a name such as `Z_12NAME`, after `prefix`.
  static func split(_ name: String, after prefix: String) -> (number: Int64, rest: String)? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let number = Int64(digits) else { return nil }
    return (number, String(rest.dropFirst(digits.count)))
  }
}
