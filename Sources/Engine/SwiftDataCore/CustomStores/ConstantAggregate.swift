// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An aggregate of values in columns, with the meaning that it has in a SQLite store.
struct ConstantAggregate {
  let function: ProjectionRequest.Function
  let type: _ColumnType
  let entity: _Entity
  let path: PropertyPath

  /// An aggregate of identifiers: their number.
  init(identifiersFor function: ProjectionRequest.Function, _ path: PropertyPath, _ entity: _Entity) throws {
    guard function == .count || function == .countDistinct else {
      throw ProjectedPath.refuse(path, entity, "An identifier is not a number and has no order.")
    }
    self.function = function
    self.path = path
    self.entity = entity
    type = .integer64
  }

  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` where the function means nothing.
  init(_ function: ProjectionRequest.Function, _ path: PropertyPath, _ entity: _Entity) throws {
    self.function = function
    self.path = path
    self.entity = entity
    let isEnumeration: Bool
    let refusal = "Only attributes of one column can be aggregated."
    switch try ProjectedPath(path, from: entity, refusal: refusal).layout {
    case .scalar(let type): (self.type, isEnumeration) = (type, false)
    case .rawValue(let type): (self.type, isEnumeration) = (type, true)
    default: throw ProjectedPath.refuse(path, entity, refusal)
    }
    switch function {
    case .sum, .average:
      switch type {
      case .integer16, .integer32, .integer64, .double, .float, .decimal: break
      default: throw ProjectedPath.refuse(path, entity, "Only numbers have a sum.")
      }
      if isEnumeration { throw ProjectedPath.refuse(path, entity, "An enum has no sum.") }
    case .minimum, .maximum:
      if isEnumeration {
        throw ProjectedPath.refuse(path, entity, "An enum's cases are not ordered in the store.")
      }
    case .value, .count, .countDistinct: break
    }
  }

  /// - Parameter values: One for each row; those that are NULL take no part.
  /// - Throws: ``SwiftDataError/valueOutOfRange`` for a sum of integers that does not fit.
  func callAsFunction(_ values: some Sequence<ColumnConstant>) throws -> ColumnConstant {
    let values = values.filter { !$0.isNull }
    switch function {
    case .value: return values.first ?? .null
    case .count: return .integer(Int64(values.count))
    case .countDistinct: return .integer(Int64(Set(values.map(\.distinct)).count))
    case .sum: return try sum(values)
    case .average: return average(values)
    case .minimum: return values.min { $0.isLess(than: $1, as: type) } ?? .null
    case .maximum: return values.max { $0.isLess(than: $1, as: type) } ?? .null
    }
  }

  private func sum(_ values: [ColumnConstant]) throws -> ColumnConstant {
    if type == .decimal { return .computed(values.compactMap(\.decimal).reduce(0, +)) }
    guard let integers = integers(values) else { return .real(values.compactMap(\.double).reduce(0, +)) }
    var total: Int64 = 0
    for integer in integers {
      let (sum, overflow) = total.addingReportingOverflow(integer)
      guard !overflow else {
        throw SwiftDataError(
          .valueOutOfRange, "A sum does not fit into 64 bits.", entity: entity.name,
          property: (path.properties + path.elements).joined(separator: "."),
          advice: "Sum fewer rows, or keep the property as Double or Decimal.")
      }
      total = sum
    }
    return .integer(total)
  }

  private func average(_ values: [ColumnConstant]) -> ColumnConstant {
    guard !values.isEmpty else { return .null }
    if type == .decimal {
      return .computed(values.compactMap(\.decimal).reduce(0, +) / Decimal(values.count))
    }
    return .real(values.compactMap(\.double).reduce(0, +) / Double(values.count))
  }

  /// All values, if all are integers.
  private func integers(_ values: [ColumnConstant]) -> [Int64]? {
    var integers: [Int64] = []
    integers.reserveCapacity(values.count)
    for value in values {
      guard case .integer(let integer) = value else { return nil }
      integers.append(integer)
    }
    return integers
  }
}
