// SPDX-License-Identifier: Apache-2.0

/// The functions that translated predicates call: SQLite's own, and those
/// that a store registers (``SQLFunctions``).
package enum SQLFunctionName: String, Hashable, Sendable {
  case count = "COUNT"
  case coalesce = "COALESCE"
  case length
  case typeOf = "typeof"
  case minimum = "MIN"
  case maximum = "MAX"
  case sum = "SUM"
  case average = "AVG"
  /// The number by which a decimal is ordered.
  case decimalOrder = "SWIFTDATA_DECIMAL_ORDER"
  case decimalSum = "SWIFTDATA_DECIMAL_SUM"
  case decimalMinimum = "SWIFTDATA_DECIMAL_MIN"
  case decimalMaximum = "SWIFTDATA_DECIMAL_MAX"
  case jsonArrayLength = "json_array_length"
  case jsonExtract = "json_extract"
  case jsonType = "json_type"
  case snippet
  /// JSON is kept as bytes; SQLite's functions want text.
  case jsonText = "SWIFTDATA_JSON"
  /// A string that was taken out of that text, with its U+0000 (``JSONZeros``).
  case jsonString = "SWIFTDATA_JSON_STRING"
  /// How well the words of a row match (PostgreSQL).
  case searchRank = "SEARCH_RANK"
  // An element of JSON as a value (PostgreSQL).
  case elementText = "ELEMENT_TEXT"
  case elementInteger = "ELEMENT_INTEGER"
  case elementReal = "ELEMENT_REAL"
  case elementBoolean = "ELEMENT_BOOLEAN"

  case standardContains = "SWIFTDATA_STANDARD_CONTAINS"
  case standardFold = "SWIFTDATA_STANDARD_FOLD"
  case contains = "SWIFTDATA_CONTAINS"
  case startsWith = "SWIFTDATA_STARTS_WITH"
  case endsWith = "SWIFTDATA_ENDS_WITH"
  case characterCount = "SWIFTDATA_LENGTH"
  case lowercased = "SWIFTDATA_LOWER"
  case uppercased = "SWIFTDATA_UPPER"
  case trimmed = "SWIFTDATA_TRIM"
  case localizedCompare = "SWIFTDATA_LOCALIZED_COMPARE"
  case caseInsensitiveCompare = "SWIFTDATA_CASE_INSENSITIVE_COMPARE"
  case regex = "SWIFTDATA_REGEX"

  case divideReal = "SWIFTDATA_DIVIDE"
  case roundToFloat = "SWIFTDATA_FLOAT"
  case decimalAdd = "SWIFTDATA_DECIMAL_ADD"
  case decimalSubtract = "SWIFTDATA_DECIMAL_SUBTRACT"
  case decimalMultiply = "SWIFTDATA_DECIMAL_MULTIPLY"
  case decimalDivide = "SWIFTDATA_DECIMAL_DIVIDE"
  case decimalCompare = "SWIFTDATA_DECIMAL_COMPARE"

  case bytesFromHex = "SWIFTDATA_BYTES"
  case realFromBits = "SWIFTDATA_REAL"
  case uuidText = "SWIFTDATA_UUID_TEXT"

  /// The value of a column of externally stored data.
  case externalData = "SWIFTDATA_EXTERNAL"
  /// The column for a value, which may go to a file.
  case storeExternalData = "SWIFTDATA_STORE_EXTERNAL"
  /// Notes that the file of a column is no longer needed.
  case dropExternalData = "SWIFTDATA_DROP_EXTERNAL"

  /// Whether the result is NULL if an argument is.
  var propagatesNull: Bool {
    switch self {
    case .coalesce, .count, .typeOf, .minimum, .maximum, .sum, .average, .decimalSum,
      .decimalMinimum, .decimalMaximum:
      false
    default: true
    }
  }
}

/// Orders of text that a store registers (``SQLCollations``).
package enum SQLCollationName: String, Hashable, Sendable {
  /// As `localizedStandardCompare` sorts.
  case standard = "SWIFTDATA_STANDARD"
  /// As `localizedCompare` sorts.
  case localized = "SWIFTDATA_LOCALIZED"
  /// As Swift compares strings: by canonical equivalence.
  case canonical = "SWIFTDATA_CANONICAL"
}
