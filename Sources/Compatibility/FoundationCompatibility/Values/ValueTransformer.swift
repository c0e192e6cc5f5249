// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// The name that a value transformer is registered under.
  public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// Turns values into a stored form and back: Foundation's class, which
  /// Foundation lacks on this platform.
  ///
  /// ```swift
  /// final class ColorTransformer: ValueTransformer {
  ///   override class func allowsReverseTransformation() -> Bool { true }
  ///   override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.data }
  ///   override func reverseTransformedValue(_ value: Any?) -> Any? {
  ///     (value as? Data).flatMap(Color.init)
  ///   }
  /// }
  ///
  /// @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
  /// ```
  open class ValueTransformer: NSObject, NamedValueTransformer {
    /// A transformer. Required, so that one can be made from its class.
    public required override init() { super.init() }

    /// The class of the stored form.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether the stored form can be turned back.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The stored form of `value`; the value itself unless overridden.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value of a stored form.
    ///
    /// Unless overridden, the result of ``transformedValue(_:)`` where the
    /// class allows the reverse direction, else `nil`.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
      type(of: self).allowsReverseTransformation() ? transformedValue(value) : nil
    }

    /// Registers a transformer; `nil` removes the one registered.
    open class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      ValueTransformerRegistry.set(transformer, name: name.rawValue)
    }

    /// The names of the registered transformers, sorted.
    open class func valueTransformerNames() -> [NSValueTransformerName] {
      ValueTransformerRegistry.names.map { NSValueTransformerName(rawValue: $0) }
    }

    /// Makes sure that there is a transformer under `name`: one of the class
    /// that is registered under another name, or a new one.
    package static func registerIfNeeded(_ type: ValueTransformer.Type, name: String) {
      ValueTransformerRegistry.add(type, name: name)
    }
  }

  /// Lets `ValueTransformer(forName:)` return the registered object: only an
  /// initializer that comes from a protocol may assign `self`.
  public protocol NamedValueTransformer {}

  extension NamedValueTransformer {
    /// The transformer registered under the name; `nil` if there is none, or
    /// it is not of this class.
    public init?(forName name: NSValueTransformerName) {
      guard let transformer = ValueTransformerRegistry.transformer(name: name.rawValue),
        let transformer = transformer as? Self
      else { return nil }
      self = transformer
    }
  }

  /// The transformers of the process. Foundation's API is process-wide.
  private enum ValueTransformerRegistry {
    private static let transformers = Locked<[String: ValueTransformer]>([:])

    static var names: [String] { transformers.with { $0.keys.sorted() } }

    static func transformer(name: String) -> ValueTransformer? { transformers.with { $0[name] } }

    static func set(_ transformer: ValueTransformer?, name: String) {
      transformers.with { $0[name] = transformer }
    }

    static func add(_ type: ValueTransformer.Type, name: String) {
      if adopt(type, name: name) { return }
      // Outside the lock: an initializer may register others.
      let new = type.init()
      transformers.with { transformers in
        if transformers[name] == nil { transformers[name] = new }
      }
    }

    private static func adopt(_ type: ValueTransformer.Type, name: String) -> Bool {
      transformers.with { transformers in
        if transformers[name] != nil { return true }
        let known = transformers.values.first { Swift.type(of: $0) == type }
        transformers[name] = known
        return known != nil
      }
    }
  }
#endif
