// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// What is done with a file and a store, down to columns.
struct TransferPlan {
  var steps: [TransferStep] = []
  /// The omitted part, and the reason.
  var omissions: [RealmOmission] = []

  /// The steps that make rows of a table's objects.
  func steps(of table: RealmTableKey) -> [Int] {
    steps.indices.filter { steps[$0].table.type.key == table }
  }

  /// What tells this plan from others: names, columns, and what is read how.
  var fingerprint: String {
    var parts: [String] = []
    for step in steps {
      parts.append("\(step.table.name)>\(step.entity.name)\(step.condition == nil ? "" : "?")")
      parts += step.attributes.map { ".\($0.name)=\($0.source.text)" }
      parts += step.links.map { ".\($0.name)=\($0.source.text)" }
      parts += step.collections.map { ".\($0.name)=\($0.property)" }
    }
    return parts.joined(separator: " ")
  }
}

/// Something of the file that does not come along.
public struct RealmOmission: Codable, Hashable, Sendable {
  /// The class in the file.
  public var className: String
  /// The property; `nil` if it is all of the class.
  public var property: String?
  /// Why.
  public var reason: String
  /// How many objects there are of the class.
  public var objects: Int
}

/// The objects of one class that become rows of one entity.
struct TransferStep {
  let index: Int
  let table: RealmTable
  let entity: EntityDescription
  let tableName: String
  let number: Int64
  var condition: (@Sendable (RealmRow) throws -> Bool)?
  /// Makes the attributes, instead of one by one.
  var makeColumns: (@Sendable (RealmRow) throws -> [String: [SQLiteValue]])?
  var attributes: [StepAttribute] = []
  var links: [StepLink] = []
  var collections: [StepCollection] = []
  /// By which a row is found again.
  var identity: StepAttribute?
  /// The columns that only new rows get from here, by position: what is in others is the app's.
  var defaulted: Set<Int> = []

  /// The columns of a row, in the order of its values.
  var columns: [String] { attributes.flatMap(\.columns) + links.flatMap(\.columns) }

  /// The columns of attributes that the file knows nothing of, by position.
  var columnsOfNewRows: Set<Int> {
    var found: Set<Int> = []
    var position = 0
    for attribute in attributes {
      if attribute.source.isForNewRows { found.formUnion(position..<position + attribute.columns.count) }
      position += attribute.columns.count
    }
    return found
  }

  /// The collections whose columns are in rows of others, which must be there first.
  var foreign: [StepCollection] {
    collections.filter { if case .foreign = $0.kind { true } else { false } }
  }
}

/// Where the value of a property comes from.
enum StepSource {
  case property(Int)
  case transformed(Int, @Sendable (RealmValue) throws -> RealmValue)
  case computed(@Sendable (RealmRow) throws -> RealmValue)
  case columns(@Sendable (RealmRow) throws -> [SQLiteValue])
  /// The property has no counterpart in the file.
  case constant([SQLiteValue])
  /// The same, and each row has a UUID of its own.
  case freshUUID
  /// A closure makes all of the model.
  case made
  /// What another step makes of the same object.
  case part(Int)

  var text: String {
    switch self {
    case .property(let index): "\(index)"
    case .transformed(let index, _): "\(index)*"
    case .computed, .columns: "*"
    case .constant, .freshUUID: "-"
    case .made: "+"
    case .part(let step): "/\(step)"
    }
  }

  /// The value; `nil` if it does not come from the row.
  func value(_ row: RealmRow) throws -> RealmValue? {
    switch self {
    case .property(let index): try row.value(at: index)
    case .transformed(let index, let transform): try transform(row.value(at: index))
    case .computed(let compute): try compute(row)
    case .columns, .constant, .freshUUID, .made, .part: nil
    }
  }

  /// Whether it is what rows begin with, and nothing of the file.
  var isForNewRows: Bool {
    switch self {
    case .constant, .freshUUID: true
    default: false
    }
  }
}

struct StepAttribute {
  let name: String
  let columns: [String]
  let source: StepSource
  let encoder: ColumnEncoder

  /// The columns that a closure makes, or is part of making.
  func columns(_ row: RealmRow, _ made: [String: [SQLiteValue]]?) throws -> [SQLiteValue]? {
    var columns: [SQLiteValue]
    switch source {
    case .columns(let make): columns = try make(row)
    case .made: columns = made?[name] ?? []
    default: return nil
    }
    guard columns.count == self.columns.count else {
      throw RealmTransferError(
        .valueDoesNotFit, "The closure gives no value for this property.", property: name,
        object: row.key, advice: "Check that the store was made for the same model.")
    }
    if isExternal, case .blob(let bytes)? = columns.first {
      columns = [.blob(Data([1]) + bytes)]
    }
    return columns
  }

  /// Whether large values lie in files beside the store.
  var isExternal: Bool { encoder.attribute.allowsExternalStorage }
}

struct StepLink {
  let name: String
  /// The key of the target, and the number of its entity where that may differ.
  let columns: [String]
  let source: StepSource
  let target: StepTarget
  /// Whether each object has to lead somewhere.
  let isRequired: Bool
}

/// What links of a property lead to.
struct StepTarget {
  /// The steps that may have made a row of the object.
  let steps: [Int]
}

struct StepCollection {
  enum Kind {
    /// Rows of their own, which have the place of the object, or its key in a dictionary.
    case elements(StepElements)
    case join(table: String, owner: String, target: String, order: String?, isMirrored: Bool)
    /// The owner's key is in the row of the target, and the number of its entity where that may differ.
    case foreign(table: String, column: String, entityColumn: String?, order: String?)
  }

  let name: String
  /// The property in the file, by its position.
  let property: Int
  let propertyName: String
  let isOrdered: Bool
  /// The relationship of the targets that leads back.
  let inverse: String?
  /// Whether the targets must have an owner.
  let needsOwner: Bool
  let kind: Kind
  let target: StepTarget
}

struct StepElements {
  /// The value of an attribute that is neither place nor key.
  enum Constant {
    case value(SQLiteValue)
    /// Another for each row.
    case freshUUID

    var column: SQLiteValue {
      switch self {
      case .value(let value): value
      case .freshUUID: .freshUUID
      }
    }
  }

  let entity: String
  let table: String
  let ownerColumns: [String]
  let objectColumns: [String]
  let objectEntity: String
  /// The column of the place, or of the key.
  let placeColumn: String
  let isDictionary: Bool
  /// Columns of other attributes, and their values.
  let constants: [(column: String, value: Constant)]

  var columns: [String] {
    ownerColumns + objectColumns + [placeColumn] + constants.map(\.column)
  }
}

extension SQLiteValue {
  static var freshUUID: SQLiteValue { .blob(withUnsafeBytes(of: UUID().uuid) { Data($0) }) }
}
