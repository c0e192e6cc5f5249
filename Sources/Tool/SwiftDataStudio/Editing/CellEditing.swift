// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// The cell of the grid in which somebody types.
struct CellEditing: Equatable, Sendable {
  let reference: ObjectReference
  let column: GridColumn
  let original: DraftValue
  /// What Escape leads back to.
  let before: DraftValue?
  let ends: LineEnds
}

extension StudioModel {
  /// Whether the value of a column can be typed in a cell. Objects and bytes are chosen in the panel of the row.
  static func isTypedInCell(_ column: GridColumn) -> Bool {
    guard column.isEditable else { return false }
    return switch column.kind {
    case .data, .toOne, .toMany: false
    default: true
    }
  }

  /// Reads the whole value, of which the grid has a part.
  func beginEditing(_ reference: ObjectReference, _ column: GridColumn) {
    guard canWrite, Self.isTypedInCell(column), !drafts.deletions.contains(reference) else { return }
    Task {
      do {
        guard let detail = try await store.detail(reference),
          let property = detail.properties.first(where: { $0.column.name == column.name })
        else { throw StudioError("There is no such row any more.") }
        if let reason = property.reasonNotToType { throw StudioError(reason) }
        if column.hasRawValues { await loadValues(column.name, of: detail.reference.entity) }
        editing = CellEditing(
          reference: reference, column: column, original: property.original,
          before: drafts.updates[reference]?[column.name], ends: LineEnds(of: property.input))
      } catch {
        message = StudioError(error)
      }
    }
  }

  /// - Parameter keeps: whether what was typed stays a draft.
  func endEditing(keeping keeps: Bool) {
    guard let cell = editing else { return }
    editing = nil
    if !keeps { draft(cell.reference, cell.column.name, cell.before, was: cell.original) }
  }

  /// What a menu offers for a property.
  func choices(_ column: GridColumn, of entity: String) -> [String] {
    column.cases.isEmpty ? values["\(entity).\(column.name)"] ?? [] : column.cases
  }

  func loadValues(_ property: String, of entity: String) async {
    let name = "\(entity).\(property)"
    guard values[name] == nil else { return }
    values[name] = (try? await store.values(property, of: entity)) ?? []
  }
}

extension RowDetail.Property {
  static let longestInput = 20_000

  /// Why no field would give the value back as it is; `nil` if one does.
  var reasonNotToType: String? {
    // Fields of browsers end at such a character, or leave it out.
    if input.utf8.contains(0) { return "No field holds its character U+0000: it is changed by its app only." }
    if LineEnds(of: input) == .mixed {
      return "Its lines end in different ways, which no field keeps: it is changed by its app only."
    }
    if input.utf8.count > Self.longestInput { return "It is too long for a field: it is changed by its app only." }
    return nil
  }
}
