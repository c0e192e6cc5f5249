/// The names that a store has given already: a layout for that store keeps them.
public struct ExistingNames: Sendable {
  /// Z_ENT by entity name.
  public var entityNumbers: [String: Int64] = [:]
  /// Z_SUPER by Z_ENT.
  public var superentities: [Int64: Int64] = [:]
  /// The columns by declaring entity and path of names.
  public var columns: [String: [String: String]] = [:]
  /// The columns of each table of pairs, in order, without those that keep
  /// the order of pairs.
  public var joinTables: [String: [String]] = [:]

  public init() {}

  /// The first number for entities that the store does not know yet.
  var nextNumber: Int64 {
    (entityNumbers.values.filter { $0 < Self.reservedNumbers }.max() ?? 0) + 1
  }

  /// From here on, numbers are those of history and cloud tables.
  static let reservedNumbers: Int64 = 16_000
}
