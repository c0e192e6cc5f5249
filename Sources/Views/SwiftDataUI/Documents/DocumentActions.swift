// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Creates documents, and opens them in pages of their own. See Apple's documentation of `NewDocumentAction`.
@MainActor @preconcurrency public struct NewDocumentAction {
  fileprivate let documents: Documents?

  /// Creates a document, and opens it in a page of its own. Why it cannot be made is written to the log.
  ///
  /// - Parameters:
  ///   - contentType: The kind of the document: that of the app's ``DocumentGroup``.
  ///   - prepareDocument: Inserts what it begins with.
  public func callAsFunction(contentType: UTType, prepareDocument: @escaping (ModelContext) -> Void) {
    guard let documents, documents.kind.contentType == contentType else {
      return Diagnostics.note("No document is made: there is no 'DocumentGroup' for '\(contentType.identifier)'.")
    }
    do { documents.openPage(try documents.create(prepare: prepareDocument)) } catch {
      Diagnostics.note("No document is made: \(error)")
    }
  }

  /// Creates a document with what those of the group begin with, and opens it in a page of its own.
  public func callAsFunction(contentType: UTType) {
    callAsFunction(contentType: contentType, prepareDocument: documents?.kind.prepare ?? { _ in })
  }
}

/// Opens documents in pages of their own. See Apple's documentation of `OpenDocumentAction`.
@MainActor @preconcurrency public struct OpenDocumentAction {
  fileprivate let documents: Documents?

  /// Opens a document of the folder that the app has named.
  ///
  /// - Parameter url: Where the document is.
  /// - Throws: An error if it is elsewhere, or not there.
  public func callAsFunction(at url: URL) async throws {
    guard let documents, let name = documents.folder.name(at: url) else {
      throw DocumentError(problem: "‘\(url.path)’ is no document in the folder of the app's documents.")
    }
    _ = try documents.folder.store(of: name)
    documents.openPage(name)
  }
}

private enum DocumentsKey: EnvironmentKey { static var defaultValue: Documents? { nil } }

extension EnvironmentValues {
  var documents: Documents? {
    get { self[DocumentsKey.self] }
    set { self[DocumentsKey.self] = newValue }
  }

  /// Creates a document of the app's ``DocumentGroup``.
  @MainActor public var newDocument: NewDocumentAction { NewDocumentAction(documents: documents) }

  /// Opens a document of the app's ``DocumentGroup``.
  @MainActor public var openDocument: OpenDocumentAction { OpenDocumentAction(documents: documents) }
}
