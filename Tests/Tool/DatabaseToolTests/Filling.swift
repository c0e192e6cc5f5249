// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData

  extension Stores {
    static let count = 60

    /// Objects of all entities, related in all ways.
    static func fill(_ container: ModelContainer) throws {
      let context = ModelContext(container)
      let drawers = (0..<4).map { Drawer("drawer \($0)") }
      // Imports give out keys entity by entity.
      let keepers = (0..<5).map { $0 < 3 ? Keeper("keeper \($0)") : Curator("curator \($0)", office: $0) }
      let visitors = (0..<20).map { Visitor("visitor \($0)") }
      for model in drawers as [any PersistentModel] + keepers + visitors { context.insert(model) }
      (keepers[4] as? Curator)?.favourite = keepers[3]
      (keepers[3] as? Curator)?.favourite = keepers[2]
      let specimens = (0..<Self.count).map { Specimen("code \($0)", $0) }
      for (number, specimen) in specimens.enumerated() {
        context.insert(specimen)
        specimen.drawer = number % 6 == 0 ? nil : drawers[number % 4]
        specimen.parent = number > 3 ? specimens[number / 3] : nil
        specimen.keepers = keepers.indices.filter { (number + $0) % 3 == 0 }.map { keepers[$0] }
        if number % 2 == 1 { specimen.certificate = Certificate(number) }
        if number < 20 { specimen.visitors = [visitors[number]] }
      }
      try context.save()
    }
  }
#endif
