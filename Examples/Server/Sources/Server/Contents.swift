// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import SwiftData

/// A book as clients see it.
struct BookContent: ResponseCodable {
  var isbn: String
  var title: String
  var year: Int?
  var author: String?

  init(_ book: Book) {
    isbn = book.isbn
    title = book.title
    year = book.year
    author = book.author?.name
  }
}

struct BookPage: ResponseEncodable {
  var books: [BookContent]
  /// What to ask for the next page with; none after the last.
  var next: String?
}

/// A cursor in an address. Whoever changes it gets an error, or another page.
enum CursorText {
  static func text(_ cursor: FetchCursor) throws -> String {
    try JSONEncoder().encode(cursor).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func cursor(_ text: String) throws -> FetchCursor {
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: base64), let cursor = try? JSONDecoder().decode(FetchCursor.self, from: data)
    else { throw HTTPError(.badRequest, message: "The cursor is none.") }
    return cursor
  }
}
