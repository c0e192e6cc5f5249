/// An open-addressing hash table from row keys to object addresses.
///
/// Keys are mostly dense small integers met in order, so a key is its own
/// hash: neighbours share a cache line and never collide (a `Dictionary` spent
/// a third of a large fetch in its keyed hash, a multiplicative hash a seventh
/// in cache misses). Keys in another pattern, such as every 1024th row, would
/// collide; the first long probe makes the table hash by multiplication from
/// then on. Linear probing with entries ordered by their homes (Robin Hood), at
/// most 5/8 full; deletion moves entries back as far as one that is at home,
/// so there are no tombstones and no long scans.
struct KeyTable: ~Copyable {
  private struct Slot {
    var key: Int64
    /// Zero: empty.
    var object: UInt
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var capacity: Int
  private(set) var count = 0
  private var isScattered = false
  /// A probe longer than this, met in inserting, ends hashing by identity.
  private static let longProbe = 24

  init() {
    capacity = 16
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, object: 0), count: capacity)
  }

  deinit { slots.deallocate() }

  @inline(__always)
  private func home(_ key: Int64) -> Int {
    if !isScattered { return Int(truncatingIfNeeded: key) & (capacity &- 1) }
    let hash = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32) & (capacity &- 1)
  }

  /// How far the entry in a slot lies from its home.
  @inline(__always)
  private func distance(_ index: Int) -> Int {
    (index &- home(slots[index].key)) & (capacity &- 1)
  }

  /// The slot of `key`, or the empty one after its run.
  @inline(__always)
  private func slot(_ key: Int64) -> Int {
    var index = home(key)
    while slots[index].object != 0, slots[index].key != key {
      index = (index &+ 1) & (capacity &- 1)
    }
    return index
  }

  /// The object's address; zero if there is none.
  @inline(__always)
  func object(_ key: Int64) -> UInt { slots[slot(key)].object }

  mutating func insert(_ object: UInt, _ key: Int64) {
    if (count &+ 1) &* 8 > capacity &* 5 { grow(to: capacity &* 2) }
    let index = slot(key)
    if slots[index].object != 0 {
      slots[index].object = object
      return
    }
    count &+= 1
    place(Slot(key: key, object: object))
    if !isScattered, (index &- home(key)) & (capacity &- 1) > Self.longProbe {
      isScattered = true
      grow(to: capacity)
    }
  }

  /// Puts an entry whose key is not there into its place: before entries that
  /// lie nearer to their homes, which move on.
  private func place(_ entry: Slot) {
    var entry = entry
    var index = home(entry.key)
    var distance = 0
    while slots[index].object != 0 {
      let theirs = self.distance(index)
      if theirs < distance {
        swap(&slots[index], &entry)
        distance = theirs
      }
      index = (index &+ 1) & (capacity &- 1)
      distance &+= 1
    }
    slots[index] = entry
  }

  /// Takes the key out if it is for `object`. What follows moves back, up to
  /// an entry that is at home.
  mutating func remove(_ object: UInt, _ key: Int64) {
    var hole = slot(key)
    guard slots[hole].object == object, object != 0 else { return }
    count &-= 1
    while true {
      let next = (hole &+ 1) & (capacity &- 1)
      guard slots[next].object != 0, distance(next) > 0 else { break }
      slots[hole] = slots[next]
      hole = next
    }
    slots[hole].object = 0
  }

  mutating func reserve(_ more: Int) {
    var wanted = capacity
    while (count &+ more) &* 8 > wanted &* 5 { wanted &*= 2 }
    if wanted != capacity { grow(to: wanted) }
  }

  private mutating func grow(to newCapacity: Int) {
    let old = slots
    let oldCapacity = capacity
    slots = .allocate(capacity: newCapacity)
    slots.initialize(repeating: Slot(key: 0, object: 0), count: newCapacity)
    capacity = newCapacity
    for index in 0..<oldCapacity where old[index].object != 0 {
      place(old[index])
    }
    old.deallocate()
  }

  func forEach(_ body: (UInt) -> Void) {
    for index in 0..<capacity where slots[index].object != 0 { body(slots[index].object) }
  }
}
