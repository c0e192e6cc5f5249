// SPDX-License-Identifier: Apache-2.0

#if Postgres
  // Written by 'swiftdata schema --swift' from the tables of a database.
  // Left out: The key b of the table sea_computed is computed by the server.
  // Left out: The key day of the table sea_day is no whole number, UUID, text or bytea, but date.
  // Left out: The table sea_log has a key of several columns (vessel_id, line).
  // Left out: The key word of the table sea_word has a collation by which different texts are equal.

  import Foundation
  import SwiftData

  /// The table sea_crier. Its key name is the persistentModelID, and a property.
  @Model final class SeaCrier {
    @Attribute(.unique)
    var name: String
    var words: String?

    init(
      name: String,
      words: String? = nil
    ) {
      self.name = name
      self.words = words
    }
  }

  /// The table sea_digest. Its key hash is the persistentModelID, and a property.
  @Model final class SeaDigest {
    @Attribute(.unique, originalName: "hash")
    var seaDigestHash: Data
    var note: String?

    init(
      seaDigestHash: Data,
      note: String? = nil
    ) {
      self.seaDigestHash = seaDigestHash
      self.note = note
    }
  }

  /// The table sea_flag. Its key code is the persistentModelID, and a property.
  @Model final class SeaFlag {
    @Attribute(.unique)
    var code: String
    var name: String
    @Relationship(deleteRule: .deny, inverse: \SeaHarbour.flagCode)
    var seaHarbours: [SeaHarbour] = []

    init(
      code: String,
      name: String
    ) {
      self.code = code
      self.name = name
    }
  }

  /// The table sea_harbour. Its key code is the persistentModelID, and a property.
  @Model final class SeaHarbour {
    @Attribute(.unique)
    var code: String
    var name: String
    var flagCode: SeaFlag?
    @Relationship(inverse: \SeaVessel.home)
    var seaVessels: [SeaVessel] = []
    @Relationship(deleteRule: .deny, inverse: \SeaVoyage.to)
    var seaVoyages: [SeaVoyage] = []
    var seaHarbourSeaVessels: [SeaVessel] = []

    init(
      code: String,
      name: String,
      flagCode: SeaFlag? = nil
    ) {
      self.code = code
      self.name = name
      self.flagCode = flagCode
    }
  }

  /// The table sea_papers. Its key vessel_id is the persistentModelID, and a property.
  @Model final class SeaPaper {
    @Attribute(.unique)
    var vesselId: UUID
    var text: String

    init(
      vesselId: UUID,
      text: String
    ) {
      self.vesselId = vesselId
      self.text = text
    }
  }

  /// The table sea_sailor. Its key sailor_id is the persistentModelID, and a property.
  @Model final class SeaSailor {
    @Attribute(.unique)
    var sailorId: UUID
    var name: String
    var rank: Int?
    var vessel: SeaVessel?

    init(
      sailorId: UUID = UUID(),
      name: String,
      rank: Int? = nil,
      vessel: SeaVessel? = nil
    ) {
      self.sailorId = sailorId
      self.name = name
      self.rank = rank
      self.vessel = vessel
    }
  }

  /// The table sea_ticket. Its key number is the persistentModelID, and a property.
  @Model final class SeaTicket {
    @Attribute(.unique)
    var number: String?
    var buyer: String
    var vessel: SeaVessel

    init(
      number: String? = nil,
      buyer: String,
      vessel: SeaVessel
    ) {
      self.number = number
      self.buyer = buyer
      self.vessel = vessel
    }
  }

  /// The table sea_vessel. Its key id is the persistentModelID, and a property.
  @Model final class SeaVessel {
    @Attribute(.unique)
    var id: UUID
    var name: String
    var tonnage: Int
    var lastSeen: Date
    var home: SeaHarbour?
    var sister: SeaVessel?
    @Relationship(deleteRule: .cascade, inverse: \SeaSailor.vessel)
    var seaSailors: [SeaSailor] = []
    @Relationship(deleteRule: .deny, inverse: \SeaTicket.vessel)
    var seaTickets: [SeaTicket] = []
    @Relationship(inverse: \SeaVessel.sister)
    var seaVessels: [SeaVessel] = []
    @Relationship(deleteRule: .cascade, inverse: \SeaVoyage.vessel)
    var seaVoyages: [SeaVoyage] = []
    @Relationship(originalName: "sea_calls", inverse: \SeaHarbour.seaHarbourSeaVessels)
    var seaHarbours: [SeaHarbour] = []

    init(
      id: UUID = UUID(),
      name: String,
      tonnage: Int = 0,
      lastSeen: Date = .now,
      home: SeaHarbour? = nil,
      sister: SeaVessel? = nil
    ) {
      self.id = id
      self.name = name
      self.tonnage = tonnage
      self.lastSeen = lastSeen
      self.home = home
      self.sister = sister
    }
  }

  /// The table sea_voyage. Its key id is the persistentModelID.
  @Model final class SeaVoyage {
    var vessel: SeaVessel
    var to: SeaHarbour?

    init(
      vessel: SeaVessel,
      to: SeaHarbour? = nil
    ) {
      self.vessel = vessel
      self.to = to
    }
  }

#endif
