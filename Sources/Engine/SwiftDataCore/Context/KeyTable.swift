// SPDX-License-Identifier: Apache-2.0

/// A hash table from row keys to object addresses.
///
/// Keys are mostly dense small integers met in order, so sixty-four of them
/// share an entry: which are there, as bits, and their addresses, packed in
/// order. That is nine bytes for an object whose neighbours are there too, and
/// at most eighty for one alone.
///
/// The number of an entry is its own hash: neighbours share a cache line and
/// never collide (a `Dictionary` spent a third of a large fetch in its keyed
/// hash, a multiplicative hash a seventh in cache misses). Numbers in another
/// pattern, such as every 1024th, would collide; the first long probe makes the
/// table hash by multiplication from then on. Linear probing with entries
/// ordered by their homes (Robin Hood), at most 5/8 full; deletion moves entries
/// back as far as one that is at home, so there are no tombstones and no long
/// scans.
package struct KeyTable: ~Copyable {
  private var entries: UnsafeMutablePointer<KeyRun>
  private var capacity: Int
  private var used = 0
  /// How many keys there are.
  package private(set) var count = 0
  private var isScattered = false
  /// A probe longer than this, met in inserting, ends hashing by identity.
  private static let longProbe = 24

  package init() {
    capacity = 16
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: KeyRun(), count: capacity)
  }

  deinit {
    for index in 0..<capacity { entries[index].deallocate() }
    entries.deallocate()
  }

  @inline(__always)
  private func home(_ number: Int64) -> Int {
    if !isScattered { return Int(truncatingIfNeeded: number) & (capacity &- 1) }
    let hash = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32) & (capacity &- 1)
  }

  /// How far an entry lies from its home.
  @inline(__always)
  private func distance(_ index: Int) -> Int {
    (index &- home(entries[index].number)) & (capacity &- 1)
  }

  /// The entry of a number, or the empty one after its run.
  @inline(__always)
  private func entry(_ number: Int64) -> Int {
    var index = home(number)
    while !entries[index].isEmpty, entries[index].number != number {
      index = (index &+ 1) & (capacity &- 1)
    }
    return index
  }

  /// The object's address; zero if there is none.
  @inline(__always)
  package func object(_ key: Int64) -> UInt { entries[entry(KeyRun.number(key))].object(key) }

  package mutating func insert(_ object: UInt, _ key: Int64) {
    let number = KeyRun.number(key)
    let index = entry(number)
    if !entries[index].isEmpty {
      if entries[index].insert(object, key) { count &+= 1 }
      return
    }
    if (used &+ 1) &* 8 > capacity &* 5 { grow(to: capacity &* 2) }
    place(KeyRun(object, key))
    used &+= 1
    count &+= 1
    if !isScattered, distance(entry(number)) > Self.longProbe {
      isScattered = true
      grow(to: capacity)
    }
  }

  /// Puts a run whose number is not there into its place: before those that
  /// lie nearer to their homes, which move on.
  private func place(_ run: KeyRun) {
    var run = run
    var index = home(run.number)
    var distance = 0
    while !entries[index].isEmpty {
      let theirs = self.distance(index)
      if theirs < distance {
        swap(&entries[index], &run)
        distance = theirs
      }
      index = (index &+ 1) & (capacity &- 1)
      distance &+= 1
    }
    entries[index] = run
  }

  /// Takes the key out if it is for `object`. If it was the last of its
  /// entry, what follows moves back, up to an entry that is at home.
  package mutating func remove(_ object: UInt, _ key: Int64) {
    var hole = entry(KeyRun.number(key))
    guard object != 0, entries[hole].object(key) == object else { return }
    count &-= 1
    entries[hole].remove(key)
    guard entries[hole].isEmpty else { return }
    used &-= 1
    while true {
      let next = (hole &+ 1) & (capacity &- 1)
      guard !entries[next].isEmpty, distance(next) > 0 else { break }
      entries[hole] = entries[next]
      hole = next
    }
    entries[hole] = KeyRun()
  }

  private mutating func grow(to newCapacity: Int) {
    let old = entries
    let oldCapacity = capacity
    entries = .allocate(capacity: newCapacity)
    entries.initialize(repeating: KeyRun(), count: newCapacity)
    capacity = newCapacity
    for index in 0..<oldCapacity where !old[index].isEmpty { place(old[index]) }
    old.deallocate()
  }

  package func forEach(_ body: (UInt) -> Void) {
    for index in 0..<capacity { entries[index].forEach(body) }
  }
}
