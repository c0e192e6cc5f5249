// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What the documents of a group contain, and what may be done with them.
struct DocumentKind {
  enum Models {
    case models([any PersistentModel.Type])
    case plan(any SchemaMigrationPlan.Type)
  }

  let contentType: UTType
  private let models: Models
  /// What a new document begins with; nil if documents cannot be changed.
  let prepare: ((ModelContext) -> Void)?

  init(_ contentType: UTType, _ models: Models, prepare: ((ModelContext) -> Void)?) {
    self.contentType = contentType
    self.models = models
    self.prepare = prepare
  }

  var isEditable: Bool { prepare != nil }

  /// The last part of the type's identifier: `deck` for `com.example.deck`.
  var usualExtension: String {
    contentType.identifier.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init) ?? "document"
  }

  func container(at file: URL) throws -> ModelContainer {
    switch models {
    case .models(let types):
      return try ModelContainer(
        for: Schema(types), configurations: ModelConfiguration(url: file, allowsSave: isEditable))
    case .plan(let plan):
      guard let last = plan.schemas.last else {
        throw DocumentError(problem: "The migration plan has no version of the models.")
      }
      return try ModelContainer(
        for: Schema(versionedSchema: last), migrationPlan: plan,
        configurations: ModelConfiguration(url: file, allowsSave: isEditable))
    }
  }
}

/// Why something cannot be done with a document.
struct DocumentError: LocalizedError, CustomStringConvertible {
  let problem: String
  var errorDescription: String? { problem }
  var description: String { problem }
}

/// Which folder the app has named.
struct DocumentFolderSetting {
  let url: URL
  let pathExtension: String?
}

private enum DocumentFolderKey: EnvironmentKey { static var defaultValue: DocumentFolderSetting? { nil } }

extension EnvironmentValues {
  var documentFolder: DocumentFolderSetting? {
    get { self[DocumentFolderKey.self] }
    set { self[DocumentFolderKey.self] = newValue }
  }
}
