// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// One page in one browser: the views of Studio, and their addresses.
@MainActor package final class StudioPage: Page {
  private let model: StudioModel
  private let page: ViewPage
  private var commands: [Operation.Command] = []

  package var onUpdate: (([Operation]) -> Void)? {
    didSet {
      let onUpdate = onUpdate
      page.onUpdate = { [weak self] operations in onUpdate?(operations + (self?.takeCommands() ?? [])) }
    }
  }

  /// - Parameter path: the address that the browser asks for.
  package init(_ store: StudioStore, at path: String) {
    let model = StudioModel(store, at: path)
    self.model = model
    // Addresses are Studio's own: its places are no stack.
    page = ViewPage(StudioView(model: model))
    model.onMove = { [weak self] place, isNew in
      self?.commands.append(.location(place.path, push: isNew))
      self?.commands.append(.title(place.title + " — " + store.access.name))
    }
    model.start()
  }

  private func takeCommands() -> [Operation] {
    defer { commands = [] }
    return commands.map { .command($0) }
  }

  package var root: Element {
    var root = page.root
    if !root.events.contains(.location) { root.events.append(.location) }
    return root
  }

  package func handle(_ event: Event) -> Bool {
    if event.kind == .location {
      guard event.element == page.root.id, let path = event.value else { return false }
      model.arrive(at: path)
      page.update()
      return true
    }
    let isKnown = page.handle(event)
    // An update that changes nothing else is none.
    let left = takeCommands()
    if !left.isEmpty { onUpdate?(left) }
    return isKnown
  }

  package func update() { page.update() }

  package var holdsInput: Bool { !model.drafts.isEmpty || page.holdsInput }

  package func close() {
    model.stop()
    page.close()
  }
}
