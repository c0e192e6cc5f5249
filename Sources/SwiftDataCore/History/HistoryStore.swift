import Foundation

/// A row store that keeps a history of the saves.
///
/// Optional beside ``_RowStore``: a context asks for it when history is asked
/// for. Transactions are numbered from 1, without gaps except for deleted ones.
public protocol _HistoryStore: _RowStore {
  /// Whether each save is recorded.
  var recordsHistory: Bool { get }

  /// The transactions of a request, by number, in one snapshot.
  func historyTransactions(_ request: _HistoryRequest) throws -> [_HistoryRecord]

  /// Which transactions there are.
  func historyRange() throws -> _HistoryRange

  /// Forgets the transactions with these numbers, or all if `nil`. Numbers
  /// are not used again.
  func deleteHistory(_ numbers: [Int64]?) throws
}

/// A transaction that can tell how the history will call it.
public protocol _HistoryRecording: _RowTransaction {
  /// The number under which the changes made so far will be recorded; `nil`
  /// if there are none, or no history.
  func historyNumber() throws -> Int64?
}

/// Which transactions a store is asked for.
public struct _HistoryRequest: Sendable {
  /// Only transactions with greater numbers.
  public var after: Int64?
  /// Only transactions with smaller numbers.
  public var before: Int64?
  /// How many at most.
  public var limit: Int?
  /// Whether the changes are wanted, or what is known of the transaction only.
  public var includesChanges: Bool

  public init(
    after: Int64? = nil, before: Int64? = nil, limit: Int? = nil, includesChanges: Bool = true
  ) {
    self.after = after
    self.before = before
    self.limit = limit
    self.includesChanges = includesChanges
  }
}

/// The numbers of a store's transactions.
public struct _HistoryRange: Sendable, Equatable {
  /// Of the oldest transaction that is still recorded.
  public let oldest: Int64?
  /// The highest number ever given out; 0 if there was no transaction yet.
  public let last: Int64

  public init(oldest: Int64?, last: Int64) {
    self.oldest = oldest
    self.last = last
  }
}

/// One transaction, as a store has recorded it.
public struct _HistoryRecord: Sendable {
  public let number: Int64
  public let timestamp: Date
  public let author: String?
  public let bundleIdentifier: String?
  public let processIdentifier: String?
  public let contextName: String?
  /// In the order in which they were written.
  public var changes: [Change] = []

  public init(
    number: Int64, timestamp: Date, author: String?, bundleIdentifier: String?,
    processIdentifier: String?, contextName: String?
  ) {
    self.number = number
    self.timestamp = timestamp
    self.author = author
    self.bundleIdentifier = bundleIdentifier
    self.processIdentifier = processIdentifier
    self.contextName = contextName
  }

  public enum Kind: Sendable { case insert, update, delete }

  /// One row that was inserted, updated or deleted.
  public struct Change: Sendable {
    public let number: Int64
    public let kind: Kind
    public let entity: _Entity
    public let key: Int64
    /// Of an update: the changed properties, by index.
    public let properties: [Int]
    /// Of a deletion: preserved values, by property index.
    public let tombstone: [(index: Int, value: any Sendable)]

    public init(
      number: Int64, kind: Kind, entity: _Entity, key: Int64, properties: [Int] = [],
      tombstone: [(index: Int, value: any Sendable)] = []
    ) {
      self.number = number
      self.kind = kind
      self.entity = entity
      self.key = key
      self.properties = properties
      self.tombstone = tombstone
    }
  }
}
