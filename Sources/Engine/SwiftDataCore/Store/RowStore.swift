// SPDX-License-Identifier: Apache-2.0

/// A store that streams rows: the internal door, through which the context
/// reads columns straight into objects.
///
/// Every read sees one snapshot; every write is one transaction.
package protocol RowStore: AnyObject, Sendable {
  /// The store's UUID, kept in the file.
  var identifier: String { get }
  /// The entities that this store keeps.
  func keeps(_ entity: _Entity) -> Bool

  /// Delivers the rows of a request, in order.
  func fetch(_ request: RowRequest, _ body: (inout FetchedRow) throws -> Void) throws

  /// Delivers the rows of several requests, one after the other, each with the request's position: all of one snapshot.
  func fetch(_ requests: [RowRequest], _ body: (Int, inout FetchedRow) throws -> Void) throws

  /// Delivers keys and concrete entities only.
  func fetchKeys(_ request: RowRequest, _ body: (Int64, _Entity) throws -> Void) throws

  func count(_ request: RowRequest) throws -> Int

  /// Delivers the rows of a request that have a text in their searched
  /// attributes: in the order of the request, or else best match first.
  func search(
    _ text: SearchText, _ request: RowRequest, _ body: (SearchHit) throws -> Void) throws

  func searchCount(_ text: SearchText, _ request: RowRequest) throws -> Int

  /// Delivers the rows that a to-many relationship of each owner leads to,
  /// grouped by owner, in stable order.
  func fetchRelated(
    _ relationship: _Property, owners: [Int64], _ body: (inout FetchedRow) throws -> Void
  ) throws

  /// Whether several statements take one round trip to the server. Others are not asked for ``RelatedRequest``s.
  var answersTogether: Bool { get }

  /// Delivers what several relationships lead to, one after the other.
  func fetchRelated(_ requests: [RelatedRequest], _ rows: inout some RelatedRows) throws

  /// Delivers the rows of a request, then what relationships of theirs lead to, in one round trip.
  ///
  /// - Returns: `false` if the rows must be known before anything else can be asked for. Then nothing was delivered.
  func fetch(
    _ request: RowRequest, with related: [RelatedRequest], _ rows: inout some RelatedRows,
    _ body: (inout FetchedRow) throws -> Void
  ) throws -> Bool

  /// Delivers the keys of those rows only, in the same order.
  func fetchRelatedKeys(
    _ relationship: _Property, owners: [Int64],
    _ body: (_ owner: Int64, _ key: Int64, _ entity: _Entity) throws -> Void
  ) throws

  /// Delivers columns instead of rows: values, aggregates, groups. The
  /// reader is at the first column.
  func project(_ request: ProjectionRequest, _ body: (inout _RowReader) throws -> Void) throws

  /// Runs a SELECT of the program's own.
  ///
  /// - Parameter columns: How many it must give, at least.
  func query(
    _ sql: StoreSQL, columns: Int, _ entity: _Entity, _ body: (inout _RowReader) throws -> Void
  ) throws

  /// The entity with a number that a row bears, if it is of the schema.
  func entity(numbered number: Int64) -> _Entity?

  /// Whether members of relationships always come with their rows, and models are written whole.
  var deliversWholeRows: Bool { get }

  /// Whether there are entities with ``keyNames(of:)``.
  var hasNamedKeys: Bool { get }

  /// How the rows of an entity are named whose keys are no whole numbers; `nil` for those of all other entities.
  func keyNames(of entity: _Entity) -> (any RowKeyNames)?

  /// The work of the store since it was opened.
  var statistics: StoreStatistics { get }

  /// How many rows a to-many relationship of one owner leads to.
  func countRelated(_ relationship: _Property, owner: Int64) throws -> Int

  /// Runs `body` in one write transaction, and commits unless it throws.
  func write<R>(author: String?, _ body: (any RowTransaction) throws -> R) throws -> R

  /// Removes every row.
  func erase() throws

  /// Closes the connections. Later calls throw.
  func close() throws

  /// The values that order a row in a request, so that another request can continue after it.
  func position(of key: Int64, in request: RowRequest) throws -> [ColumnConstant]?

  /// Delivers the rows of a request whose limit is one more than the size of a page.
  ///
  /// - Returns: The position of the page's last row, of the same snapshot if the store has any; `nil` if there is no
  ///   row after the page.
  func fetchPage(
    _ request: RowRequest, size: Int, _ body: (inout FetchedRow) throws -> Void
  ) throws -> [ColumnConstant]?

  /// The SQL a request becomes, with its plan.
  func explanation(_ request: RowRequest) throws -> FetchExplanation

  /// The text of the statement that `fetch` would run; empty in stores without SQL.
  func statementText(of request: RowRequest) throws -> String
}

extension RowStore {
  package var deliversWholeRows: Bool { false }

  package var hasNamedKeys: Bool { false }

  package var answersTogether: Bool { false }

  /// Stores of programs have no snapshots.
  package func fetch(_ requests: [RowRequest], _ body: (Int, inout FetchedRow) throws -> Void) throws {
    for (index, request) in requests.enumerated() { try fetch(request) { try body(index, &$0) } }
  }

  /// Of a store without snapshots of rows and positions, a row may go before its position is known: the next page then
  /// continues after the row before.
  package func fetchPage(
    _ request: RowRequest, size: Int, _ body: (inout FetchedRow) throws -> Void
  ) throws -> [ColumnConstant]? {
    var keys: [Int64] = []
    try fetch(request) { row in
      keys.append(row.key)
      try body(&row)
    }
    guard keys.count > size else { return nil }
    for key in keys[..<size].reversed() {
      if let position = try position(of: key, in: request) { return position }
    }
    // None of the page is left: the next one begins where this one has.
    if let start = request.after { return start }
    throw SwiftDataError(
      .storeIsBusy, "All rows of the page were deleted while it was read.", entity: request.entity.name,
      advice: "Fetch the page again.")
  }

  package func fetchRelated(_ requests: [RelatedRequest], _ rows: inout some RelatedRows) throws {}

  package func fetch(
    _ request: RowRequest, with related: [RelatedRequest], _ rows: inout some RelatedRows,
    _ body: (inout FetchedRow) throws -> Void
  ) throws -> Bool { false }

  package func keyNames(of entity: _Entity) -> (any RowKeyNames)? { nil }

  /// Throws what a fetch of the request would throw before it reads a row, such as a predicate without meaning in SQL.
  package func validate(_ request: RowRequest) throws { _ = try statementText(of: request) }
}

/// The writing half of a store, within one transaction.
package protocol RowTransaction: AnyObject {
  /// Called before the first write of a save that no other store has a part in: such a save may fail as late as at its
  /// commit, with a ``TransientFailure``.
  func savesAlone()

  /// Reserves `count` consecutive keys for rows of the root entity.
  func allocateKeys(for root: _Entity, count: Int) throws -> Int64

  /// The row that has the same values as `model` in the constraint's columns.
  func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property])
    throws -> (key: Int64, entity: _Entity)?

  func insert(_ model: any PersistentModel, _ entity: _Entity, key: Int64) throws

  /// Whether rows are to be handed over together, since each statement is a way to another machine.
  var takesSets: Bool { get }

  /// Whether the store checks with each statement, not at the end, that rows refer to others that are there. Then new rows
  /// are written before those that lead to them, and rows go after those that led to them.
  var checksReferencesAtOnce: Bool { get }

  /// Deletes rows of any entities, as for one row.
  ///
  /// - Returns: What became of each.
  func delete(_ rows: [RowToWrite]) throws -> [RowWrite]

  /// The version that the transaction's new rows of an entity have.
  func versionOfNewRows(_ entity: _Entity) -> Int32

  /// Whether rows of an entity may have other values than were written, and are to be read again.
  func mayChangeRows(of entity: _Entity) -> Bool

  /// New rows that are to be inserted one group after the other, by position, because what a unique index refuses must be
  /// known before other rows refer to it; `nil` for all together.
  func insertionGroups(_ rows: [RowToWrite]) throws -> [[Int]]?

  /// The properties of an entity that are the keys of its rows: a row that a new object meets keeps them.
  func keyProperties(of entity: _Entity) -> PropertyMask

  /// Inserts rows of any entities.
  ///
  /// - Returns: Which of them a unique index has refused, by position. They are not written, the others are.
  func insert(_ rows: [RowToWrite]) throws -> [Int]

  /// Updates rows of any entities, also ones that exchange unique values.
  ///
  /// - Returns: What became of each.
  func update(_ rows: [RowToWrite]) throws -> [RowWrite]

  /// Writes the columns of `mask`.
  ///
  /// - Parameter version: The counter that the row must have; `nil` to write
  ///   over whatever is there.
  func update(
    _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: PropertyMask,
    version: Int32?
  ) throws -> RowWrite

  /// Deletes the row and its pairs in join tables, and empties columns of
  /// one-way relationships that point to it.
  ///
  /// - Parameter version: As for `update`.
  func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite

  /// Empties the unique columns of a row that this transaction will write
  /// later, so that another row can take its values meanwhile.
  func vacate(_ properties: [_Property], _ entity: _Entity, key: Int64) throws

  /// Empties the to-one end of a one-to-one relationship in every row that
  /// leads to `owner`, but for the one that the owner leads to now.
  func releasePartners(_ relationship: _Property, owner: Int64, except target: Int64?) throws

  /// Adds or removes one pair of a many-to-many or one-way to-many relationship.
  ///
  /// - Parameter targetIsWritten: Whether this transaction has inserted or
  ///   updated the target's row.
  func link(
    _ relationship: _Property, owner: Int64, target: Int64, add: Bool, targetIsWritten: Bool
  ) throws

  /// Called after the last write: raises the counters of rows that deletions
  /// and pairs have changed, and returns them.
  func settle() throws -> [TouchedRow]

  /// Writes what the store keeps about the transaction, counters of keys and
  /// history. Nothing is written after it but the commit.
  ///
  /// A store calls it itself before it commits; a save over several stores calls
  /// it before any of them does.
  func finish() throws

  /// Whether rows refer to `key` through a to-one with this relationship's
  /// inverse, or a pair; used for `.deny` without loading rows.
  func relatedKeys(_ relationship: _Property, owner: Int64, limit: Int?) throws -> [Int64]

  /// Writes the same values into all rows that match.
  func updateAll(_ request: RowRequest, _ values: [PropertyColumns]) throws
    -> [(entity: _Entity, key: Int64)]

  /// Inserts a row from values of columns; what is not named is NULL.
  func insert(_ values: [PropertyColumns], _ entity: _Entity, key: Int64) throws

  /// Deletes all rows that match, with their delete rules, and returns what
  /// was deleted or changed.
  ///
  /// - Parameter settled: Rows that the delete rules leave alone.
  func deleteAll(_ request: RowRequest, _ settled: SettledRows) throws -> BatchDeletion
}

/// A row to be inserted, updated or deleted with others.
package struct RowToWrite {
  package let model: any PersistentModel
  package let entity: _Entity
  package let key: Int64
  /// Of an update: what is written.
  package let mask: PropertyMask
  /// Of an update: as for one row.
  package let version: Int32?

  package init(
    _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: PropertyMask = .all, version: Int32? = nil
  ) {
    self.model = model
    self.entity = entity
    self.key = key
    self.mask = mask
    self.version = version
  }
}

extension RowTransaction {
  package func savesAlone() {}

  package var takesSets: Bool { false }

  package var checksReferencesAtOnce: Bool { false }

  package func versionOfNewRows(_ entity: _Entity) -> Int32 { 1 }

  package func mayChangeRows(of entity: _Entity) -> Bool { false }

  package func insertionGroups(_ rows: [RowToWrite]) throws -> [[Int]]? { nil }

  package func keyProperties(of entity: _Entity) -> PropertyMask { .none }

  package func delete(_ rows: [RowToWrite]) throws -> [RowWrite] {
    try rows.map { try delete($0.entity, key: $0.key, version: $0.version) }
  }

  package func insert(_ rows: [RowToWrite]) throws -> [Int] {
    for row in rows { try insert(row.model, row.entity, key: row.key) }
    return []
  }

  package func update(_ rows: [RowToWrite]) throws -> [RowWrite] {
    try rows.map { try update($0.model, $0.entity, key: $0.key, mask: $0.mask, version: $0.version) }
  }
}

/// A transaction failed for a reason that may be temporary, such as another transaction. The save starts again.
package struct TransientFailure: Error {
  /// The error that the program gets if it persists.
  package let error: SwiftDataError

  package init(_ error: SwiftDataError) { self.error = error }
}

/// The outcome of updating or deleting a row.
package enum RowWrite: Sendable {
  /// It was; after an update, with its new counter.
  case done(version: Int32)
  /// Its version is not the expected one: another writer has changed it.
  case changed
  /// There is no such row.
  case gone
}

/// A row that changed because of another one.
package struct TouchedRow: Sendable {
  package let entity: _Entity
  package let key: Int64
  /// The new counter.
  package let version: Int32
  /// The properties of the row that changed; none if what changed belongs to
  /// a relationship of another entity.
  package let mask: PropertyMask
  /// The counter before the transaction, where the store counts.
  package let former: Int32?

  package init(entity: _Entity, key: Int64, version: Int32, mask: PropertyMask, former: Int32? = nil) {
    self.entity = entity
    self.key = key
    self.version = version
    self.mask = mask
    self.former = former
  }
}

/// The outcome of a batch deletion.
package struct BatchDeletion: Sendable {
  package var deleted: [(entity: _Entity, key: Int64)] = []
  /// Rows whose relationships were nullified.
  package var updated: [(entity: _Entity, key: Int64, mask: PropertyMask)] = []
  package init() {}
}
