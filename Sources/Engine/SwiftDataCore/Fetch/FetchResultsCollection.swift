// SPDX-License-Identifier: Apache-2.0

/// The results of a fetch with a batch size: elements are loaded in batches, when they are
/// accessed.
///
/// Only the identifiers of all elements are kept. An element whose row is
/// deleted in the meantime is a model that reports `isDeleted`.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let source: Source
  /// The keys of the results, without loading objects; `nil` if all are loaded.
  let keys: [(key: Int64, entity: _Entity)]?

  final class Source {
    let count: Int
    private let batchSize: Int
    private let load: (Range<Int>) -> [Element]
    private var window: Range<Int> = 0..<0
    private var elements: [Element] = []

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
      self.count = count
      self.batchSize = Swift.max(1, batchSize)
      self.load = load
    }

    subscript(position: Int) -> Element {
      if !window.contains(position) {
        let start = position / batchSize * batchSize
        window = start..<Swift.min(start + batchSize, count)
        elements = load(window)
      }
      return elements[position - window.lowerBound]
    }
  }

  init(
    count: Int, batchSize: Int, keys: [(key: Int64, entity: _Entity)]? = nil, load: @escaping (Range<Int>) -> [Element]
  ) {
    self.keys = keys
    source = Source(count: count, batchSize: batchSize, load: load)
  }

  /// Zero, the position of the first element.
  public var startIndex: Int { 0 }
  /// The number of elements, which is known without loading any.
  public var endIndex: Int { source.count }

  /// - Complexity: O(1) within a window; a statement for a new one.
  public subscript(position: Int) -> Element { source[position] }
}
