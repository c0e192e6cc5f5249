/// An open-addressing hash table from row keys to object addresses.
///
/// Keys are dense small integers, so one multiplication hashes them well; a
/// `Dictionary` spent a third of a large fetch in its keyed hash. Linear
/// probing, at most 5/8 full, and deletion by moving entries back, so there
/// are no tombstones.
struct KeyTable: ~Copyable {
  private struct Slot {
    var key: Int64
    /// Zero: empty.
    var object: UInt
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 16
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, object: 0), count: capacity)
  }

  deinit { slots.deallocate() }

  @inline(__always)
  private func home(_ key: Int64) -> Int {
    let hash = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32) & (capacity &- 1)
  }

  /// The slot of `key`, or the empty one where it belongs.
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
    if slots[index].object == 0 { count &+= 1 }
    slots[index] = Slot(key: key, object: object)
  }

  /// Takes the key out if it is for `object`.
  mutating func remove(_ object: UInt, _ key: Int64) {
    var hole = slot(key)
    guard slots[hole].object == object else { return }
    count &-= 1
    var next = hole
    while true {
      next = (next &+ 1) & (capacity &- 1)
      guard slots[next].object != 0 else { break }
      // An entry may move back to the hole unless its home lies after it.
      let home = home(slots[next].key)
      let distance = (next &- home) & (capacity &- 1)
      let gap = (next &- hole) & (capacity &- 1)
      if distance >= gap {
        slots[hole] = slots[next]
        hole = next
      }
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
      slots[slot(old[index].key)] = old[index]
    }
    old.deallocate()
  }

  func forEach(_ body: (UInt) -> Void) {
    for index in 0..<capacity where slots[index].object != 0 { body(slots[index].object) }
  }
}
