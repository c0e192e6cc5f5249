// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Models of the tests of history, results and snapshots.
enum Notebook {
  @Model
  final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []

    init(name: String) { self.name = name }
  }

  @Model
  final class Note {
    @Attribute(.preserveValueOnDeletion) var code: String
    @Attribute(.preserveValueOnDeletion) var due: Date?
    var title: String
    var rank: Int
    var genre: String?
    var folder: Folder?
    var tags: [String]

    init(
      code: String, title: String = "", rank: Int = 0, genre: String? = nil, due: Date? = nil,
      folder: Folder? = nil, tags: [String] = []
    ) {
      self.code = code
      self.title = title
      self.rank = rank
      self.genre = genre
      self.due = due
      self.folder = folder
      self.tags = tags
    }
  }

  @Model
  class Shape {
    @Attribute(.preserveValueOnDeletion) var name: String
    init(name: String) { self.name = name }
  }

  @Model
  final class Circle: Shape {
    var radius: Double
    @Attribute(.preserveValueOnDeletion) var color: String

    init(name: String, radius: Double, color: String) {
      self.radius = radius
      self.color = color
      super.init(name: name)
    }
  }
}

extension ModelContext {
  /// The whole history, or what comes after a token.
  func transactions(after token: DefaultHistoryToken? = nil) throws -> [DefaultHistoryTransaction] {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    return try fetchHistory(descriptor)
  }
}
