// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The types of attributes that have one column, as sources name them.
enum ScalarTypes {
  /// What stores call the type; `nil` for a type that the program declares, and for collections.
  static func attribute(_ name: String) -> AttributeType? { all[name]?.type }

  /// What a PostgreSQL store declares the column as.
  static func column(_ name: String) -> String? { all[name]?.column }

  private static let text = "text COLLATE \"C\""

  private static let all: [String: (type: AttributeType, column: String)] = [
    "Int8": (.integer16, "smallint"), "UInt8": (.integer16, "smallint"), "Int16": (.integer16, "smallint"),
    "UInt16": (.integer32, "integer"), "Int32": (.integer32, "integer"), "UInt32": (.integer64, "bigint"),
    "Int": (.integer64, "bigint"), "Int64": (.integer64, "bigint"), "UInt": (.integer64, "bigint"),
    "UInt64": (.integer64, "bigint"), "Bool": (.boolean, "boolean"), "Float": (.float, "real"),
    "Double": (.double, "double precision"), "CGFloat": (.double, "double precision"),
    "TimeInterval": (.double, "double precision"), "Decimal": (.decimal, "numeric"),
    "Date": (.date, "double precision"), "String": (.string, text), "URL": (.uri, text), "UUID": (.uuid, "uuid"),
    "Data": (.binaryData, "bytea"),
  ]
}
