// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// The compiler takes the text of what a macro returns and parses it itself. This plug-in does not read it, so
// it is handed over as one token: parsing it first took a third of the time in which models are type-checked,
// as plugins are mostly built without optimization.

extension DeclSyntax {
  /// A declaration that is only printed.
  init(text: String) { self.init(MissingDeclSyntax(placeholder: .identifier(text))) }
}

extension AccessorDeclSyntax {
  /// An accessor that is only printed.
  init(text: String) { self.init(accessorSpecifier: .identifier(text)) }
}
