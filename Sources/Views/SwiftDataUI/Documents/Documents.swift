// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The documents of a group, on one page: what people do with them.
@MainActor final class Documents {
  let kind: DocumentKind
  let folder: DocumentFolder
  private let shelf: DocumentShelf
  private weak var session: PageSession?

  init(_ kind: DocumentKind, _ setting: DocumentFolderSetting, _ session: PageSession) {
    self.kind = kind
    folder = DocumentFolder(url: setting.url, pathExtension: setting.pathExtension ?? kind.usualExtension)
    shelf = session.services.documents
    self.session = session
  }

  /// The documents; read anew when a page has added, renamed or removed one.
  func entries() throws -> [DocumentFolder.Entry] {
    _ = shelf.changes.value
    return try folder.entries()
  }

  /// Opens a document: pages share its container. What is opened has to be closed.
  func open(_ name: String) throws -> ModelContainer { try open(try folder.store(of: name)) }

  private func open(_ store: URL) throws -> ModelContainer {
    try shelf.open(store) { try kind.container(at: store) }
  }

  func close(_ name: String) {
    if let store = try? folder.place(ofStoreOf: name) { shelf.close(store) }
  }

  /// Makes a document with what `prepare` inserts, or what new documents of the group begin with.
  @discardableResult
  func create(_ wanted: String? = nil, prepare: ((ModelContext) -> Void)? = nil) throws -> String {
    guard let usual = kind.prepare else { throw DocumentError(problem: "Documents cannot be changed here.") }
    _ = try folder.entries()
    let name = try wanted ?? folder.freeName()
    let store = try folder.make(name)
    do {
      try fill(store, prepare ?? usual)
    } catch {
      // What could not be made whole is not left as a document that cannot be opened.
      try? folder.remove(name)
      throw error
    }
    shelf.changed()
    return name
  }

  private func fill(_ store: URL, _ prepare: (ModelContext) -> Void) throws {
    let container = try open(store)
    defer { shelf.close(store) }
    let context = ModelContext(container)
    context.autosaveEnabled = false
    prepare(context)
    try context.save()
  }

  func rename(_ name: String, to new: String) throws {
    let new = new.trimmingCharacters(in: .whitespacesAndNewlines)
    if new == name { return }
    try requireClosed(name)
    try folder.rename(name, to: new)
    shelf.changed()
  }

  func remove(_ name: String) throws {
    try requireClosed(name)
    try folder.remove(name)
    shelf.changed()
  }

  /// A store that is moved or removed while it is in use would lose what is saved next.
  private func requireClosed(_ name: String) throws {
    guard kind.isEditable else { throw DocumentError(problem: "Documents cannot be changed here.") }
    if shelf.isOpen(try folder.place(ofStoreOf: name)) {
      throw DocumentError(problem: "“\(name)” is open on a page. Close it there first.")
    }
  }

  /// Opens a document in a page of its own.
  func openPage(_ name: String) {
    session?.graph?.send(.open("/" + Address.encoded(DocumentAddress.segment(name))))
  }
}

/// The open documents of an app: each has one container, as long as a page shows it.
@MainActor final class DocumentShelf {
  private struct Open {
    let container: ModelContainer
    var count: Int
  }

  private var opened: [String: Open] = [:]
  /// Counts what was added, renamed or removed.
  let changes = StoredLocation(0)

  func open(_ store: URL, make: () throws -> ModelContainer) rethrows -> ModelContainer {
    if let known = opened[store.path] {
      opened[store.path]?.count += 1
      return known.container
    }
    let made = try make()
    opened[store.path] = Open(container: made, count: 1)
    return made
  }

  func close(_ store: URL) {
    guard let known = opened[store.path] else { return }
    if known.count > 1 { opened[store.path]?.count -= 1 } else { opened[store.path] = nil }
  }

  func isOpen(_ store: URL) -> Bool { opened[store.path] != nil }

  func changed() { changes.value += 1 }
}
