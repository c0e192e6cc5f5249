// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

/// The extension that makes `type` conform to one of the protocols that the compiler asked for.
func conformance(
  of type: some TypeSyntaxProtocol, to protocolType: TypeSyntax, availability: String
) throws -> ExtensionDeclSyntax {
  let name = type.trimmedDescription
  // `SwiftData` re-exports Observation; its own name may be hidden by a model called Observation.
  if protocolType.trimmedDescription.hasSuffix("Observable") {
    return try ExtensionDeclSyntax(
      "\(raw: availability)extension \(raw: name): nonisolated SwiftData.Observable {}")
  }
  if protocolType.trimmedDescription.hasSuffix("PersistentModel") {
    return try ExtensionDeclSyntax(
      "\(raw: availability)extension \(raw: name): nonisolated SwiftData.PersistentModel {}")
  }
  // Unavailable rather than absent, so that the compiler can say what to do instead.
  let advice =
    "PersistentModels are not Sendable, consider utilizing a ModelActor or use \(name)'s persistentModelID instead"
  return try ExtensionDeclSyntax(
    """
    \(raw: availability)@available(swift, deprecated: 5.9, message: "\(raw: advice)")
    @available(*, unavailable, message: "\(raw: advice)")
    extension \(raw: name): Swift.Sendable {}
    """)
}
