// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Asks the index for keys, then reads those rows.
  func search<T: PersistentModel>(_ text: SearchText, _ descriptor: FetchDescriptor<T>) throws
    -> [SearchResult<T>]
  {
    turn.enter()
    defer { turn.leave() }
    let entity = try entity(T.self)
    var request = try searchRequest(descriptor, entity)
    request.sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    var hits: [SearchHit] = []
    try store(of: entity).search(text, request) { hits.append($0) }
    guard !hits.isEmpty else { return [] }
    var rowRequest = RowRequest(entity: entity)
    rowRequest.keys = hits.map(\.key)
    rowRequest.mask = request.mask
    var keys: [Int64] = []
    let objects = try rows(rowRequest, T.self, &keys)
    let objectsByKey = Dictionary(zip(keys, objects), uniquingKeysWith: { first, _ in first })
    // A row that another connection has deleted meanwhile is left out.
    let results = hits.compactMap { hit in
      objectsByKey[hit.key].map {
        SearchResult(model: $0, rank: hit.rank, snippet: hit.snippet)
      }
    }
    groups.fetched(keys, of: entity)
    try prefetch(descriptor, entity, results.map(\.model))
    return results
  }

  func searchCount<T: PersistentModel>(_ text: SearchText, _ descriptor: FetchDescriptor<T>) throws
    -> Int
  {
    turn.enter()
    defer { turn.leave() }
    let entity = try entity(T.self)
    return try store(of: entity).searchCount(text, try searchRequest(descriptor, entity))
  }

  private func searchRequest<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ entity: _Entity
  ) throws -> RowRequest {
    mergeArrivals()
    var request = try request(descriptor, entity)
    request.excluding = unsaved.exclusions(from: entity)
    request.excludedKeys = unsaved.deleted.models.compactMap { object in
      guard let state = object._$state, state.key > 0,
        state.entity?.isKind(of: entity) == true
      else { return nil }
      return state.key
    }
    return request
  }
}
