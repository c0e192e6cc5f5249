/// An object of a store: its entity and key.
public struct ObjectReference: Hashable, Sendable, CustomStringConvertible {
  /// The entity itself, not one above it.
  public let entity: String
  /// Z_PK.
  public let key: Int64

  public init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }

  public var description: String { "\(entity)/p\(key)" }

  /// Reads `x-coredata://UUID/Entity/p12`, or `Entity/p12`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 2, let last = parts.last, last.hasPrefix("p"),
      let key = Int64(last.dropFirst())
    else { return nil }
    self.init(entity: String(parts[parts.count - 2]), key: key)
  }
}
