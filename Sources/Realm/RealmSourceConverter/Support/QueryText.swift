// SPDX-License-Identifier: Apache-2.0

/// Queries that do not throw, as Realm's do not.
enum QueryText {
  static let queries = """
    extension ModelContext {
      /// The objects of a fetch. As queries of Realm's do not throw, an error is kept, and thrown by the next `write`.
      func objects<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> [T] {
        do {
          return try fetch(descriptor)
        } catch {
          fail(error)
          return []
        }
      }

      /// How many objects a fetch finds; its error is kept as that of `objects`.
      func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> Int {
        do {
          return try fetchCount(descriptor)
        } catch {
          fail(error)
          return 0
        }
      }

      /// The first object of a fetch, which fetches no others; its error is kept as that of `objects`.
      func first<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> T? {
        var descriptor = descriptor
        descriptor.fetchLimit = 1
        return objects(descriptor).first
      }
    }
    """

  static func isEmpty(_ models: [String]) -> String {
    """
    extension ModelContext {
      /// Whether there are no objects of any class; an error is kept as that of `objects`.
      var isEmpty: Bool {
    \(models.map { "    if count(FetchDescriptor<\($0)>()) > 0 { return false }" }.joined(separator: "\n"))
        return true
      }
    }
    """
  }

  static let capturing = """
    /// Names values for a predicate, which can capture constants only.
    func capturing<each Value, Result>(
      _ values: repeat each Value, in body: (repeat each Value) throws -> Result
    ) rethrows -> Result {
      try body(repeat each values)
    }
    """

  static let collections = """
    extension Array {
      /// Moves one element, as lists of Realm's do.
      mutating func move(from: Int, to: Int) { insert(remove(at: from), at: to) }
    }

    extension Sequence {
      /// The first element for each of the values that key paths lead to.
      func distinct(by keys: [PartialKeyPath<Element>]) -> [Element] {
        var seen: Set<[AnyHashable?]> = []
        return filter { element in seen.insert(keys.map { element[keyPath: $0] as? AnyHashable }).inserted }
      }

      /// The mean of what a key path leads to; `nil` without any.
      func average<Value: BinaryInteger>(of key: KeyPath<Element, Value>) -> Double? {
        average(of: { Double($0[keyPath: key]) })
      }

      func average<Value: BinaryFloatingPoint>(of key: KeyPath<Element, Value>) -> Double? {
        average(of: { Double($0[keyPath: key]) })
      }

      func average<Value: BinaryInteger>(of key: KeyPath<Element, Value?>) -> Double? {
        average(of: { $0[keyPath: key].map { Double($0) } })
      }

      func average<Value: BinaryFloatingPoint>(of key: KeyPath<Element, Value?>) -> Double? {
        average(of: { $0[keyPath: key].map { Double($0) } })
      }

      private func average(of value: (Element) -> Double?) -> Double? {
        let values = compactMap(value)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      }
    }
    """
}
