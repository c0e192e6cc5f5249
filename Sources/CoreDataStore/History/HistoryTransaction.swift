import Foundation

/// One save in a store's persistent history.
public struct HistoryTransaction: Sendable {
  /// What the save did to one object.
  public struct Change: Sendable {
    /// ZCHANGETYPE; `unknown` if it is none of Core Data's.
    public enum Kind: String, Sendable {
      case insert, update, delete, unknown
    }

    public let number: Int64
    public let kind: Kind
    /// `nil` for a number that the store does not list.
    public let entity: String?
    public let key: Int64
    /// Of an update, as far as they can be told. `a|b`: one of these.
    public let properties: [String]
    /// Of a deletion: the values that were to be kept.
    public let tombstone: [StoredValue.Field]
  }

  public let number: Int64
  public let date: Date?
  public let author: String?
  public let bundle: String?
  public let process: String?
  public let context: String?
  public let changes: [Change]
}
