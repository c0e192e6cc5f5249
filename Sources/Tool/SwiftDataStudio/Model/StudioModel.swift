// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Observation

/// What one page shows, and what is done there.
@MainActor @Observable final class StudioModel {
  let store: StudioStore
  private(set) var place: Place
  private(set) var overview: Loaded<StoreOverview> = .loading
  private(set) var grid: GridModel?
  private(set) var detail: Loaded<RowDetail?> = .loading
  /// The columns of all entities, by name.
  private(set) var schema: [String: [GridColumn]] = [:]
  var isSidebarOpen = false

  // What the person has set, and what is chosen.
  var kept: StudioSettings.OfStore
  /// Rows that something is done with.
  var marked: Set<ObjectReference> = []
  /// The cell that is edited in the grid.
  var editing: CellEditing?
  /// The values that occur, by `Entity.property`.
  var values: [String: [String]] = [:]

  // Changing.
  var drafts = Drafts()
  var preview: Loaded<EditReport>?
  /// Whether the preview is another one than the one that was to be written.
  private(set) var isPreviewNew = false
  /// Values that others have changed since somebody began to change them here.
  private(set) var conflicts: [DraftConflict] = []
  private(set) var isSaving = false
  private(set) var saved: [EditReport] = []
  /// What was discarded last: a click too many takes nothing away.
  private(set) var discarded: Drafts?
  var message: StudioError?
  /// Files that are being sent, by their field.
  @ObservationIgnored var uploads: [String: Upload] = [:]

  /// Told of each new place; whether it is an entry of the browser's history.
  @ObservationIgnored var onMove: ((Place, Bool) -> Void)?
  @ObservationIgnored private var columnsByEntity: [String: [GridColumn]] = [:]
  @ObservationIgnored private var watch: Task<Void, Never>?
  @ObservationIgnored private var insertions = 0
  /// The store as the page has seen it last: other pages may have read it since. `nil` before the first look.
  @ObservationIgnored private var seen: StudioState?

  init(_ store: StudioStore, at path: String) {
    self.store = store
    kept = store.settings.settings(of: store.access.settingsKey)
    place = Place(path: path)
  }

  func start() {
    // Other programs may write to the store. The first look comes before anything is read.
    watch = Task { [weak self, store] in
      let first = await store.state()
      if self?.seen == nil { self?.seen = first }
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(2))
        guard !Task.isCancelled else { return }
        let state = await store.state()
        guard let self, !Task.isCancelled else { return }
        guard state != seen else { continue }
        seen = state
        await refresh()
      }
    }
    Task { await loadOverview() }
    arrive()
  }

  func stop() {
    watch?.cancel()
    grid?.stop()
  }

  private func loadOverview() async {
    overview = await Loaded.of { try await store.overview() }
    if let schema = try? await store.schema(), schema != self.schema { self.schema = schema }
  }

  /// Everything that is shown, as it is now.
  func refresh() async {
    await loadOverview()
    values = [:]
    grid?.reload()
    loadDetail()
    revision += 1
  }

  /// Grows with each refresh: other places load anew.
  private(set) var revision = 0

  // MARK: Places

  /// - Parameter isNew: whether the browser's button leads back to what is shown now.
  func go(_ place: Place, isNew: Bool = true) {
    isSidebarOpen = false
    guard place != self.place else { return }
    self.place = place
    arrive()
    onMove?(place, isNew)
  }

  /// The browser has gone to another address.
  func arrive(at path: String) {
    place = place(of: path)
    arrive()
  }

  /// The place of an address. A condition that is too long for addresses stays as long as its rows do.
  private func place(of path: String) -> Place {
    let place = Place(path: path)
    guard case .rows(let shown, _) = self.place, shown.condition.utf8.count > Place.longest,
      case .rows(var request, let selected) = place, request.condition.isEmpty, request.entity == shown.entity,
      request.relation == shown.relation
    else { return place }
    request.condition = shown.condition
    return .rows(request, selected: selected)
  }

  private func arrive() {
    guard case .rows(let request, let selected) = place else {
      grid?.stop()
      grid = nil
      marked = []
      editing = nil
      return
    }
    if grid?.request != request {
      // What is marked is in sight, or can be scrolled to.
      if grid.map({ !$0.request.hasRows(of: request) }) ?? true { marked = [] }
      editing = nil
      grid?.stop()
      let grid = GridModel(request, store)
      self.grid = grid
      grid.load()
    }
    if selected != shownDetail { loadDetail() }
  }

  @ObservationIgnored private var shownDetail: ObjectReference?

  private func loadDetail() {
    guard case .rows(_, let selected) = place else {
      shownDetail = nil
      return
    }
    shownDetail = selected
    guard let selected else { return }
    if detail.value??.reference != selected { detail = .loading }
    Task {
      let loaded = await Loaded.of { try await store.detail(selected) }
      if shownDetail == selected { detail = loaded }
    }
  }

  /// The row that is shown beside the grid.
  var selected: ObjectReference? {
    if case .rows(_, let selected) = place { selected } else { nil }
  }

  func select(_ reference: ObjectReference?) {
    guard case .rows(let request, let before) = place else { return }
    go(.rows(request, selected: reference), isNew: before == nil)
  }

  func sort(by column: GridColumn?) {
    guard case .rows(var request, let selected) = place else { return }
    let order = column.flatMap(\.order)
    if request.order == order {
      // Up, down, and by key again.
      if request.isDescending, column != nil { request.order = nil }
      request.isDescending.toggle()
    } else {
      request.order = order
      request.isDescending = false
    }
    go(.rows(request, selected: selected))
  }

  func filter(_ condition: String) {
    guard case .rows(var request, let selected) = place else { return }
    request.condition = condition
    go(.rows(request, selected: selected))
  }

  // MARK: Changing

  var canWrite: Bool { store.isWritable && overview.value.map { $0.reasonNotToWrite == nil } ?? false }

  func draft(_ reference: ObjectReference, _ property: String, _ value: DraftValue?, was original: DraftValue) {
    var values = drafts.updates[reference] ?? [:]
    var originals = drafts.originals[reference] ?? [:]
    if value == nil || value == original {
      values[property] = nil
      originals[property] = nil
    } else {
      if values[property] == nil { originals[property] = original }
      values[property] = value
    }
    drafts.updates[reference] = values.isEmpty ? nil : values
    drafts.originals[reference] = originals.isEmpty ? nil : originals
  }

  func insert(into entity: String) {
    insertions += 1
    drafts.insertions.append(Drafts.Insertion(id: insertions, entity: entity))
  }

  func delete(_ reference: ObjectReference) {
    if drafts.deletions.remove(reference) == nil { drafts.deletions.insert(reference) }
  }

  /// Takes back what was discarded last, as long as nothing else is changed.
  func restore() {
    guard drafts.isEmpty, let former = discarded else { return }
    drafts = former
    discarded = nil
  }

  func discard() {
    discarded = drafts.isEmpty ? nil : drafts
    clear()
  }

  private func clear() {
    drafts = Drafts()
    closePreview()
  }

  private func closePreview() {
    previews += 1
    preview = nil
    isPreviewNew = false
    conflicts = []
    editing = nil
  }

  /// Grows with each preview that is asked for or closed: what comes of a former one is not shown.
  @ObservationIgnored private var previews = 0

  /// Whether the previewed changes are being written: nobody can take them back then.
  var isWriting: Bool { isSaving && preview != nil }

  @discardableResult func showPreview() -> Task<Void, Never>? {
    guard !isWriting else { return nil }
    closePreview()
    preview = .loading
    let (run, drafts) = (previews, drafts)
    return Task {
      let report = await Loaded.of { try await store.preview(edits(of: drafts)) }
      let conflicts = (try? await DraftConflict.all(drafts, store)) ?? []
      guard run == previews else { return }
      self.conflicts = conflicts
      preview = report
    }
  }

  func cancelPreview() {
    if !isWriting { closePreview() }
  }

  @discardableResult func save() -> Task<Void, Never>? {
    // Only what somebody has seen is written.
    guard !isSaving, let previewed = preview?.value else { return nil }
    isSaving = true
    let written = drafts
    return Task {
      do {
        switch try await store.save(edits(of: written), previewed: previewed) {
        case .written(let report):
          saved.append(report)
          discarded = nil
          drafts.remove(written)
          closePreview()
        case .changed(let report):
          preview = .value(report)
          isPreviewNew = true
        }
        isSaving = false
        await refresh()
      } catch {
        preview = .failed(StudioError(error))
        isSaving = false
      }
    }
  }

  func undo() {
    guard !isSaving, let report = saved.last else { return }
    isSaving = true
    Task {
      do {
        _ = try await store.undo(report)
        saved.removeLast()
        isSaving = false
        await refresh()
      } catch {
        message = StudioError(error)
        isSaving = false
      }
    }
  }

  private func edits(of drafts: Drafts) async throws -> [StoreEdit] {
    var entities = Set(drafts.updates.keys.map(\.entity))
    entities.formUnion(drafts.insertions.map(\.entity))
    for entity in entities { columnsByEntity[entity] = try await store.columns(of: entity) }
    let columns = columnsByEntity
    return try drafts.edits { columns[$0] ?? [] }
  }
}
