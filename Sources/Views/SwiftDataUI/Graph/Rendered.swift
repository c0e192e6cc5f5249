// SPDX-License-Identifier: Apache-2.0

/// An element as the graph keeps it: an ``Element`` with what only this side knows of it.
///
/// Never changed once it has been handed on: who wants another one makes a copy with ``changed(_:)``. So two that are the
/// same object need no comparison.
@MainActor final class Rendered {
  let key: ElementKey
  let part: ElementKey.Part
  var kind: Element.Kind
  /// In which directions it takes all the room there is.
  var grows: Axis.Set = []
  /// What has been laid around its content so far.
  var stage = Stage.content
  /// Whether ``text`` is what it says as plain text.
  private var saysText = false
  /// What it is for screen readers: many elements say nothing else, so it is no attribute among others.
  private(set) var ownRole: Element.Role?
  var classes: [StyleClass]
  var text: String?
  private var within = Within.nothing
  private var said = Said.nothing

  /// Many boxes are around one element, which needs no array.
  private enum Within {
    case nothing
    case one(Rendered)
    case several([Rendered])

    init(_ children: [Rendered]) {
      self = children.isEmpty ? .nothing : children.count == 1 ? .one(children[0]) : .several(children)
    }
  }

  var children: [Rendered] {
    get {
      switch within {
      case .nothing: []
      case .one(let child): [child]
      case .several(let children): children
      }
    }
    set { within = Within(newValue) }
    _modify {
      var changed = children
      // Nobody else has the array, so it is changed in its place.
      within = .nothing
      defer { within = Within(changed) }
      yield &changed
    }
  }

  /// Without an array for one.
  func forEachChild(_ body: (Rendered) -> Void) {
    switch within {
    case .nothing: break
    case .one(let child): body(child)
    case .several(let children): for child in children { body(child) }
    }
  }

  /// What most elements have nothing of: a page has thousands of elements.
  @MainActor private final class More {
    var names = ""
    var styles: [Element.Style] = []
    var attributes: [Element.Attribute] = []
    var handlers: [(kind: Event.Kind, action: (String?) -> Bool)] = []
    var traits = Traits()
  }

  /// What is said beside the content: mostly which row it is, if anything.
  private enum Said {
    case nothing
    case row(RowIdentity)
    case more(More)
  }

  private var more: More? { if case .more(let more) = said { more } else { nil } }

  private var ensuredMore: More {
    if let more { return more }
    let made = More()
    made.traits = traits
    said = .more(made)
    return made
  }

  var id: ElementID { key.id(of: part) }

  /// Other classes, for style sheets of a program's own.
  var names: String {
    get { more?.names ?? "" }
    set { if newValue != names { ensuredMore.names = newValue } }
  }

  var styles: [Element.Style] {
    get { more?.styles ?? [] }
    _modify { yield &ensuredMore.styles }
  }

  var attributes: [Element.Attribute] {
    get { more?.attributes ?? [] }
    _modify { yield &ensuredMore.attributes }
  }

  /// An action returns false if what the event was aimed at is not there any more: then nothing was done.
  var handlers: [(kind: Event.Kind, action: (String?) -> Bool)] {
    get { more?.handlers ?? [] }
    _modify { yield &ensuredMore.handlers }
  }

  var traits: Traits {
    get {
      switch said {
      case .nothing: .none
      case .row(let identity): Traits(row: identity)
      case .more(let more): more.traits
      }
    }
    _modify { yield &ensuredMore.traits }
  }

  /// Whether it stands for rows that are not evaluated.
  var isGap: Bool { more?.traits.isGap ?? false }

  /// Set if it is a ``Section``.
  var section: Traits.SectionParts? { more?.traits.section }

  /// Notes which row of a ``ForEach`` the element is in.
  func add(row identity: RowIdentity) {
    if case .nothing = said { said = .row(identity) } else { ensuredMore.traits.add(row: identity) }
  }

  /// What the element says as plain text: the label of an option.
  var plainText: String? {
    get { saysText ? text : more?.traits.plainText }
    set {
      saysText = newValue != nil && newValue == text
      if let more {
        more.traits.plainText = saysText ? nil : newValue
      } else if !saysText, newValue != nil {
        ensuredMore.traits.plainText = newValue
      }
    }
  }

  /// Whether events or other elements ask for it by its name.
  var isAskedFor: Bool {
    guard let more else { return false }
    return !more.handlers.isEmpty || more.traits.isAskedFor
  }

  /// A style can be merged into an element only if the element has none yet that lies further outside.
  enum Stage: Int, Comparable {
    case content, padding, background, clip, border, effect

    static func < (lhs: Stage, rhs: Stage) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  init(
    _ key: ElementKey, _ kind: Element.Kind, _ classes: [StyleClass] = [], text: String? = nil,
    children: [Rendered] = [], part: ElementKey.Part = .element
  ) {
    self.key = key
    self.part = part
    self.kind = kind
    self.classes = classes
    self.text = text
    within = Within(children)
  }

  func changed(_ change: (Rendered) -> Void) -> Rendered {
    let copy = Rendered(key, kind, classes, text: text, children: children, part: part)
    copy.takeOver(self)
    change(copy)
    return copy
  }

  /// What is said of another element beside its content.
  private func takeOver(_ other: Rendered) {
    grows = other.grows
    stage = other.stage
    saysText = other.saysText
    ownRole = other.ownRole
    guard let theirs = other.more else {
      said = other.said
      return
    }
    let own = More()
    own.names = theirs.names
    own.styles = theirs.styles
    own.attributes = theirs.attributes
    own.handlers = theirs.handlers
    own.traits = theirs.traits
    said = .more(own)
  }

  /// A copy with a key derived from `owner`, which lives as long as `owner`: for content that is shown more than once.
  func copied(beside owner: ElementKey) -> Rendered {
    let copy = Rendered(
      owner.companion(.part(.init("copy \(key.id)"))), kind, classes, text: text,
      children: children.map { $0.copied(beside: owner) }, part: part)
    copy.takeOver(self)
    return copy
  }

  // MARK: Setting

  func style(_ style: Element.Style) { styles.set(style) }

  func styleUnlessSet(_ style: Element.Style) { styles.add(style) }

  func attribute(_ attribute: Element.Attribute) {
    if case .role(let role) = attribute.value, attribute.name == .role {
      ownRole = role
      return
    }
    if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
      attributes[index] = attribute
    } else {
      attributes.append(attribute)
    }
  }

  func attribute(_ name: Element.Attribute.Name, _ text: String) { attribute(Element.Attribute(name, text)) }

  func attribute(_ name: Element.Attribute.Name, _ text: String?) {
    if let text { attribute(Element.Attribute(name, text)) }
  }

  func attribute(_ name: Element.Attribute.Name, _ flag: Bool) { attribute(Element.Attribute(name, flag)) }

  func role(_ role: Element.Role) { ownRole = role }

  func add(_ styleClass: StyleClass) {
    if !classes.contains(styleClass) { classes.append(styleClass) }
  }

  func on(_ kind: Event.Kind, _ action: @escaping (String?) -> Void) {
    onAimed(kind) { value in
      action(value)
      return true
    }
  }

  /// Does something more on an event, after what is done already.
  func also(on kind: Event.Kind, _ action: @escaping (String?) -> Void) {
    let first = handlers.first { $0.kind == kind }?.action
    onAimed(kind) { value in
      let isDone = first?(value) ?? true
      action(value)
      return isDone
    }
  }

  /// For events that name something beside the element, which may be gone: the action returns whether it was there.
  func onAimed(_ kind: Event.Kind, _ action: @escaping (String?) -> Bool) {
    if let index = handlers.firstIndex(where: { $0.kind == kind }) {
      handlers[index].action = action
    } else {
      handlers.append((kind, action))
    }
  }

  func action(for kind: Event.Kind) -> ((String?) -> Bool)? { handlers.first { $0.kind == kind }?.action }

  // MARK: As an element

  /// Whether another element lies in this one.
  func contains(_ other: Rendered) -> Bool { children.contains { $0.id == other.id || $0.contains(other) } }

  /// What the first title within says.
  var firstTitle: String? {
    if [.title, .heading].contains(kind) { return allText }
    return children.compactMap(\.firstTitle).first
  }

  /// The text of the element and all within.
  var allText: String { ([text ?? ""] + children.map(\.allText)).filter { !$0.isEmpty }.joined(separator: " ") }

  var look: Element.Look { Element.Look(classes, names: names, grows: grows) }

  var allAttributes: [Element.Attribute] {
    let role = ownRole.map { [Element.Attribute($0)] } ?? []
    return (styles.isEmpty ? [] : [.init(styles)]) + role + attributes
  }

  var events: [Event.Kind] { handlers.map(\.kind) }

  var isDisabled: Bool { attributes.contains { $0.name == .isDisabled && $0.value != .flag(false) } }

  var element: Element {
    Element(
      id: id, kind: kind, look: look, attributes: allAttributes, text: text == "" ? nil : text,
      children: children.map(\.element), events: events)
  }
}

/// What a node shows, and what it says to those above it.
@MainActor struct Output {
  var elements: [Rendered] = []
  var preferences = PreferenceValues()

  init() {}

  init(_ element: Rendered, _ preferences: PreferenceValues = PreferenceValues()) {
    elements = [element]
    self.preferences = preferences
  }

  init(_ elements: [Rendered], _ preferences: PreferenceValues = PreferenceValues()) {
    self.elements = elements
    self.preferences = preferences
  }

  /// In which directions some element takes all the room there is.
  var grows: Axis.Set { elements.reduce(into: []) { $0.formUnion($1.grows) } }

  mutating func append(_ other: Output) {
    elements += other.elements
    preferences.merge(other.preferences)
  }
}
