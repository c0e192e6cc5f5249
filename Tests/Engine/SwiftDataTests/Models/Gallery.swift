// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What `Library` lacks: relationships without inverse, to something that must
/// be there, and of an entity with itself.
enum Gallery {
  @Model class Wall {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Frame.wall) var frames: [Frame] = []
    /// Without inverse: each lamp hangs on one wall.
    @Relationship var lamps: [Lamp] = []
    /// Without inverse.
    var main: Lamp?
    init(name: String) { self.name = name }
  }

  @Model final class Partition: Wall {
    var isMovable: Bool
    override init(name: String) {
      isMovable = false
      super.init(name: name)
    }
  }

  @Model final class Frame {
    let maker: String
    var title: String
    /// Must be there.
    var wall: Wall
    init(title: String, wall: Wall) {
      maker = "M"
      self.title = title
      self.wall = wall
    }
  }

  @Model final class Lamp {
    var watts: Int
    init(watts: Int) { self.watts = watts }
  }

  @Model final class Visitor {
    var name: String
    @Relationship(inverse: \Visitor.friendOf) var friends: [Visitor] = []
    var friendOf: [Visitor] = []
    init(name: String) { self.name = name }
  }
}
