/// A class as archives name it: with its superclasses.
public struct ArchivedClass: Equatable, Sendable {
  public let name: String
  /// Its own name, then those of its superclasses.
  public let names: [String]

  public init(_ name: String, _ superclasses: String...) {
    self.name = name
    names = [name] + superclasses + ["NSObject"]
  }

  public static let array = ArchivedClass("NSArray")
  public static let mutableArray = ArchivedClass("NSMutableArray", "NSArray")
  public static let dictionary = ArchivedClass("NSDictionary")
  public static let mutableDictionary = ArchivedClass("NSMutableDictionary", "NSDictionary")
  public static let set = ArchivedClass("NSSet")
  public static let date = ArchivedClass("NSDate")
  public static let uuid = ArchivedClass("NSUUID")
  public static let url = ArchivedClass("NSURL")
  /// Decimal numbers are archived as the placeholder of their class.
  public static let decimal = ArchivedClass(
    "NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue")
  public static let null = ArchivedClass("NSNull")
}
