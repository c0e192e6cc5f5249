// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Observation

/// The rows of one request, of which a window is in memory.
@MainActor @Observable final class GridModel {
  let request: GridRequest
  private(set) var columns: [GridColumn] = []
  private(set) var page = GridPage(rows: [], first: 0)
  /// `nil` as long as it is not known.
  private(set) var total: Int?
  private(set) var isLoading = true
  private(set) var error: StudioError?

  @ObservationIgnored private let store: StudioStore
  @ObservationIgnored private var wanted: Range<Int>?
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private var isReading = false

  static let firstRows = 100
  /// A browser places no element further down than some thirty million points.
  static let most = 1_000_000
  /// Cells that are shown at once.
  private static let mostCells = 6_000

  init(_ request: GridRequest, _ store: StudioStore) {
    self.request = request
    self.store = store
  }

  /// How many rows can be scrolled to.
  var shownTotal: Int { min(total ?? page.rows.count, Self.most) }

  @discardableResult func load() -> Task<Void, Never> {
    task?.cancel()
    isLoading = true
    let task = Task { [weak self, store, request] in
      do {
        let columns = try await store.columns(of: request.entity)
        let page = try await store.firstPage(request, limit: Self.firstRows)
        guard let self, !Task.isCancelled else { return }
        self.columns = columns
        self.page = page
        error = nil
        isLoading = false
        let total = try await store.count(request)
        guard !Task.isCancelled else { return }
        self.total = total
      } catch {
        guard let self, !Task.isCancelled else { return }
        self.error = StudioError(error)
        isLoading = false
      }
    }
    self.task = task
    return task
  }

  /// Reads the displayed rows again.
  @discardableResult func reload() -> Task<Void, Never> {
    let range = page.first..<(page.first + page.rows.count)
    guard page.first > 0, total != nil else { return load() }
    wanted = range
    return Task {
      // As before if it cannot be counted: without a total nobody could scroll.
      if let count = try? await store.count(request) { total = count }
      await read()?.value
    }
  }

  /// Rows have come in sight.
  @discardableResult func want(_ range: Range<Int>) -> Task<Void, Never>? {
    guard total != nil else { return nil }
    let limit = max(60, Self.mostCells / max(columns.count, 1))
    wanted = range.clamped(to: 0..<shownTotal)
    if let range = wanted, range.count > limit {
      let start = range.lowerBound + (range.count - limit) / 2
      wanted = start..<(start + limit)
    }
    return read()
  }

  /// One window at a time: of those that are asked for meanwhile the last one counts.
  private func read() -> Task<Void, Never>? {
    guard !isReading, let range = wanted else { return nil }
    wanted = nil
    isReading = true
    return Task {
      do {
        page = try await store.page(request, range)
        error = nil
      } catch {
        self.error = StudioError(error)
      }
      isReading = false
      await read()?.value
    }
  }

  func stop() { task?.cancel() }
}
