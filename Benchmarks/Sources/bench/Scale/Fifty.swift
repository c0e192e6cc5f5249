// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// Fifty entities, each the owner of the next: for the time it takes to open a
// store of many.

enum Fifty {
  @Model final class Part01 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part50?
    @Relationship(deleteRule: .cascade, inverse: \Part02.owner) var members: [Part02] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part02 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part01?
    @Relationship(deleteRule: .cascade, inverse: \Part03.owner) var members: [Part03] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part03 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part02?
    @Relationship(deleteRule: .cascade, inverse: \Part04.owner) var members: [Part04] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part04 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part03?
    @Relationship(deleteRule: .cascade, inverse: \Part05.owner) var members: [Part05] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part05 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part04?
    @Relationship(deleteRule: .cascade, inverse: \Part06.owner) var members: [Part06] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part06 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part05?
    @Relationship(deleteRule: .cascade, inverse: \Part07.owner) var members: [Part07] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part07 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part06?
    @Relationship(deleteRule: .cascade, inverse: \Part08.owner) var members: [Part08] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part08 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part07?
    @Relationship(deleteRule: .cascade, inverse: \Part09.owner) var members: [Part09] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part09 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part08?
    @Relationship(deleteRule: .cascade, inverse: \Part10.owner) var members: [Part10] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part10 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part09?
    @Relationship(deleteRule: .cascade, inverse: \Part11.owner) var members: [Part11] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part11 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part10?
    @Relationship(deleteRule: .cascade, inverse: \Part12.owner) var members: [Part12] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part12 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part11?
    @Relationship(deleteRule: .cascade, inverse: \Part13.owner) var members: [Part13] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part13 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part12?
    @Relationship(deleteRule: .cascade, inverse: \Part14.owner) var members: [Part14] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part14 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part13?
    @Relationship(deleteRule: .cascade, inverse: \Part15.owner) var members: [Part15] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part15 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part14?
    @Relationship(deleteRule: .cascade, inverse: \Part16.owner) var members: [Part16] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part16 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part15?
    @Relationship(deleteRule: .cascade, inverse: \Part17.owner) var members: [Part17] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part17 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part16?
    @Relationship(deleteRule: .cascade, inverse: \Part18.owner) var members: [Part18] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part18 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part17?
    @Relationship(deleteRule: .cascade, inverse: \Part19.owner) var members: [Part19] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part19 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part18?
    @Relationship(deleteRule: .cascade, inverse: \Part20.owner) var members: [Part20] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part20 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part19?
    @Relationship(deleteRule: .cascade, inverse: \Part21.owner) var members: [Part21] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part21 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part20?
    @Relationship(deleteRule: .cascade, inverse: \Part22.owner) var members: [Part22] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part22 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part21?
    @Relationship(deleteRule: .cascade, inverse: \Part23.owner) var members: [Part23] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part23 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part22?
    @Relationship(deleteRule: .cascade, inverse: \Part24.owner) var members: [Part24] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part24 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part23?
    @Relationship(deleteRule: .cascade, inverse: \Part25.owner) var members: [Part25] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part25 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part24?
    @Relationship(deleteRule: .cascade, inverse: \Part26.owner) var members: [Part26] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part26 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part25?
    @Relationship(deleteRule: .cascade, inverse: \Part27.owner) var members: [Part27] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part27 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part26?
    @Relationship(deleteRule: .cascade, inverse: \Part28.owner) var members: [Part28] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part28 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part27?
    @Relationship(deleteRule: .cascade, inverse: \Part29.owner) var members: [Part29] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part29 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part28?
    @Relationship(deleteRule: .cascade, inverse: \Part30.owner) var members: [Part30] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part30 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part29?
    @Relationship(deleteRule: .cascade, inverse: \Part31.owner) var members: [Part31] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part31 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part30?
    @Relationship(deleteRule: .cascade, inverse: \Part32.owner) var members: [Part32] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part32 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part31?
    @Relationship(deleteRule: .cascade, inverse: \Part33.owner) var members: [Part33] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part33 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part32?
    @Relationship(deleteRule: .cascade, inverse: \Part34.owner) var members: [Part34] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part34 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part33?
    @Relationship(deleteRule: .cascade, inverse: \Part35.owner) var members: [Part35] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part35 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part34?
    @Relationship(deleteRule: .cascade, inverse: \Part36.owner) var members: [Part36] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part36 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part35?
    @Relationship(deleteRule: .cascade, inverse: \Part37.owner) var members: [Part37] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part37 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part36?
    @Relationship(deleteRule: .cascade, inverse: \Part38.owner) var members: [Part38] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part38 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part37?
    @Relationship(deleteRule: .cascade, inverse: \Part39.owner) var members: [Part39] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part39 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part38?
    @Relationship(deleteRule: .cascade, inverse: \Part40.owner) var members: [Part40] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part40 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part39?
    @Relationship(deleteRule: .cascade, inverse: \Part41.owner) var members: [Part41] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part41 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part40?
    @Relationship(deleteRule: .cascade, inverse: \Part42.owner) var members: [Part42] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part42 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part41?
    @Relationship(deleteRule: .cascade, inverse: \Part43.owner) var members: [Part43] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part43 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part42?
    @Relationship(deleteRule: .cascade, inverse: \Part44.owner) var members: [Part44] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part44 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part43?
    @Relationship(deleteRule: .cascade, inverse: \Part45.owner) var members: [Part45] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part45 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part44?
    @Relationship(deleteRule: .cascade, inverse: \Part46.owner) var members: [Part46] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part46 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part45?
    @Relationship(deleteRule: .cascade, inverse: \Part47.owner) var members: [Part47] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part47 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part46?
    @Relationship(deleteRule: .cascade, inverse: \Part48.owner) var members: [Part48] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part48 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part47?
    @Relationship(deleteRule: .cascade, inverse: \Part49.owner) var members: [Part49] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part49 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part48?
    @Relationship(deleteRule: .cascade, inverse: \Part50.owner) var members: [Part50] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part50 {
    @Attribute(.unique) var name: String
    var note: String?
    var count = 0
    var added = Date()
    var owner: Part49?
    @Relationship(deleteRule: .cascade, inverse: \Part01.owner) var members: [Part01] = []
    init(name: String) { self.name = name }
  }

  static let types: [any PersistentModel.Type] = [
    Part01.self, Part02.self, Part03.self, Part04.self, Part05.self,
    Part06.self, Part07.self, Part08.self, Part09.self, Part10.self,
    Part11.self, Part12.self, Part13.self, Part14.self, Part15.self,
    Part16.self, Part17.self, Part18.self, Part19.self, Part20.self,
    Part21.self, Part22.self, Part23.self, Part24.self, Part25.self,
    Part26.self, Part27.self, Part28.self, Part29.self, Part30.self,
    Part31.self, Part32.self, Part33.self, Part34.self, Part35.self,
    Part36.self, Part37.self, Part38.self, Part39.self, Part40.self,
    Part41.self, Part42.self, Part43.self, Part44.self, Part45.self,
    Part46.self, Part47.self, Part48.self, Part49.self, Part50.self,
  ]
}
