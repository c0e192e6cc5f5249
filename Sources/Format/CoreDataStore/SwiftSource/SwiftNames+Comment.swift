// SPDX-License-Identifier: Apache-2.0

import SourceText

extension SwiftNames {
  /// Text for a comment: on one line, and without its end.
  static func comment(_ text: String) -> String { Store.oneLine(text) }
}
