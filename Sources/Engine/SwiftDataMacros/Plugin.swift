// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in: the list of macros that `Macros.swift` in SwiftDataCore names.
@main
struct SwiftDataMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelPredicateMacro.self,
    PersistentModelMacro.self,
    PersistedPropertyMacro.self,
    TransformablePersistedPropertyMacro.self,
    AttributePropertyMacro.self,
    RelationshipPropertyMacro.self,
    TransientPropertyMacro.self,
    UniqueConstraintsMacro.self,
    IndexMacro.self,
    PersistentModelActorMacro.self,
    QueryMacro.self,
    EntryMacro.self,
    PreviewMacro.self,
    PreviewableMacro.self,
  ]
}
