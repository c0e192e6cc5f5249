// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The views of one page: evaluates them, keeps them up to date, and finds what has changed.
@MainActor final class Graph {
  private(set) var inbox: Inbox!
  private var root: Node?
  /// What was shown last.
  private(set) var shown: Rendered?
  /// By name, what is shown now, and what somebody may ask for.
  private var elements: [ElementID: Rendered] = [:]
  /// Those whose gestures count for what lies in them, too.
  private var gestured: Set<ElementID> = []
  private var serial: UInt32 = 0
  private var isUpdating = false
  /// How often the views that had changed were evaluated until nothing was left to do, in the last update.
  private(set) var rounds = 0
  /// The replacement of children that is under way, the innermost one.
  var replacement: Node.Replacement?
  private var effects: [() -> Void] = []
  private var commands: [Operation.Command] = []
  private var sources: [ObjectIdentifier: any LazySource] = [:]
  private var staleSources: [any LazySource] = []

  /// How often the body of each type of view was evaluated, while somebody wants to know.
  private(set) var evaluations: [String: Int] = [:]

  var onUpdate: (([Operation]) -> Void)?
  /// Called once the views are there, before the page is shown.
  var onStart: (() -> Void)?
  /// Called before the action of an event runs.
  var beforeEvent: (() -> Void)?
  /// Called when the action of an event has run, before views are evaluated.
  var afterEvent: (() -> Void)?
  /// Called after each evaluation, before what changed is sent; whether a person has done something.
  var afterEvaluating: ((_ byEvent: Bool) -> Void)?
  private var isHandlingEvent = false

  /// What `@FocusState` may give the focus to.
  let focusables = FocusableValues()

  /// What the page's views have copied.
  private let clipboard = UIPasteboard()

  /// More rounds than this mean that views change each other without end.
  private static let roundLimit = 100

  init(turns: Turns = Turns()) {
    inbox = Inbox { [weak self] in
      Task { @MainActor in
        if let self { turns.add(self) }
      }
    }
    clipboard.graph = self
  }

  func nextSerial() -> UInt32 {
    serial &+= 1
    return serial
  }

  private(set) var fetches: [String: Int] = [:]
  func countFetch(_ type: Any.Type) { fetches["\(type)", default: 0] += 1 }
  func count(_ type: Any.Type) { evaluations["\(type)", default: 0] += 1 }
  func resetEvaluations() {
    evaluations = [:]
    fetches = [:]
  }

  /// How many nodes there are.
  var nodeCount: Int {
    func count(_ node: Node) -> Int {
      var result = 1
      node.forEachChild { result += count($0) }
      return result
    }
    return root.map(count) ?? 0
  }

  // MARK: The tree

  func start<V: View>(_ view: V, environment: EnvironmentValues) {
    isUpdating = true
    let node = ViewNode.make(view, graph: self, parent: nil, slot: .index(0), environment: environment)
    root = node
    asPage {
      AnimationScope.$current.withValue(nil) {
        node.evaluateNow()
        beginsAnimated = settle(pausing: true)
        onStart?()
      }
    }
    isUpdating = false
    // What a page begins with is there at once; what its views animate when they appear comes after it.
    _ = animationOfUpdate()
    if let new = node.output.elements.first { show(new) }
    afterEvaluating?(false)
  }

  /// Whether the page is shown as it is before what its views animate when they appear.
  private(set) var beginsAnimated = false

  /// So often an update is shown in parts, one before what an effect animates and one after it.
  private static let partLimit = 10

  func update() {
    var parts = 1
    while updatePart(pausing: parts < Self.partLimit) { parts += 1 }
  }

  /// Shows what has changed; returns whether an effect has begun an animation, which is shown in a part of its own.
  private func updatePart(pausing: Bool) -> Bool {
    guard !isUpdating, let root else { return false }
    isUpdating = true
    beginsAnimated = false
    let isPaused = asPage { MainTurn.run { settle(pausing: pausing) } }
    isUpdating = false
    afterEvaluating?(isHandlingEvent)
    var operations: [Operation] = []
    if let old = shown, let new = root.output.elements.first, old !== new {
      var differ = Differ()
      differ.compare(old, new)
      operations = differ.operations
      for element in differ.removed { forget(element) }
      for element in differ.kept { note(element) }
      for element in differ.inserted { remember(element) }
      shown = new
    }
    let animation = animationOfUpdate()
    if let animation, !operations.isEmpty { operations.insert(.command(.animate(animation.motion)), at: 0) }
    operations += commands.map { .command($0) }
    commands = []
    focusPlace = nil
    if !operations.isEmpty { onUpdate?(operations) }
    return isPaused
  }

  /// The animation that what is evaluated in this update was changed with.
  private var begun: Animation?

  /// The animation that a view has asked for in this update.
  private var asked: Animation?

  /// Shows what this update changes with an animation.
  func animate(_ animation: Animation) { asked = animation }

  /// What views change of the transaction of this update.
  private var transforms: [(inout Transaction) -> Void] = []

  /// Lets a view change the transaction of this update.
  func transact(_ transform: @escaping (inout Transaction) -> Void) { transforms.append(transform) }

  /// Takes the animation with which this update is shown.
  private func animationOfUpdate() -> Animation? {
    var transaction = Transaction(animation: begun ?? asked)
    begun = nil
    asked = nil
    let transforms = transforms
    self.transforms = []
    for transform in transforms { transform(&transaction) }
    return transaction.disablesAnimations ? nil : transaction.animation
  }

  /// Evaluates what has changed, without showing it yet.
  func settleNow() {
    beginsAnimated = false
    _ = asPage { MainTurn.run { settle(pausing: false) } }
  }

  /// Runs what belongs to the page, so that it finds the page's own clipboard, and so do the tasks that it starts.
  func asPage<R>(_ body: () -> R) -> R { PageClipboard.$current.withValue(clipboard) { body() } }

  /// What the page's address is made of, those further out first.
  var addressParts: [any AddressPart] { root?.output.preferences[AddressKey.self] ?? [] }

  /// Evaluates until nothing is left to do; or, if it may pause, until an effect has begun an animation: what was evaluated
  /// so far has to be in sight before that. Returns whether it has paused.
  private func settle(pausing: Bool) -> Bool {
    // An update may run in a task that was begun within an animation, which is not about it.
    AnimationScope.$current.withValue(nil) { settled(pausing) }
  }

  private func settled(_ pausing: Bool) -> Bool {
    rounds = 0
    while true {
      var nodes: [Node] = []
      for source in staleSources { source.refresh() }
      staleSources = []
      if let animation = inbox.takeAnimation() { begun = animation }
      for subscriber in inbox.take() {
        if let node = subscriber.node, node.isAlive { nodes.append(node) }
      }
      // Parents first: they may hand their children something new, or remove them.
      nodes.sort { $0.depth < $1.depth }
      for node in nodes where node.isAlive && node.subscriber.isWaiting { node.evaluateNow() }
      root?.assembleIfNeeded()
      let effects = effects
      self.effects = []
      for effect in effects { effect() }
      if nodes.isEmpty && effects.isEmpty && staleSources.isEmpty {
        overruns = 0
        return false
      }
      if pausing, inbox.hasAnimation { return true }
      rounds += 1
      if rounds > Self.roundLimit {
        overrun()
        return false
      }
    }
  }

  /// How many updates in a row have come to no end.
  private var overruns = 0
  private var hasComplained = false
  private var givenUp: Set<Subscriber> = []
  /// A chain of this many rounds is one without end.
  private static let overrunLimit = 10

  /// Views have changed each other for long. The rest is for another turn, so that other pages have theirs; if that goes on
  /// and on, it is given up until something else happens.
  private func overrun() {
    overruns += 1
    guard overruns >= Self.overrunLimit else { return }
    overruns = 0
    // They hear of no change until they are evaluated again.
    let left: [Subscriber] = inbox.take()
    for subscriber in left { subscriber.clear() }
    givenUp.formUnion(left)
    if hasComplained { return }
    hasComplained = true
    Diagnostics.note(
      "Views keep changing each other, or themselves: the page shows what they were after "
        + "\(Self.roundLimit * Self.overrunLimit) rounds, until somebody does something.")
  }

  private func show(_ element: Rendered) {
    shown = element
    remember(element)
  }

  private func note(_ element: Rendered) {
    if element.isAskedFor {
      elements[element.id] = element
    } else if !elements.isEmpty {
      elements[element.id] = nil
    }
    if element.traits.hasGestures {
      gestured.insert(element.id)
    } else if !gestured.isEmpty {
      gestured.remove(element.id)
    }
  }

  private func remember(_ element: Rendered) {
    note(element)
    for child in element.children { remember(child) }
  }

  private func forget(_ element: Rendered) {
    if element.isAskedFor { elements[element.id] = nil }
    if !gestured.isEmpty { gestured.remove(element.id) }
    element.key.forget()
    for child in element.children { forget(child) }
  }

  /// The end of the page. Endings run: views disappear, from the inside out. Then the tasks of views are cancelled, which
  /// `onDisappear` may still have looked at.
  func end() {
    guard let root, isRunning else { return }
    isRunning = false
    tasks.isOver = true
    isUpdating = true
    asPage {
      MainTurn.run {
        root.end()
        var rounds = 0
        while !effects.isEmpty, rounds < Self.roundLimit {
          let effects = effects
          self.effects = []
          for effect in effects { effect() }
          rounds += 1
        }
      }
    }
    tasks.end()
    self.root = nil
    if let shown { forget(shown) }
    shown = nil
    elements = [:]
    typed = []
    effects = []
    givenUp = []
    transforms = []
    commands = []
    sources = [:]
    staleSources = []
    onUpdate = nil
    onStart = nil
    afterEvaluating = nil
    beforeEvent = nil
    afterEvent = nil
  }

  // MARK: Tasks

  /// The tasks of the views, which end with the page at the latest.
  let tasks = ViewTasks()

  /// False from the beginning of the page's end.
  private(set) var isRunning = true

  // MARK: Events and effects

  /// The fields into which somebody has typed.
  private var typed: Set<ElementID> = []

  /// Whether one of them is still shown.
  var holdsInput: Bool {
    typed = typed.filter { elements[$0] != nil }
    return !typed.isEmpty
  }

  /// The element with a name, as it is shown now.
  func element(_ id: ElementID) -> Rendered? { elements[id] }

  func handle(_ event: Event) -> Bool {
    for subscriber in givenUp { subscriber.invalidate() }
    givenUp = []
    // The event finds the rows where they are now: what has changed meanwhile may have moved or removed them.
    if inbox.isScheduled { update() }
    guard let element = elements[event.element], let own = element.action(for: event.kind) else { return false }
    // A browser sends no events of disabled controls, except when an event races with an update.
    if element.isDisabled, event.kind.isAction { return false }
    if event.kind == .input { typed.insert(event.element) }
    // Found before anything is done: an action may take away what is around its element.
    let actions = actions(of: event.kind, at: element, own)
    beforeEvent?()
    let isDone = asPage { MainTurn.run { actions.reduce(true) { $1(event.value) && $0 } } }
    afterEvent?()
    // Going back or forward leads to an existing entry of the browser's history.
    isHandlingEvent = event.kind != .location
    update()
    isHandlingEvent = false
    return isDone
  }

  /// The action of an element and of the gestures around it that go along, from the inside out; or that of the gesture
  /// alone that comes first, the outermost one.
  private func actions(
    of kind: Event.Kind, at element: Rendered, _ own: @escaping (String?) -> Bool
  ) -> [(String?) -> Bool] {
    if gestured.isEmpty { return [own] }
    var around = gestured.compactMap { elements[$0] }.filter {
      $0.traits.gestures[kind] != nil && !$0.isDisabled && $0.contains(element)
    }
    around.sort { $1.contains($0) }
    if let first = around.last(where: { $0.traits.gestures[kind] == .high })?.action(for: kind) { return [first] }
    return [own] + around.compactMap { $0.action(for: kind) }
  }

  /// Runs after the views have been evaluated, before the page is shown.
  func afterEvaluation(_ effect: @escaping () -> Void) {
    effects.append(effect)
    inbox.schedule()
  }

  func send(_ command: Operation.Command) {
    commands.append(command)
    inbox.schedule()
  }

  /// What the focus is moved for in this update.
  private var focusPlace: FocusableValues.Place?

  /// Moves the browser's focus.
  ///
  /// - Parameter place: The value of a focus state that the element has. Of several that have it, as in a
  ///   ``ViewThatFits``, the browser knows which one is in sight, and tries all.
  func focus(_ element: ElementID, for place: FocusableValues.Place? = nil) {
    if place == nil || place != focusPlace { commands.removeAll { if case .focus = $0 { true } else { false } } }
    focusPlace = place
    send(.focus(element))
  }

  /// Takes the browser's focus from an element, unless another one gets it in the same update: which of both hears of
  /// the change first depends on where they are.
  func unfocus(_ element: ElementID?) {
    for case .focus(let other?) in commands where other != element { return }
    focusPlace = nil
    commands.removeAll { if case .focus = $0 { true } else { false } }
    send(.focus(nil))
  }

  /// A source of values is out of date; it is asked again before views are evaluated.
  func refreshLater(_ source: any LazySource) {
    staleSources.append(source)
    inbox.schedule()
  }
}

/// What views read and what is brought up to date only before they do.
@MainActor protocol LazySource: AnyObject {
  /// Finds the values, and invalidates the views that read them if they are others now.
  func refresh()
}

/// Where the module says what it cannot do.
enum Diagnostics {
  /// For tests: receives the messages that would be logged.
  nonisolated(unsafe) static var handler: (@Sendable (String) -> Void)?

  private static let noted = Mutex<Set<String>>([])

  /// Says something once, however often it comes up; returns whether it was the first time.
  @discardableResult static func noteOnce(_ text: String) -> Bool {
    let isFirst = noted.withLock { $0.insert(text).inserted }
    if isFirst { note(text) }
    return isFirst
  }

  static func note(_ text: String) {
    if let handler { return handler(text) }
    FileHandle.standardError.write(Data("SwiftUI: \(text)\n".utf8))
  }
}

/// What modules beside this one say of what they accept.
package enum Accepted {
  /// Says once that something is accepted and does nothing here.
  package static func withoutEffect(_ name: String, of kind: String) {
    Diagnostics.noteOnce("'\(name)' of \(kind) has no effect in a browser.")
  }
}

extension View {
  /// The view as it is: says once that a modifier does nothing here.
  package func withoutEffect(_ name: String) -> Self {
    Diagnostics.noteOnce("'\(name)' has no effect in a browser.")
    return self
  }

  /// The view as it is: says once that a modifier does not do all that it should.
  @discardableResult func inPart(_ name: String, _ what: String) -> Self {
    Diagnostics.noteOnce("'\(name)' has its effect in part in a browser: \(what).")
    return self
  }
}
