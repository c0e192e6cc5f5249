// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift

/// A property wrapper that gets its value from the graph: its storage lives in the node, not in the view.
protocol GraphProperty: DynamicProperty {
  /// Connects a fresh wrapper to what the node keeps for it; `connection` is nil the first time.
  @MainActor mutating func connect(to node: Node, _ connection: inout AnyObject?)

  /// Whether the view must be evaluated because the parent has made another wrapper.
  @MainActor static func isSame(_ lhs: Self, _ rhs: Self) -> Bool

  /// Whether the wrapper, which is connected, has another value in the node's new environment.
  @MainActor func differs(in environment: EnvironmentValues, _ connection: AnyObject?) -> Bool

  /// What the wrapper, which is connected, has no value for; nil if it has one.
  @MainActor var missing: String? { get }
}

extension GraphProperty {
  @MainActor static func isSame(_ lhs: Self, _ rhs: Self) -> Bool { true }
  @MainActor func differs(in environment: EnvironmentValues, _ connection: AnyObject?) -> Bool { false }
  @MainActor var missing: String? { nil }
}

/// The stored properties of a type of view: found once, then reached by their offsets.
@MainActor final class PropertyLayout {
  private enum Kind {
    case graph(any GraphProperty.Type)
    /// A dynamic property of the program's, whose own `update()` is called once its parts are connected.
    case custom(any DynamicProperty.Type, PropertyLayout)
    /// A modifier within ``ModifiedContent``.
    case nested(PropertyLayout)
    case plain(Any.Type)
  }

  private struct Field {
    let offset: Int
    let kind: Kind
    let firstConnection: Int
    let name: String
  }

  private let fields: [Field]
  private let isStruct: Bool
  let connectionCount: Int

  /// Whether there is nothing to connect.
  var isEmpty: Bool { connectionCount == 0 && !hasCustom }
  private let hasCustom: Bool

  private static var known: [ObjectIdentifier: PropertyLayout] = [:]

  static func of(_ type: Any.Type) -> PropertyLayout {
    if let layout = known[ObjectIdentifier(type)] { return layout }
    let layout = PropertyLayout(type)
    known[ObjectIdentifier(type)] = layout
    return layout
  }

  private init(_ type: Any.Type) {
    var fields: [Field] = []
    var connections = 0
    var hasCustom = false
    let isWhole = _forEachField(of: type) { name, offset, type, _ in
      let first = connections
      let kind: Kind
      if let graph = type as? any GraphProperty.Type {
        kind = .graph(graph)
        connections += 1
      } else if let custom = type as? any DynamicProperty.Type {
        let layout = PropertyLayout.of(custom)
        kind = .custom(custom, layout)
        connections += layout.connectionCount
        hasCustom = true
      } else if type is any ViewModifier.Type {
        let layout = PropertyLayout.of(type)
        kind = .nested(layout)
        connections += layout.connectionCount
        if layout.hasCustom { hasCustom = true }
      } else {
        kind = .plain(type)
      }
      fields.append(Field(offset: offset, kind: kind, firstConnection: first, name: String(cString: name)))
      return true
    }
    self.fields = fields
    // An enum, such as what `if` without `else` makes, has no fields to compare, but its cases differ.
    func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
    isStruct = isWhole && !(fields.isEmpty && _openExistential(type, do: size) > 0)
    connectionCount = connections
    self.hasCustom = hasCustom
  }

  // MARK: Connecting

  func connect<V>(_ view: inout V, to node: Node, _ connections: inout [AnyObject?]) {
    guard !isEmpty else { return }
    withUnsafeMutablePointer(to: &view) { pointer in
      connect(UnsafeMutableRawPointer(pointer), node, &connections, 0)
    }
  }

  private func connect(
    _ pointer: UnsafeMutableRawPointer, _ node: Node, _ connections: inout [AnyObject?], _ base: Int
  ) {
    for field in fields {
      let place = pointer + field.offset
      switch field.kind {
      case .graph(let type):
        @MainActor func open<P: GraphProperty>(_: P.Type) {
          place.assumingMemoryBound(to: P.self).pointee.connect(to: node, &connections[base + field.firstConnection])
        }
        open(type)
      case .custom(let type, let layout):
        layout.connect(place, node, &connections, base + field.firstConnection)
        @MainActor func open<P: DynamicProperty>(_: P.Type) { place.assumingMemoryBound(to: P.self).pointee.update() }
        open(type)
      case .nested(let layout):
        layout.connect(place, node, &connections, base + field.firstConnection)
      case .plain: break
      }
    }
  }

  /// What some property of a connected view has no value for: its body cannot be asked then.
  func missing<V>(in view: inout V) -> String? {
    guard connectionCount > 0 else { return nil }
    return withUnsafePointer(to: &view) { missing(UnsafeRawPointer($0)) }
  }

  private func missing(_ pointer: UnsafeRawPointer) -> String? {
    for field in fields {
      let place = pointer + field.offset
      var found: String?
      switch field.kind {
      case .graph(let type):
        @MainActor func open<P: GraphProperty>(_: P.Type) -> String? {
          place.assumingMemoryBound(to: P.self).pointee.missing
        }
        found = open(type)
      case .custom(_, let layout), .nested(let layout): found = layout.missing(place)
      case .plain: break
      }
      if let found { return found }
    }
    return nil
  }

  /// How often the values that connections keep have changed, by the names of the properties.
  func changes(_ connections: [AnyObject?]) -> [(name: String, count: Int)] {
    fields.compactMap { field in
      guard case .graph = field.kind, connections.indices.contains(field.firstConnection),
        let location = connections[field.firstConnection] as? any ChangeCounting
      else { return nil }
      return (field.name, location.changeCount)
    }
  }

  // MARK: Comparing

  /// Whether a view that was made anew says the same as the one before.
  func isSame<V>(_ lhs: V, _ rhs: V) -> Bool {
    withUnsafePointer(to: lhs) { left in
      withUnsafePointer(to: rhs) { right in
        SameValue.hasSameBytes(UnsafeRawPointer(left), UnsafeRawPointer(right), size: MemoryLayout<V>.size)
          || isSame(UnsafeRawPointer(left), UnsafeRawPointer(right), V.self)
      }
    }
  }

  private func isSame<V>(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, _ type: V.Type) -> Bool {
    guard isStruct else { return SameValue.isSame(lhs, rhs, type: type) }
    return fields.allSatisfy { field in
      let left = lhs + field.offset
      let right = rhs + field.offset
      switch field.kind {
      case .graph(let type):
        @MainActor func open<P: GraphProperty>(_: P.Type) -> Bool {
          P.isSame(left.assumingMemoryBound(to: P.self).pointee, right.assumingMemoryBound(to: P.self).pointee)
        }
        return open(type)
      case .custom(let type, let layout): return layout.openIsSame(left, right, type)
      case .nested(let layout): return layout.isSame(left, right, Never.self)
      case .plain(let type):
        func open<T>(_ type: T.Type) -> Bool { SameValue.isSame(left, right, type: type) }
        return _openExistential(type, do: open)
      }
    }
  }

  private func openIsSame(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, _ type: Any.Type) -> Bool {
    @MainActor func open<T>(_ type: T.Type) -> Bool { isSame(lhs, rhs, type) }
    return _openExistential(type, do: open)
  }

  /// Whether some property reads another value from the node's new environment.
  func readsEnvironment<V>(differently view: inout V, node: Node, _ connections: [AnyObject?]) -> Bool {
    guard connectionCount > 0 else { return false }
    return withUnsafePointer(to: &view) { differs(UnsafeRawPointer($0), node.environment, connections, 0) }
  }

  private func differs(
    _ pointer: UnsafeRawPointer, _ environment: EnvironmentValues, _ connections: [AnyObject?], _ base: Int
  ) -> Bool {
    fields.contains { field in
      let place = pointer + field.offset
      switch field.kind {
      case .graph(let type):
        @MainActor func open<P: GraphProperty>(_: P.Type) -> Bool {
          place.assumingMemoryBound(to: P.self).pointee
            .differs(in: environment, connections[base + field.firstConnection])
        }
        return open(type)
      case .custom(_, let layout), .nested(let layout):
        return layout.differs(place, environment, connections, base + field.firstConnection)
      case .plain: return false
      }
    }
  }
}
