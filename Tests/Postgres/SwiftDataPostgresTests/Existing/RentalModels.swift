// SPDX-License-Identifier: Apache-2.0

#if Postgres
  // Written by 'swiftdata schema --swift' from the tables of a database.
  // Left out: The table group_line has a key of several columns (group_id, line_no).
  // Left out: The table log has no primary key.

  import Foundation
  import SwiftData

  /// The tables of models that are not called by the rule: tables: .existing(named: tableNames).
  let tableNames = [
    "SetRow": "Set"
  ]

  enum Rating: String, Codable, CaseIterable {
    case g = "G"
    case pg = "PG"
    case pg13 = "PG-13"
    case r = "R"
  }

  /// The table MediaType. Its key MediaTypeId is the persistentModelID.
  @Model final class MediaType {
    var name: String?
    @Relationship(deleteRule: .deny, inverse: \Track.mediaType)
    var tracks: [Track] = []

    init(
      name: String? = nil
    ) {
      self.name = name
    }
  }

  /// The table Set. Its key id is the persistentModelID.
  @Model final class SetRow {
    var label: String?

    init(
      label: String? = nil
    ) {
      self.label = label
    }
  }

  /// The table Track. Its key TrackId is the persistentModelID.
  @Model final class Track {
    var name: String
    var milliseconds: Int
    @Attribute(originalName: "Unit Price")
    var unitPrice: Decimal
    var mediaType: MediaType

    init(
      name: String,
      milliseconds: Int,
      unitPrice: Decimal,
      mediaType: MediaType
    ) {
      self.name = name
      self.milliseconds = milliseconds
      self.unitPrice = unitPrice
      self.mediaType = mediaType
    }
  }

  /// The table actor. Its key actor_id is the persistentModelID.
  @Model final class Actor {
    var firstName: String
    var lastName: String
    var lastUpdate: Date
    @Relationship(originalName: "film_actor", inverse: \Film.actors)
    var films: [Film] = []

    init(
      firstName: String,
      lastName: String,
      lastUpdate: Date = .now
    ) {
      self.firstName = firstName
      self.lastName = lastName
      self.lastUpdate = lastUpdate
    }
  }

  /// The table categories. Its key category_id is the persistentModelID.
  @Model final class Category {
    var name: String
    var films: [Film] = []

    init(
      name: String
    ) {
      self.name = name
    }
  }

  /// The table device. Its key device_id is the persistentModelID, and a property.
  @Model final class Device {
    @Attribute(.unique)
    var deviceId: UUID
    var name: String?

    init(
      deviceId: UUID = UUID(),
      name: String? = nil
    ) {
      self.deviceId = deviceId
      self.name = name
    }
  }

  /// The table employee. Its key employee_id is the persistentModelID.
  // Has no property: opt, which counts the changes of a row.
  @Model final class Employee {
    var name: String
    var reportsTo: Employee?
    @Relationship(deleteRule: .deny, inverse: \Employee.reportsTo)
    var employees: [Employee] = []

    init(
      name: String,
      reportsTo: Employee? = nil
    ) {
      self.name = name
      self.reportsTo = reportsTo
    }
  }

  /// The table film. Its key film_id is the persistentModelID.
  // Has no property: fulltext (tsvector).
  @Model final class Film {
    var title: String
    @Attribute(originalName: "description")
    var filmDescription: String?
    var releaseYear: Int?
    var rentalDuration: Int
    var rentalRate: Decimal
    var length: Int?
    var rating: Rating?
    var specialFeatures: [String]?
    var extras: String?
    var runs: String?
    var lastUpdate: Date
    var titleLength: Int?
    var language: Language
    var originalLanguage: Language?
    @Relationship(deleteRule: .deny, inverse: \Inventory.film)
    var inventories: [Inventory] = []
    var actors: [Actor] = []
    @Relationship(originalName: "film_category", inverse: \Category.films)
    var categories: [Category] = []

    init(
      title: String,
      filmDescription: String? = nil,
      releaseYear: Int? = nil,
      rentalDuration: Int = 3,
      rentalRate: Decimal = Decimal(string: "4.99")!,
      length: Int? = nil,
      rating: Rating? = .g,
      specialFeatures: [String]? = nil,
      extras: String? = nil,
      runs: String? = nil,
      lastUpdate: Date = .now,
      titleLength: Int? = nil,
      language: Language,
      originalLanguage: Language? = nil
    ) {
      self.title = title
      self.filmDescription = filmDescription
      self.releaseYear = releaseYear
      self.rentalDuration = rentalDuration
      self.rentalRate = rentalRate
      self.length = length
      self.rating = rating
      self.specialFeatures = specialFeatures
      self.extras = extras
      self.runs = runs
      self.lastUpdate = lastUpdate
      self.titleLength = titleLength
      self.language = language
      self.originalLanguage = originalLanguage
    }
  }

  /// The table group. Its key id is the persistentModelID.
  @Model final class Group {
    var note: String?

    init(
      note: String? = nil
    ) {
      self.note = note
    }
  }

  /// The table inventory. Its key inventory_id is the persistentModelID.
  @Model final class Inventory {
    #Unique<Inventory>([\.shelf, \.place])

    var shelf: String
    var place: Int
    var film: Film
    @Relationship(deleteRule: .cascade, inverse: \Rental.inventory)
    var rentals: [Rental] = []

    init(
      shelf: String,
      place: Int,
      film: Film
    ) {
      self.shelf = shelf
      self.place = place
      self.film = film
    }
  }

  /// The table language. Its key language_id is the persistentModelID.
  @Model final class Language {
    @Attribute(.unique)
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Film.language)
    var films: [Film] = []
    @Relationship(deleteRule: .deny, inverse: \Film.originalLanguage)
    var filmsAsOriginalLanguage: [Film] = []

    init(
      name: String
    ) {
      self.name = name
    }
  }

  /// The table patron. Its key patron_id is the persistentModelID.
  @Model final class Patron {
    var firstName: String
    @Attribute(.unique)
    var email: String?
    var activebool: Bool
    var createDate: Date
    var token: UUID
    var portrait: Data?
    @Relationship(inverse: \Rental.patron)
    var rentals: [Rental] = []

    init(
      firstName: String,
      email: String? = nil,
      activebool: Bool = true,
      createDate: Date = .now,
      token: UUID = UUID(),
      portrait: Data? = nil
    ) {
      self.firstName = firstName
      self.email = email
      self.activebool = activebool
      self.createDate = createDate
      self.token = token
      self.portrait = portrait
    }
  }

  /// The table payment. Its key payment_id is the persistentModelID.
  @Model final class Payment {
    var amount: Decimal
    var fee: Double
    var rental: Rental?

    init(
      amount: Decimal,
      fee: Double = 0,
      rental: Rental? = nil
    ) {
      self.amount = amount
      self.fee = fee
      self.rental = rental
    }
  }

  /// The table rental. Its key rental_id is the persistentModelID.
  @Model final class Rental {
    var rentalDate: Date
    var returnDate: Date?
    var inventory: Inventory
    var patron: Patron?
    @Relationship(inverse: \Payment.rental)
    var payments: [Payment] = []

    init(
      rentalDate: Date,
      returnDate: Date? = nil,
      inventory: Inventory,
      patron: Patron? = nil
    ) {
      self.rentalDate = rentalDate
      self.returnDate = returnDate
      self.inventory = inventory
      self.patron = patron
    }
  }

#endif
