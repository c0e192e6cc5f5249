// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The end of a page, after which the next page continues.
///
/// It contains the values that the last row is sorted by, so the row itself may change or be
/// deleted in the meantime. It is `Codable`, so a server can hand it out.
public struct FetchCursor: Codable, Hashable, Sendable {
  /// The order that it belongs to.
  let order: String
  let values: [ColumnConstant]
}

/// A page of the result of a fetch, and the start of the next page.
public struct FetchPage<T: PersistentModel> {
  /// The models of the page, in order.
  public let models: [T]
  /// `nil` if this was the last page.
  public let next: FetchCursor?
}

@available(*, unavailable)
extension FetchPage: Sendable {}

extension ModelContext {
  /// Fetches a page that starts after the last row of the previous one, not at an offset. With an index for the order,
  /// the thousandth page costs as much as the first. Insertions and deletions between pages do not repeat or skip rows.
  ///
  /// ```swift
  /// var page = try context.fetchPage(latest, size: 50)
  /// while let next = page.next { page = try context.fetchPage(latest, size: 50, after: next) }
  /// ```
  ///
  /// The descriptor's limit and offset are not used.
  ///
  /// - Parameter size: how many models a page has; at least one.
  /// - Throws: ``SwiftDataError`` if the size is less than one, if the cursor belongs to another order, if unsaved
  ///   changes could affect the result, or where a fetch would throw.
  public func fetchPage<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, size: Int, after cursor: FetchCursor? = nil
  ) throws -> FetchPage<T> {
    guard size > 0 else {
      throw SwiftDataError(
        .valueOutOfRange, "A page cannot have \(size) models.", entity: T._$description.entityName,
        advice: "Ask for one model at least; check sizes that come from requests.")
    }
    return try _core.page(descriptor, size: size, after: cursor)
  }
}

extension ContextCore {
  func page<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, size: Int, after cursor: FetchCursor?
  ) throws -> FetchPage<T> {
    turn.enter()
    defer { turn.leave() }
    mergeArrivals()
    let entity = try entity(T.self)
    let sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    try refuseUnsavedChanges(descriptor, entity, sort.map(\.path))
    let order = ([entity.name] + sort.map(Self.description)).joined(separator: ",")
    if let cursor, cursor.order != order || cursor.values.count < 1 {
      throw SwiftDataError(
        .unsupportedSortDescriptor, "The cursor belongs to a page with another sort order.",
        entity: entity.name, advice: "Use it with the sort descriptors of the page that it came from.")
    }
    var request = try request(descriptor, entity)
    request.sort = sort
    request.offset = nil
    request.limit = size.clampedSum(1)
    request.after = cursor?.values
    var keys: [Int64] = []
    let (found, end) = try rows(request, T.self, &keys, size: size)
    var objects = found
    if objects.count > size {
      objects.removeLast()
      keys.removeLast()
    }
    groups.fetched(keys, of: entity)
    try prefetch(descriptor, entity, objects)
    return FetchPage(models: objects, next: end.map { FetchCursor(order: order, values: $0) })
  }

  /// The objects of a page, with the first one of the next page if there is one, and the position between both.
  private func rows<T: PersistentModel>(
    _ request: RowRequest, _ type: T.Type, _ keys: inout [Int64], size: Int
  ) throws -> (objects: [T], end: [ColumnConstant]?) {
    var objects = FetchedObjects()
    let isPartial = request.mask != .all
    let end = try store(of: request.entity).fetchPage(request, size: size) { row in
      let object = try object(of: &row, request.mask, isPartial: isPartial)
      keys.append(row.key)
      objects.append(object)
    }
    if isPartial { reloadOvertaken() }
    return (objects.array(of: T.self), end)
  }

  private static func description(_ key: SortKey) -> String {
    (key.path.properties + key.path.elements).joined(separator: ".")
      + " \(key.order) \(key.isAscending ? "up" : "down")"
  }
}
