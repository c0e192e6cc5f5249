// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A bookshop: what Studio is shown with.
@Model final class Author {
  var name: String
  var born: Date?
  var country: String
  var books: [Book] = []

  init(name: String, born: Date?, country: String) {
    self.name = name
    self.born = born
    self.country = country
  }
}

enum Format: String, Codable, CaseIterable {
  case hardcover, paperback, audio
}

struct Dimensions: Codable {
  var width: Double
  var height: Double
}

@Model final class Book {
  @Attribute(.unique) var isbn: String
  @Attribute(.preserveValueOnDeletion) var title: String
  var price: Decimal
  var pages: Int
  var published: Date
  var isInPrint: Bool
  var format: Format
  var dimensions: Dimensions?
  var blurb: String?
  @Attribute(.externalStorage) var cover: Data?
  var publisher: Publisher?
  @Relationship(inverse: \Author.books) var authors: [Author] = []
  @Relationship(deleteRule: .cascade, inverse: \OrderLine.book) var lines: [OrderLine] = []

  init(isbn: String, title: String, price: Decimal, pages: Int, published: Date, format: Format) {
    self.isbn = isbn
    self.title = title
    self.price = price
    self.pages = pages
    self.published = published
    self.format = format
    isInPrint = true
  }
}

/// Without raw values: the store knows the cases.
enum Size: Codable {
  case small, large
}

@Model final class Publisher {
  var name: String
  var website: URL?
  var size: Size?
  @Relationship(deleteRule: .nullify, inverse: \Book.publisher) var books: [Book] = []

  init(name: String, website: URL?) {
    self.name = name
    self.website = website
  }
}

@Model final class Customer {
  @Attribute(.unique) var email: String
  var name: String
  var joined: Date
  @Relationship(deleteRule: .deny, inverse: \Order.customer) var orders: [Order] = []

  init(email: String, name: String, joined: Date) {
    self.email = email
    self.name = name
    self.joined = joined
  }
}

@Model final class Order {
  var number: Int
  var placed: Date
  var note: String?
  var customer: Customer?
  @Relationship(deleteRule: .cascade, inverse: \OrderLine.order) var lines: [OrderLine] = []

  init(number: Int, placed: Date) {
    self.number = number
    self.placed = placed
  }
}

@Model final class OrderLine {
  var quantity: Int
  var price: Decimal
  var book: Book?
  var order: Order?

  init(quantity: Int, price: Decimal) {
    self.quantity = quantity
    self.price = price
  }
}

/// Many rows of one kind.
@Model final class Measurement {
  var sensor: String
  var taken: Date
  var value: Double

  init(sensor: String, taken: Date, value: Double) {
    self.sensor = sensor
    self.taken = taken
    self.value = value
  }
}
