/// A store that streams rows: the internal door, through which the context
/// reads columns straight into objects.
///
/// Every read sees one snapshot; every write is one transaction.
public protocol _RowStore: AnyObject, Sendable {
  /// The store's UUID, kept in the file.
  var identifier: String { get }
  /// The entities that this store keeps.
  func keeps(_ entity: _Entity) -> Bool

  /// Delivers the rows of a request, in order.
  func fetch(_ request: _RowRequest, _ body: (inout _FetchedRow) throws -> Void) throws

  /// Delivers keys and concrete entities only.
  func fetchKeys(_ request: _RowRequest, _ body: (Int64, _Entity) throws -> Void) throws

  func count(_ request: _RowRequest) throws -> Int

  /// Delivers the rows of a request that have a text in their searched
  /// attributes: in the order of the request, or else best match first.
  func search(
    _ text: SearchText, _ request: _RowRequest, _ body: (_SearchHit) throws -> Void) throws

  func searchCount(_ text: SearchText, _ request: _RowRequest) throws -> Int

  /// Delivers the rows that a to-many relationship of each owner leads to,
  /// grouped by owner, in stable order.
  func fetchRelated(
    _ relationship: _Property, owners: [Int64], _ body: (inout _FetchedRow) throws -> Void
  ) throws

  /// Delivers the keys of those rows only, in the same order.
  func fetchRelatedKeys(
    _ relationship: _Property, owners: [Int64],
    _ body: (_ owner: Int64, _ key: Int64, _ entity: _Entity) throws -> Void
  ) throws

  /// What the store has done since it was opened.
  var statistics: StoreStatistics { get }

  /// How many rows a to-many relationship of one owner leads to.
  func countRelated(_ relationship: _Property, owner: Int64) throws -> Int

  /// Runs `body` in one write transaction, and commits unless it throws.
  func write<R>(author: String?, _ body: (any _RowTransaction) throws -> R) throws -> R

  /// Removes every row.
  func erase() throws

  /// Closes the connections. Later calls throw.
  func close() throws

  /// The SQL a request becomes, for tests and diagnosis.
  func explain(_ request: _RowRequest) throws -> String
}

/// The writing half of a store, within one transaction.
public protocol _RowTransaction: AnyObject {
  /// Reserves `count` consecutive keys for rows of the root entity.
  func allocateKeys(for root: _Entity, count: Int) throws -> Int64

  /// The row that has the same values as `model` in the constraint's columns.
  func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property])
    throws -> (key: Int64, entity: _Entity)?

  func insert(_ model: any PersistentModel, _ entity: _Entity, key: Int64) throws

  /// Writes the columns of `mask`.
  ///
  /// - Parameter version: The counter that the row must have; `nil` to write
  ///   over whatever is there.
  /// - Returns: The new counter; `nil` if no such row exists any more.
  func update(
    _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: _PropertyMask,
    version: Int32?
  ) throws -> Int32?

  /// Deletes the row and its pairs in join tables, and empties columns of
  /// one-way relationships that point to it. Returns false if it was gone.
  func delete(_ entity: _Entity, key: Int64) throws -> Bool

  /// Adds or removes one pair of a many-to-many or one-way to-many relationship.
  func link(_ relationship: _Property, owner: Int64, target: Int64, add: Bool) throws

  /// Whether rows refer to `key` through a to-one with this relationship's
  /// inverse, or a pair; used for `.deny` without loading rows.
  func relatedKeys(_ relationship: _Property, owner: Int64, limit: Int?) throws -> [Int64]

  /// Deletes all rows that match, with their delete rules, and returns what
  /// was deleted or changed.
  func deleteAll(_ request: _RowRequest) throws -> _BatchDeletion
}

/// What a batch deletion did.
public struct _BatchDeletion: Sendable {
  public var deleted: [(entity: _Entity, key: Int64)] = []
  /// Rows whose relationships were nullified.
  public var updated: [(entity: _Entity, key: Int64)] = []
  public init() {}
}
