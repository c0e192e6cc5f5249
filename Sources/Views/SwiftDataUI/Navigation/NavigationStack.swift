// SPDX-License-Identifier: Apache-2.0

/// A stack of pages over a root page. See Apple's documentation of `NavigationStack`.
public struct NavigationStack<Data, Root: View>: View {
  let path: Binding<[AnyHashable]>?
  let root: Root
  public typealias Body = Never
}

extension NavigationStack where Data == NavigationPath {
  /// Creates a stack that keeps its path itself.
  public init(@ViewBuilder root: () -> Root) {
    path = nil
    self.root = root()
  }
  /// Creates a stack whose path is behind a binding, with values of any types. Pages without a value lie over those of
  /// the path, and are not part of it.
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
    self.path = Binding(get: { path.wrappedValue.elements }, set: { path.wrappedValue.elements = $0 })
    self.root = root()
  }
}

extension NavigationStack
where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
  /// Creates a stack whose path is a collection of values of one type. Values of other types open no page that stays.
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
    self.path = Binding(
      get: { path.wrappedValue.map { AnyHashable($0) } },
      set: { values in path.wrappedValue = Data(values.compactMap { $0.base as? Data.Element }) })
    self.root = root()
  }
}

extension NavigationStack: PrimitiveView {
  func update(_ node: Node) {
    let navigator = node.remember { Navigator() }
    navigator.node = node
    navigator.path = path
    let places = node.remember { NavigationPlaces() }
    let inner = places.environment(0, nil, node, navigator)
    node.child(0, NavigationPage(content: root, isRoot: true), environment: inner)
    let values = node.track { navigator.values }
    navigator.forgetPages(except: values)
    // The last page is the one that is shown.
    defer { places.show(values.count) }
    for (index, value) in values.enumerated() {
      node.child(
        .named(AnyHashable([AnyHashable(index), value])),
        NavigationPage(content: OpenPage(value: value, navigator: navigator, index: index + 1), isRoot: false),
        environment: places.environment(index + 1, value, node, navigator))
    }
  }

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.navigationStack])
    // Only the last page is shown; those below keep what they remember.
    var presentations: [Rendered] = []
    for child in node.children { presentations += child.output.preferences[PresentationKey.self] }
    element.children = node.children.last?.output.elements ?? []
    element.grows = [.horizontal, .vertical]
    var preferences = node.children.last?.output.preferences ?? PreferenceValues()
    preferences[PresentationKey.self] = presentations
    let inner = preferences[AddressKey.self]
    preferences[AddressKey.self] = [node.remember { Navigator() }] + inner
    return Output(element, preferences)
  }
}

/// What the pages of a stack inherit: the same values as before as long as those of the stack are.
@MainActor final class NavigationPlaces {
  private var pages: [Page] = []

  private struct Page {
    let value: AnyHashable?
    let source: EnvironmentValues
    let values: EnvironmentValues
    let presence: Presence
    let opening: Opening
  }

  /// A page from when it is opened until it is left. A task of its views may end later, and does not leave the page in
  /// its place.
  private final class Opening {
    var isOver = false
    let editMode = StoredLocation(EditMode.inactive)
  }

  func show(_ index: Int) {
    for (place, page) in pages.enumerated() { page.presence.set(place == index) }
    while pages.count > index + 1 { pages.removeLast().opening.isOver = true }
  }

  func environment(
    _ index: Int, _ value: AnyHashable?, _ node: Node, _ navigator: Navigator
  ) -> EnvironmentValues {
    let former = pages.indices.contains(index) ? pages[index] : nil
    if let former, former.value == value, former.source.isSame(as: node.environment) { return former.values }
    var values = node.environment
    values.navigation = navigator
    values.pageIndex = index
    values.enterStack(nil)
    let outer = node.environment.presence
    var presence = Presence(outer: outer, isHere: true)
    if let former, former.presence.outer === outer { presence = former.presence }
    values.presence = presence
    let opening: Opening
    if let former, former.value == value {
      opening = former.opening
    } else {
      former?.opening.isOver = true
      opening = Opening()
    }
    values.setEditMode(ofPage: opening.editMode)
    if index > 0 {
      values.splitColumn = nil
      values.dismiss = DismissAction { [weak navigator] in
        if !opening.isOver, let value { navigator?.leave(index, showing: value) }
      }
      values.isPresented = true
    }
    let page = Page(value: value, source: node.environment, values: values, presence: presence, opening: opening)
    if pages.indices.contains(index) { pages[index] = page } else { pages.append(page) }
    return values
  }
}

/// The API for stacks before `NavigationStack`. See Apple's documentation of `NavigationView`.
public struct NavigationView<Content: View>: View {
  let content: Content
  /// Creates a stack around a first page. Columns are made by ``NavigationSplitView`` alone.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { NavigationStack { content } }
}

/// Whether a `NavigationView` would be a stack or columns. It is not used in a browser, where it is a stack.
public struct NavigationViewStyleName: Sendable {
  /// Creates a style, by one of the names that styles had before these: which one makes no difference.
  public init() {}
  /// What is usual for the platform.
  public static let automatic = Self()
  /// A stack of pages.
  public static let stack = Self()
  /// Columns.
  public static let columns = Self()
}
/// The style of a stack, which has no effect.
public typealias StackNavigationViewStyle = NavigationViewStyleName
/// The usual style, which has no effect.
public typealias DefaultNavigationViewStyle = NavigationViewStyleName
/// The style of columns, which has no effect.
public typealias ColumnNavigationViewStyle = NavigationViewStyleName
/// The style of two columns, which has no effect.
public typealias DoubleColumnNavigationViewStyle = NavigationViewStyleName
extension View {
  /// Has no effect in the browser.
  public func navigationViewStyle(_ style: NavigationViewStyleName) -> some View {
    withoutEffect("navigationViewStyle")
  }
}

/// The values of the open pages. See Apple's documentation of `NavigationPath`.
public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []
  /// Creates a path without pages over the first one.
  public init() {}
  /// Creates a path with the values of a sequence, the lowest page first.
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable { self.elements = elements.map { AnyHashable($0) } }
  /// How many pages lie over the first one.
  public var count: Int { elements.count }
  /// Whether the first page is shown.
  public var isEmpty: Bool { elements.isEmpty }
  /// Opens a page for a value.
  public mutating func append<V: Hashable>(_ value: V) { elements.append(AnyHashable(value)) }
  /// Closes pages from the top, all of them if there are fewer than said.
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(min(k, elements.count)) }
}

extension NavigationPath {
  /// Creates the path that was encoded.
  public init(_ codable: CodableRepresentation) { elements = codable.elements }

  /// What can be encoded, to restore the path another time; nil if a value is of a type that is not `Codable`, or that
  /// is not found by its name, as private types are not.
  public var codable: CodableRepresentation? {
    let isCodable = elements.allSatisfy { element in
      element.base is any Codable & Hashable && CodableRepresentation.name(of: type(of: element.base)) != nil
    }
    return isCodable ? CodableRepresentation(elements: elements) : nil
  }

  /// A path as data: the names of its types, each with a value. See Apple's documentation of
  /// `NavigationPath.CodableRepresentation`.
  public struct CodableRepresentation: Codable, Equatable {
    let elements: [AnyHashable]

    init(elements: [AnyHashable]) { self.elements = elements }

    /// Reads the values of a path. A type that the program does not have any more is an error.
    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      var elements: [AnyHashable] = []
      func decode<V: Decodable & Hashable>(_ type: V.Type) throws {
        elements.append(AnyHashable(try list.decode(type)))
      }
      while !list.isAtEnd {
        let name = try list.decode(String.self)
        guard let type = _typeByName(name) as? any (Decodable & Hashable).Type else {
          throw DecodingError.dataCorruptedError(
            in: list, debugDescription: "There is no type '\(name)' whose values could be read.")
        }
        try decode(type)
      }
      self.elements = elements
    }

    /// Writes the values of the path, the lowest page first.
    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for element in elements {
        guard let value = element.base as? any Encodable, let name = Self.name(of: type(of: element.base)) else {
          throw EncodingError.invalidValue(
            element.base, EncodingError.Context(codingPath: list.codingPath, debugDescription: "It has no name."))
        }
        try list.encode(name)
        try list.encode(value)
      }
    }

    /// By which a type is found again; nil if it would not be.
    fileprivate static func name(of type: Any.Type) -> String? {
      guard let name = _mangledTypeName(type), _typeByName(name) == type else { return nil }
      return name
    }
  }
}
