// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Chains of objects longer than a stack is deep, let go of in every way.
@Suite struct ObjectChainTests {
  @Model final class Link {
    var number: Int
    var previous: Link?
    init(number: Int) { self.number = number }
  }

  @Model final class Node {
    var number: Int
    var parent: Node?
    @Relationship(inverse: \Node.parent) var children: [Node] = []
    init(number: Int) { self.number = number }
  }

  @Model final class Wagon {
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \Wagon.previous) var next: Wagon?
    var previous: Wagon?
    init(number: Int) { self.number = number }
  }

  @Model final class Person {
    var number: Int
    @Relationship(inverse: \Person.knownBy) var knows: [Person] = []
    var knownBy: [Person] = []
    init(number: Int) { self.number = number }
  }

  private static let length = 20_000

  /// On a thread whose stack has room for some thousands of objects within one another: how much that of the
  /// runner's threads has is not known.
  private func run(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let thread = Thread { done.resume(with: Result { try body() }) }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  private static func filled() throws -> ModelContainer {
    let container = try memoryContainer(Link.self, Node.self, Person.self)
    let context = ModelContext(container)
    var link: Link?
    var node: Node?
    for number in 0..<length {
      let (nextLink, nextNode) = (Link(number: number), Node(number: number))
      context.insert(nextLink)
      context.insert(nextNode)
      nextLink.previous = link
      nextNode.parent = node
      (link, node) = (nextLink, nextNode)
    }
    try context.save()
    return container
  }

  /// The sum of 0, 1, … up to the number before the last.
  private static let sum = (length - 1) * (length - 2) / 2

  @Test(arguments: [false, true]) func fetchedChains(contextIsGone: Bool) async throws {
    try await run {
      let container = try Self.filled()
      var context: ModelContext? = ModelContext(container)
      let ascending = SortOrder.forward
      var links = try context?.fetch(FetchDescriptor<Link>(sortBy: [SortDescriptor(\.number, order: ascending)])) ?? []
      #expect(links.reduce(0) { $0 + ($1.previous?.number ?? 0) } == Self.sum)
      var nodes = try context?.fetch(FetchDescriptor<Node>(sortBy: [SortDescriptor(\.number)])) ?? []
      #expect(nodes.reduce(0) { $0 + $1.children.count } == Self.length - 1)
      #expect(nodes.reduce(0) { $0 + ($1.parent?.number ?? 0) } == Self.sum)
      if contextIsGone { context = nil }
      links = []
      nodes = []
      withExtendedLifetime(context) {}
    }
  }

  @Test func walkedChains() async throws {
    try await run {
      let context = ModelContext(try Self.filled())
      var link = try context.fetch(FetchDescriptor<Link>(sortBy: [SortDescriptor(\.number, order: .reverse)])).first
      let last = link
      var length = 0
      while let next = link?.previous { (link, length) = (next, length + 1) }
      #expect(length == Self.length - 1)
      let root = try context.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.parent == nil })).first
      var node = root
      var depth = 0
      while let next = node?.children.first { (node, depth) = (next, depth + 1) }
      #expect(depth == Self.length - 1)
      withExtendedLifetime((last, root, context)) {}
    }
  }

  /// Objects that no context has ever known are released as those of a plain class.
  @Test func chainsThatWereNeverInserted() async throws {
    try await run {
      let last: Unmanaged<Link>
      do {
        let head = Link(number: 0)
        var link = head
        for number in 1..<Self.length * 10 {
          let next = Link(number: number)
          link.previous = next
          link = next
        }
        last = .passRetained(link)
      }
      // The one that somebody else holds is left whole.
      let kept = last.takeRetainedValue()
      #expect(kept.number == Self.length * 10 - 1 && kept.previous == nil)
    }
  }

  /// Changed after they were saved, and saved again, by a context that stays.
  @Test func changedChains() async throws {
    try await run {
      let container = try memoryContainer(Link.self, Node.self, Person.self)
      let context = ModelContext(container)
      do {
        let links = (0..<Self.length).map { Link(number: $0) }
        for link in links { context.insert(link) }
        try context.save()
        for (link, previous) in zip(links.dropFirst(), links) { link.previous = previous }
        try context.save()
      }
      do {
        let people = (0..<Self.length).map { Person(number: $0) }
        for person in people { context.insert(person) }
        for (person, next) in zip(people, people.dropFirst()) { person.knows = [next] }
        try context.save()
      }
      #expect(
        try context.fetchCount(FetchDescriptor<Link>(predicate: #Predicate { $0.previous != nil })) == Self.length - 1)
      withExtendedLifetime(context) {}
    }
  }

  /// One by one, of which a context knows only the head when the rest joins.
  private static func insertChains(_ context: ModelContext) {
    let (link, node, wagon) = (Link(number: 0), Node(number: 0), Wagon(number: 0))
    context.insert(link)
    context.insert(node)
    context.insert(wagon)
    var last = (link: link, node: node, wagon: wagon)
    for number in 1..<length {
      let next = (link: Link(number: number), node: Node(number: number), wagon: Wagon(number: number))
      last.link.previous = next.link
      last.node.children.append(next.node)
      last.wagon.next = next.wagon
      last = next
    }
  }

  /// Never saved, when their context goes.
  @Test func unsavedChainsGoWithTheirContext() async throws {
    try await run {
      let container = try memoryContainer(Link.self, Node.self, Wagon.self, Person.self)
      var context: ModelContext? = ModelContext(container)
      context?.autosaveEnabled = false
      if let context { Self.insertChains(context) }
      #expect(context?.insertedModelsArray.count == 3 * Self.length)
      context = nil
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Link>()) == 0)
    }
  }

  @Test(arguments: [false, true]) func unsavedChainsAreRolledBack(headIsKept: Bool) async throws {
    try await run {
      let context = ModelContext(try memoryContainer(Link.self, Node.self, Wagon.self, Person.self))
      context.autosaveEnabled = false
      for _ in 0..<2 {
        Self.insertChains(context)
        var heads = headIsKept ? context.insertedModelsArray.prefix(3).map { $0 as any PersistentModel } : []
        context.rollback()
        #expect(!context.hasChanges && context.insertedModelsArray.isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<Wagon>()) == 0)
        heads = []
        withExtendedLifetime(heads) {}
      }
      try context.save()
    }
  }

  /// A chain is built first; inserting its head takes all of it along.
  @Test func oneInsertTakesAChain() async throws {
    try await run {
      let length = 50_000
      let container = try memoryContainer(Link.self, Node.self, Wagon.self, Person.self)
      let context = ModelContext(container)
      context.autosaveEnabled = false
      do {
        let (link, wagon) = (Link(number: 0), Wagon(number: 0))
        var last = (link: link, wagon: wagon)
        for number in 1..<length {
          let next = (link: Link(number: number), wagon: Wagon(number: number))
          last.link.previous = next.link
          last.wagon.next = next.wagon
          last = next
        }
        context.insert(link)
        context.insert(wagon)
      }
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Link>()) == length)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Wagon>()) == length)
    }
  }

  /// With the chain in memory, and from its row.
  @Test(arguments: [false, true]) func cascadesGoThroughAChain(isLoaded: Bool) async throws {
    try await run {
      let container = try memoryContainer(Link.self, Node.self, Wagon.self, Person.self)
      do {
        let context = ModelContext(container)
        Self.insertChains(context)
        try context.save()
      }
      let context = ModelContext(container)
      var loaded: [Wagon] = []
      if isLoaded {
        loaded = try context.fetch(FetchDescriptor<Wagon>(sortBy: [SortDescriptor(\.number)]))
        #expect(loaded.reduce(0) { $0 + ($1.next?.number ?? 0) } == Self.length * (Self.length - 1) / 2)
      }
      let head = try #require(
        try context.fetch(FetchDescriptor<Wagon>(predicate: #Predicate { $0.previous == nil })).first)
      #expect(head.number == 0)
      context.delete(head)
      #expect(context.deletedModelsArray.count == Self.length)
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Wagon>()) == 0)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Link>()) == Self.length)
      withExtendedLifetime(loaded) {}
    }
  }

  /// What ends a chain can still be read, changed and saved.
  @Test func theEndsOfChainsAreRelationshipsLikeOthers() throws {
    let container = try memoryContainer(Link.self, Node.self, Person.self)
    let context = ModelContext(container)
    let nodes = (0..<800).map { Node(number: $0) }
    for node in nodes { context.insert(node) }
    for (node, parent) in zip(nodes.dropFirst(), nodes) { node.parent = parent }
    try context.save()
    for (node, parent) in zip(nodes.dropFirst(), nodes) {
      #expect(node.parent === parent && parent.children.count == 1 && parent.children.first === node)
    }
    // An unsaved change of another object, and one of the list itself, which must not get lost.
    nodes[0].number = -1
    for parent in nodes.dropLast() {
      let more = Node(number: 1_000 + parent.number)
      parent.children.append(more)
      #expect(parent.children.count == 2 && parent.children.last === more)
    }
    for (node, parent) in zip(nodes.dropFirst(), nodes) {
      #expect(node.parent === parent && parent.children.count == 2)
    }
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(
      FetchDescriptor<Node>(predicate: #Predicate { $0.number < 1_000 && $0.children.count == 2 }))
    #expect(stored.filter { $0.number < 800 }.count == 799)
  }
}
