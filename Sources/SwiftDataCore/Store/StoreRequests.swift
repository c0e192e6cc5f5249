import Foundation

/// A predicate without its type: the tree, and which variable is the model.
public struct _StorePredicate: @unchecked Sendable {
  // Unchecked: a predicate's nodes are constants; that they can be sent is not in the type of the tree.
  public let expression: any PredicateExpression
  public let variable: PredicateExpressions.VariableID

  init<T>(_ predicate: Predicate<T>) {
    expression = predicate.expression
    variable = predicate.variable.key
  }

  private init(expression: any PredicateExpression, variable: PredicateExpressions.VariableID) {
    self.expression = expression
    self.variable = variable
  }

  /// Matches every row.
  static let everything = _StorePredicate(
    expression: PredicateExpressions.Value(true), variable: PredicateExpressions.Variable<Bool>().key)
}

/// One step of an ordering.
public struct _SortKey: Sendable {
  public enum Order: Sendable {
    /// By value: numbers, dates, identifiers, plain strings by code point.
    case plain
    /// By ``_StandardStringOrder``, as `.localizedStandard` sorts.
    case standardString
    /// By ``_StandardStringOrder`` with digits one by one, as `.localized` sorts.
    case localizedString
  }

  public let path: _PropertyPath
  public let order: Order
  public let isAscending: Bool
}

/// What a key path leads to: relationships to follow, the property at the
/// end, and elements inside a composite attribute.
public struct _PropertyPath: Sendable {
  /// Names, from the root entity on: relationships first, then the property.
  public let properties: [String]
  /// Elements within the last property, if it is a composite.
  public let elements: [String]

  public init(properties: [String], elements: [String] = []) {
    self.properties = properties
    self.elements = elements
  }
}

/// Which rows a store is asked for.
public struct _RowRequest: @unchecked Sendable {
  // Unchecked: values that are made for one call, over a schema that never changes.
  public let entity: _Entity
  public var includesSubentities = true
  public var predicate: _StorePredicate?
  /// Rows that match any of these are left out: deletions that wait for the
  /// next save.
  public var excluding: [_StorePredicate] = []
  public var sort: [_SortKey] = []
  public var limit: Int?
  public var offset: Int?
  /// The properties whose columns the rows bring.
  public var mask: _PropertyMask = .all
  /// Only rows with these keys.
  public var keys: [Int64]?
  /// Never rows with these keys: the context evaluates them itself.
  public var excludedKeys: [Int64] = []
  /// Only rows from which one of these paths of relationships leads to one
  /// of the keys.
  public var reaching: [_Reach] = []

  /// Only rows that come after this position in the order.
  public var after: [_ColumnConstant]?

  public struct _Reach: @unchecked Sendable {
    // Unchecked: as the request that it is part of.
    public let path: [_Property]
    public let keys: [Int64]
  }

  public init(entity: _Entity) { self.entity = entity }
}

/// One row, as a store delivers it.
public struct _FetchedRow {
  public let key: Int64
  /// Lives as long as the store's model.
  public unowned(unsafe) let entity: _Entity
  /// Optimistic-lock counter.
  public let version: Int32
  /// For related rows: which object's relationship the row belongs to.
  public let owner: Int64
  public var reader: _RowReader

  public init(
    key: Int64, entity: _Entity, version: Int32, owner: Int64 = 0, reader: _RowReader
  ) {
    self.key = key
    self.entity = entity
    self.version = version
    self.owner = owner
    self.reader = reader
  }
}
