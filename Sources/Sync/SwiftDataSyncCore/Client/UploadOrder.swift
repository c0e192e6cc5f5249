// SPDX-License-Identifier: Apache-2.0

/// Puts records after all that they need; those that need each other are one part. By Tarjan's algorithm, without
/// recursion.
struct UploadOrder {
  /// What can go up one after the other.
  private(set) var parts: [[RecordID]] = []
  private(set) var count = 0
  private let needs: UploadNeeds
  /// When a record was met first, and the earliest one that it leads to.
  private var numbers: [RecordID: (first: Int, least: Int)] = [:]
  private var stack: [RecordID] = []
  private var stacked: Set<RecordID> = []

  init(_ needs: UploadNeeds) { self.needs = needs }

  mutating func append(_ root: RecordID) {
    guard numbers[root] == nil else { return }
    var path: [(id: RecordID, needed: [RecordID], next: Int)] = [(root, needs.needs(of: root), 0)]
    meet(root)
    while let (id, needed, next) = path.last {
      if next < needed.count {
        path[path.count - 1].next += 1
        let other = needed[next]
        if numbers[other] == nil {
          meet(other)
          path.append((other, needs.needs(of: other), 0))
        } else if stacked.contains(other) {
          lower(id, to: numbers[other]?.first)
        }
        continue
      }
      path.removeLast()
      if let parent = path.last?.id { lower(parent, to: numbers[id]?.least) }
      if let number = numbers[id], number.first == number.least { close(id) }
    }
  }

  private mutating func meet(_ id: RecordID) {
    numbers[id] = (numbers.count, numbers.count)
    stack.append(id)
    stacked.insert(id)
  }

  private mutating func lower(_ id: RecordID, to number: Int?) {
    guard let number, let old = numbers[id] else { return }
    numbers[id] = (old.first, min(old.least, number))
  }

  private mutating func close(_ id: RecordID) {
    var part: [RecordID] = []
    while let last = stack.popLast() {
      stacked.remove(last)
      part.append(last)
      if last == id { break }
    }
    count += part.count
    parts.append(part)
  }
}
