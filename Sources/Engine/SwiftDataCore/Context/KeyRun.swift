// SPDX-License-Identifier: Apache-2.0

/// The objects of up to sixty-four neighbouring keys: an entry of a `KeyTable`.
///
/// Their addresses are packed in the order of their keys. One alone lies in
/// the entry itself. The memory belongs to the table that the entry is in.
struct KeyRun {
  /// The number, and below it the capacity's binary logarithm.
  private var head: Int64 = 0
  /// Which keys there are.
  private var bits: UInt64 = 0
  /// The only object, or the address of `capacity` objects.
  private var objects: UInt = 0

  private static let capacityBits: Int64 = 7

  init() {}

  init(_ object: UInt, _ key: Int64) {
    head = Self.number(key) &<< 3
    bits = Self.bit(key)
    objects = object
  }

  /// The number of the run that a key belongs to.
  @inline(__always)
  static func number(_ key: Int64) -> Int64 { key &>> 6 }

  @inline(__always)
  private static func bit(_ key: Int64) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: key & 63) }

  @inline(__always)
  var number: Int64 { head &>> 3 }
  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  private var count: Int { bits.nonzeroBitCount }
  private var capacity: Int {
    get { 1 &<< Int(truncatingIfNeeded: head & Self.capacityBits) }
    set { head = head & ~Self.capacityBits | Int64(newValue.trailingZeroBitCount) }
  }

  /// Where the objects lie, if there is room for more than one.
  @inline(__always)
  private var list: UnsafeMutablePointer<UInt>? {
    head & Self.capacityBits == 0 ? nil : UnsafeMutablePointer(bitPattern: objects)
  }

  /// How many keys lie before that of `bit`.
  @inline(__always)
  private func position(_ bit: UInt64) -> Int { (bits & (bit &- 1)).nonzeroBitCount }

  /// The object of a key; zero if there is none.
  @inline(__always)
  func object(_ key: Int64) -> UInt {
    let bit = Self.bit(key)
    guard bits & bit != 0 else { return 0 }
    guard let list else { return objects }
    return list[position(bit)]
  }

  /// Sets the object of a key; `true` if there was none.
  mutating func insert(_ object: UInt, _ key: Int64) -> Bool {
    let bit = Self.bit(key)
    let place = position(bit)
    if bits & bit != 0 {
      if let list { list[place] = object } else { objects = object }
      return false
    }
    let count = count
    if count == capacity { resize(to: capacity &* 2, count) }
    if let list {
      (list + place + 1).update(from: list + place, count: count &- place)
      list[place] = object
    }
    bits |= bit
    return true
  }

  /// Takes a key out that is there.
  mutating func remove(_ key: Int64) {
    let bit = Self.bit(key)
    let place = position(bit)
    let rest = count &- 1
    if let list { (list + place).update(from: list + place + 1, count: rest &- place) }
    bits &= ~bit
    // Not at half, so that one key that comes and goes does not allocate.
    if rest &* 4 <= capacity, capacity > 1 { resize(to: capacity / 2, rest) }
  }

  /// Moves `count` objects to memory for `newCapacity`.
  private mutating func resize(to newCapacity: Int, _ count: Int) {
    let old = list
    if newCapacity > 1 {
      let new = UnsafeMutablePointer<UInt>.allocate(capacity: newCapacity)
      if let old { new.update(from: old, count: count) } else { new.pointee = objects }
      objects = UInt(bitPattern: new)
    } else {
      objects = count > 0 ? old?.pointee ?? 0 : 0
    }
    old?.deallocate()
    capacity = newCapacity
  }

  func deallocate() { list?.deallocate() }

  func forEach(_ body: (UInt) -> Void) {
    guard let list else {
      if bits != 0 { body(objects) }
      return
    }
    for index in 0..<count { body(list[index]) }
  }
}
