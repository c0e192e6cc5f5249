// SPDX-License-Identifier: Apache-2.0

/// What a stack of pages knows: which pages are open, and how each kind of value is shown.
@MainActor final class Navigator {
  weak var node: Node?
  var path: Binding<[AnyHashable]>?
  /// Pages that the program's path does not have: all of them if there is none, otherwise those of links without a
  /// value, and what was opened over them.
  private var own: [AnyHashable] = []
  /// The program's path when `own` was laid over it.
  private var base: [AnyHashable] = []
  /// Pages that were open and left last, as addresses name them: the browser's buttons lead back to them.
  private(set) var closed: [String] = []
  private var offers: [ObjectIdentifier: [DestinationOffer]] = [:]
  private var arrivals: [ObjectIdentifier: SubscriberSet] = [:]

  /// The pages over the first one.
  var values: [AnyHashable] {
    guard let path else { return own }
    let given = path.wrappedValue
    return given == base ? given + own : given
  }

  private func set(_ new: [AnyHashable]) {
    let left = values.filter { !new.contains($0) }
    for segment in left.compactMap(AddressValue.segment) where !closed.contains(segment) { closed.append(segment) }
    if closed.count > 64 { closed.removeFirst(closed.count - 64) }
    if let path {
      let end = new.firstIndex { $0.base is DirectPage } ?? new.count
      base = Array(new[..<end])
      own = Array(new[end...])
      if path.wrappedValue != base { path.wrappedValue = base }
    } else {
      own = new
    }
    node?.invalidate()
    for case let page as DirectPage in left.map(\.base) { page.wasLeft() }
  }

  func push(_ value: AnyHashable) { set(values + [value]) }

  /// Leaves a page, and what is over it.
  func close(_ value: AnyHashable) {
    if let index = values.lastIndex(of: value) { set(Array(values[..<index])) }
  }

  /// Goes back to the page before one, if that still shows a value; the first one is 0.
  func leave(_ index: Int, showing value: AnyHashable) {
    let values = values
    if values.count >= index, index > 0, values[index - 1] == value { set(Array(values[..<(index - 1)])) }
  }

  func show(_ values: [AnyHashable]) { if values != self.values { set(values) } }

  /// The program has set another path: pages that lay over the one before are gone.
  func forgetPages(except shown: [AnyHashable]) {
    let gone = own.filter { !shown.contains($0) }
    guard !gone.isEmpty else { return }
    own = []
    let graph = node?.graph
    for case let page as DirectPage in gone.map(\.base) { graph?.afterEvaluation { page.wasLeft() } }
  }

  // MARK: How values are shown

  func add(_ offer: DestinationOffer) {
    let key = ObjectIdentifier(offer.type)
    offers[key, default: []].append(offer)
    offers[key]?.sort { ($0.page, $0.order) < ($1.page, $1.order) }
    arrivals[key]?.changed()
  }

  func remove(_ offer: DestinationOffer) {
    let key = ObjectIdentifier(offer.type)
    offers[key]?.removeAll { $0 === offer }
    arrivals[key]?.changed()
  }

  /// The types of values that have a page.
  var types: [Any.Type] { offers.values.compactMap { $0.first?.type } }

  /// What shows a value on a page: what those below it say, the lowest first. So no page waits for itself.
  func view(for value: AnyHashable, on page: Int) -> any View {
    if let direct = value.base as? DirectPage { return direct.view }
    var type: Any.Type? = Swift.type(of: value.base)
    while let current = type {
      let key = ObjectIdentifier(current)
      let set = arrivals[key] ?? SubscriberSet()
      arrivals[key] = set
      set.read()
      for offer in offers[key] ?? [] where offer.page < page {
        offer.readers.read()
        if let view = offer.make(value) { return view }
      }
      type = (current as? AnyClass).flatMap { _getSuperclass($0) }
    }
    return UnsupportedView(name: "a destination for \(Swift.type(of: value.base))")
  }
}

/// How pages for values of a type look, and who shows such a page.
@MainActor final class DestinationOffer {
  let type: Any.Type
  /// On which page of the stack it was said.
  let page: Int
  let order: Int
  let readers = SubscriberSet()
  var make: (AnyHashable) -> (any View)? = { _ in nil }

  init(_ type: Any.Type, page: Int, order: Int) {
    self.type = type
    self.page = page
    self.order = order
  }
}

/// A page without a value: what a link's closure shows.
@MainActor final class DirectPage {
  /// How addresses name it, if they can.
  let segment: String?
  private var make: () -> any View
  private let readers = SubscriberSet()
  var onLeave: (() -> Void)?

  init(_ segment: String?, _ make: @escaping () -> any View) {
    self.segment = segment
    self.make = make
  }

  var view: any View {
    readers.read()
    return make()
  }

  /// The closure was made anew.
  func replace(_ make: @escaping () -> any View) {
    self.make = make
    readers.changed()
  }

  func wasLeft() {
    let action = onLeave
    onLeave = nil
    action?()
  }
}

extension DirectPage: nonisolated Hashable {
  nonisolated static func == (lhs: DirectPage, rhs: DirectPage) -> Bool { lhs === rhs }
  nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The content of a page over the first one. Evaluated again when what makes it has changed, without those below it.
struct OpenPage: PrimitiveView {
  let value: AnyHashable
  let navigator: Navigator
  let index: Int

  func update(_ node: Node) { node.child(0, any: node.track { navigator.view(for: value, on: index) }) }
}

private enum NavigatorKey: EnvironmentKey { static var defaultValue: Navigator? { nil } }
private enum PageIndexKey: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
  var navigation: Navigator? {
    get { self[NavigatorKey.self] }
    set { self[NavigatorKey.self] = newValue }
  }

  /// Which page of the stack a view is on; the first one is 0.
  var pageIndex: Int {
    get { self[PageIndexKey.self] }
    set { self[PageIndexKey.self] = newValue }
  }
}
