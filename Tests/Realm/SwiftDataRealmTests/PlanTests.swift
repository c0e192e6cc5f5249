// SPDX-License-Identifier: Apache-2.0

import SwiftDataRealm
import Testing

/// What classes of a Realm file become.
@Suite struct PlanTests {
  private let plan = ModelPlan(Schemas.everything)

  private func property(_ type: String, _ name: String) throws -> PlannedProperty {
    try #require(plan[type]?.properties.first { $0.source == name })
  }

  @Test func classesBecomeModelsOrStructs() throws {
    #expect(plan["Set"]?.name == "SetModel")
    #expect(plan["Link Model"]?.name == "Link_Model")
    #expect(plan["Node"] != nil)
    #expect(plan["Address"] == nil)
    #expect(ModelPlan(Schemas.schema(Schemas.type("dog")))["dog"]?.name == "Dog")
    #expect(plan.structs.map(\.name) == ["Address", "Country"])
    #expect(plan["Event"] == nil)
  }

  @Test func lossesAreNamed() {
    #expect(plan.losses.contains { $0.className == "Event" && $0.property == nil })
    #expect(plan.losses.contains { $0.className == "Link Model" && $0.property == "gone" })
  }

  @Test func takenNamesAreChanged() throws {
    #expect(try property("Set", "description").name == "descriptionValue")
    #expect(try property("Set", "class").name == "class")
    #expect(try property("Set", "with space").name == "with_space")
    #expect(try property("Set", "1st").name == "_1st")
    #expect(try property("Set", "self").name == "selfValue")
    #expect(try property("Set", "Type").name == "type")
    #expect(try property("Set", "description").notes == ["Called description in the file."])
    // The macro keeps the value of `class` in `_class`.
    #expect(try property("Set", "_class").name == "_class2")
    #expect(plan["Set"]?.properties.contains { $0.source == "!OID" } == false)
    for model in plan.models {
      let names = model.properties.map(\.name)
      #expect(Set(names).count == names.count)
    }
    #expect(Set(plan.models.map(\.name)).count == plan.models.count)
  }

  @Test func typesOfValues() throws {
    let types = [
      "_id": "String", "id": "Int", "class": "String?", "with space": "Bool", "1st": "Double",
      "self": "Float", "hashValue": "Decimal", "Type": "UUID", "_class": "Data",
      "modelContext": "Date", "numbers": "[Int]", "perhaps": "[String?]", "days": "Set<Date>",
      "prices": "[String: Decimal?]", "any": "RealmAny", "anys": "[RealmAny]",
      "anyByName": "[String: RealmAny]",
    ]
    for (name, type) in types { #expect(try property("Set", name).type == type, "\(name)") }
    #expect(try property("Set", "any").isCodable)
    #expect(plan.anyTypeName == "RealmAny")
  }

  @Test func keysAndIndexes() throws {
    #expect(try property("Set", "_id").isUnique)
    #expect(try property("Set", "_id").initial == nil)
    #expect(plan["Set"]?.indexes == ["id2"])
  }

  @Test func linksHaveInverses() throws {
    let one = try property("Link Model", "one")
    #expect(one.type == "SetModel?")
    let inverse = try #require(one.inverse)
    #expect(inverse.type == "SetModel")
    let other = try #require(
      plan["Set"]?.properties.first { $0.name == inverse.property })
    #expect(other.type == "[Link_Model]")
    #expect(other.deleteRule == .nullify)
  }

  @Test func listsHaveModelsOfElements() throws {
    let list = try property("Link Model", "list")
    guard case .elements("list", false, "SetModel") = list.role else {
      Issue.record("\(list.role)")
      return
    }
    #expect(list.name == "listElements")
    #expect(list.deleteRule == .cascade)
    let element = try #require(plan.models.first { "[\($0.name)]" == list.type })
    #expect(element.properties.map(\.name) == ["index", "owner", "object"])
    // Who is deleted is in no list any more, but a dictionary keeps the key.
    let inList = try #require(element.properties.last?.inverse)
    #expect(plan["Set"]?.properties.first { $0.name == inList.property }?.deleteRule == .cascade)
    let byName = try property("Link Model", "byName")
    let entry = try #require(plan.models.first { "[\($0.name)]" == byName.type })
    let inDictionary = try #require(entry.properties.last?.inverse)
    #expect(
      plan["Set"]?.properties.first { $0.name == inDictionary.property }?.deleteRule == .nullify)
  }

  @Test func embeddedObjectsHaveOneOwner() throws {
    let node = try property("Link Model", "node")
    #expect(node.deleteRule == .cascade)
    let inverse = try #require(node.inverse)
    let other = try #require(plan["Node"]?.properties.first { $0.name == inverse.property })
    #expect(other.type == "Link_Model?")
    #expect(try property("Link Model", "address").type == "Address?")
    #expect(try property("Link Model", "addresses").type == "[Address]")
    #expect(try property("Link Model", "addressByName").type == "[String: Address]")
  }
}
