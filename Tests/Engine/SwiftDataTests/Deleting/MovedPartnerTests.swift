// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The partner of a deleted owner that gets another one before the save stays, as a member of a list does, whichever
/// end is assigned.
@Suite struct MovedPartnerTests {
  @Model final class Owner {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Partner.owner) var partner: Partner?
    init(_ name: String) { self.name = name }
  }
  @Model final class Partner {
    var name: String
    var owner: Owner?
    @Relationship(deleteRule: .cascade, inverse: \Part.partner) var parts: [Part] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Part {
    var partner: Partner?
    init() {}
  }

  enum End: CaseIterable { case owner, partner }

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Owner.self, Partner.self, Part.self)
    context = ModelContext(container)
    let first = ModelContext(container)
    for name in ["old", "other"] {
      let owner = Owner(name)
      first.insert(owner)
      owner.partner = Partner("of \(name)")
      owner.partner?.parts = [Part()]
    }
    try first.save()
  }

  private func owner(_ name: String) throws -> Owner {
    try #require(try context.fetch(FetchDescriptor<Owner>(predicate: #Predicate { $0.name == name })).first)
  }

  private func stored() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Partner>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name): \($0.owner?.name ?? "-") \($0.parts.count)"
    }
  }

  @Test(arguments: End.allCases, [false, true]) func itStays(end: End, isNew: Bool) throws {
    let (old, new) = (try owner("old"), isNew ? Owner("new") : try owner("other"))
    let partner = try #require(old.partner)
    context.insert(new)
    context.delete(old)
    #expect(partner.isDeleted)
    switch end {
    case .owner: new.partner = partner
    case .partner: partner.owner = new
    }
    #expect(!partner.isDeleted && partner.owner === new && new.partner === partner)
    try context.save()
    #expect(partner.owner === new && new.partner === partner && !context.hasChanges)
    #expect(
      try stored() == (isNew ? ["of old: new 1", "of other: other 1"] : ["of old: other 1", "of other: - 1"]))
  }

  /// An owner that is deleted itself spares nothing.
  @Test(arguments: End.allCases) func itGoesIfTheNewOwnerIsDeleted(end: End) throws {
    let (old, other) = (try owner("old"), try owner("other"))
    let partner = try #require(old.partner)
    context.delete(other)
    context.delete(old)
    switch end {
    case .owner: other.partner = partner
    case .partner: partner.owner = other
    }
    #expect(partner.isDeleted)
    try context.save()
    #expect(try stored().isEmpty)
  }

  /// Nor does what is deleted by name come back.
  @Test(arguments: End.allCases) func whatIsDeletedByNameGoes(end: End) throws {
    let (old, other) = (try owner("old"), try owner("other"))
    let partner = try #require(old.partner)
    context.delete(partner)
    context.delete(old)
    switch end {
    case .owner: other.partner = partner
    case .partner: partner.owner = other
    }
    #expect(partner.isDeleted)
    try context.save()
    #expect(other.partner == nil)
    #expect(try stored() == ["of other: - 1"])
  }
}
