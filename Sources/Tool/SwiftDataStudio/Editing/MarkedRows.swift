// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

extension StudioModel {
  static let mostMarked = 10_000

  func mark(_ reference: ObjectReference, _ isMarked: Bool) {
    if isMarked { marked.insert(reference) } else { marked.remove(reference) }
  }

  /// Marks all rows that the grid shows, in sight or not.
  func markAll() {
    guard let grid else { return }
    let request = grid.request
    Task {
      do {
        let all = try await store.references(request, limit: Self.mostMarked)
        // Somebody may have gone elsewhere meanwhile.
        guard self.grid?.request == request else { return }
        marked = Set(all)
        if all.count == Self.mostMarked, let total = grid.total, total > all.count {
          message = StudioError(
            "The first \(Self.mostMarked) rows are marked: more are too many for one step.",
            advice: "Narrow them down with a condition.")
        }
      } catch {
        message = StudioError(error)
      }
    }
  }

  /// Of so many bytes what was there before is kept, to tell what others have changed since.
  private static let mostOriginals = 16_000_000

  /// The marked rows get a value, as drafts.
  @discardableResult func setMarked(_ column: GridColumn, _ value: DraftValue) -> Task<Void, Never>? {
    let name = column.name
    var updates = drafts.updates
    var fresh: [ObjectReference: Set<String>] = [:]
    for reference in marked where !drafts.deletions.contains(reference) {
      if updates[reference]?[name] == nil { fresh[reference] = [name] }
      updates[reference, default: [:]][name] = value
    }
    drafts.updates = updates
    guard !fresh.isEmpty else { return nil }
    // Most of the rows are out of sight: what they have is read now.
    let most = Self.mostOriginals
    return Task { [fresh] in
      let read = try? await store.read { store in
        var found: [ObjectReference: DraftValue] = [:]
        var size = 0
        try FieldInputs(store).read(fresh) { reference, inputs in
          found[reference] = inputs[name]
          size += inputs[name]?.text.utf8.count ?? 0
          return size < most
        }
        return found
      }
      var originals = drafts.originals
      for (reference, original) in read ?? [:]
      where drafts.updates[reference]?[name] != nil && originals[reference]?[name] == nil {
        originals[reference, default: [:]][name] = original
      }
      drafts.originals = originals
    }
  }

  /// The marked rows are to be deleted, with what the preview shows. What was typed for them comes back with those that
  /// are kept after all.
  func deleteMarked() {
    drafts.deletions.formUnion(marked)
    marked = []
  }

  // MARK: Relationships

  func relate(_ reference: ObjectReference, _ relationship: String, _ change: (inout TargetChanges) -> Void) {
    var all = drafts.relations[reference] ?? [:]
    var changes = all[relationship] ?? TargetChanges()
    change(&changes)
    all[relationship] = changes.isEmpty ? nil : changes
    drafts.relations[reference] = all.isEmpty ? nil : all
  }

  // MARK: Files

  static let largestFile = 32_000_000

  /// Takes a part of a file that is sent for a property: `OFFSET/SIZE/NAME`, a line feed, base64.
  func upload(_ part: String?, _ reference: ObjectReference, _ property: String) {
    guard canWrite, let part, let end = part.firstIndex(of: "\n") else { return }
    let head = part[..<end].split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard head.count == 3, let offset = Int(head[0]), let size = Int(head[1]), size >= 0,
      let bytes = Data(base64Encoded: String(part[part.index(after: end)...]))
    else { return }
    let name = "\(reference).\(property)"
    guard size <= Self.largestFile || offset > 0 else {
      uploads[name] = nil
      message = StudioError(
        "The file has \(ByteCount.text(UInt64(clamping: size))), which is too much for Studio.",
        advice: "The largest one has \(ByteCount.text(UInt64(Self.largestFile))).")
      return
    }
    if offset == 0 { uploads[name] = Upload(name: String(head[2]), size: size) }
    // A part of another file, which was being sent when this one was chosen, changes nothing.
    guard var upload = uploads[name], upload.name == head[2], upload.size == size else { return }
    guard upload.data.count == offset, bytes.count <= size - offset else {
      uploads[name] = nil
      message = StudioError("Not all of the file '\(upload.name)' has arrived.", advice: "Choose it again.")
      return
    }
    upload.data.append(bytes)
    guard upload.data.count == size else { return uploads[name] = upload }
    uploads[name] = nil
    drafts.updates[reference, default: [:]][property] = .data(upload.data)
  }

  /// A file that is being sent.
  struct Upload {
    let name: String
    let size: Int
    var data = Data()
  }

  // MARK: Settings

  func layout(of entity: String) -> ColumnLayout { kept.columns[entity] ?? ColumnLayout() }

  /// Changes the layout as it is by then: other pages, and other processes, may have changed something else of it.
  func changeLayout(of entity: String, _ change: (inout ColumnLayout) -> Void) {
    keep { settings in
      var layout = settings.columns[entity] ?? ColumnLayout()
      change(&layout)
      settings.columns[entity] = layout.isEmpty ? nil : layout
    }
  }

  func saveQuery(_ name: String, _ place: Place) {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { return }
    keep { settings in
      settings.queries.removeAll { $0.name == name }
      settings.queries.append(StudioSettings.Query(name: String(name.prefix(100)), path: place.wholePath))
      settings.queries.sort { $0.name.lowercased() < $1.name.lowercased() }
    }
  }

  func removeQuery(_ name: String) { keep { $0.queries.removeAll { $0.name == name } } }

  private func keep(_ change: (inout StudioSettings.OfStore) -> Void) {
    change(&kept)
    do {
      var now = kept
      try store.settings.change(store.access.settingsKey) { settings in
        change(&settings)
        now = settings
      }
      kept = now
    } catch {
      message = StudioError(error)
    }
  }
}
