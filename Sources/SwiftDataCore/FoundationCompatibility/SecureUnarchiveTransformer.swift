#if !canImport(Darwin)
  import Foundation

  extension NSValueTransformerName {
    /// The name of ``NSSecureUnarchiveFromDataTransformer``.
    public static let secureUnarchiveFromDataTransformerName =
      NSValueTransformerName(rawValue: "NSSecureUnarchiveFromData")
  }

  /// Turns a keyed archive into the value in it, and back: Foundation's class, which Foundation lacks on this platform.
  ///
  /// The archive is what is *transformed*, the value the result. A property with such a transformer stores the archive,
  /// as Core Data's do:
  ///
  /// ```swift
  /// final class NamesTransformer: NSSecureUnarchiveFromDataTransformer {
  ///   override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }
  /// }
  ///
  /// @Attribute(.transformable(by: NamesTransformer.self)) var names: [String]
  /// ```
  open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes of objects that an archive may hold; anything else in one is refused.
    open class var allowedTopLevelClasses: [AnyClass] {
      [
        NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
        NSURL.self, NSUUID.self, NSNull.self,
      ]
    }

    /// Archives can be read and written.
    open override class func allowsReverseTransformation() -> Bool { true }

    /// The first of the allowed classes.
    open override class func transformedValueClass() -> AnyClass {
      allowedTopLevelClasses.first ?? NSObject.self
    }

    /// The value in an archive; `nil` if it holds another class than the allowed ones, or is none.
    open override func transformedValue(_ value: Any?) -> Any? {
      guard let data = value as? Data else { return nil }
      return try? NSKeyedUnarchiver.unarchivedObject(
        ofClasses: type(of: self).allowedTopLevelClasses, from: data)
    }

    /// The archive of a value; `nil` if it cannot be archived.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
      guard let value else { return nil }
      return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }
  }
#endif
