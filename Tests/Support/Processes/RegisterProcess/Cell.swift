// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A register, whose value transactions make larger.
@Model final class Cell {
  @Attribute(.unique) var key: String
  var value: Int = 0

  init(key: String) { self.key = key }
}
