// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ModelClass {
  /// Releases chains of objects one by one.
  ///
  /// For a plain class with a stored property of its own type, optional, the compiler makes a deinitializer that walks
  /// along the chain, so that one of any length fits on the stack. The storage of a persisted property hides its type
  /// from the compiler. A class with a deinitializer of its own keeps that one.
  var chainMembers: [String] {
    let links = properties.filter { $0.isOptional(of: name) && $0.form == .any }
    guard !links.isEmpty, !hasDeinitializer else { return [] }
    let releases = links.map {
      "SwiftData._releaseChain(SwiftData._take(&\($0.storage))) { SwiftData._take(&$0.\($0.storage)) }"
    }
    return ["deinit {\n\(releases.indented(2))\n}"]
  }

  private var hasDeinitializer: Bool {
    declaration.memberBlock.members.contains { $0.decl.is(DeinitializerDeclSyntax.self) }
  }
}

extension PersistedProperty {
  /// Whether the annotation says `Name?`.
  fileprivate func isOptional(of name: String) -> Bool {
    guard !isConstant, let wrapped = type?.as(OptionalTypeSyntax.self)?.wrappedType else { return false }
    return wrapped.as(IdentifierTypeSyntax.self)?.name.text == name
  }
}
