/// A class as archives name it: with its superclasses.
public struct ArchivedClass: Equatable, Sendable {
  /// As in `$classname`.
  public let name: String
  /// Its own name, then those of its superclasses.
  public let names: [String]

  /// `NSObject` comes last by itself.
  ///
  /// ```swift
  /// ArchivedClass("NSMutableArray", "NSArray")
  /// ```
  public init(_ name: String, _ superclasses: String...) {
    self.name = name
    names = [name] + superclasses + ["NSObject"]
  }

  /// `NSArray`, with the field `NS.objects`.
  public static let array = ArchivedClass("NSArray")
  /// `NSMutableArray`, with the field `NS.objects`.
  public static let mutableArray = ArchivedClass("NSMutableArray", "NSArray")
  /// `NSDictionary`, with the fields `NS.keys` and `NS.objects`.
  public static let dictionary = ArchivedClass("NSDictionary")
  /// `NSMutableDictionary`, with the fields `NS.keys` and `NS.objects`.
  public static let mutableDictionary = ArchivedClass("NSMutableDictionary", "NSDictionary")
  /// `NSSet`, with the field `NS.objects`.
  public static let set = ArchivedClass("NSSet")
  /// `NSDate`, with the field `NS.time`.
  public static let date = ArchivedClass("NSDate")
  /// `NSUUID`, with the field `NS.uuidbytes`.
  public static let uuid = ArchivedClass("NSUUID")
  /// `NSURL`, with the fields `NS.base` and `NS.relative`.
  public static let url = ArchivedClass("NSURL")
  /// Decimal numbers are archived as the placeholder of their class.
  public static let decimal = ArchivedClass(
    "NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue")
  /// `NSNull`, without fields.
  public static let null = ArchivedClass("NSNull")
}
