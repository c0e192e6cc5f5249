// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A text of some forty words, indexed.
@Model
final class Document {
  var number: Int
  @Attribute(.spotlight) var title: String
  @Attribute(.spotlight) var text: String

  init(number: Int, title: String, text: String) {
    self.number = number
    self.title = title
    self.text = text
  }
}
