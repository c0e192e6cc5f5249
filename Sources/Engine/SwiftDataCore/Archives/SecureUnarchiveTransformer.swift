// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import CoreDataFormat
  import Foundation
  import FoundationCompatibility

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
      guard let data = value as? Data, let archived = try? ArchivedValue(keyedArchive: data) else { return nil }
      let allowed = Set(type(of: self).allowedTopLevelClasses.map { NSStringFromClass($0) })
      if let plain = archived.plain { return allowed.isDisjoint(with: archived.classNames) ? nil : plain }
      // Foundation's unarchiver traps at a class that is not in its list: none may be left.
      guard let classes = Self.classes(in: data),
        classes.allSatisfy({ !$0.isDisjoint(with: allowed) || !$0.isDisjoint(with: Self.plainClasses) })
      else { return nil }
      return try? NSKeyedUnarchiver.unarchivedObject(
        ofClasses: type(of: self).allowedTopLevelClasses + NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses,
        from: data)
    }

    /// The archive of a value; `nil` if it cannot be archived.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
      guard let value else { return nil }
      if let archived = ArchivedValue(plain: value) { return try? archived.keyedArchive() }
      guard value is any NSSecureCoding else { return nil }
      return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }

    private static let plainClasses = Set(
      NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses.map { NSStringFromClass($0) })

    /// The classes of an archive's objects, each with the names of its superclasses.
    private static func classes(in data: Data) -> [Set<String>]? {
      guard let list = try? PropertyListValue(binary: data), case .array(let objects)? = list["$objects"] else {
        return nil
      }
      return objects.compactMap { object in
        guard let name = object["$classname"]?.string else { return nil }
        guard case .array(let names)? = object["$classes"] else { return [name] }
        // The last one is `NSObject`, which says nothing.
        return Set([name] + names.compactMap(\.string)).subtracting(["NSObject"])
      }
    }
  }

  extension ArchivedValue {
    /// The classes that Foundation has for such a value.
    fileprivate var classNames: Set<String> {
      switch self {
      case .null: ["NSNull"]
      case .bool, .integer, .unsigned, .double: ["NSNumber", "NSValue"]
      case .decimal: ["NSDecimalNumber", "NSNumber", "NSValue"]
      case .string: ["NSString"]
      case .date: ["NSDate"]
      case .data: ["NSData"]
      case .uuid: ["NSUUID"]
      case .url: ["NSURL"]
      case .array: ["NSArray", "NSMutableArray"]
      case .set: ["NSSet", "NSMutableSet"]
      case .dictionary: ["NSDictionary", "NSMutableDictionary"]
      case .unknown(let name): [name]
      }
    }
  }
#endif
