// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore

/// What a node keeps for a query: the results, and what tells that they are out of date.
@MainActor final class QueryStorage<Element: PersistentModel>: LazySource, PageConnection {
  private weak var node: Node?
  private(set) var context: ModelContext?
  private var descriptor = FetchDescriptor<Element>()
  private var sectioning: QuerySectioning<Element>?
  private var watch: ResultsWatch?
  private(set) var models: [Element] = []
  private(set) var error: (any Error)?
  private var divided: SectionedResults<Element, String>?
  /// How often the store was asked.
  private(set) var fetchCount = 0

  nonisolated init() {}

  var sections: SectionedResults<Element, String> {
    if let divided { return divided }
    let made = divide()
    divided = made
    return made
  }

  private func divide() -> SectionedResults<Element, String> {
    SectionedResults(models, title: sectioning?.title ?? { _ in "" })
  }

  func connect(
    _ node: Node, _ new: FetchDescriptor<Element>, _ sectioning: QuerySectioning<Element>?, _ context: ModelContext?
  ) {
    self.node = node
    self.sectioning = sectioning
    var new = new
    if let sectioning, new.sortBy.first?.keyPath != sectioning.keyPath {
      new.sortBy.insert(contentsOf: sectioning.order, at: 0)
    }
    if watch != nil, self.context === context, descriptor.isSame(as: new) {
      if watch?.take() == true { fetch() }
      return
    }
    descriptor = new
    self.context = context
    guard let context else {
      if watch == nil { MissingContainer.note("'@Query' for '\(Element.self)' finds nothing") }
      return
    }
    watch = ResultsWatch(context, new, section: sectioning?.keyPath) { [weak self] in
      if MainTurn.isHere {
        MainActor.assumeIsolated { self?.becameStale() }
      } else {
        Task { @MainActor in self?.becameStale() }
      }
    }
    fetch()
  }

  private func becameStale() { node?.graph.refreshLater(self) }

  func refresh() {
    guard let node, node.isAlive, watch?.take() == true else { return }
    let before = models
    let shownSections = divided
    let failedBefore = error != nil
    fetch()
    if !before.elementsEqual(models, by: ===) || failedBefore || error != nil { return node.invalidate() }
    // Titles may change though the order does not, and a view that has got the sections a second time follows no title.
    guard sectioning != nil, let shownSections else { return }
    if divide() == shownSections { divided = shownSections } else { node.invalidate() }
  }

  private func fetch() {
    guard let context else { return }
    fetchCount += 1
    node?.graph.countFetch(Element.self)
    do {
      models = try context.fetch(descriptor)
      error = nil
    } catch {
      self.error = error
      Diagnostics.note("A query for '\(Element.self)' failed: \(error)")
    }
    divided = nil
  }
}

/// What is there where no container was set.
@MainActor enum MissingContainer {
  /// A context without models.
  static let context: ModelContext = {
    note("'modelContext' has no models")
    do {
      return ModelContext(
        try ModelContainer(for: Schema(), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    } catch {
      // A getter cannot throw. A store in memory without any entity needs neither a file nor a schema that could be wrong.
      fatalError("No container for the environment's model context: \(error)")
    }
  }()

  static func note(_ what: String) {
    Diagnostics.note("\(what): no view or scene above has set a container; use 'modelContainer(for:)'.")
  }
}
