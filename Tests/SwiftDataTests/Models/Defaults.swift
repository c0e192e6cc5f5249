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
