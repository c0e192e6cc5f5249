// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacroExpansion
import SwiftSyntaxMacros

// The types that `#externalMacro(module: "SwiftDataMacros", type:)` names.

struct ModelPredicateMacro: Forwarding, ExpressionMacro {
  typealias Implementation = SwiftDataMacroExpansion.ModelPredicateMacro
}

struct PersistentModelMacro: Forwarding, MemberMacro, MemberAttributeMacro, ExtensionMacro {
  typealias Implementation = SwiftDataMacroExpansion.PersistentModelMacro
}

struct PersistedPropertyMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.PersistedPropertyMacro
}

struct TransformablePersistedPropertyMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.TransformablePersistedPropertyMacro
}

struct AttributePropertyMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.AttributePropertyMacro
}

struct RelationshipPropertyMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.RelationshipPropertyMacro
}

struct TransientPropertyMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.TransientPropertyMacro
}

struct UniqueConstraintsMacro: Forwarding, DeclarationMacro {
  typealias Implementation = SwiftDataMacroExpansion.UniqueConstraintsMacro
}

struct IndexMacro: Forwarding, DeclarationMacro {
  typealias Implementation = SwiftDataMacroExpansion.IndexMacro
}

struct PersistentModelActorMacro: Forwarding, MemberMacro, ExtensionMacro {
  typealias Implementation = SwiftDataMacroExpansion.PersistentModelActorMacro
}

struct QueryMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.QueryMacro
}

struct EntryMacro: Forwarding, AccessorMacro, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.EntryMacro
}

struct PreviewMacro: Forwarding, DeclarationMacro {
  typealias Implementation = SwiftDataMacroExpansion.PreviewMacro
}

struct PreviewableMacro: Forwarding, PeerMacro {
  typealias Implementation = SwiftDataMacroExpansion.PreviewableMacro
}
