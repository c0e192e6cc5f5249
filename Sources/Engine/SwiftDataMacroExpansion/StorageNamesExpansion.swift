// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

// Apple's expansion keeps a property's value in `_$backingData`, and an empty `_name` beside it that an init accessor
// initializes. Hand-written accessors and initializers name both. Where a class has some, its expansion has these names,
// too: what they are given goes to the typed storage when the object is first used (`_settle`).

extension ClassDeclSyntax {
  /// Whether an init accessor or an initializer in the body names what Apple's expansion declares.
  func usesStorageNames(in context: some MacroExpansionContext) -> Bool {
    declarations(in: memberBlock.members, context: context).contains { declaration in
      if let variable = declaration.as(VariableDeclSyntax.self) { return variable.hasInitAccessor }
      guard let initializer = declaration.as(InitializerDeclSyntax.self) else { return false }
      return initializer.body?.namesStorage ?? false
    }
  }
}

extension VariableDeclSyntax {
  /// Whether an `init` accessor is written out.
  fileprivate var hasInitAccessor: Bool {
    bindings.contains { binding in
      guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return false }
      return accessors.contains { $0.accessorSpecifier.tokenKind == .keyword(.`init`) }
    }
  }
}

extension CodeBlockSyntax {
  /// Whether the text contains `_$backingData` or `_SwiftDataNoType`: bytes are compared, since this is asked for each
  /// property.
  fileprivate var namesStorage: Bool {
    let bytes = syntaxTextBytes
    let names = [Array("_$backingData".utf8), Array("_SwiftDataNoType".utf8)]
    var index = 0
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "_")) {
      if names.contains(where: { bytes[found...].starts(with: $0) }) { return true }
      index = found + 1
    }
    return false
  }
}

extension ModelClass {
  /// What the hand-written code sets.
  var backingDataMember: [String] {
    guard usesStorageNames else { return [] }
    // The class may be isolated; the store fills the storage wherever the context lives.
    return [
      "\(AccessedProperty.safety)nonisolated(unsafe) private var _$backingData: any SwiftData.BackingData<\(name)> "
        + "= SwiftData._initialValues(\(name).self)"
    ]
  }

  /// Takes over what the object was given under those names.
  var settling: String { usesStorageNames ? "SwiftData._settle(_$backingData, self)\n  " : "" }

  /// A subclass has a backing data of its own.
  var settlingMembers: [String] {
    guard usesStorageNames, superclass != nil else { return [] }
    return [
      """
      nonisolated override public var _$ownState: SwiftData._ModelState {
        \(settling)return super._$ownState
      }
      """
    ]
  }
}

extension AccessedProperty {
  /// The empty `_name`, beside the storage.
  var placeholderPeer: String {
    var mark = ""
    if type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true { mark = "!" }
    if type?.is(OptionalTypeSyntax.self) == true { mark = "?" }
    let value = initializer == nil ? "" : " = SwiftData._SwiftDataNoType()"
    return "\(Self.safety)nonisolated(unsafe) private var _\(plainName): SwiftData._SwiftDataNoType\(mark)\(value)"
  }

  /// Where an initializer assigns: the object takes it over when it is first used.
  func namedInitAccessor(owner: String) -> String {
    let isCapitalized = identifier.first?.isUppercase ?? false
    let keyPath = isCapitalized ? "\\\(owner).self.\(identifier)" : "\\\(owner).\(identifier)"
    return """
      @storageRestrictions(accesses: _$backingData, initializes: _\(plainName))
      init(initialValue) {
        SwiftData._setInitial(_$backingData, \(keyPath), initialValue)
        _\(plainName) = SwiftData._SwiftDataNoType()
      }
      """
  }
}
