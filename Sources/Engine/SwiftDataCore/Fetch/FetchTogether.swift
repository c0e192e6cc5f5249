// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Fetches for several descriptors at once: in a database one round trip for all of them, and one snapshot in any store.
  ///
  /// ```swift
  /// let (trips, people) = try context.fetchTogether(
  ///   FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)]), FetchDescriptor<Person>())
  /// ```
  ///
  /// A page that shows several lists needs them from the same moment: what somebody else saves between two calls of
  /// ``fetch(_:)`` is seen by the second one only. Descriptors whose results take in unsaved changes of the context are
  /// answered one after the other, and so are those of stores of your own; prefetched relationships are read afterwards. This
  /// is an addition: Apple's framework has no such method.
  ///
  /// - Throws: As ``fetch(_:)``: if one of them fails, all do.
  /// - Complexity: That of all fetches.
  public func fetchTogether<each T: PersistentModel>(_ descriptors: repeat FetchDescriptor<each T>) throws -> (
    repeat [each T]
  ) {
    let parts = (repeat FetchPart(each descriptors))
    var all: [any SharedFetch] = []
    repeat all.append(each parts)
    try _core.fetchTogether(all)
    return (repeat (each parts).objects)
  }

  /// Fetches for any number of descriptors at once, as the method with several descriptors.
  ///
  /// ```swift
  /// let today = try context.fetchTogether(genres.map { genre in
  ///   FetchDescriptor<Track>(predicate: #Predicate { $0.genre == genre }, sortBy: [SortDescriptor(\.title)])
  /// })
  /// ```
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Returns: The results, in the order of the descriptors.
  /// - Throws: As ``fetch(_:)``: if one of them fails, all do.
  public func fetchTogether<T: PersistentModel>(_ descriptors: [FetchDescriptor<T>]) throws -> [[T]] {
    let parts = descriptors.map { FetchPart($0) }
    try _core.fetchTogether(parts)
    return parts.map(\.objects)
  }
}

extension ContextCore {
  func fetchTogether(_ parts: [any SharedFetch]) throws {
    turn.enter()
    defer { turn.leave() }
    mergeArrivals()
    var stores: [(store: any RowStore, parts: [any SharedFetch], requests: [RowRequest])] = []
    for part in parts {
      guard let request = try part.request(self) else { continue }
      let store = try store(of: request.entity)
      if let index = stores.firstIndex(where: { $0.store === store }) {
        stores[index].parts.append(part)
        stores[index].requests.append(request)
      } else {
        stores.append((store, [part], [request]))
      }
    }
    for (store, parts, requests) in stores {
      try store.fetch(requests) { index, row in try parts[index].receive(&row, self) }
    }
    reloadOvertaken()
    for part in parts { try part.finish(self) }
  }
}

/// One of several fetches that go to a store together.
protocol SharedFetch: AnyObject {
  /// What the store is asked for; `nil` if unsaved changes belong to the result, which is fetched at the end then.
  func request(_ core: ContextCore) throws -> RowRequest?
  func receive(_ row: inout FetchedRow, _ core: ContextCore) throws
  func finish(_ core: ContextCore) throws
}

private final class FetchPart<T: PersistentModel>: SharedFetch {
  private let descriptor: FetchDescriptor<T>
  private let terms: _FetchTerms
  private var asked: RowRequest?
  private var keys: [Int64] = []
  private(set) var objects: [T] = []

  init(_ descriptor: FetchDescriptor<T>) {
    self.descriptor = descriptor
    terms = _FetchTerms(descriptor)
  }

  func request(_ core: ContextCore) throws -> RowRequest? {
    core.checkHome(.fetch, T._$description.entityName)
    asked =
      descriptor.includePendingChanges && core.hasPendingChanges ? nil : try core.sortedRequest(descriptor, terms)
    return asked
  }

  func receive(_ row: inout FetchedRow, _ core: ContextCore) throws {
    guard let asked else { return }
    keys.append(row.key)
    // The request is for the entity of `T`, and each object is of the class of its row.
    objects.append(unsafeDowncast(try core.object(of: &row, asked.mask, isPartial: asked.mask != .all), to: T.self))
  }

  func finish(_ core: ContextCore) throws {
    guard let asked else {
      objects = try core.fetch(descriptor, terms)
      return
    }
    try core.finish(descriptor, terms, asked.entity, objects, keys)
  }
}
