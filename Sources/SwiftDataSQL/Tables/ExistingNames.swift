/// The names that a store has given already: a layout for that store keeps them.
public struct ExistingNames: Sendable {
  /// A table of pairs.
  public struct JoinTable: Sendable {
    public let name: String
    /// In order, without those that keep the order of pairs.
    public let columns: [String]

    public init(name: String, columns: [String]) {
      self.name = name
      self.columns = columns
    }
  }

  /// Z_ENT by entity name.
  public var entityNumbers: [String: Int64] = [:]
  /// Z_SUPER by Z_ENT.
  public var superentities: [Int64: Int64] = [:]
  /// The tables of root entities that are not called as usual.
  public var tables: [String: String] = [:]
  /// The columns by declaring entity and path of names.
  public var columns: [String: [String: String]] = [:]
  /// Columns, by root entity, that belong to properties which the schema does
  /// not have: no other property gets them.
  public var keptColumns: [String: Set<String>] = [:]
  /// The tables of pairs, by the names that they would have with these numbers.
  public var joinTables: [String: JoinTable] = [:]
  /// Relationships, by entity, that name a table of pairs of that entity with
  /// itself, though the rule for new stores would take the inverse.
  public var reflexiveNames: [String: Set<String>] = [:]

  public init() {}

  /// The first number for entities that the store does not know yet.
  var nextNumber: Int64 {
    (entityNumbers.values.filter { $0 < KeptNames.firstEntity }.max() ?? 0) + 1
  }
}
