// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What Realm binds to a thread.
extension UsageRewriter {
  /// What `freeze()` and `thaw()` are called on: SwiftData has no frozen objects.
  func thawed(_ node: ExprSyntax) -> ExprSyntax? {
    guard importsRealm, let call = node.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      call.trailingClosure == nil,
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      ["freeze", "thaw"].contains(member.declName.baseName.text)
    else { return nil }
    if member.declName.baseName.text == "freeze" {
      note(
        "SwiftData has no frozen objects: this one goes on changing. For another thread, hand over its "
          + "'persistentModelID'; to keep values, copy them.")
    }
    // `dog?.freeze()` is a chain no more, unless something follows.
    let goesOn =
      node.parent?.is(MemberAccessExprSyntax.self) == true || node.parent?.is(SubscriptCallExprSyntax.self) == true
    if !goesOn, let optional = base.as(OptionalChainingExprSyntax.self) {
      return replaced(node, converted(optional.expression))
    }
    return replaced(node, converted(base))
  }

  /// Work on a queue may run on any thread: it must not use objects or contexts of the one that asked for it.
  func noteQueue(_ call: FunctionCallExprSyntax) {
    let callee = call.calledExpression.plain
    guard importsRealm,
      let closure = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
      !callee.contains("main"), isAnotherThread(callee)
    else { return }
    let names = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
    guard
      names.contains(where: { $0.contains("ealm") || isDeclaredRealm($0) })
        || !names.isDisjoint(with: objectNames) || !names.isDisjoint(with: resultTypes.keys)
    else { return }
    note(
      "This runs on another thread: it needs a context of its own ('ModelContext.\(layer.contextFunction)()'), and objects "
        + "come by their 'persistentModelID'.")
  }

  /// Whether a call runs its block on another thread, as far as its name tells.
  private func isAnotherThread(_ callee: String) -> Bool {
    if callee == "Thread.detachNewThread" || callee == "Task.detached" || callee == "Thread" { return true }
    let isQueue = callee.lowercased().contains("queue")
    return isQueue && [".async", ".sync", ".asyncAfter", ".addOperation"].contains { callee.hasSuffix($0) }
  }
}
