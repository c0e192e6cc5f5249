// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// A property of a row: as it is, or a field for another value.
struct PropertyField: View {
  let model: StudioModel
  let reference: ObjectReference
  let property: RowDetail.Property
  /// Whether a line of text is shown in place of a menu or a date.
  @State private var isPlain = false
  @State private var isChoosing = false

  var body: some View {
    Markup(.section, isChanged ? "st-field st-changed" : "st-field") {
      Markup(label)
      if canType { Markup(editor.part) }
      if isChoosing, canType, let destination = column.destination {
        RelationPicker(model: model, entity: destination) { target in
          change(.text("\(target.reference)"))
          isChoosing = false
        }
      }
      if !canType || isShownBeside { value }
      if canEdit, column.kind == .data { Markup(upload) }
      if model.canWrite, column.isEditable, column.kind != .data, let reason = property.reasonNotToType {
        Markup(Parts.text(.paragraph, "st-faint", reason))
      }
    }
    // Whether rows can be changed may be known later than the row.
    .task(id: "\(reference.entity).\(column.name) \(model.revision) \(model.canWrite)") {
      if column.hasRawValues, model.canWrite { await model.loadValues(column.name, of: reference.entity) }
    }
  }

  private var column: GridColumn { property.column }
  private var draft: DraftValue? { model.drafts.updates[reference]?[column.name] }
  private var isChanged: Bool { draft != nil || model.drafts.relations[reference]?[column.name] != nil }

  private var canEdit: Bool {
    model.canWrite && column.isEditable && !model.drafts.deletions.contains(reference)
  }

  /// Bytes are chosen as a file; what would not come back as it is, is only shown.
  private var canType: Bool { canEdit && column.kind != .data && property.reasonNotToType == nil }

  private var isShownBeside: Bool {
    if case .toOne = column.kind { return property.value != .none }
    return false
  }

  private var editor: FieldEditor {
    FieldEditor(
      column: column, label: column.name, shown: draft ?? property.original,
      choices: model.choices(column, of: reference.entity), isPlain: isPlain, ends: LineEnds(of: property.input),
      change: change)
  }

  private func change(_ value: DraftValue) {
    model.draft(reference, column.name, value, was: property.original)
  }

  // MARK: Above the field

  private var label: MarkupPart {
    MarkupPart(
      .box, "st-field-label",
      parts: [
        Parts.text(.text, "st-field-name", column.name), Parts.text(.text, "st-field-type", column.type),
        MarkupPart(.box, "st-field-actions", parts: actions),
      ])
  }

  private var actions: [MarkupPart] {
    var parts: [MarkupPart] = []
    func button(_ title: String, _ what: String, _ action: @escaping @MainActor () -> Void) {
      // A second click on "Undo" is none on what comes in its place.
      parts.append(
        Parts.button(
          "st-button st-small", text: title, [.init(.label, what), .init(.help, what)], identity: title, action))
    }
    if canType, case .toOne = column.kind {
      button(isChoosing ? "Done" : "Find…", isChoosing ? "Done with \(column.name)" : "Find \(column.name)") {
        isChoosing.toggle()
      }
    }
    if canType, isPlain || (column.kind == .date && editor.form == .date) || !editor.choices.isEmpty {
      let other = column.kind == .date ? "Date" : "Menu"
      button(isPlain ? other : "Text", isPlain ? "\(other) for \(column.name)" : "Type \(column.name) as text") {
        isPlain.toggle()
      }
    }
    if draft != nil {
      button("Undo", "Undo \(column.name)") { model.draft(reference, column.name, nil, was: property.original) }
    } else if canEdit, column.isOptional, property.value != .none, property.reasonNotToType == nil {
      button("nil", "Set \(column.name) to nil") { change(.none) }
    }
    return parts
  }

  // MARK: What is there

  @ViewBuilder private var value: some View {
    switch property.value {
    case .objects: TargetsEditor(model: model, reference: reference, property: property)
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
      MarkupPart(
        .box, "st-actions",
        parts: [
          CellPart(model: model).part(property.value, .box, names: "st-value", row: reference, column: column),
          Parts.link(
            "st-button st-small", ExportRequest(dataOf: column.name, reference), text: "Download",
            [.init(.label, "Download \(column.name)")]),
        ])
    ]
    if let picture = property.picture {
      parts.append(MarkupPart(.image, "st-picture", [.init(.source, picture), .init(.alternative, column.name)]))
    } else if let bytes = property.bytes, !bytes.isEmpty {
      parts.append(Parts.text(.preformatted, "st-value st-code", bytes))
    }
    return MarkupPart(.box, "", parts: parts)
  }

  private var upload: MarkupPart {
    var parts = [
      MarkupPart(
        .fileField, "st-file", [.init(.label, "File for \(column.name)")],
        on: [
          // Heard so that the browser does not take the name of the file for text that nobody has.
          (.input, { _ in }),
          (.upload, { model.upload($0, reference, column.name) }),
        ])
    ]
    switch draft {
    case .data(let data)?:
      parts.append(
        Parts.text(.text, "st-faint", "\(ByteCount.text(UInt64(data.count))), not written yet", [.init(.status)]))
    case DraftValue.none?: parts.append(Parts.text(.text, "st-faint", "nil, not written yet", [.init(.status)]))
    default: break
    }
    return MarkupPart(.box, "st-actions", parts: parts)
  }
}
