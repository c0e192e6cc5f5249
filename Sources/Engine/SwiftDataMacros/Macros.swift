// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacroExpansion
import SwiftSyntaxMacros

// The types that `#externalMacro(module: "SwiftDataMacros", type:)` names.

struct ModelPredicateMacro: Forwarding, ExpressionMacro {
  typealias Implementation = SwiftDataMacroExpansion.ModelPredicateMacroExpansion
}

struct PersistentModelMacro: Forwarding, MemberMacro, MemberAttributeMacro, ExtensionMacro {
  typealias Implementation = SwiftDataMacroExpansion.PersistentModelMacroExpansion
}

struct PersistedPropertyMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.PersistedPropertyMacroExpansion
}

struct TransformablePersistedPropertyMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.TransformablePersistedPropertyMacroExpansion
}

struct AttributePropertyMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.AttributePropertyMacroExpansion
}

struct RelationshipPropertyMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.RelationshipPropertyMacroExpansion
}

struct TransientPropertyMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.TransientPropertyMacroExpansion
}

struct UniqueConstraintsMacro: Forwarding, DeclarationMacro {
  typealias Implementation = SwiftDataMacroExpansion.UniqueConstraintsMacroExpansion
}

struct IndexMacro: Forwarding, DeclarationMacro {
  typealias Implementation = SwiftDataMacroExpansion.IndexMacroExpansion
}

struct PersistentModelActorMacro: Forwarding, MemberMacro, ExtensionMacro {
  typealias Implementation = SwiftDataMacroExpansion.PersistentModelActorMacroExpansion
}

struct QueryMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.QueryMacroExpansion
}

struct EntryMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.EntryMacroExpansion
}

struct PreviewMacro: Forwarding, DeclarationMacro {
  typealias Implementation = SwiftDataMacroExpansion.PreviewMacroExpansion
}

struct PreviewableMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.PreviewableMacroExpansion
}
