import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelClass {
  /// `init(backingData:)`: an object whose values the store will supply.
  var backingDataInitializer: DeclSyntax {
    var lines = properties.filter { !$0.isConstant }.map { "self.\($0.storage) = .absent" }
    lines += unassigned.map { "self.\($0) = SwiftData._placeholder()" }
    let root: String
    if superclass == nil {
      root = name
      lines.append("SwiftData._initialize(self, from: backingData)")
    } else {
      root = "Root"
      lines.append("super.init(backingData: backingData)")
    }
    return """
      nonisolated \(raw: isFinal && superclass == nil ? "" : "required ")public init(backingData: any SwiftData.BackingData<\(raw: root)>) {
      \(raw: lines.indented(2))
      }
      """
  }

  /// Plain stored properties that nothing else gives a first value: constants, and variables that are
  /// not persisted because of observers.
  private var unassigned: [String] {
    variables.flatMap { variable -> [String] in
      switch variable.propertyKind {
      case .notStored: return []
      case .persisted where !variable.isConstant: return []
      case .persisted, .transient, .observed, .unsupported: break
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

extension TypeSyntax {
  /// Whether a stored variable of this type starts as `nil`: only the sugared spellings do.
  fileprivate var startsAsNil: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
