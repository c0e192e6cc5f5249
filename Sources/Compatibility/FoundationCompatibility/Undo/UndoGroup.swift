// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Actions that are undone together.
  final class UndoGroup {
    private struct Action {
      weak var target: AnyObject?
      let run: () -> Void
    }

    private var actions: [Action] = []
    var actionName = ""
    var isDiscardable = false

    var isEmpty: Bool { actions.isEmpty }

    func add(target: AnyObject, _ run: @escaping () -> Void) {
      actions.append(Action(target: target, run: run))
    }

    /// Takes over the actions of a group that was opened within this one.
    func absorb(_ inner: UndoGroup) {
      actions += inner.actions
      if actionName.isEmpty { actionName = inner.actionName }
    }

    /// Removes the actions of a target, and those whose target is gone: a
    /// target on its way out is no longer equal to itself.
    func remove(target: AnyObject) {
      actions.removeAll { action in action.target.map { $0 === target } ?? true }
    }

    /// Runs the actions, the last one first.
    func run() {
      for action in actions.reversed() { action.run() }
    }
  }

  extension Notification.Name {
    /// A group has opened.
    public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
      "NSUndoManagerDidOpenUndoGroupNotification")
    /// A group is about to end.
    public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
      "NSUndoManagerWillCloseUndoGroupNotification")
    /// A group has ended.
    public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
      "NSUndoManagerDidCloseUndoGroupNotification")
    /// An action is about to be undone.
    public static let NSUndoManagerWillUndoChange = Notification.Name(
      "NSUndoManagerWillUndoChangeNotification")
    /// An action has been undone.
    public static let NSUndoManagerDidUndoChange = Notification.Name(
      "NSUndoManagerDidUndoChangeNotification")
    /// An action is about to be redone.
    public static let NSUndoManagerWillRedoChange = Notification.Name(
      "NSUndoManagerWillRedoChangeNotification")
    /// An action has been redone.
    public static let NSUndoManagerDidRedoChange = Notification.Name(
      "NSUndoManagerDidRedoChangeNotification")
  }
#endif
