// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// What is not written yet, and what was written last.
struct ChangesBar: View {
  let model: StudioModel

  var body: some View {
    if model.drafts.count > 0 || !model.saved.isEmpty {
      Markup(
        MarkupPart(
          // What is not written yet: the browser asks before it leaves.
          .footer, "st-changes", [Element.Attribute(.status)].adding(.isDraft, if: model.drafts.count > 0),
          parts: model.drafts.count > 0 ? pending : saved))
    }
  }

  private var pending: [MarkupPart] {
    [
      Parts.icon("pencil"),
      Parts.text(.text, "st-changes-text", "\(Parts.count(model.drafts.count, "change")), not written yet"),
      Parts.action("Discard", "xmark") { model.discard() },
      Parts.action("Preview…", "eye", "st-button st-primary") { model.showPreview() },
    ]
  }

  private var saved: [MarkupPart] {
    [
      Parts.icon("checkmark.circle"), Parts.text(.text, "st-changes-text", "Written."),
      Parts.action("Undo", "arrow.uturn.backward") { model.undo() },
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
        Markup(PreviewText(report: report).part)
      case nil: EmptyView()
      }
      Markup(.box, "st-actions") {
        Markup(Parts.button("st-button", text: "Cancel") { model.preview = nil })
        if model.preview?.value.map({ !$0.isEmpty }) == true, !model.isSaving {
          Markup(Parts.button("st-button st-primary", text: "Write") { model.save() })
        }
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
            Markup(
              MarkupPart(
                .box, "st-insertion-fields",
                parts: grid.columns.filter { $0.isEditable && $0.kind != .data }.map { field($0, insertion) }))
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

  private func field(_ column: GridColumn, _ insertion: Drafts.Insertion) -> MarkupPart {
    var text = ""
    if case .text(let value)? = insertion.values[column.name] { text = value }
    return MarkupPart(
      .label, "st-insertion-field",
      parts: [
        MarkupPart(
          .text, "st-field-label",
          parts: [Parts.text(.text, "st-field-name", column.name), Parts.text(.text, "st-field-type", column.type)]),
        MarkupPart(
          .textField, "st-input",
          [
            .init(.value, text), .init(.placeholder, column.isOptional ? "nil" : ""), .init(.checksSpelling, false),
          ],
          on: [
            (
              .input,
              { value in
                guard let index = model.drafts.insertions.firstIndex(where: { $0.id == insertion.id }) else { return }
                let isNone = value?.isEmpty ?? true
                model.drafts.insertions[index].values[column.name] = isNone ? nil : .text(value ?? "")
              }
            )
          ]),
      ])
  }
}
