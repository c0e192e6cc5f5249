import SwiftSyntax

/// The closure of a typed query, as the body of a `#Predicate`.
struct QueryClosure {
  let text: String

  init(_ rewriter: UsageRewriter, _ closure: ClosureExprSyntax, _ type: String?) throws {
    guard closure.statements.count == 1, let item = closure.statements.first?.item else {
      throw PredicateProblem(reason: "it has several statements")
    }
    var expression: ExprSyntax
    if case .expr(let only) = item {
      expression = only
    } else if case .stmt(let statement) = item,
      let value = statement.as(ReturnStmtSyntax.self)?.expression
    {
      expression = value
    } else {
      throw PredicateProblem(reason: "it is no expression")
    }
    var name = "$0"
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): name = list.first?.name.text ?? name
    case .parameterClause(let clause): name = clause.parameters.first?.firstName.text ?? name
    case nil: break
    }
    let body = QueryBody(rewriter, name, type)
    expression = body.visit(expression)
    if let problem = body.problem { throw PredicateProblem(reason: problem) }
    text = expression.plain
  }
}

/// Converts what `Query` has and `Predicate` has not.
private final class QueryBody: SyntaxRewriter {
  private let outer: UsageRewriter
  private let name: String
  private let type: String?
  private(set) var problem: String?

  init(_ outer: UsageRewriter, _ name: String, _ type: String?) {
    self.outer = outer
    self.name = name
    self.type = type
    super.init()
  }

  private func isRooted(_ node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    guard node.baseName.text == name else {
      // A name on its own may be a property, which a predicate cannot have.
      guard node.parent?.is(MemberAccessExprSyntax.self) == false, node.argumentNames == nil,
        node.baseName.text.first?.isLowercase == true, !outer.isLocal(node.baseName.text)
      else { return ExprSyntax(node) }
      return captured(ExprSyntax(node))
    }
    return ExprSyntax(
      node.with(
        \.baseName, .dollarIdentifier("$0", leadingTrivia: node.leadingTrivia, trailingTrivia: node.trailingTrivia)))
  }

  private func captured(_ node: ExprSyntax) -> ExprSyntax {
    let name = outer.capture(outer.converted(node), RealmNames.last(node.plain))
    var result = Parsed.expression(name)
    result.leadingTrivia = node.leadingTrivia
    result.trailingTrivia = node.trailingTrivia
    return result
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard node.base != nil else { return ExprSyntax(node) }
    if !isRooted(node) { return isCase(node) ? ExprSyntax(node) : captured(ExprSyntax(node)) }
    let result = super.visit(node)
    guard let member = result.as(MemberAccessExprSyntax.self), let base = member.base,
      base.plain == "$0", let type
    else { return result }
    let role = outer.plan.inheritedRole(of: member.declName.baseName.text, in: outer.known(type))
    if case .elements(let model)? = role {
      // Only how many there are can be asked for in the same words.
      let parent = node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      guard parent == "count" || parent == "isEmpty" else {
        problem = "it asks for members of the list '\(model.list)'; write it with 'contains' on '\(model.elements)'"
        return result
      }
      return ExprSyntax(
        member.renamed(model.elements))
    }
    return result
  }

  /// `Kind.small`
  private func isCase(_ node: MemberAccessExprSyntax) -> Bool {
    guard let base = node.base?.plain else { return true }
    return RealmNames.last(base).first?.isUppercase == true && node.parent?.is(FunctionCallExprSyntax.self) == false
      && outer.layer.enums[RealmNames.last(base)] != nil
  }

  override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
    guard isRooted(node) else { return captured(ExprSyntax(node)) }
    let result = super.visit(node)
    guard let call = result.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return result }
    let first = call.arguments.first?.expression.plain ?? ""
    let ignoresCase = call.arguments.contains { $0.label?.text == "options" }
    let text: String
    switch member.declName.baseName.text {
    case "contains" where ignoresCase: text = "\(base.plain).localizedStandardContains(\(first))"
    case "contains", "isEmpty": return result
    case "starts":
      text =
        ignoresCase
        ? "\(base.plain).lowercased().starts(with: \(first).lowercased())" : "\(base.plain).starts(with: \(first))"
    case "ends":
      text =
        ignoresCase
        ? "\(base.plain).lowercased().hasSuffix(\(first).lowercased())" : "\(base.plain).hasSuffix(\(first))"
    case "equals" where ignoresCase: text = "\(base.plain).caseInsensitiveCompare(\(first)) == .orderedSame"
    case "equals": text = "\(base.plain) == \(first)"
    case "in": text = "\(first).contains(\(base.plain))"
    default:
      problem = "'\(member.declName.baseName.text)' has no counterpart"
      return result
    }
    return outer.replaced(result, text)
  }
}
