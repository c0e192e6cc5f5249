// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// What is not written yet, and what was written last.
struct ChangesBar: View {
  let model: StudioModel

  var body: some View {
    if model.canWrite || !model.saved.isEmpty {
      Markup(
        MarkupPart(
          // What is not written yet: the browser asks before it leaves.
          .footer, isIdle ? "st-idle" : "st-changes",
          [Element.Attribute(.status)].adding(.isDraft, if: !model.drafts.isEmpty),
          parts: [Parts.icon(icon), Parts.text(.text, "st-changes-text", text), preview] + more))
    }
  }

  private var isIdle: Bool { model.drafts.isEmpty && model.saved.isEmpty && model.discarded == nil }

  private var icon: String {
    model.drafts.isEmpty && !model.saved.isEmpty && model.discarded == nil ? "checkmark.circle" : "pencil"
  }

  private var text: String {
    if !model.drafts.isEmpty { return "\(Parts.count(model.drafts.count, "change")), not written yet" }
    if model.discarded != nil { return "Discarded." }
    return model.saved.isEmpty ? "No changes" : "Written."
  }

  /// Always in its place: who presses the keys right after typing presses this button, whatever the page shows by then.
  private var preview: MarkupPart {
    Parts.action(
      "Preview…", "eye", model.drafts.isEmpty ? "st-button" : "st-button st-primary",
      [.init(.shortcut, "Meta+s"), .init(.help, "Ctrl+S")]
    ) { model.showPreview() }
  }

  /// What can be done with the changes. Each is another element: the second click of two on one is not on the next.
  private var more: [MarkupPart] {
    if !model.drafts.isEmpty { return [Parts.action("Discard", "xmark", identity: "discard") { model.discard() }] }
    if model.discarded != nil {
      return [Parts.action("Restore", "arrow.uturn.backward", identity: "restore") { model.restore() }]
    }
    if model.saved.isEmpty { return [] }
    // While something is written, a click would do nothing.
    return [
      Parts.action(
        "Undo", "arrow.uturn.backward", "st-button", [Element.Attribute]().adding(.isDisabled, if: model.isSaving),
        identity: "undo"
      ) { model.undo() }
    ]
  }
}

/// What a change would do to the store, row by row.
struct PreviewSheet: View {
  let model: StudioModel

  var body: some View {
    Markup(.box, "st-preview") {
      Markup(Parts.text(.heading, "", "What will be written"))
      switch model.preview {
      case .loading?: Markup(Parts.loading)
      case .failed(let error)?: Markup(Parts.error(error))
      case .value(let report)?:
        if model.isPreviewNew {
          Markup(
            Parts.error(
              StudioError(
                "Another program has changed these rows, so nothing was written.",
                advice: "The changes that would be written now are below.")))
        }
        if !model.conflicts.isEmpty { Markup(conflicts) }
        if !relations.isEmpty { Markup(MarkupPart(.bulletedList, "st-preview-relations", parts: relations)) }
        Markup(PreviewText(report: report).part)
      case nil: EmptyView()
      }
      Markup(.box, "st-actions") {
        if !model.isWriting { Markup(Parts.button("st-button", text: "Cancel") { model.cancelPreview() }) }
        if model.preview?.value.map({ !$0.isEmpty }) == true, !model.isSaving {
          Markup(
            Parts.button(
              "st-button st-primary", text: "Write", [.init(.shortcut, "Meta+Enter"), .init(.help, "Ctrl+Return")]
            ) { model.save() })
        }
      }
    }
  }

  /// What others have changed since it was seen: writing replaces it.
  private var conflicts: MarkupPart {
    MarkupPart(
      .box, "st-error", [.init(.alert)],
      parts: [
        Parts.icon("exclamationmark.triangle.fill"),
        MarkupPart(
          .box, "",
          parts: [Parts.text(.strong, "", "Another program has changed what you have changed. Writing replaces it:")]
            + model.conflicts.prefix(20).map { conflict in
              Parts.text(
                .paragraph, "",
                "\(conflict.reference) \(conflict.property): you have seen '\(conflict.seen)', now it is '\(conflict.now)'"
              )
            }),
      ])
  }

  /// Targets that are added and removed, by name: rows of the report have no column for some of them.
  private var relations: [MarkupPart] {
    let relations = model.drafts.relations.filter { !model.drafts.deletions.contains($0.key) }
    return relations.sorted { "\($0.key)" < "\($1.key)" }.flatMap { reference, changes in
      changes.sorted { $0.key < $1.key }.map { name, change in
        MarkupPart(
          .item, "st-preview-line",
          parts: [Parts.text(.strong, "", "\(reference) \(name)")]
            + change.removed.map { Parts.text(.deletion, "", "\($0)") }
            + change.added.map { target in
              Parts.text(.insertion, "", target.title.map { "\($0) (\(target.reference))" } ?? "\(target.reference)")
            })
      }
    }
  }
}

/// A report as a list.
@MainActor struct PreviewText {
  let report: EditReport
  private static let rowsShown = 200

  var part: MarkupPart {
    if report.isEmpty { return Parts.text(.paragraph, "st-faint", "Nothing would change.") }
    var parts = report.rows.prefix(Self.rowsShown).map(row)
    if report.rows.count > Self.rowsShown {
      parts.append(
        Parts.text(.paragraph, "st-faint", "… and \(Parts.count(report.rows.count - Self.rowsShown, "row")) more"))
    }
    for (count, what) in [(report.insertedPairs.count, "made"), (report.deletedPairs.count, "removed")] where count > 0
    {
      parts.append(
        Parts.text(.paragraph, "st-faint", "\(Parts.count(count, "pair")) of many-to-many relationships \(what)"))
    }
    return MarkupPart(.box, "st-preview-rows", parts: parts)
  }

  private func row(_ row: EditReport.Row) -> MarkupPart {
    let (sign, names) =
      switch row.kind {
      case .insert: ("insert", "st-insert")
      case .update: ("update", "st-update")
      case .delete: ("delete", "st-delete")
      }
    let lines = row.properties.map { property in
      MarkupPart(
        .box, "st-preview-line",
        parts: [Parts.text(.text, "st-preview-name", property.name)]
          + (row.kind == .insert ? [] : [Parts.text(.deletion, "", StoredText.text(property.before))])
          + (row.kind == .delete ? [] : [Parts.text(.insertion, "", StoredText.text(property.after))]))
    }
    let note = row.properties.isEmpty ? [Parts.text(.box, "st-faint", "its version, as a relationship changes")] : []
    return MarkupPart(
      .box, "st-preview-row \(names)",
      parts: [
        MarkupPart(
          .box, "st-preview-head",
          parts: [Parts.text(.text, "st-badge", sign), Parts.text(.strong, "", "\(row.reference)")])
      ] + (row.kind == .update ? note : []) + lines)
  }
}

/// Objects that are not made yet.
struct InsertionList: View {
  let model: StudioModel
  let grid: GridModel

  var body: some View {
    if model.drafts.insertions.contains(where: { $0.entity == grid.request.entity }) {
      Markup(.box, "st-insertions") {
        ForEach(model.drafts.insertions.filter { $0.entity == grid.request.entity }) { insertion in
          Markup(.section, "st-insertion") {
            Markup(header(insertion))
            Markup(.box, "st-insertion-fields") {
              ForEach(grid.columns.filter { $0.isEditable && $0.kind != .data }) { column in
                InsertionField(model: model, column: column, insertion: insertion)
              }
            }
          }
        }
      }
    }
  }

  private func header(_ insertion: Drafts.Insertion) -> MarkupPart {
    MarkupPart(
      .box, "st-field-label",
      parts: [
        Parts.text(.strong, "", "New \(insertion.entity)"),
        Parts.button("st-close", parts: [Parts.icon("xmark")], [.init(.label, "Discard new \(insertion.entity)")]) {
          model.drafts.insertions.removeAll { $0.id == insertion.id }
        },
      ])
  }
}

/// The field for a property of an object that is not made yet.
struct InsertionField: View {
  let model: StudioModel
  let column: GridColumn
  let insertion: Drafts.Insertion
  @State private var isChoosing = false

  var body: some View {
    Markup(.box, "st-insertion-field") {
      Markup(label)
      Markup(editor.part)
      if isChoosing, let destination = column.destination {
        RelationPicker(model: model, entity: destination) { target in
          change(.text("\(target.reference)"))
          isChoosing = false
        }
      }
    }
    .task(id: "\(insertion.entity).\(column.name) \(model.revision)") {
      if column.hasRawValues { await model.loadValues(column.name, of: insertion.entity) }
    }
  }

  private var label: MarkupPart {
    var parts = [Parts.text(.text, "st-field-name", column.name), Parts.text(.text, "st-field-type", column.type)]
    if case .toOne = column.kind {
      let what = isChoosing ? "Done with \(column.name)" : "Find \(column.name) of the new \(insertion.entity)"
      parts.append(
        MarkupPart(
          .box, "st-field-actions",
          parts: [
            Parts.button("st-button st-small", text: isChoosing ? "Done" : "Find…", [.init(.label, what)]) {
              isChoosing.toggle()
            }
          ]))
    }
    return MarkupPart(.box, "st-field-label", parts: parts)
  }

  private var editor: FieldEditor {
    FieldEditor(
      column: column, label: column.name, shown: insertion.values[column.name] ?? .none,
      choices: model.choices(column, of: insertion.entity), change: change)
  }

  private func change(_ value: DraftValue) {
    guard let index = model.drafts.insertions.firstIndex(where: { $0.id == insertion.id }) else { return }
    // An empty field is no value, except where a text is required.
    let isNone = value == .none || value == .text("") && (column.isOptional || column.kind != .text)
    model.drafts.insertions[index].values[column.name] = isNone ? nil : value
  }
}
