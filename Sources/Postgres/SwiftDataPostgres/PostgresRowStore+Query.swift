// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    /// Runs a SELECT of the program's own, in a transaction that may only read.
    package func query(
      _ sql: StoreSQL, columns: Int, _ entity: _Entity, _ body: (inout _RowReader) throws -> Void
    ) throws {
      let statement = try resolve(sql, entity)
      func refuse(_ reason: String, _ advice: String) -> SwiftDataError {
        SwiftDataError(.storeFailure, reason, entity: entity.name, expression: statement.text, advice: advice)
      }
      // What else there is ends transactions, or changes settings of a connection that others get next.
      guard Self.reads(statement.text) else {
        throw refuse("The statement is no SELECT.", "Change models, or use update and insertRows.")
      }
      let rows: ResultRows
      do {
        rows = try database.readOnly(statement)
      } catch let error as SwiftDataError where error == .storeIsReadOnly {
        throw refuse("The statement would write.", "Change models, or use update and insertRows.")
      } catch let error as SwiftDataError {
        throw SwiftDataError(
          error, error.explanation, entity: entity.name, expression: statement.text, advice: error.advice,
          underlying: error.underlying)
      }
      guard rows.width >= max(columns, 1) else {
        throw refuse(
          "The statement returns \(rows.width) columns; \(columns) are expected.",
          "Select as many columns as there are types.")
      }
      // What is read as a key is one of the entity.
      try read(
        rows, entity, keys: keyTable == nil ? [] : Array(repeating: entity, count: Int(rows.width)), body)
    }

    private static func reads(_ text: String) -> Bool {
      let first = text.drop { $0.isWhitespace || $0 == "(" }.prefix { $0.isLetter }.lowercased()
      return ["select", "with", "values", "table"].contains(first)
    }

    private func resolve(_ sql: StoreSQL, _ entity: _Entity) throws -> PostgresStatement {
      var text = ""
      var parameters: [Parameter] = []
      func named(_ type: any PersistentModel.Type) throws -> _Entity {
        guard let entity = model.entity(for: type), keeps(entity) else {
          throw SwiftDataError(
            .unknownSchema, "\(type) is not in the store that the statement is for.",
            advice: "Name models of one configuration only.")
        }
        return entity
      }
      for piece in sql._pieces {
        switch piece {
        case .text(let literal): text += literal
        case .table(let type): text += try layout.existingTable(of: named(type)).name
        case .column(let type, let keyPath): text += try column(keyPath, named(type))
        case .value(let value):
          let values = try values(value, entity)
          text += values.indices.map { "$\(parameters.count + $0 + 1)" }.joined(separator: ", ")
          parameters += values
        }
      }
      return PostgresStatement(text, parameters)
    }

    private func column(_ keyPath: AnyKeyPath, _ entity: _Entity) throws -> String {
      guard let path = entity.description.path(keyPath), let name = path.properties.first,
        path.properties.count == 1, let property = entity.property(named: name),
        let column = layout.columns(of: property, elements: path.elements)?.first
      else {
        throw SwiftDataError(
          .unsupportedKeyPath, "The key path \(keyPath) is not one column.", entity: entity.name,
          advice: "Name stored attributes and to-one relationships of the model itself.")
      }
      return column.name
    }

    /// As text, of whose type the server judges by the place where it stands.
    private func values(_ value: Any, _ entity: _Entity) throws -> [Parameter] {
      func parameter(_ text: String?) -> Parameter {
        Parameter(type: 0, bytes: text.map { Array($0.utf8) }, isText: true)
      }
      if let optional = value as? any OptionalAggregateValue, optional.isNil { return [parameter(nil)] }
      if let identifier = value as? PersistentIdentifier {
        let isNamed = model.entity(named: identifier.entityName).map { layout.keyType(of: $0) != .integer } ?? false
        return [parameter(isNamed && !identifier.isTemporary ? identifier.keyText : identifier.rowKey.map { "\($0)" })]
      }
      if let uuid = value as? UUID { return [parameter(uuid.uuidString)] }
      if layout.isExisting, let date = value as? Date { return [parameter(try text(of: date, entity))] }
      guard let made = try ConstantColumns.make(value, entity.description) else {
        throw SwiftDataError(
          .unsupportedKeyPath, "A value of type \(type(of: value)) cannot be a parameter.",
          entity: entity.name, advice: "Pass values of types that attributes can have.")
      }
      return try made.columns.map { value in
        switch value {
        case .null: return parameter(nil)
        case .integer(let value): return parameter("\(value)")
        case .real(let value): return parameter(value.isNaN ? nil : "\(value)".replacing("inf", with: "Infinity"))
        case .text(let value):
          guard !value.utf8.contains(0) else {
            throw SwiftDataError(
              .valueOutOfRange, "PostgreSQL has no text with the character U+0000.", entity: entity.name,
              advice: "Leave the character out.")
          }
          return parameter(value)
        case .bytes(let value):
          return parameter("\\x" + value.map { String(format: "%02x", $0) }.joined())
        }
      }
    }
  }

  extension PostgresRowStore {
    /// A moment as columns of other programs have it: with a time zone, or without in UTC.
    private func text(of date: Date, _ entity: _Entity) throws -> String {
      let seconds = date.timeIntervalSinceReferenceDate
      switch seconds {
      case .infinity: return "infinity"
      case -.infinity: return "-infinity"
      default: break
      }
      // Since 2000, as the server counts.
      guard let moment = Moment.microseconds(seconds) else {
        throw SwiftDataError(
          .valueOutOfRange, "The date is beyond what a timestamp has.", entity: entity.name,
          advice: "Use dates from 4713 BC to the year 294276.")
      }
      let day: Int64 = 86_400_000_000
      let time = ((moment % day) + day) % day
      // Days since the first of March of the year 0, which is 730,425 days before 2000, in cycles of 400 years.
      let days = (moment - time) / day + 730_425
      let cycle = (days >= 0 ? days : days - 146_096) / 146_097
      let dayOfCycle = days - cycle * 146_097
      let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
      let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
      let monthFromMarch = (5 * dayOfYear + 2) / 153
      let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
      let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
      let clock = time / 1_000_000
      return String(
        format: "%04lld-%02lld-%02lld %02lld:%02lld:%02lld.%06lld+00", year > 0 ? year : 1 - year, month,
        dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, clock / 3_600, clock / 60 % 60, clock % 60, time % 1_000_000)
        + (year > 0 ? "" : " BC")
    }
  }

  private protocol OptionalAggregateValue { var isNil: Bool { get } }
  extension Optional: OptionalAggregateValue {
    fileprivate var isNil: Bool {
      if case .none = self { return true }
      return false
    }
  }
#endif
