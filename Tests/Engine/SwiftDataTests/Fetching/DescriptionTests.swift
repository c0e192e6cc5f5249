// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates with parts that Foundation does not know can be shown.
@Suite struct DescriptionTests {
  private static let predicate = #Predicate<Library.Book> {
    $0.title.hasPrefix("a") && $0.uid + 1 > 3 && $0.author?.name.localizedStandardContains("b") == true
  }

  @Test func interpolation() {
    let optional: Predicate<Library.Book>? = Self.predicate
    #expect("\(Self.predicate)".contains("StringHasPrefix"))
    #expect("\(optional)".contains("StringHasPrefix"))
    #expect("\(nil as Predicate<Library.Book>?)" == "nil")
  }

  @Test func wholeTexts() {
    #expect(String(describing: Self.predicate).contains("StringHasPrefix"))
    #expect(String(reflecting: Self.predicate).contains("StringHasPrefix"))
    let optional: Predicate<Library.Book>? = Self.predicate
    #expect(String(describing: optional).contains("StringHasPrefix"))
    #expect(String(reflecting: optional).contains("StringHasPrefix"))
    #expect(String(describing: nil as Predicate<Library.Book>?) == "nil")
    // These would end the program.
    print(Self.predicate, terminator: "")
    print(Self.predicate as Predicate<Library.Book>?, terminator: "")
    debugPrint(Self.predicate, terminator: "")
    debugPrint(optional, terminator: "")
  }

  @Test func descriptors() {
    var descriptor = FetchDescriptor(predicate: Self.predicate, sortBy: [SortDescriptor(\.title)])
    descriptor.fetchLimit = 5
    let text = String(describing: descriptor)
    #expect(
      text.contains("FetchDescriptor<Book>") && text.contains("StringHasPrefix") && text.contains("fetchLimit: 5"))
    #expect("\(FetchDescriptor<Library.Book>())" == "FetchDescriptor<Book>()")
  }
}
