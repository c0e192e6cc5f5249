// SPDX-License-Identifier: Apache-2.0

/// A class as archives name it: with its superclasses.
package struct ArchivedClass: Equatable, Sendable {
  /// As in `$classname`.
  package let name: String
  /// Its own name, then those of its superclasses.
  package let names: [String]

  /// `NSObject` comes last by itself.
  ///
  /// ```swift
  /// ArchivedClass("NSMutableArray", "NSArray")
  /// ```
  package init(_ name: String, _ superclasses: String...) {
    self.name = name
    names = [name] + superclasses + ["NSObject"]
  }

  /// `NSArray`, with the field `NS.objects`.
  package static let array = ArchivedClass("NSArray")
  /// `NSMutableArray`, with the field `NS.objects`.
  package static let mutableArray = ArchivedClass("NSMutableArray", "NSArray")
  /// `NSDictionary`, with the fields `NS.keys` and `NS.objects`.
  package static let dictionary = ArchivedClass("NSDictionary")
  /// `NSMutableDictionary`, with the fields `NS.keys` and `NS.objects`.
  package static let mutableDictionary = ArchivedClass("NSMutableDictionary", "NSDictionary")
  /// `NSSet`, with the field `NS.objects`.
  package static let set = ArchivedClass("NSSet")
  /// `NSDate`, with the field `NS.time`.
  package static let date = ArchivedClass("NSDate")
  /// `NSUUID`, with the field `NS.uuidbytes`.
  package static let uuid = ArchivedClass("NSUUID")
  /// `NSURL`, with the fields `NS.base` and `NS.relative`.
  package static let url = ArchivedClass("NSURL")
  /// Decimal numbers are archived as the placeholder of their class.
  package static let decimal = ArchivedClass(
    "NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue")
  /// `NSNull`, without fields.
  package static let null = ArchivedClass("NSNull")
}
