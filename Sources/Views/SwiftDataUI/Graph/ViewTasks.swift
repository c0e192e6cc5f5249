// SPDX-License-Identifier: Apache-2.0

/// The tasks that views of a page have begun and that have not ended: they end with the page at the latest.
@MainActor final class ViewTasks {
  /// Keeps the owner: another object could have its address otherwise while the task still runs.
  private struct Running {
    let owner: AnyObject
    let number: Int
    let task: Task<Void, Never>
  }

  private var running: [ObjectIdentifier: Running] = [:]
  private var number = 0
  /// From the beginning of the page's end nothing begins any more.
  var isOver = false

  private final class Owner {}

  /// Runs a task instead of the one that `owner` has.
  func run(_ owner: AnyObject, priority: TaskPriority, _ action: @escaping @MainActor () async -> Void) {
    cancel(of: owner)
    if isOver { return }
    number += 1
    let (id, mine) = (ObjectIdentifier(owner), number)
    let task = Task(priority: priority) { [weak self] in
      await action()
      self?.ended(id, mine)
    }
    running[id] = Running(owner: owner, number: mine, task: task)
  }

  /// Runs a task beside all others: what was pasted, dropped or shared.
  func run(priority: TaskPriority, _ action: @escaping @MainActor () async -> Void) {
    run(Owner(), priority: priority, action)
  }

  func cancel(of owner: AnyObject) { running.removeValue(forKey: ObjectIdentifier(owner))?.task.cancel() }

  private func ended(_ id: ObjectIdentifier, _ number: Int) {
    if running[id]?.number == number { running[id] = nil }
  }

  /// How many have not ended.
  var count: Int { running.count }

  /// Cancels all of them.
  func end() {
    for entry in running.values { entry.task.cancel() }
    running = [:]
  }
}
