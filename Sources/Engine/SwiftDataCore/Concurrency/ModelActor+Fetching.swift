// SPDX-License-Identifier: Apache-2.0

extension ModelActor {
  /// Fetches as soon as it is the actor's turn, and suspends until then.
  ///
  /// ```swift
  /// @ModelActor actor Catalog {
  ///   func names() async throws -> [String] {
  ///     try await fetchInTurn(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  ///   }
  /// }
  /// ```
  ///
  /// Fetches do not wait for one another in the store, but each has a thread and a connection while it runs. If hundreds
  /// of actors call `modelContext.fetch(_:)` at once, as in a server, they take as many of both. Of fetches by this method,
  /// as many run at once as the system has processors, at least two, or as the store in a database has connections but
  /// one; the others wait without a thread, and come in the order in which they were asked for. ``fetchCountInTurn(_:)`` waits in the same queue. Saves do not
  /// (``saveInTurn(onConflict:)``).
  ///
  /// The actor may do other work meanwhile: what it changes is part of the results, as of any fetch. This is an addition:
  /// Apple's framework has no such method.
  ///
  /// - Throws: As ``ModelContext/fetch(_:)``; `CancellationError` if the task is cancelled while it waits.
  /// - Complexity: That of ``ModelContext/fetch(_:)``; waiting costs the same however many wait.
  public func fetchInTurn<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) async throws -> [T] {
    let turns = modelContext._core.container.fetchTurns
    try await turns.begin()
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
    let turns = modelContext._core.container.fetchTurns
    try await turns.begin()
    defer { turns.end() }
    return try modelContext.fetchCount(descriptor)
  }
}
