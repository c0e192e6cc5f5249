// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore

  /// Values of columns on their way between a database and a file.
  enum DatabaseValues {
    /// What a file has for a value of the database.
    ///
    /// - Parameter isJSON: Whether the column is of the type `jsonb`.
    static func stored(_ value: ColumnConstant, _ attribute: AttributeDescription, isJSON: Bool) throws -> SQLiteValue {
      switch (attribute.type, value) {
      case (_, .null): return .null
      case (.decimal, .text(let digits)):
        guard let number = DecimalColumn.decimal(text: digits), !number.isNaN else {
          return .text(DecimalColumn.notANumber)
        }
        return SQLiteValue(exactly: number)
      case (.transformable, .bytes(let bytes)) where isJSON:
        let archive = try CodableJSON.archive(JSONValue(parsing: Data(bytes)), attribute.valueClassName)
        return .blob(attribute.allowsExternalStorage ? Data(ExternalColumn.inline(archive)) : archive)
      // Within a struct. `jsonb` has its own spaces.
      case (_, .bytes(let bytes)) where isJSON: return .blob(Data(try JSONValue(parsing: Data(bytes)).compact.utf8))
      case (_, .bytes(let bytes)):
        return .blob(attribute.allowsExternalStorage ? Data(ExternalColumn.inline(bytes)) : Data(bytes))
      case (_, .integer(let value)): return .integer(value)
      case (_, .real(let value)): return .real(value)
      case (_, .text(let value)): return .text(value)
      }
    }

    /// What a file has for JSON of which only the beginning is there: bytes, which nobody takes for the value.
    static func cut(_ json: String, _ attribute: AttributeDescription) -> SQLiteValue {
      let bytes = Array(json.utf8)
      return .blob(attribute.allowsExternalStorage ? Data(ExternalColumn.inline(bytes)) : Data(bytes))
    }

    /// What a database has for a value of a file.
    static func sent(_ value: SQLiteValue, _ attribute: AttributeDescription, _ store: Store) throws -> ColumnConstant {
      switch (attribute.type, value) {
      case (_, .null): return .null
      // A file has decimals as numbers with their shortest digits, and as texts where a number has not all digits.
      case (.decimal, .real(let number)): return .text("\(DecimalColumn.decimal(number))")
      case (.decimal, .text(let text)):
        guard let number = DecimalColumn.decimal(text: text) else { return .text(text) }
        return .text(number.isNaN ? "NaN" : "\(number)")
      case (_, .integer(let value)): return .integer(value)
      case (_, .real(let value)): return .real(value)
      case (_, .text(let value)): return .text(value)
      case (_, .blob(let bytes)):
        guard attribute.allowsExternalStorage else { return .bytes(Array(bytes)) }
        guard case .blob(let inlined) = store.inlined(.blob(bytes)),
          let content = ExternalColumn.inlineValue(of: inlined)
        else {
          throw StoreError(
            .fileNotFound, "The file of a large value is missing.", file: store.url.path,
            advice: "Copy the store's folder '.…_SUPPORT' with it.")
        }
        return .bytes(Array(content))
      }
    }
  }
#endif
