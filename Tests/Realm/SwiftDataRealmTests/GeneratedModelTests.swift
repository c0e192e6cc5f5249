// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@testable import EverythingModels

/// The generated models at work.
@Suite struct GeneratedModelTests {
  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: SetModel.self, Link_Model.self, Node.self, Empty.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// The order of a list, and what is in it twice, survive.
  @Test func listsAndDictionariesOfObjects() throws {
    let container = try container()
    let context = ModelContext(container)
    let sets = (0..<3).map { SetModel(_id: "\($0)") }
    for set in sets { context.insert(set) }
    let model = Link_Model()
    context.insert(model)
    model.list = [sets[2], sets[0], sets[2], sets[1]]
    model.byName = ["a": sets[1], "b": sets[0]]
    try context.save()

    let again = ModelContext(container)
    let found = try #require(try again.fetch(FetchDescriptor<Link_Model>()).first)
    #expect(found.list.map(\._id) == ["2", "0", "2", "1"])
    #expect(found.byName.mapValues(\._id) == ["a": "1", "b": "0"])
    let gone = try #require(found.list.first)
    again.delete(gone)
    try again.save()
    #expect(found.list.map(\._id) == ["0", "1"])
    found.list = []
    try again.save()
    #expect(try again.fetchCount(FetchDescriptor<Link_ModelListElement>()) == 0)
    #expect(try again.fetchCount(FetchDescriptor<SetModel>()) == 2)
  }

  @Test func setsAndEmbeddedObjects() throws {
    let container = try container()
    let context = ModelContext(container)
    let (first, second, third) = (Link_Model(), Link_Model(), Link_Model())
    for model in [first, second, third] { context.insert(model) }
    // An object may be in the sets of several others.
    first.set = [second, third]
    second.set = [third]
    first.address = Address(street: "Main", country: Country(code: "PL"))
    first.addresses = [
      Address(street: "b"), Address(street: "a", country: Country(code: "DE")),
    ]
    first.addressByName = ["home": Address(street: "c")]
    first.node = Node(name: "root", next: Node(name: "leaf", next: nil))
    first.nodes = [Node(name: "x", next: nil), Node(name: "y", next: nil)]
    try context.save()

    let again = ModelContext(container)
    let found = try #require(
      try again.fetch(FetchDescriptor<Link_Model>()).first { $0.address != nil })
    #expect(found.set.count == 2)
    #expect(found.address?.street == "Main")
    #expect(found.address?.country?.code == "PL")
    #expect(found.addresses.map(\.street) == ["b", "a"])
    #expect(found.addressByName["home"]?.street == "c")
    #expect(found.node?.next?.name == "leaf")
    #expect(found.nodes.map(\.name) == ["x", "y"])
    again.delete(found)
    try again.save()
    #expect(try again.fetchCount(FetchDescriptor<Node>()) == 0)
    #expect(try again.fetchCount(FetchDescriptor<Link_Model>()) == 2)
  }

  @Test func valuesOfEveryType() throws {
    let container = try container()
    let context = ModelContext(container)
    let set = SetModel(_id: "a")
    context.insert(set)
    set.perhaps = ["x", nil]
    set.days = [Date(timeIntervalSinceReferenceDate: 1.5)]
    set.prices = ["a": 12.5, "b": nil]
    set.any = .dictionary(["list": .list([.int(1), .null, .object(type: "Set", key: 4)])])
    set.anys = [.string("x"), .bool(true)]
    set.anyByName = ["d": .double(2.5)]
    try context.save()

    let again = try #require(
      try ModelContext(container).fetch(FetchDescriptor<SetModel>()).first)
    #expect(again.perhaps == ["x", nil])
    #expect(again.days == [Date(timeIntervalSinceReferenceDate: 1.5)])
    #expect(again.prices == ["a": 12.5, "b": nil])
    #expect(
      again.any == .dictionary(["list": .list([.int(1), .null, .object(type: "Set", key: 4)])]))
    #expect(again.anys == [.string("x"), .bool(true)])
    #expect(again.anyByName == ["d": .double(2.5)])
  }
}
