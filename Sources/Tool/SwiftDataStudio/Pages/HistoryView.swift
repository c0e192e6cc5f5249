// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// The saves of a store, from the newest on.
struct HistoryView: View {
  let model: StudioModel
  let entity: String?
  @State private var page: Loaded<HistoryPage> = .loading
  @State private var isLoadingMore = false

  var body: some View {
    Markup(.box, "st-page st-history") {
      Markup(.header, "st-head") {
        Markup(
          MarkupPart(
            .box, "st-head-title",
            parts: [
              Parts.text(.title, "st-title", "History"),
              Parts.text(.text, "st-head-count", entity.map { "of \($0)" } ?? "of all entities"),
            ]))
        Markup(choice)
      }
      switch page {
      case .loading: Markup(Parts.loading)
      case .failed(let error): Markup(Parts.error(error))
      case .value(let page):
        if page.transactions.isEmpty {
          Markup(
            MarkupPart(
              .box, "st-nothing",
              parts: [
                Parts.icon("clock"),
                Parts.text(
                  .paragraph, "",
                  model.overview.value?.hasHistory == false ? "The store keeps no history." : "Nothing was saved yet."),
              ]))
        }
        Markup(.numberedList, "st-timeline") {
          ForEach(page.transactions) { TransactionView(model: model, transaction: $0) }
        }
        if page.hasMore {
          Markup(
            Parts.button("st-button st-more", text: isLoadingMore ? "Reading…" : "Older") { loadMore(page) })
        }
      }
    }
    .task(id: "\(model.revision) \(entity ?? "")") {
      page = await Loaded.of { try await model.store.history(entity: entity) }
    }
  }

  private var choice: MarkupPart {
    let names = model.overview.value?.entities.map(\.name) ?? []
    return MarkupPart(
      .picker, "st-input st-history-filter", [.init(.label, "Entity"), .init(.value, entity ?? "")],
      parts: [Parts.option("", "All entities", isChosen: false)]
        + names.map { Parts.option($0, $0, isChosen: $0 == entity) },
      on: [(.change, { value in model.go(.history(entity: value.flatMap { $0.isEmpty ? nil : $0 })) })])
  }

  private func loadMore(_ page: HistoryPage) {
    guard !isLoadingMore, let last = page.transactions.last else { return }
    isLoadingMore = true
    Task {
      do {
        let older = try await model.store.history(entity: entity, before: last.number)
        // Somebody may have chosen another entity meanwhile, or the store was read anew.
        guard self.page.value == page else { return isLoadingMore = false }
        var all = page
        all.transactions += older.transactions
        all.hasMore = older.hasMore
        self.page = .value(all)
      } catch {
        self.page = .failed(StudioError(error))
      }
      isLoadingMore = false
    }
  }
}

/// One save.
struct TransactionView: View {
  let model: StudioModel
  let transaction: HistoryPage.Transaction

  var body: some View {
    Markup(
      MarkupPart(
        .item, "st-transaction",
        parts: [head, MarkupPart(.box, "st-transaction-changes", parts: transaction.changes.map(change) + more)]))
  }

  private var head: MarkupPart {
    MarkupPart(
      .box, "st-transaction-head",
      parts: [
        Parts.text(
          .time, "", transaction.date.map { CellPart.short(DateText.text($0)) } ?? "at an unknown time"),
        Parts.text(.text, "st-author", transaction.author ?? ""), Parts.text(.text, "st-faint", transaction.source),
        Parts.text(.text, "st-faint st-number", "№ \(transaction.number)"),
      ])
  }

  private var more: [MarkupPart] {
    let left = transaction.changeCount - transaction.changes.count
    return left > 0 ? [Parts.text(.paragraph, "st-faint", "… and \(Parts.count(left, "change")) more")] : []
  }

  private func change(_ change: HistoryPage.Change) -> MarkupPart {
    let (sign, names) =
      switch change.kind {
      case .insert: ("inserted", "st-insert")
      case .update: ("changed", "st-update")
      case .delete: ("deleted", "st-delete")
      case .unknown: ("unknown", "")
      }
    let name = "\(change.entity ?? "?")/p\(change.key)"
    let object =
      change.reference.map {
        Parts.link(model, .row($0), "st-link", text: change.title ?? name, [.init(.help, name)])
      } ?? Parts.text(.text, "", name)
    return MarkupPart(
      .box, "st-change \(names)",
      parts: [
        Parts.text(.text, "st-badge", sign), object,
        Parts.text(.text, "st-faint", change.title == nil ? "" : name),
        MarkupPart(.box, "st-change-values", parts: change.values.map { value($0, change.kind) }),
      ])
  }

  private func value(_ value: HistoryPage.Value, _ kind: HistoryPage.Change.Kind) -> MarkupPart {
    var parts = [Parts.text(.text, "st-preview-name", value.property)]
    if let before = value.before { parts.append(Parts.text(.deletion, "", before)) }
    if let after = value.after {
      parts.append(Parts.text(.insertion, "", after))
    } else if kind == .update {
      parts.append(Parts.text(.text, "st-faint", "changed again later"))
    }
    return MarkupPart(.box, "st-preview-line", parts: parts)
  }
}
