// SPDX-License-Identifier: Apache-2.0

/// Reads and writes a value that another object owns. See Apple's documentation of `Binding`.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value>: DynamicProperty {
  let location: any Location<Value>
  /// What goes with changes through the binding, which nothing reads.
  public var transaction = Transaction()

  init(location: any Location<Value>) { self.location = location }

  /// Creates a binding that closures read and write.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    location = ComputedLocation(get: get, set: set)
  }

  /// Creates a binding that closures read and write; the transaction is always a new one without an animation.
  public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
    location = ComputedLocation(get: get, set: { set($0, Transaction()) })
  }

  /// Takes another binding.
  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// A binding whose value never changes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(location: ComputedLocation(get: { value }, set: { _ in }))
  }

  /// The value, which is read and written where its owner keeps it.
  public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.value = newValue }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let location = location
    guard location is StoredLocation<Value> else {
      return Binding<Subject>(
        get: { location.value[keyPath: keyPath] }, set: { location.value[keyPath: keyPath] = $0 })
    }
    return Binding<Subject>(location: RetainedPart(location, keyPath))
  }

  /// Returns a binding whose changes are shown with an animation.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    Binding(get: { self.wrappedValue }, set: { value in withAnimation(animation) { self.wrappedValue = value } })
  }
  /// Returns the binding as it is; the transaction is not kept.
  public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

/// A part of a value, which keeps the whole alive.
final class RetainedPart<Whole, Part>: Location, @unchecked Sendable {
  // Unchecked: as safe as the whole; key paths do not change.
  let whole: any Location<Whole>
  let keyPath: WritableKeyPath<Whole, Part>

  init(_ whole: any Location<Whole>, _ keyPath: WritableKeyPath<Whole, Part>) {
    self.whole = whole
    self.keyPath = keyPath
  }

  var value: Part {
    get { whole.value[keyPath: keyPath] }
    set { whole.value[keyPath: keyPath] = newValue }
  }
}

extension Binding {
  /// A binding that is nil where the other is not: for views that take an optional.
  public init<V>(_ base: Binding<V>) where Value == V? {
    self.init(get: { base.wrappedValue }, set: { if let value = $0 { base.wrappedValue = value } })
  }

  /// A binding to the value of an optional; nil if it has none now.
  public init?(_ base: Binding<Value?>) {
    guard let first = base.wrappedValue else { return nil }
    self.init(get: { base.wrappedValue ?? first }, set: { base.wrappedValue = $0 })
  }

  /// Creates a binding to the value as one of any type; setting a value of another type has no effect.
  public init<V: Hashable>(_ base: Binding<V>) where Value == AnyHashable {
    self.init(
      get: { AnyHashable(base.wrappedValue) }, set: { if let value = $0.base as? V { base.wrappedValue = value } })
  }
}

extension Binding: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Binding: Sequence where Value: MutableCollection {
  /// A binding to an element of the collection.
  public typealias Element = Binding<Value.Element>
  /// Goes through the bindings one by one.
  public typealias Iterator = IndexingIterator<Binding<Value>>
  /// A part of the bindings.
  public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
  /// The index of the collection.
  public typealias Index = Value.Index
  /// The indices of the collection.
  public typealias Indices = Value.Indices
  /// The index of the first element.
  public var startIndex: Index { wrappedValue.startIndex }
  /// The index after the last element.
  public var endIndex: Index { wrappedValue.endIndex }
  /// The indices of the collection as it is now.
  public var indices: Indices { wrappedValue.indices }
  /// Returns the index after another one.
  public func index(after index: Index) -> Index { wrappedValue.index(after: index) }
  /// Moves an index to the next element.
  public func formIndex(after index: inout Index) { wrappedValue.formIndex(after: &index) }

  /// A binding to the element at an index. When the collection has no such index any more, it reads what was there
  /// first, and setting it has no effect.
  public subscript(position: Index) -> Binding<Value.Element> {
    element(at: position, first: wrappedValue[position])
  }

  /// - Parameter first: What is at the index now. Whoever goes through a collection reads it once, not for each element.
  func element(at position: Index, first: Value.Element) -> Binding<Value.Element> {
    Binding<Value.Element>(
      get: {
        // A row may be asked once more after its element is gone.
        let value = wrappedValue
        return value.indices.contains(position) ? value[position] : first
      },
      set: { newValue in
        guard wrappedValue.indices.contains(position) else { return }
        wrappedValue[position] = newValue
      })
  }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection, Value: MutableCollection {
  /// Returns the index before another one.
  public func index(before index: Index) -> Index { wrappedValue.index(before: index) }
  /// Moves an index to the element before.
  public func formIndex(before index: inout Index) { wrappedValue.formIndex(before: &index) }
}

extension Binding: RandomAccessCollection where Value: MutableCollection, Value: RandomAccessCollection {}

extension Binding: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {}

  /// Two bindings to the same place say the same: whoever reads the place is told of changes.
  static func isSame(_ lhs: Self, _ rhs: Self) -> Bool {
    if lhs.location === rhs.location { return true }
    guard let left = lhs.location as? any PlaceInWhole, let right = rhs.location as? any PlaceInWhole else {
      return false
    }
    return left.place == right.place
  }
}

/// A location that is a part of another one.
protocol PlaceInWhole {
  var place: [AnyHashable] { get }
}

extension RetainedPart: PlaceInWhole {
  var place: [AnyHashable] { [ObjectIdentifier(whole), keyPath] }
}
