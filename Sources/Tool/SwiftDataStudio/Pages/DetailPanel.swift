// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// All properties of a row, and what leads where.
struct DetailPanel: View {
  let model: StudioModel

  var body: some View {
    Markup(.aside, "st-detail", [.init(.label, "Row")]) {
      switch model.detail {
      case .loading: Markup(Parts.loading)
      case .failed(let error):
        Markup(close)
        Markup(Parts.error(error))
      case .value(nil):
        Markup(close)
        Markup(Parts.text(.paragraph, "st-nothing", "There is no such row any more."))
      case .value(let detail?):
        Markup(header(detail))
        Markup(.box, "st-fields") {
          ForEach(detail.properties) { PropertyField(model: model, reference: detail.reference, property: $0) }
        }
        if !detail.incoming.isEmpty { Markup(incoming(detail)) }
      }
    }
  }

  private var close: MarkupPart {
    Parts.button("st-close", parts: [Parts.icon("xmark")], [.init(.label, "Close")]) { model.select(nil) }
  }

  private func header(_ detail: RowDetail) -> MarkupPart {
    var actions: [MarkupPart] = []
    if model.canWrite {
      let isDeleted = model.drafts.deletions.contains(detail.reference)
      actions.append(
        Parts.action(isDeleted ? "Keep" : "Delete", isDeleted ? "arrow.uturn.backward" : "trash", "st-button st-danger")
        {
          model.delete(detail.reference)
        })
    }
    return MarkupPart(
      .header, "st-detail-head",
      parts: [
        MarkupPart(
          .box, "",
          parts: [
            Parts.text(.heading, "", detail.title ?? "\(detail.reference)"),
            Parts.text(
              .paragraph, "st-detail-id",
              "\(detail.reference)" + (detail.version.map { " · version \($0)" } ?? "")),
          ]), MarkupPart(.box, "st-actions", parts: actions + [close]),
      ])
  }

  private func incoming(_ detail: RowDetail) -> MarkupPart {
    MarkupPart(
      .section, "st-incoming",
      parts: [Parts.text(.subheading, "", "Leads here, without inverse")]
        + detail.incoming.map { item in
          var request = GridRequest(entity: item.entity)
          request.relation = .owners(of: detail.reference, relationship: "\(item.entity).\(item.relationship)")
          return Parts.link(
            model, .rows(request, selected: nil), "st-link", text: "\(item.entity).\(item.relationship): \(item.count)")
        })
  }
}

/// A property of a row: as it is, or a field for another value.
struct PropertyField: View {
  let model: StudioModel
  let reference: ObjectReference
  let property: RowDetail.Property

  var body: some View {
    Markup(.section, draft == nil ? "st-field" : "st-field st-changed") {
      Markup(label)
      if canEdit { Markup(field) }
      if !canEdit || isShownBeside { value }
      if model.canWrite, column.isEditable, hasNull {
        Markup(
          Parts.text(.paragraph, "st-faint", "No field holds its character U+0000: it is changed by its app only."))
      }
    }
  }

  private var column: GridColumn { property.column }
  private var draft: DraftValue? { model.drafts.updates[reference]?[column.name] }
  private var original: DraftValue { property.value == .none ? .none : .text(property.input) }

  /// Fields of browsers end at such a character, or leave it out.
  private var hasNull: Bool { property.input.utf8.contains(0) }

  /// Bytes are exchanged as a whole elsewhere; what would not come back as it is, is only shown.
  private var canEdit: Bool {
    model.canWrite && column.isEditable && column.kind != .data
      && property.input.utf8.count <= 20_000 && !hasNull && !model.drafts.deletions.contains(reference)
  }

  private var isShownBeside: Bool {
    if case .toOne = column.kind { return property.value != .none }
    return false
  }

  private var label: MarkupPart {
    var parts = [Parts.text(.text, "st-field-name", column.name), Parts.text(.text, "st-field-type", column.type)]
    if draft != nil {
      parts.append(
        Parts.button("st-button st-small", text: "Undo") { model.draft(reference, column.name, nil, was: original) })
    } else if canEdit, column.isOptional, property.value != .none {
      parts.append(
        Parts.button("st-button st-small", text: "nil", [.init(.help, "Set to nil")]) {
          model.draft(reference, column.name, DraftValue.none, was: original)
        })
    }
    return MarkupPart(.box, "st-field-label", parts: parts)
  }

  private var field: MarkupPart {
    let shown: DraftValue = draft ?? original
    var text = ""
    if case .text(let value) = shown { text = value }
    let change: @MainActor (String?) -> Void = { value in
      guard let value, value != text || shown == .none else { return }
      model.draft(reference, column.name, .text(value), was: original)
    }
    let attributes: [Element.Attribute] = [
      .init(.label, column.name), .init(.placeholder, shown == .none ? "nil" : ""), .init(.checksSpelling, false),
      .init(.value, text),
    ]
    if column.kind == .boolean {
      let choices = (column.isOptional || shown == .none ? [("", "nil")] : []) + [("true", "true"), ("false", "false")]
      return MarkupPart(
        .picker, "st-input", [.init(.label, column.name), .init(.value, text)],
        parts: choices.map { value, title in Parts.option(value, title, isChosen: value == text) },
        on: [
          (
            .change,
            { value in
              model.draft(
                reference, column.name, value.flatMap { $0.isEmpty ? nil : DraftValue.text($0) } ?? DraftValue.none,
                was: original)
            }
          )
        ])
    }
    if text.contains("\n") || column.kind == .code || column.kind == .composite {
      return MarkupPart(.textArea, "st-input", attributes, on: [(.input, change)])
    }
    return MarkupPart(.textField, "st-input", attributes, on: [(.input, change)])
  }

  @ViewBuilder private var value: some View {
    switch property.value {
    case .objects(let count): Markup(targets(count))
    case .bytes: Markup(bytes)
    case .code: Markup(Parts.text(.preformatted, "st-value st-code", property.text))
    case .text where !property.text.isEmpty: Markup(Parts.text(.box, "st-value st-text", property.text))
    case .object(let reference, let title):
      Markup(
        MarkupPart(
          .box, "st-value",
          parts: [
            Parts.link(model, .row(reference), "st-link", text: title ?? "\(reference)"),
            Parts.text(.text, "st-faint", title == nil ? "" : "\(reference)"),
          ]))
    default:
      Markup(CellPart(model: model).part(property.value, .box, names: "st-value", row: reference, column: column))
    }
  }

  private var bytes: MarkupPart {
    var parts = [
      CellPart(model: model).part(property.value, .box, names: "st-value", row: reference, column: column)
    ]
    if let picture = property.picture {
      parts.append(MarkupPart(.image, "st-picture", [.init(.source, picture), .init(.alternative, column.name)]))
    } else if let bytes = property.bytes, !bytes.isEmpty {
      parts.append(Parts.text(.preformatted, "st-value st-code", bytes))
    }
    return MarkupPart(.box, "", parts: parts)
  }

  private func targets(_ count: Int) -> MarkupPart {
    var request = GridRequest(entity: column.destination ?? "")
    request.relation = .targets(of: reference, relationship: column.name)
    var parts = property.targets.map { target in
      Parts.link(
        model, .row(target.reference), "st-chip", text: target.title ?? "\(target.reference)",
        [.init(.help, "\(target.reference)")])
    }
    if count == 0 { parts.append(Parts.text(.text, "st-nil", "none")) }
    if count > 0 {
      parts.append(
        Parts.link(
          model, .rows(request, selected: nil), "st-chip st-all",
          text: count > property.targets.count ? "all \(Parts.number(count))" : "in the grid"))
    }
    return MarkupPart(.box, "st-chips", parts: parts)
  }
}
