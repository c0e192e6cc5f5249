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

  /// The marked rows get a value, as drafts.
  func setMarked(_ column: GridColumn, _ value: DraftValue) {
    for reference in marked where !drafts.deletions.contains(reference) {
      drafts.updates[reference, default: [:]][column.name] = value
    }
  }

  /// The marked rows are to be deleted, with what the preview shows.
  func deleteMarked() {
    drafts.deletions.formUnion(marked)
    for reference in marked {
      drafts.updates[reference] = nil
      drafts.originals[reference] = nil
      drafts.relations[reference] = nil
    }
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

  func setLayout(_ layout: ColumnLayout, of entity: String) {
    keep { $0.columns[entity] = layout.isEmpty ? nil : layout }
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
      try store.settings.change(store.url, change)
    } catch {
      message = StudioError(error)
    }
  }
}
