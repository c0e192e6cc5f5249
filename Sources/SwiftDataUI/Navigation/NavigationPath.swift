/// The values of the pages that are open. See Apple's documentation of `NavigationPath`.
public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable { self.elements = elements.map { AnyHashable($0) } }
  public var count: Int { elements.count }
  public var isEmpty: Bool { elements.isEmpty }
  public mutating func append<V: Hashable>(_ value: V) { elements.append(AnyHashable(value)) }
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(min(k, elements.count)) }
}

/// What a stack of pages knows: which pages are open, and how each kind of value is shown.
@MainActor final class Navigator {
  weak var node: Node?
  var path: Binding<[AnyHashable]>?
  private var own: [AnyHashable] = []
  /// Pages that a link shows without a value.
  private(set) var direct: [AnyHashable: () -> any View] = [:]
  var destinations: [ObjectIdentifier: (AnyHashable) -> (any View)?] = [:]
  private var nextDirect = 0
  /// Whether pages have been made of values.
  var hasPages = false
  /// Called when a page is left.
  var onPop: [AnyHashable: () -> Void] = [:]

  struct DirectPage: Hashable { let number: Int }

  var values: [AnyHashable] {
    get { path?.wrappedValue ?? own }
    set {
      let left = onPop.isEmpty ? [] : values.filter { !newValue.contains($0) }
      if let path { path.wrappedValue = newValue } else { own = newValue }
      for value in left {
        let action = onPop.removeValue(forKey: value)
        action?()
      }
      node?.invalidate()
    }
  }

  func push(_ value: AnyHashable) { values.append(value) }

  func push(_ view: @escaping () -> any View) {
    nextDirect += 1
    let value = AnyHashable(DirectPage(number: nextDirect))
    direct[value] = view
    push(value)
  }

  func view(for value: AnyHashable) -> any View {
    if let view = direct[value] { return view() }
    var type: Any.Type? = Swift.type(of: value.base)
    while let current = type {
      if let view = destinations[ObjectIdentifier(current)]?(value) { return view }
      type = (current as? AnyClass).flatMap { superclass(of: $0) }
    }
    return UnsupportedView(name: "a destination for \(Swift.type(of: value.base))")
  }

  private func superclass(of type: AnyClass) -> Any.Type? { _getSuperclass(type) }
}

private enum NavigatorKey: EnvironmentKey { static var defaultValue: Navigator? { nil } }
extension EnvironmentValues {
  var navigation: Navigator? {
    get { self[NavigatorKey.self] }
    set { self[NavigatorKey.self] = newValue }
  }
}

/// Names what is not supported, where it would be.
struct UnsupportedView: PrimitiveView {
  let name: String
  func update(_ node: Node) { Diagnostics.note("Not supported: \(name)") }
  func assemble(_ node: Node) -> Output {
    let element = node.element("div", [.unsupported], text: "Not supported here: \(name)")
    element.attribute("role", "note")
    return Output(element)
  }
}
