// SPDX-License-Identifier: Apache-2.0

/// The view that has the focus. See Apple's documentation of `FocusState`.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private let initial: Value
  private var location: StoredLocation<Value>?

  /// Creates a state that says whether one view has the focus.
  public init() where Value == Bool { initial = false }
  /// Creates a state that says which view has the focus; nil is none of them.
  public init<T>() where Value == T? { initial = nil }

  /// The value of the view that has the focus. Setting it moves the browser's focus, to no view if no view has the
  /// value. When the view goes, no view has the focus.
  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.value = newValue }
  }

  /// What `focused(_:equals:)` and its like take.
  public var projectedValue: Binding { Binding(location: location ?? StoredLocation(initial), none: initial) }

  /// A way to read and move the focus, for views further down.
  @propertyWrapper
  public struct Binding {
    let location: StoredLocation<Value>
    let none: Value
    /// The value of the view that has the focus. Setting it moves the browser's focus.
    public var wrappedValue: Value {
      get { location.value }
      nonmutating set { location.value = newValue }
    }
    /// This binding, for passing to other views.
    public var projectedValue: Binding { self }
  }
}

extension FocusState: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    let made = connection as? StoredLocation<Value> ?? StoredLocation(initial)
    connection = made
    location = made
  }
}

extension View {
  /// Binds the focus of the view to a value. See Apple's documentation of `focused(_:equals:)`.
  public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
    Focused(content: self, binding: binding, value: value)
  }

  /// Binds whether the view has the focus to a value. Within the view the first field, button or link gets it.
  public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    Focused(content: self, binding: condition, value: true)
  }

  /// Lets the Tab key reach the view; `false` has no effect, so that a button stays reachable.
  public func focusable(_ isFocusable: Bool = true) -> some View {
    changing { element in if isFocusable { element.attribute(.isFocusable, true) } }
  }

  /// Gives the focus to the view with some value when this view appears, unless another one of the state's has it.
  public func defaultFocus<V: Hashable>(_ binding: FocusState<V>.Binding, _ value: V) -> some View {
    onAppear { if binding.wrappedValue == binding.none { binding.wrappedValue = value } }
  }
}

struct Focused<Content: View, Value: Hashable>: WrappingView {
  let content: Content
  let binding: FocusState<Value>.Binding
  let value: Value

  /// What the node knows of the focus.
  @MainActor final class Told {
    let mark = FocusMark()
    /// The latest ones.
    var binding: FocusState<Value>.Binding?
    var value: Value?

    var place: FocusableValues.Place? {
      guard let binding, let value else { return nil }
      return FocusableValues.Place(value, binding.location)
    }
  }

  func update(_ node: Node) {
    let isNew = node.remembered(Told.self) == nil
    let told = node.remember { Told() }
    let focusables = node.graph.focusables
    if let place = told.place { focusables.remove(told.mark, at: place) }
    (told.binding, told.value) = (binding, value)
    if let place = told.place { focusables.add(told.mark, at: place) }
    node.child(0, content)
    guard isNew else { return }
    node.atEnd { [weak graph = node.graph] in
      guard let binding = told.binding, let value = told.value, let place = told.place else { return }
      focusables.remove(told.mark, at: place)
      guard let graph, graph.isRunning else { return }
      // Another view may take over the value in the same update.
      graph.afterEvaluation {
        guard binding.wrappedValue == value, !focusables.has(place) else { return }
        binding.wrappedValue = binding.none
      }
    }
  }

  func assemble(_ node: Node) -> Output {
    let mark = node.remember { Told() }.mark
    let isFocused = node.track { self.binding.wrappedValue == self.value }
    var output = node.content
    guard let target = output.elements.first.flatMap(Self.field) else {
      // One that comes later takes the focus from nothing else.
      mark.element = nil
      return output
    }
    // With its element the browser's focus is gone: what takes its place has to get it.
    let isGone = isFocused && mark.element.map { !Self.holds($0, output.elements) } ?? false
    let place = FocusableValues.Place(value, binding.location)
    if isFocused != mark.isFocused || isGone {
      mark.isFocused = isFocused
      mark.element = target.id
      if isFocused { node.graph.focus(target.id, for: place) } else { node.graph.unfocus(target.id) }
    }
    let (binding, value, id, focusables) = (self.binding, self.value, target.id, node.graph.focusables)
    output.elements[0] = Self.replacing(target, in: output.elements[0]) { field in
      field.also(on: .focus) { _ in
        focusables.note(true, at: place)
        mark.element = id
        if binding.wrappedValue != value { binding.wrappedValue = value }
      }
      field.also(on: .blur) { _ in
        focusables.note(false, at: place)
        if binding.wrappedValue == value { binding.wrappedValue = binding.none }
      }
    }
    return output
  }

  /// The first element within that can have the focus.
  private static func field(_ element: Rendered) -> Rendered? {
    if element.kind.takesFocus { return element }
    for child in element.children { if let found = field(child) { return found } }
    return nil
  }

  private static func holds(_ id: ElementID, _ elements: [Rendered]) -> Bool {
    elements.contains { $0.id == id || holds(id, $0.children) }
  }

  private static func replacing(_ target: Rendered, in element: Rendered, _ change: (Rendered) -> Void) -> Rendered {
    if element === target { return element.changed(change) }
    guard element.children.contains(where: { field($0) != nil }) else { return element }
    return element.changed { copy in
      copy.children = element.children.map { field($0) === target ? replacing(target, in: $0, change) : $0 }
    }
  }
}

/// What a view with a value of a focus state knows of the focus.
@MainActor final class FocusMark {
  /// Whether the host has been told, or has told, that the focus is there.
  var isFocused = false
  /// The element that has the focus, or had it.
  var element: ElementID?
}

/// Which values of the page's focus states have a view that can have the focus.
@MainActor final class FocusableValues {
  /// A value of a state.
  struct Place: Hashable {
    private let location: ObjectIdentifier
    private let value: AnyHashable

    init<Value: Hashable>(_ value: Value, _ location: StoredLocation<Value>) {
      self.location = ObjectIdentifier(location)
      self.value = AnyHashable(value)
    }
  }

  /// Mostly there is one; the alternatives of a ``ViewThatFits`` are several.
  private var marks: [Place: [FocusMark]] = [:]

  func add(_ mark: FocusMark, at place: Place) { marks[place, default: []].append(mark) }

  func remove(_ mark: FocusMark, at place: Place) {
    marks[place]?.removeAll { $0 === mark }
    if marks[place]?.isEmpty == true { marks[place] = nil }
  }

  func has(_ place: Place) -> Bool { marks[place] != nil }

  /// Notes what the host says of one of the views: the others with the value have nothing to tell it.
  func note(_ isFocused: Bool, at place: Place) { for mark in marks[place] ?? [] { mark.isFocused = isFocused } }
}
