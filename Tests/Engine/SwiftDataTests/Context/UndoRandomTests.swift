// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random work on relationships without inverse, on such that must be there,
/// and on pairs of one entity: whatever is undone or redone, the context looks
/// as it did, and a save writes what it shows.
@Suite struct UndoRandomTests {
  typealias Wall = Gallery.Wall
  typealias Partition = Gallery.Partition
  typealias Frame = Gallery.Frame
  typealias Lamp = Gallery.Lamp
  typealias Visitor = Gallery.Visitor

  static let seeds = RandomSeeds.all

  @Test(arguments: seeds)
  func everythingComesBack(seed: UInt64) throws {
    let folder = try TestFolder()
    let container = try folder.container(
      Wall.self, Partition.self, Frame.self, Lamp.self, Visitor.self)
    var random = SeededGenerator(seed: seed)
    var context = ModelContext(container)
    var manager = UndoManager()
    context.undoManager = manager
    var (past, future): ([String], [String]) = ([], [])
    var log: [String] = []
    var held: [Wall] = []
    defer { withExtendedLifetime(held) {} }
    for step in 0..<150 {
      // Former owners of lamps are known while their lists are loaded.
      held = try context.fetch(FetchDescriptor<Wall>())
      let before = try Self.picture(context)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5:
        guard let expected = past.popLast() else { continue }
        log.append("undo")
        future.append(before)
        manager.undo()
        let after = try Self.picture(context)
        guard after == expected else { return report(seed, log, after, expected) }
      case 5..<8:
        guard let expected = future.popLast() else { continue }
        log.append("redo")
        past.append(before)
        manager.redo()
        let after = try Self.picture(context)
        guard after == expected else { return report(seed, log, after, expected) }
      case 8..<11:
        log.append("save")
        try context.save()
        let stored = try Self.picture(ModelContext(container))
        guard stored == before else { return report(seed, log, stored, before) }
      case 11 where step % 5 == 0:
        log.append("new context")
        try context.save()
        context = ModelContext(container)
        manager = UndoManager()
        context.undoManager = manager
        (past, future) = ([], [])
      default:
        let count = manager.undoCount
        manager.beginUndoGrouping()
        for number in 0..<Int.random(in: 1...4, using: &random) {
          try Self.work(context, "\(step).\(number)", &random, &log)
        }
        manager.endUndoGrouping()
        guard manager.undoCount > count else { continue }
        past.append(before)
        future = []
      }
      #expect(manager.undoCount == past.count && manager.redoCount == future.count, "seed \(seed)")
    }
  }

  private func report(_ seed: UInt64, _ log: [String], _ seen: String, _ expected: String) {
    Issue.record("seed \(seed): seen\n\(seen)\nexpected\n\(expected)\nafter \(log.suffix(20))")
  }

  private static func work(
    _ context: ModelContext, _ name: String, _ random: inout SeededGenerator, _ log: inout [String]
  ) throws {
    let walls = try context.fetch(FetchDescriptor<Wall>(sortBy: [SortDescriptor(\.name)]))
    let lamps = try context.fetch(FetchDescriptor<Lamp>(sortBy: [SortDescriptor(\.watts)]))
    let frames = try context.fetch(FetchDescriptor<Frame>(sortBy: [SortDescriptor(\.title)]))
    let visitors = try context.fetch(FetchDescriptor<Visitor>(sortBy: [SortDescriptor(\.name)]))
    let wall = walls.randomElement(using: &random)
    let lamp = lamps.randomElement(using: &random)
    let frame = frames.randomElement(using: &random)
    let visitor = visitors.randomElement(using: &random)
    let other = visitors.randomElement(using: &random)
    let kind = Int.random(in: 0..<14, using: &random)
    log.append("\(kind) \(name) \(wall?.name ?? "") \(lamp?.watts ?? -1) \(frame?.title ?? "")")
    switch kind {
    case 0: context.insert(Wall(name: "w\(name)"))
    case 1: context.insert(Partition(name: "p\(name)"))
    case 2: context.insert(Lamp(watts: (lamps.last?.watts ?? 0) + 1))
    case 3: if let wall { context.insert(Frame(title: "f\(name)", wall: wall)) }
    case 4: context.insert(Visitor(name: "v\(name)"))
    case 5: if let wall { wall.main = lamp }
    case 6: wall?.lamps = lamps.filter { _ in Bool.random(using: &random) }
    case 7:
      // Assigning a lamp that was discarded would insert it again.
      if let wall, let lamp, !wall.lamps.contains(lamp) {
        wall.lamps = wall.lamps.filter { $0.modelContext != nil } + [lamp]
      }
    case 8: if let frame, let wall { frame.wall = wall }
    case 9: if let frame { frame.title += "'" }
    case 10: visitor?.friends = visitors.filter { _ in Bool.random(using: &random) }
    case 11: if let visitor, let other { visitor.friendOf.removeAll { $0 === other } }
    case 12: if let lamp { context.delete(lamp) }
    default:
      if Bool.random(using: &random) {
        if let visitor { context.delete(visitor) }
      } else if Bool.random(using: &random) {
        if let frame { context.delete(frame) }
      } else if let wall {
        context.delete(wall)
      }
    }
  }

  /// Lists keep their deleted members until the save.
  private static func left<T: PersistentModel>(_ members: [T]) -> [T] { members.filter { !$0.isDeleted } }

  /// Everything that the context shows, both sides of each relationship.
  private static func picture(_ context: ModelContext) throws -> String {
    var lines: [String] = []
    for wall in try context.fetch(FetchDescriptor<Wall>()) {
      // A deleted lamp is in its place until a save.
      let lamps = wall.lamps.filter { $0.modelContext != nil && !$0.isDeleted }.map(\.watts).sorted()
      let main = wall.main.flatMap { $0.modelContext == nil || $0.isDeleted ? nil : $0.watts } ?? 0
      lines.append("\(wall.name) \(main) \(lamps) \(left(wall.frames).map(\.title).sorted())")
    }
    for lamp in try context.fetch(FetchDescriptor<Lamp>()) { lines.append("lamp \(lamp.watts)") }
    for frame in try context.fetch(FetchDescriptor<Frame>()) {
      lines.append("\(frame.title) \(frame.maker) \(frame.wall.name)")
    }
    for visitor in try context.fetch(FetchDescriptor<Visitor>()) {
      lines.append(
        "\(visitor.name) \(left(visitor.friends).map(\.name).sorted())"
          + " \(left(visitor.friendOf).map(\.name).sorted())")
    }
    return lines.sorted().joined(separator: "\n")
  }
}
