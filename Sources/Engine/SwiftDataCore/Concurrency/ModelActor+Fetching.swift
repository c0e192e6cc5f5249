// SPDX-License-Identifier: Apache-2.0

extension ModelActor {
  /// Waits for its turn without blocking a thread, then fetches.
  ///
  /// ```swift
  /// @ModelActor actor Catalog {
  ///   func names() async throws -> [String] {
  ///     try await fetchInTurn(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  ///   }
  /// }
  /// ```
  ///
  /// Fetches do not wait for each other in the store, but each needs a thread and a connection while it runs. If
  /// hundreds of actors call `modelContext.fetch(_:)` at once, as in a server, they use as many of both. This method
  /// runs at most one fetch per processor at once, at least two; in a database, one less than the store has connections.
  /// The others wait without a thread, in the order of their requests. ``fetchCountInTurn(_:)`` and
  /// ``fetchPageInTurn(_:size:after:)`` wait in the same queue; saves do not (``saveInTurn(onConflict:)``).
  ///
  /// While the actor waits, it may do other work, whose changes are part of the results, as in any fetch. This is an
  /// addition: Apple's framework has no such method.
  ///
  /// - Throws: As ``ModelContext/fetch(_:)``; `CancellationError` if the task is cancelled while it waits.
  /// - Complexity: That of ``ModelContext/fetch(_:)``; waiting costs the same however many wait.
  public func fetchInTurn<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) async throws -> [T] {
    let turns = try await beginFetch()
    // From here to the end nothing suspends.
    defer { turns.end() }
    return try modelContext.fetch(descriptor)
  }

  /// Counts the models that match as soon as it is the actor's turn, and suspends until then.
  ///
  /// ```swift
  /// let count = try await fetchCountInTurn(FetchDescriptor<Trip>())
  /// ```
  ///
  /// See ``fetchInTurn(_:)``. This is an addition: Apple's framework has no such method.
  ///
  /// - Throws: As ``ModelContext/fetchCount(_:)``; `CancellationError` if the task is cancelled while it waits.
  public func fetchCountInTurn<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) async throws -> Int {
    let turns = try await beginFetch()
    defer { turns.end() }
    return try modelContext.fetchCount(descriptor)
  }

  /// Fetches a page as soon as it is the actor's turn, and suspends until then.
  ///
  /// ```swift
  /// let page = try await fetchPageInTurn(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]), size: 50)
  /// ```
  ///
  /// See ``fetchInTurn(_:)`` and ``ModelContext/fetchPage(_:size:after:)``. The actor may save between two pages, and so
  /// may others: no row that stays is missed or repeated. This is an addition: Apple's framework has no such method.
  ///
  /// - Parameter size: How many models a page has; at least one.
  /// - Throws: As ``ModelContext/fetchPage(_:size:after:)``; `CancellationError` if the task is cancelled while it waits.
  public func fetchPageInTurn<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, size: Int, after cursor: FetchCursor? = nil
  ) async throws -> FetchPage<T> {
    let turns = try await beginFetch()
    defer { turns.end() }
    return try modelContext.fetchPage(descriptor, size: size, after: cursor)
  }

  /// Fetches for several descriptors at once as soon as it is the actor's turn, and suspends until then.
  ///
  /// ```swift
  /// let (trips, people) = try await fetchTogetherInTurn(FetchDescriptor<Trip>(), FetchDescriptor<Person>())
  /// ```
  ///
  /// See ``fetchInTurn(_:)`` and `fetchTogether(_:)` of ``ModelContext``. This is an addition: Apple's framework has no such
  /// method.
  ///
  /// - Throws: As ``ModelContext/fetch(_:)``; `CancellationError` if the task is cancelled while it waits.
  public func fetchTogetherInTurn<each T: PersistentModel>(_ descriptors: repeat FetchDescriptor<each T>) async throws
    -> (repeat [each T])
  {
    let turns = try await beginFetch()
    defer { turns.end() }
    return try modelContext.fetchTogether(repeat each descriptors)
  }

  /// Fetches for any number of descriptors at once, as the method with several descriptors.
  ///
  /// - Returns: The results, in the order of the descriptors.
  /// - Throws: As ``ModelContext/fetch(_:)``; `CancellationError` if the task is cancelled while it waits.
  public func fetchTogetherInTurn<T: PersistentModel>(_ descriptors: [FetchDescriptor<T>]) async throws -> [[T]] {
    let turns = try await beginFetch()
    defer { turns.end() }
    return try modelContext.fetchTogether(descriptors)
  }

  /// Suspends until the actor may fetch.
  private func beginFetch() async throws -> FetchTurns {
    let turns = modelContext._core.container.fetchTurns
    let executor = modelExecutor as? DefaultSerialModelExecutor
    if try await turns.begin(for: executor), let executor { ExecutorPool.shared.calm(executor) }
    return turns
  }
}
