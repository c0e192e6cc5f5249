#if !canImport(Combine)
  import Observation

  /// A property of an ``ObservableObject`` whose changes are announced.
  ///
  /// ```swift
  /// final class Settings: ObservableObject {
  ///   @Published var fontSize = 12
  ///   @Published var name: String
  ///   init(name: String) { self.name = name }
  /// }
  /// ```
  ///
  /// Reading it within `withObservationTracking` follows it. Combine, whose publisher `$fontSize` would be, does not
  /// exist on this platform, so the property has no projected value.
  @propertyWrapper
  public struct Published<Value> {
    private let storage: Storage

    private final class Storage: Observable {
      var value: Value
      let registrar = ObservationRegistrar()
      init(_ value: Value) { self.value = value }

      var tracked: Value {
        get {
          registrar.access(self, keyPath: \.tracked)
          return value
        }
        set { registrar.withMutation(of: self, keyPath: \.tracked) { value = newValue } }
      }
    }

    /// The value.
    public var wrappedValue: Value {
      get { storage.tracked }
      set { storage.tracked = newValue }
    }

    /// Holds a value: what `@Published var count = 1` calls.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// Holds a value: what `_count = Published(initialValue: 1)` calls.
    public init(initialValue: Value) { storage = Storage(initialValue) }
  }

  // Unchecked: as a stored property it belongs to its object, whose isolation says who may touch it.
  extension Published: @unchecked Sendable where Value: Sendable {}
#endif
