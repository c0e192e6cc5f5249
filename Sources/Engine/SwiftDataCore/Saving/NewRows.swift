// SPDX-License-Identifier: Apache-2.0

/// Which new objects of a save have a row: the one that was inserted with it, and those that have met it since.
///
/// An object, made when it is first asked: most saves meet no row.
final class NewRows {
  /// The rows that are to be deleted one by one.
  let deleted: Set<SaveWriter.RowID>
  /// The places of the objects in the plan, by the rows that they had when this was made.
  private var given: [SaveWriter.RowID: Int] = [:]
  /// The places of the others that met it, in the order in which they did.
  private var met: [SaveWriter.RowID: [Int]] = [:]
  private var places: [ObjectIdentifier: Int] = [:]

  init(_ plan: SavePlan) { deleted = Set(plan.deletions.map { SaveWriter.RowID($0) }) }

  /// The first new object, in the order of the plan, that has a row.
  ///
  /// - Parameter object: Is not asked about.
  func first(
    _ row: SaveWriter.RowID, besides object: any PersistentModel, in items: [SavePlan.Item]
  ) -> SavePlan.Item? {
    if places.isEmpty { read(items) }
    func isIts(_ place: Int) -> Bool {
      // One that met another row since has left this one.
      items.indices.contains(place) && items[place].object !== object && SaveWriter.RowID(items[place]) == row
    }
    let candidates = [given[row].flatMap { isIts($0) ? $0 : nil }, met[row]?.first(where: isIts)]
    return candidates.compactMap { $0 }.min().map { items[$0] }
  }

  /// The key of a new object has become that of another row.
  func didMeet(_ row: SaveWriter.RowID, _ object: any PersistentModel) {
    guard let place = places[ObjectIdentifier(object)], given[row] != place else { return }
    met[row, default: []].append(place)
  }

  private func read(_ items: [SavePlan.Item]) {
    for (place, item) in items.enumerated() {
      places[ObjectIdentifier(item.object)] = place
      let row = SaveWriter.RowID(item)
      if given[row] == nil { given[row] = place } else { met[row, default: []].append(place) }
    }
  }
}
