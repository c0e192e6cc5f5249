/// The objects that one fetch delivered, by key.
///
/// A program that reads a relationship of one of them is likely to read it of
/// the next ones: the faults of a whole stretch are filled by one statement.
struct FetchGroup {
  static let window = 1024

  let keys: [Int64]
  private var positions: [Int64: Int]?

  init(keys: [Int64]) { self.keys = keys }

  /// The keys from `key` on, as many as are filled at once.
  mutating func stretch(from key: Int64) -> ArraySlice<Int64> {
    if positions == nil {
      positions = Dictionary(
        keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let position = positions?[key] else { return [] }
    return keys[position..<min(position + Self.window, keys.count)]
  }
}
