// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Models without an initializer: every property has a value to start with.
enum Defaults {
  @Model final class Note {
    var text = "empty"
    var written: Date? = nil
    var mark: Optional<Int>
    var priority: Int!
    let created = Date(timeIntervalSinceReferenceDate: 1)
    @Relationship(inverse: \Note.answers) var question: Note?
    var answers: [Note] = []
    @Transient var isOpen = true
  }

  @Model class Empty {}

  /// Observers do not run, but the properties are kept.
  @Model final class Observed {
    var text: String { didSet { count += 1 } }
    var count = 0 { willSet { text = "observed" } }
    var other: Observed? { didSet { text = "observed" } }

    init(text: String) { self.text = text }
  }

  @MainActor @Model final class Isolated {
    var text = "empty"
  }
}

extension Defaults.Note {
  convenience init(text: String) {
    self.init()
    self.text = text
  }
}
