// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Rewrites what a file does with Realm: types, calls, queries.
///
/// What needs a line before a statement (a value that a predicate captures, a
/// reason why something stays) is collected while the statement is visited.
final class UsageRewriter: SyntaxRewriter {
  let plan: ConversionPlan
  /// Whether the file says `import RealmSwift`; other files may mean other things by the same names.
  let importsRealm: Bool
  let importsSwiftUI: Bool
  /// Lines to stand before the statement that is being visited.
  var hoisted: [String] = []
  /// Values of the predicate that is being written, where they cannot stand before the statement.
  var inlined = InlineValues()
  /// How many parts the visited one is in that are not evaluated once and first.
  var conditions = 0
  /// Why something of the statement stays as it is.
  var notes: [String] = []
  /// Whether the statement makes no sense any more.
  var isGone = false
  /// Everything that could not be converted.
  var problems: [String] = []
  /// What the generated file has to have.
  var needs: Set<SupportPart> = []
  /// The names that are local to the function.
  private var scopes: [Set<String>] = []
  /// Those of them that are realms.
  private var localRealms: [Set<String>] = []
  /// Those of them that are parameters.
  var parameters: [Set<String>] = []
  /// The types that the declaration is in, innermost last.
  var owners: [String] = []
  /// The generic types of the parameters that are types: `type: T.Type`.
  var typeParameters: [String: String] = [:]
  private var hoistCount: [String: Int] = [:]
  /// The statements that follow the visited ones, innermost last.
  var following: [Slice<CodeBlockItemListSyntax>] = []
  /// Comments that belong before the closing brace.
  var trailingComments = ""
  /// The classes of the objects in collections, by the names of variables and parameters.
  var resultTypes: [String: String] = [:]
  /// The names of variables and parameters with one model.
  var objectNames: Set<String> = []
  /// Properties that fetch whenever they are read.
  var liveNames: Set<String> = []
  /// The queries of local constants, converted.
  var localQueries: [String: String] = [:]

  var layer: SourceLayer { plan.layer }

  /// The names that mean something else in this file.
  let hidden: Set<String>

  init(_ plan: ConversionPlan, importsRealm: Bool, importsSwiftUI: Bool, hidden: Set<String> = []) {
    self.hidden = hidden
    self.plan = plan
    self.importsRealm = importsRealm
    self.importsSwiftUI = importsSwiftUI
    super.init()
  }

  func isLocal(_ name: String) -> Bool { scopes.contains { $0.contains(name) } }

  /// Whether a name is that of a realm, as far as its declaration tells.
  func isDeclaredRealm(_ name: String) -> Bool {
    for (names, realms) in zip(scopes, localRealms).reversed() where names.contains(name) {
      return realms.contains(name)
    }
    if let owner = owners.last, layer.memberNames[owner]?.contains(name) == true {
      return layer.realmNames[owner]?.contains(name) == true
    }
    if layer.globals.contains(name) { return layer.globalRealms.contains(name) }
    // What is inherited stands elsewhere.
    return !owners.isEmpty && layer.isRealm(member: name)
  }

  /// Whether the code is in an extension of `Realm`.
  var isInRealm: Bool {
    importsRealm && owners.last == "Realm" && !layer.topLevel.contains("Realm") && !hidden.contains("Realm")
  }

  /// Whether a name without a base is that of a member of the type that the code is in.
  ///
  /// - Parameter isAny: Whether it counts as one if nothing declares it: what is inherited stands elsewhere.
  func isMember(_ name: String, orElse isAny: Bool) -> Bool {
    guard let owner = owners.last, !isLocal(name) else { return false }
    if layer.memberNames[owner]?.contains(name) == true { return true }
    return isAny && name.first?.isLowercase == true && name != "self" && name != "super"
      && !layer.globals.contains(name)
  }

  func note(_ reason: String) {
    let text = "TODO(realm): \(reason)"
    if !notes.contains(text) { notes.append(text) }
  }

  /// A name for a value, which is computed before the statement.
  func capture(_ expression: String, _ wanted: String) -> String {
    let literal = Parsed.expression(expression)
    if literal.is(DeclReferenceExprSyntax.self), isLocal(expression) { return expression }
    switch literal.kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: return expression
    default: break
    }
    if literal.literalText != nil { return expression }
    var base = String(wanted.filter { $0.isLetter || $0.isNumber || $0 == "_" }.drop { $0.isNumber })
    if base.isEmpty { base = "captured" }
    var name = base.lowercasedFirst + "Value"
    var count = hoistCount[name, default: 0]
    while isLocal(count > 0 ? "\(name)\(count + 1)" : name) { count += 1 }
    hoistCount[name] = count + 1
    if count > 0 { name += "\(count + 1)" }
    if conditions > 0 {
      needs.insert(.capturing)
      inlined.add(expression, name)
    } else {
      hoisted.append("let \(name) = \(expression)")
    }
    return name
  }

  /// Visits something that is evaluated later than its statement begins, more than once, or not at all.
  func conditionally<R>(_ isConditional: Bool = true, _ body: () -> R) -> R {
    conditions += isConditional ? 1 : 0
    defer { conditions -= isConditional ? 1 : 0 }
    return body()
  }

  /// Visits something that has statements of its own, or none at all.
  func withConditions<R>(_ count: Int, _ body: () -> R) -> R {
    let outer = conditions
    conditions = count
    defer { conditions = outer }
    return body()
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax { visitedStatements(node) }

  override func visit(_ node: CodeBlockSyntax) -> CodeBlockSyntax {
    var result = super.visit(node)
    result.rightBrace = withComments(result.rightBrace)
    return result
  }

  override func visit(_ node: MemberBlockItemListSyntax) -> MemberBlockItemListSyntax { visitedMembers(node) }

  // MARK: Scopes

  private func scoped<N: SyntaxProtocol, R>(_ node: N, _ body: () -> R) -> R {
    let names = BoundNames(viewMode: .sourceAccurate)
    names.walk(node)
    var realms = names.realms
    for (name, value) in names.aliases {
      let isNamedRealm = RealmNames.last(value.plain.lowercased()).hasSuffix("realm")
      if isNamedRealm || realms.contains(value.plain) || isDeclaredRealm(value) { realms.insert(name) }
    }
    scopes.append(names.names)
    localRealms.append(realms)
    parameters.append(names.parameters)
    let outer = typeParameters
    typeParameters.merge(names.typeParameters) { $1 }
    defer {
      scopes.removeLast()
      localRealms.removeLast()
      parameters.removeLast()
      typeParameters = outer
      if scopes.isEmpty { hoistCount = [:] }
    }
    return body()
  }

  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { scoped(node) { super.visit(node) } }

  override func visit(_ node: InitializerDeclSyntax) -> DeclSyntax { scoped(node) { super.visit(node) } }

  override func visit(_ node: AccessorDeclSyntax) -> DeclSyntax { scoped(node) { super.visit(node) } }

  override func visit(_ node: AccessorBlockSyntax) -> AccessorBlockSyntax {
    guard case .getter = node.accessors else { return super.visit(node) }
    return scoped(node) {
      var result = super.visit(node)
      result.rightBrace = withComments(result.rightBrace)
      return result
    }
  }

  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax {
    owners.append(node.name.text.trimmingBackticks)
    defer { owners.removeLast() }
    return super.visit(node)
  }

  override func visit(_ node: StructDeclSyntax) -> DeclSyntax {
    owners.append(node.name.text.trimmingBackticks)
    defer { owners.removeLast() }
    let result = super.visit(node)
    guard let structure = result.as(StructDeclSyntax.self) else { return result }
    ViewChanges.noteContainer(structure, self)
    return DeclSyntax(ViewChanges.convert(structure, self))
  }

  override func visit(_ node: ExtensionDeclSyntax) -> DeclSyntax {
    owners.append(RealmNames.last(node.extendedType.plain))
    defer { owners.removeLast() }
    let result = super.visit(node)
    guard let converted = result.as(ExtensionDeclSyntax.self) else { return result }
    return DeclSyntax(TypeRewriting.ofArrays(converted, extending: node.extendedType, self))
  }

  /// Whether a class becomes a model.
  func isModel(_ name: String) -> Bool {
    guard let type = layer.types[name] else { return false }
    return !plan.structs.contains(name) && type.kind != .asymmetric && type.kind != .projection
  }

  /// Whether the code is in a class that becomes a model.
  var isInModel: Bool {
    owners.last.map(isModel) ?? false
  }

  override func visit(_ node: ClosureExprSyntax) -> ExprSyntax {
    scoped(node) {
      let result = super.visit(node)
      guard var closure = result.as(ClosureExprSyntax.self) else { return result }
      closure.rightBrace = withComments(closure.rightBrace)
      return ExprSyntax(closure)
    }
  }

  // MARK: Conditions

  override func visit(_ node: SequenceExprSyntax) -> ExprSyntax { visitedSequence(node) }

  override func visit(_ node: WhileStmtSyntax) -> StmtSyntax {
    var result = node
    result.conditions = visitedConditions(node.conditions, startsConditional: true)
    result.body = visit(node.body)
    return StmtSyntax(result)
  }

  override func visit(_ node: RepeatStmtSyntax) -> StmtSyntax {
    var result = node
    result.body = visit(node.body)
    result.condition = conditionally { visit(node.condition) }
    return StmtSyntax(result)
  }

  override func visit(_ node: IfExprSyntax) -> ExprSyntax {
    var result = node
    let isElse = node.parent?.as(IfExprSyntax.self) != nil
    result.conditions = visitedConditions(node.conditions, startsConditional: isElse)
    result.body = visit(node.body)
    switch node.elseBody {
    case .ifExpr(let inner): result.elseBody = visit(inner).as(IfExprSyntax.self).map { .ifExpr($0) }
    case .codeBlock(let block): result.elseBody = .codeBlock(visit(block))
    case nil: break
    }
    return ExprSyntax(result)
  }

  override func visit(_ node: GuardStmtSyntax) -> StmtSyntax {
    var result = node
    result.conditions = visitedConditions(node.conditions, startsConditional: false)
    result.body = visit(node.body)
    return StmtSyntax(result)
  }

  override func visit(_ node: WhereClauseSyntax) -> WhereClauseSyntax { conditionally { super.visit(node) } }

  override func visit(_ node: SwitchCaseLabelSyntax) -> SwitchCaseLabelSyntax { conditionally { super.visit(node) } }

  override func visit(_ node: FunctionParameterClauseSyntax) -> FunctionParameterClauseSyntax {
    conditionally { super.visit(node) }
  }

  override func visit(_ node: LabeledExprListSyntax) -> LabeledExprListSyntax {
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    let isOptional = call?.calledExpression.plain.contains("?.") ?? false
    return conditionally(isOptional) { super.visit(node) }
  }

  // MARK: Types

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let result = super.visit(node)
    return TypeRewriting.convert(node, result, self) ?? result
  }

  override func visit(_ node: MemberTypeSyntax) -> TypeSyntax {
    let result = super.visit(node)
    return TypeRewriting.convert(node, result, self) ?? result
  }

  override func visit(_ node: AttributeSyntax) -> AttributeSyntax {
    // The name of an attribute is no type; its arguments are visited.
    var result = node
    if let arguments = node.arguments, case .argumentList(let list) = arguments,
      !["Persisted", "ObservedResults"].contains(RealmNames.last(node.attributeName.plain))
    {
      result.arguments = .argumentList(visit(list))
    }
    return result
  }

  // MARK: Expressions

  override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
    if let query = queryText(ExprSyntax(node)) { return replaced(node, query) }
    if let converted = callBeforeChildren(node) { return converted }
    let result = super.visit(node)
    guard let call = result.as(FunctionCallExprSyntax.self) else { return result }
    return callAfterChildren(call, original: node)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    if let query = queryText(ExprSyntax(node)) { return replaced(node, query) }
    let result = super.visit(node)
    guard let member = result.as(MemberAccessExprSyntax.self) else { return result }
    return memberAfterChildren(member, original: node)
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> ExprSyntax {
    if let inner = thawed(node.expression) { return inner }
    return super.visit(node)
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> ExprSyntax {
    if let inner = thawed(node.expression) { return inner }
    return super.visit(node)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax { reference(node) }

  override func visit(_ node: OptionalBindingConditionSyntax) -> OptionalBindingConditionSyntax {
    visitedBinding(node, super.visit(node))
  }

  override func visit(_ node: GenericSpecializationExprSyntax) -> ExprSyntax {
    visitedSpecialization(super.visit(node))
  }

  override func visit(_ node: VariableDeclSyntax) -> DeclSyntax {
    if let property = ViewProperties.convert(node, self) { return property }
    if importsRealm, let live = LiveResults.convert(node, self) { return live }
    guard var result = super.visit(node).as(VariableDeclSyntax.self) else { return DeclSyntax(node) }
    noteQuery(node, result)
    // What was a list with an identity is an array, which a constant could not change.
    let isLocal = node.parent?.is(CodeBlockItemSyntax.self) ?? false
    let makesCollection = node.bindings.contains { binding in
      guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) else { return false }
      let name = TypeReading.nameAndArguments(Parsed.type(call.calledExpression.plain)).0
      return ["List", "MutableSet", "Map"].contains(name)
    }
    if isLocal, makesCollection, importsRealm, node.bindingSpecifier.tokenKind == .keyword(.let) {
      result.bindingSpecifier = .keyword(
        .var, leadingTrivia: node.bindingSpecifier.leadingTrivia, trailingTrivia: .space)
    }
    return DeclSyntax(result)
  }

  /// An expression at the place of another.
  func replaced(_ node: some SyntaxProtocol, _ text: String) -> ExprSyntax {
    var expression = Parsed.expression(text)
    expression.leadingTrivia = node.leadingTrivia
    expression.trailingTrivia = node.trailingTrivia
    return expression
  }

  /// The text of an expression, converted.
  func converted(_ expression: ExprSyntax) -> String { visit(expression).plain }
}
