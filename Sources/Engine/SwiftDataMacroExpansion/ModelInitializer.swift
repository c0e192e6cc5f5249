// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ModelClass {
  /// `init(backingData:)`: an object whose values the store will supply.
  var backingDataInitializer: String {
    var lines = properties.filter { !$0.isConstant }.map { "self.\($0.storage) = .absent" }
    lines += properties.compactMap(\.placeholder).map { "self.\($0) = SwiftData._SwiftDataNoType()" }
    // The values of the declarations are not those of the row.
    if usesStorageNames { lines.append("self._$backingData = SwiftData._initialValues(\(name).self)") }
    lines += unassigned.map { "self.\($0) = SwiftData._placeholder()" }
    let root: String
    if superclass == nil {
      root = name
      lines.append(rootInitialization)
    } else {
      root = "Root"
      lines.append("super.init(backingData: backingData)")
    }
    return """
      nonisolated \(isFinal && superclass == nil ? "" : "required ")public init(backingData: any SwiftData.BackingData<\(root)>) {
      \(lines.indented(2))
      }
      """
  }

  /// What a class inherits from may be a protocol, or a class that is no model. The compiler refuses the call in the
  /// latter, and quotes its name, at the superclass.
  private var rootInitialization: String {
    guard let first = declaration.inheritanceClause?.inheritedTypes.first else {
      return "SwiftData._initialize(self, from: backingData)"
    }
    return "SwiftData._superclassMustBeModel(self, from: backingData)"
      .placed(at: place(Syntax(first.type)), offset: "SwiftData.".count)
  }

  /// Plain stored properties that nothing else gives a first value: constants, and what is not
  /// persisted.
  private var unassigned: [String] {
    variables.flatMap { variable -> [String] in
      switch variable.propertyKind {
      case .notStored: return []
      case .persisted where !isConstant(variable): return []
      case .persisted, .transient, .unsupported: break
      }
      return variable.bindings.compactMap { binding in
        guard binding.initializer == nil,
          let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
          variable.isConstant || binding.writtenType?.startsAsNil != true
        else { return nil }
        return pattern.identifier.trimmed.text
      }
    }
  }
}

extension ModelClass {
  /// Whether the body declares an initializer, if only inside an `#if`.
  var declaresInitializer: Bool {
    declaration.memberBlock.members.contains(where: \.holdsInitializer)
  }

  /// `init()`, as the compiler gives it to a class whose properties all have a value. It gives none
  /// here, since a model always has `init(backingData:)`. A subclass gets none either: what its
  /// superclass can be made from is not known.
  var defaultInitializer: String? {
    guard superclass == nil, !declaresInitializer, initialValues.isEmpty else { return nil }
    let lines = startingWithNil.map { "self.\($0) = nil" }
    guard !lines.isEmpty else { return "init() {}" }
    return """
      init() {
      \(lines.indented(2))
      }
      """
  }

  /// Stored variables that are optional in another spelling than `T?`: they do not start as `nil`.
  private var startingWithNil: [String] {
    variables.flatMap { variable -> [String] in
      switch variable.propertyKind {
      case .persisted: break
      case .notStored, .transient, .unsupported: return []
      }
      return variable.bindings.compactMap { binding in
        guard binding.initializer == nil, !isConstant(variable), let type = binding.writtenType,
          type.optionalWrapped != nil, !type.startsAsNil
        else { return nil }
        return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed.text
      }
    }
  }
}

extension MemberBlockItemSyntax {
  /// Whether this is an initializer, or an `#if` with one in it.
  fileprivate var holdsInitializer: Bool {
    if decl.is(InitializerDeclSyntax.self) { return true }
    guard let conditional = decl.as(IfConfigDeclSyntax.self) else { return false }
    return conditional.clauses.contains {
      guard case .decls(let members)? = $0.elements else { return false }
      return members.contains(where: \.holdsInitializer)
    }
  }
}

extension TypeSyntax {
  /// Whether a stored variable of this type starts as `nil`: only the sugared spellings do.
  fileprivate var startsAsNil: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
