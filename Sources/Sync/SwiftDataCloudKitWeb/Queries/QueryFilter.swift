// SPDX-License-Identifier: Apache-2.0

/// A condition of `records/query`.
struct QueryFilter {
  enum Comparator: String, CaseIterable {
    case equals = "EQUALS"
    case notEquals = "NOT_EQUALS"
    case lessThan = "LESS_THAN"
    case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
    case greaterThan = "GREATER_THAN"
    case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
    case beginsWith = "BEGINS_WITH"
    case notBeginsWith = "NOT_BEGINS_WITH"
    case isIn = "IN"
    case notIn = "NOT_IN"
    case containsAllTokens = "CONTAINS_ALL_TOKENS"
    case containsAnyTokens = "CONTAINS_ANY_TOKENS"

    var isNegative: Bool { self == .notEquals || self == .notBeginsWith || self == .notIn }

    /// Of a single value.
    var symbol: String? {
      switch self {
      case .equals, .notEquals: "="
      case .lessThan: "<"
      case .lessThanOrEquals: "<="
      case .greaterThan: ">"
      case .greaterThanOrEquals: ">="
      default: nil
      }
    }
  }

  /// CloudKit's comparators that need what no mirrored model has.
  private static let others: Set<String> = [
    "NEAR", "LIST_CONTAINS", "LIST_CONTAINS_ANY", "LIST_CONTAINS_ALL", "NOT_LIST_CONTAINS", "NOT_LIST_CONTAINS_ANY",
    "NOT_LIST_CONTAINS_ALL", "LIST_MEMBER_BEGINS_WITH", "NOT_LIST_MEMBER_BEGINS_WITH",
  ]
  private static let mostValues = 250

  var comparator: Comparator
  /// Nil: the words of any field.
  var field: QueryField?
  var values: [IndexedValue]

  init(_ input: CloudInput, _ schema: QueryScope) throws(CloudKitError) {
    let name = try input.required("comparator").text()
    guard let comparator = Comparator(rawValue: name) else {
      if Self.others.contains(name) {
        throw .badRequest(
          "\(input.path).comparator '\(name)' is for locations and lists, which mirrored models have not")
      }
      let all = Comparator.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("\(input.path).comparator is '\(name.prefix(100))'; there are \(all)")
    }
    self.comparator = comparator
    let isTokens = comparator == .containsAllTokens || comparator == .containsAnyTokens
    field = try QueryField(input, schema)
    if field == nil, !isTokens { throw .badRequest("\(input.path) has neither 'fieldName' nor 'systemFieldName'") }
    let given = try input.required("fieldValue")
    var type = try given["type"].text()
    let value = try given.required("value")
    let isList = type?.hasSuffix("_LIST") ?? false
    if isList { type = type.map { String($0.dropLast("_LIST".count)) } }
    if comparator == .isIn || comparator == .notIn {
      if !isList, schema.quirks.inNeedsListType { throw .badRequest("Unexpected input") }
      values = []
      for element in try value.list(atMost: Self.mostValues) {
        values.append(try Self.value(element, type, schema.quirks))
      }
    } else {
      guard !isList else { throw .badRequest("\(given.path) is a list, and \(name) compares with one value") }
      values = [try Self.value(value, type, schema.quirks)]
    }
    if isTokens || comparator == .beginsWith || comparator == .notBeginsWith {
      guard case .text? = values.first else { throw value.wrong("a text") }
      if case .system? = field { throw .badRequest("\(input.path): \(name) is for fields with texts") }
    }
  }

  private static func value(
    _ input: CloudInput, _ type: String?, _ quirks: CloudKitQuirks
  ) throws(CloudKitError) -> IndexedValue {
    var members: [String: CloudJSON] = ["value": input.value]
    if let type { members["type"] = .text(type) }
    guard let field = try CloudField.read(CloudInput(.object(members), input.path), declared: nil, quirks),
      let value = IndexedValue(field)
    else { throw .badRequest("\(input.path) cannot be compared: it is null, bytes, an asset, or a long text") }
    return value
  }
}

/// What a query knows of its records.
struct QueryScope {
  var schema: MirroredSchema
  var recordType: String
  var quirks: CloudKitQuirks
}

/// A field that is compared or sorted by.
enum QueryField: Hashable {
  case own(String)
  /// A column of the index.
  case system(String)

  /// - Returns: nil: the input names none.
  init?(_ input: CloudInput, _ scope: QueryScope) throws(CloudKitError) {
    let own = try input["fieldName"].text()
    let system = try input["systemFieldName"].text()
    guard let name = system ?? own else { return nil }
    switch name {
    case "recordName", "___recordID", "___recordId": self = .system("recordName")
    case "createdTimestamp", "___createTime": self = .system("created")
    case "modifiedTimestamp", "___modTime": self = .system("modified")
    default:
      guard system == nil, name.hasPrefix(RecordLayout.prefix), name.utf8.count <= 255 else {
        throw .badRequest("\(input.path): Unknown field '\(name.prefix(255))'")
      }
      try Self.check(name, scope)
      self = .own(name)
    }
  }

  /// Whether the schema has such a field, with an index.
  private static func check(_ name: String, _ scope: QueryScope) throws(CloudKitError) {
    let schema = scope.schema
    guard !schema.isEmpty, scope.recordType != LinkRecord.type, name != RecordLayout.entityName else { return }
    let field = String(name.dropFirst(RecordLayout.prefix.count))
    let root = String(scope.recordType.dropFirst(RecordLayout.prefix.count))
    for entity in schema.entities.values where schema.root(entity.name) == root {
      if let attribute = entity.attributes[field] {
        guard attribute.kind.type != .bytes, !attribute.isEncrypted else {
          throw .badRequest("Field '\(name)' is not marked queryable")
        }
        return
      }
      if entity.relationships[field]?.isToMany == false { return }
    }
    throw .badRequest("Unknown field '\(name)'")
  }
}
