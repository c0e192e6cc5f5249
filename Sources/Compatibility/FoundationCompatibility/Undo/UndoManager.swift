// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Records what undoes a change, and does it on demand: Foundation's class,
  /// which Foundation lacks on this platform.
  ///
  /// ```swift
  /// func setTitle(_ title: String) {
  ///   let old = self.title
  ///   undoManager.registerUndo(withTarget: self) { $0.setTitle(old) }
  ///   undoManager.setActionName("Rename")
  ///   self.title = title
  /// }
  /// ```
  ///
  /// What is registered while an action is undone becomes the action that
  /// redoes it. Targets are held weakly; an action whose target is gone does
  /// nothing. Use an undo manager from one thread, or one actor, at a time.
  ///
  /// Foundation closes a group at the end of a run loop's cycle. There need not
  /// be a run loop here: a group that opened by itself closes when it is undone,
  /// when an explicit group opens, or when the host of the event loop (or a
  /// context's `processPendingChanges()`) calls ``endEvent()``. Where Foundation
  /// raises exceptions, such as for unbalanced groups, nothing happens here.
  open class UndoManager: NSObject {
    private var undoStack: [UndoGroup] = []
    private var redoStack: [UndoGroup] = []
    private var openGroups: [UndoGroup] = []
    private var isEventGroupOpen = false
    private var disabledCount = 0
    private enum Activity { case none, undoing, redoing }
    private var activity = Activity.none

    /// Whether a group opens by itself when there is none.
    open var groupsByEvent = true
    /// How many groups can be undone; 0 means all.
    open var levelsOfUndo = 0 { didSet { trim() } }

    /// An empty undo manager.
    public override init() { super.init() }

    // MARK: Groups

    /// How many groups are open, one within the other.
    open var groupingLevel: Int { openGroups.count }

    /// Opens a group: what is registered until it ends is undone together.
    open func beginUndoGrouping() {
      endEvent()
      open()
    }

    /// Ends the innermost group. Does nothing if there is none.
    open func endUndoGrouping() {
      guard let group = openGroups.popLast() else { return }
      post(.NSUndoManagerWillCloseUndoGroup)
      if openGroups.isEmpty { isEventGroupOpen = false }
      close(group)
      post(.NSUndoManagerDidCloseUndoGroup)
    }

    /// Ends the group that opened by itself, as Foundation does at the end of
    /// a run loop's cycle. Groups that were opened explicitly stay open.
    open func endEvent() {
      if isEventGroupOpen, openGroups.count == 1 { endUndoGrouping() }
    }

    private func open() {
      openGroups.append(UndoGroup())
      post(.NSUndoManagerDidOpenUndoGroup)
    }

    private func close(_ group: UndoGroup) {
      guard !group.isEmpty else { return }
      if let outer = openGroups.last {
        outer.absorb(group)
      } else if activity == .undoing {
        redoStack.append(group)
      } else {
        undoStack.append(group)
        trim()
      }
    }

    private func trim() {
      guard levelsOfUndo > 0 else { return }
      undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
      redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    // MARK: Registering

    /// Whether registering has an effect.
    open var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

    /// Makes registering have no effect, until as many calls enable it again.
    open func disableUndoRegistration() { disabledCount += 1 }

    /// Takes back one call of ``disableUndoRegistration()``.
    open func enableUndoRegistration() { disabledCount = max(0, disabledCount - 1) }

    /// Registers what undoes a change of `target`.
    ///
    /// - Parameters:
    ///   - target: What the change was made to; held weakly.
    ///   - handler: Undoes it, and registers what redoes it.
    open func registerUndo<TargetType: AnyObject>(
      withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
      guard isUndoRegistrationEnabled else { return }
      if openGroups.isEmpty {
        guard groupsByEvent || activity != .none else { return }
        open()
        isEventGroupOpen = true
      }
      if activity == .none { redoStack.removeAll() }
      openGroups.last?.add(target: target) { [weak target] in
        if let target { handler(target) }
      }
    }

    /// Forgets everything, and ends all groups.
    open func removeAllActions() {
      undoStack.removeAll()
      redoStack.removeAll()
      openGroups.removeAll()
      isEventGroupOpen = false
    }

    /// Forgets what was registered for `target`.
    open func removeAllActions(withTarget target: Any) {
      let object = target as AnyObject
      for group in undoStack + redoStack + openGroups { group.remove(target: object) }
      undoStack.removeAll(where: \.isEmpty)
      redoStack.removeAll(where: \.isEmpty)
    }

    // MARK: Undoing

    /// Whether an action is being undone.
    open var isUndoing: Bool { activity == .undoing }
    /// Whether an action is being redone.
    open var isRedoing: Bool { activity == .redoing }
    /// Whether there is something to undo.
    open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.isEmpty } }
    /// Whether there is something to redo.
    open var canRedo: Bool { !redoStack.isEmpty }
    /// How many groups can be undone.
    open var undoCount: Int { undoStack.count }
    /// How many groups can be redone.
    open var redoCount: Int { redoStack.count }

    /// Ends all groups and undoes the last one.
    open func undo() {
      guard activity == .none else { return }
      while !openGroups.isEmpty { endUndoGrouping() }
      undoNestedGroup()
    }

    /// Undoes the last group that has ended.
    open func undoNestedGroup() {
      guard activity == .none, let group = undoStack.popLast() else { return }
      perform(
        group, as: .undoing, will: .NSUndoManagerWillUndoChange, did: .NSUndoManagerDidUndoChange)
    }

    /// Redoes what was undone last.
    open func redo() {
      guard activity == .none else { return }
      endEvent()
      guard let group = redoStack.popLast() else { return }
      perform(
        group, as: .redoing, will: .NSUndoManagerWillRedoChange, did: .NSUndoManagerDidRedoChange)
    }

    private func perform(
      _ group: UndoGroup, as activity: Activity, will: Notification.Name, did: Notification.Name
    ) {
      post(will)
      self.activity = activity
      // Whatever is open belongs to something else.
      let suspended = (openGroups, isEventGroupOpen)
      openGroups = [UndoGroup()]
      isEventGroupOpen = false
      openGroups[0].actionName = group.actionName
      openGroups[0].isDiscardable = group.isDiscardable
      group.run()
      while !openGroups.isEmpty { endUndoGrouping() }
      (openGroups, isEventGroupOpen) = suspended
      self.activity = .none
      post(did)
    }

    // MARK: Names

    /// The name of the action that would be undone; empty if it has none.
    open var undoActionName: String {
      (openGroups.first { !$0.isEmpty } ?? undoStack.last)?.actionName ?? ""
    }
    /// The name of the action that would be redone; empty if it has none.
    open var redoActionName: String { redoStack.last?.actionName ?? "" }
    /// Whether the action that would be undone may be discarded.
    open var undoActionIsDiscardable: Bool { undoStack.last?.isDiscardable ?? false }
    /// Whether the action that would be redone may be discarded.
    open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }
    /// `Undo` with the action's name.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    /// `Redo` with the action's name.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// Names the current group's action.
    open func setActionName(_ actionName: String) { current?.actionName = actionName }

    /// Says whether the current group's action may be discarded.
    open func setActionIsDiscardable(_ discardable: Bool) { current?.isDiscardable = discardable }

    private var current: UndoGroup? { openGroups.first ?? undoStack.last }

    /// `Undo` with a name.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
      actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// `Redo` with a name.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
      actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    private func post(_ name: Notification.Name) {
      NotificationCenter.default.post(name: name, object: self)
    }
  }
#endif
