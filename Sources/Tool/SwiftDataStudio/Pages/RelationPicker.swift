// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// Finds an object by what it is called, or by its key, and chooses it.
struct RelationPicker: View {
  let model: StudioModel
  let entity: String
  /// Objects that are chosen already.
  var chosen: Set<ObjectReference> = []
  let choose: @MainActor (RowDetail.Target) -> Void
  @State private var text = ""
  @State private var found: Loaded<[RowDetail.Target]> = .loading
  /// What was looked for, of which that is the result.
  @State private var foundText: String?
  /// Return was pressed before there was a result.
  @State private var takesFirst = false

  var body: some View {
    Markup(.box, "st-picker") {
      Markup(
        MarkupPart(
          .searchField, "st-input",
          [
            .init(.label, "Find \(entity)"), .init(.placeholder, "Name or key"), .init(.value, text),
            .init(.checksSpelling, false), .init(.contentType, "off"),
          ],
          on: [
            (
              .input,
              {
                text = String(($0 ?? "").prefix(200))
                takesFirst = false
              }
            ),
            // Return takes the first one of what was typed.
            (.submit, { _ in if foundText == text { chooseFirst() } else { takesFirst = true } }),
          ]))
      switch found {
      case .loading: Markup(Parts.loading)
      case .failed(let error): Markup(Parts.error(error))
      case .value:
        if offered.isEmpty {
          Markup(Parts.text(.paragraph, "st-faint", "Nothing is called so."))
        } else {
          Markup(
            MarkupPart(
              .box, "st-choices", [.init(.group), .init(.label, entity)],
              parts: offered.map { target in
                Parts.button(
                  "st-choice",
                  parts: [
                    Parts.text(.text, "st-choice-name", target.title ?? "\(target.reference)"),
                    Parts.text(.text, "st-faint", target.title == nil ? "" : "\(target.reference)"),
                  ],
                  // A click on one is none on what is found in its place meanwhile.
                  identity: "\(target.reference)"
                ) { choose(target) }
              }))
        }
      }
    }
    .task(id: "\(text) \(model.revision)") {
      let asked = text
      let result = await Loaded.of { try await model.store.find(asked, of: entity) }
      guard asked == text else { return }
      (found, foundText) = (result, asked)
      if takesFirst { chooseFirst() }
    }
  }

  private func chooseFirst() {
    takesFirst = false
    if let first = offered.first { choose(first) }
  }

  private var offered: [RowDetail.Target] { (found.value ?? []).filter { !chosen.contains($0.reference) } }
}

/// The targets of a to-many relationship, some of which are removed and others added.
struct TargetsEditor: View {
  let model: StudioModel
  let reference: ObjectReference
  let property: RowDetail.Property
  @State private var isAdding = false

  var body: some View {
    Markup(.box, "st-chips") {
      ForEach(property.targets) { target in Markup(chip(target)) }
      ForEach(changes.added) { target in Markup(added(target)) }
      if count == 0, changes.isEmpty { Markup(Parts.text(.text, "st-nil", "none")) }
      if count > 0 { Markup(all) }
      if canEdit {
        Markup(
          Parts.button(
            "st-button st-small", text: isAdding ? "Done" : "Add…",
            [.init(.label, isAdding ? "Done with \(name)" : "Add to \(name)"), .init(.isExpanded, isAdding)]
          ) { isAdding.toggle() })
      }
    }
    if isAdding, canEdit {
      RelationPicker(model: model, entity: property.column.destination ?? "", chosen: chosen) { target in
        model.relate(reference, name) { $0.add(target) }
      }
    }
  }

  private var name: String { property.column.name }
  private var changes: TargetChanges { model.drafts.relations[reference]?[name] ?? TargetChanges() }
  private var canEdit: Bool { model.canWrite && !model.drafts.deletions.contains(reference) }

  private var count: Int {
    if case .objects(let count) = property.value { count } else { 0 }
  }

  /// Offered no more, unless they are to be removed.
  private var chosen: Set<ObjectReference> {
    Set(property.targets.map(\.reference)).subtracting(changes.removed).union(changes.added.map(\.reference))
  }

  private func chip(_ target: RowDetail.Target) -> MarkupPart {
    let isRemoved = changes.removed.contains(target.reference)
    let title = target.title ?? "\(target.reference)"
    var parts = [
      Parts.link(model, .row(target.reference), "st-chip-name", text: title, [.init(.help, "\(target.reference)")])
    ]
    if canEdit {
      parts.append(
        Parts.button(
          "st-chip-button", parts: [Parts.icon(isRemoved ? "arrow.uturn.backward" : "xmark")],
          [.init(.label, (isRemoved ? "Keep " : "Remove ") + title)]
        ) {
          model.relate(reference, name) { changes in
            if isRemoved { changes.add(target) } else { changes.remove(target.reference) }
          }
        })
    }
    return MarkupPart(.box, isRemoved ? "st-chip st-chip-removed" : "st-chip", parts: parts)
  }

  private func added(_ target: RowDetail.Target) -> MarkupPart {
    let title = target.title ?? "\(target.reference)"
    return MarkupPart(
      .box, "st-chip st-chip-added",
      parts: [
        Parts.text(.text, "st-chip-name", "+ \(title)"),
        Parts.button("st-chip-button", parts: [Parts.icon("xmark")], [.init(.label, "Do not add \(title)")]) {
          model.relate(reference, name) { $0.remove(target.reference) }
        },
      ])
  }

  private var all: MarkupPart {
    var request = GridRequest(entity: property.column.destination ?? "")
    request.relation = .targets(of: reference, relationship: name)
    return Parts.link(
      model, .rows(request, selected: nil), "st-chip st-all",
      text: count > property.targets.count ? "all \(Parts.number(count))" : "in the grid")
  }
}
