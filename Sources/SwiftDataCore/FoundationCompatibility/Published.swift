#if !canImport(Combine)
  /// A property of an ``ObservableObject`` whose changes would be announced.
  ///
  /// ```swift
  /// final class Settings: ObservableObject {
  ///   @Published var fontSize = 12
  ///   @Published var name: String
  ///   init(name: String) { self.name = name }
  /// }
  /// ```
  ///
  /// It holds the value and nothing else: Combine, whose publisher `$fontSize`
  /// would be, does not exist on this platform, so the property has no
  /// projected value.
  @propertyWrapper
  public struct Published<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Holds a value: what `@Published var count = 1` calls.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Holds a value: what `_count = Published(initialValue: 1)` calls.
    public init(initialValue: Value) { self.wrappedValue = initialValue }
  }

  extension Published: Sendable where Value: Sendable {}
#endif
