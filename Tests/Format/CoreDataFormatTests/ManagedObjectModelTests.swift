// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Testing

@Suite struct ManagedObjectModelTests {
  @Test func entitiesAreFoundByName() {
    let model = ManagedObjectModel(entities: [EntityDescription(name: "Trip")])
    #expect(model.entity(named: "Trip")?.name == "Trip")
    #expect(model.entity(named: "trip") == nil)
  }
}
