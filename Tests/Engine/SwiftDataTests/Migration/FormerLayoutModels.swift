// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Values that were laid out in another way before: enums with associated values as JSON, one column for each case, and
/// nested structs and several constraints with other version hashes.
enum FormerLayout {
  struct Inner: Codable, Hashable {
    var zed: Int
    var alpha: Int
  }

  struct Outer: Codable, Hashable {
    var mid: Inner
    var beta: Int
  }

  struct Place: Codable, Hashable {
    var name: String
    var at: Date?
    var tags: [String]
  }

  enum Mode: Codable, Hashable {
    case off, on(level: Double), custom(String)
  }

  indirect enum Tree: Codable, Hashable {
    case leaf(Int), node(Tree, Tree)
  }

  enum Notice: Codable, Hashable {
    case none
    case custom(String)
    case components(hour: Int?, minute: Int, weekday: Int?)
    case weekly(weekday: Int?)
    case place(Place, distance: Float)
    case nested(Mode)
    case bytes(Data, UUID, URL, Decimal, Bool)
    case empty(Data?)
    case last
  }

  enum Only: Codable, Hashable {
    case one(Int), two(String)
  }

  struct Holder: Codable, Hashable {
    var mode: Mode
    var only: Only
    var count: Int
    var maybe: Mode?
  }

  @Model final class Job {
    #Unique<Job>([\.name], [\.code, \.name])
    @Attribute(.unique) var id: Int
    var name: String
    var code: String
    var notice: Notice
    var optional: Notice?
    var holder: Holder
    var only: Only
    var outer: Outer
    var tree: Tree
    var list: [Notice]

    init(_ number: Int) {
      id = number
      name = "n\(number)"
      code = "c\(number)"
      notice = FormerLayout.notice(number)
      optional = number % 3 == 0 ? nil : FormerLayout.notice(number * 7 + 1)
      let modes: [Mode] = [.off, .on(level: Double(number) / 3), .custom("m\(number)")]
      holder = Holder(
        mode: modes[number % 3], only: number % 2 == 0 ? .one(number) : .two("t\(number)"), count: number,
        maybe: number % 4 == 0 ? nil : modes[(number + 1) % 3])
      only = number % 2 == 1 ? .one(number) : .two("")
      outer = Outer(mid: Inner(zed: number, alpha: -number), beta: number * 2)
      tree = number % 2 == 0 ? .leaf(number) : .node(.leaf(1), .node(.leaf(2), .leaf(number)))
      list = [FormerLayout.notice(number), .none]
    }
  }

  static let count = 17

  static func notice(_ number: Int) -> Notice { notices[number % notices.count] }

  static let notices: [Notice] = [
    .none, .custom(""), .custom("text \"quoted\" é"), .components(hour: nil, minute: 3, weekday: 4),
    .components(hour: 1, minute: 0, weekday: nil), .weekly(weekday: nil), .weekly(weekday: 6),
    .place(Place(name: "p", at: Date(timeIntervalSinceReferenceDate: 1.5), tags: ["a", "b"]), distance: 2.5),
    .place(Place(name: "", at: nil, tags: []), distance: -1), .nested(.off), .nested(.custom("inner")),
    .nested(.on(level: 0.1)),
    .bytes(
      Data([0, 1, 255]), uuid, URL(filePath: "/a/b"), Decimal(sign: .plus, exponent: -3, significand: 12345), true),
    .bytes(Data(), uuid, URL(filePath: "/x"), 0, false), .empty(nil), .empty(Data()), .last,
  ]

  private static let uuid = UUID(uuid: (0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255))

  /// Everything that a job says, for comparisons.
  static func text(_ job: Job) -> String {
    "\(job.id)|\(job.name)|\(job.code)|\(job.notice)|\(String(describing: job.optional))|\(job.holder)|\(job.only)|"
      + "\(job.outer)|\(job.tree)|\(job.list)"
  }
}
