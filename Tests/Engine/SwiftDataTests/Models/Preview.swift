// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Models in the spellings of SwiftData's first preview.
enum Preview {
  @Model final class Budget {
    var name: String
    @Relationship(.cascade, inverse: \Expense.budget) var expenses: [Expense] = []
    @Relationship(.nullify, originalName: "label") var tag: Tag?

    init(name: String) { self.name = name }
  }

  @Model final class Expense {
    var budget: Budget?
    init() {}
  }

  @Model final class Tag {
    init() {}
  }
}
