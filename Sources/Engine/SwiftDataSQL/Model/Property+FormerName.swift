// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension _Property {
  /// The old name of a property that has been renamed.
  package var formerName: String? {
    let original = attribute?.originalName ?? relationship?.originalName
    guard let original, !original.isEmpty, original != name else { return nil }
    return original
  }
}
