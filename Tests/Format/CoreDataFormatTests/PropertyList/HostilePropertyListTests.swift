// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct HostilePropertyListTests {
  private func read(_ data: Data) throws -> PropertyListValue {
    try PropertyListValue(binary: data)
  }

  private func reason(_ data: Data) -> String? {
    do {
      _ = try read(data)
      return nil
    } catch {
      return (error as? PropertyListError)?.reason
    }
  }

  @Test func whatIsNoListIsRefused() throws {
    #expect(reason(Data()) != nil)
    #expect(reason(Data("<?xml version=\"1.0\"?><plist></plist>            ".utf8)) != nil)
    let list = try PropertyListValue.array([.string("one"), .integer(2)]).binary()
    for length in 0..<list.count { #expect(reason(list.prefix(length)) != nil) }
  }

  @Test func circlesAreRefused() {
    // An array that holds itself, and two that hold each other.
    #expect(reason(BinaryPropertyListBytes.list([[0xA1, 0]]))?.contains("contains itself") == true)
    #expect(
      reason(BinaryPropertyListBytes.list([[0xA1, 1], [0xA1, 0]]))?.contains("contains itself")
        == true)
    #expect(reason(BinaryPropertyListBytes.list([[0xD1, 1, 0], [0x51, 0x61]])) != nil)
  }

  @Test func hugeCountsAreRefused() {
    let huge = [0x13 as UInt8] + BinaryPropertyListBytes.integer(1 << 60)
    for marker: UInt8 in [0x4F, 0x5F, 0x6F, 0xAF, 0xCF, 0xDF] {
      #expect(reason(BinaryPropertyListBytes.list([[marker] + huge])) != nil)
      let negative = [0x13 as UInt8] + BinaryPropertyListBytes.integer(.max)
      #expect(reason(BinaryPropertyListBytes.list([[marker] + negative])) != nil)
      let sixteen = [0x14 as UInt8] + Array(repeating: 0xFF, count: 16)
      #expect(reason(BinaryPropertyListBytes.list([[marker] + sixteen])) != nil)
      #expect(reason(BinaryPropertyListBytes.list([[marker]])) != nil)
    }
    for count: UInt64 in [0, 2, 1 << 32, 1 << 60, .max] {
      #expect(reason(BinaryPropertyListBytes.list([[0x09]], count: count)) != nil)
    }
    // Ten offsets to the one byte that there is.
    var many = Array("bplist00".utf8) + [0x09] + Array(repeating: 8, count: 10)
    many += [0, 0, 0, 0, 0, 0, 1, 1] + BinaryPropertyListBytes.integer(10)
    many += BinaryPropertyListBytes.integer(0) + BinaryPropertyListBytes.integer(9)
    #expect(reason(Data(many)) == "There are more objects than bytes.")
    #expect(reason(BinaryPropertyListBytes.list([[0x09]], top: 1)) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0x09]], top: .max)) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0x09]], offsetSize: 0)) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0x09]], offsetSize: 255)) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0x09]], referenceSize: 0)) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0xA1, 200], [0x09]])) != nil)
  }

  @Test func deepNestingIsRefused() throws {
    // Each array holds the next.
    let deep = (0..<60_000).map { index -> [UInt8] in
      let next = index + 1
      return [0xA1, UInt8(next >> 8), UInt8(next & 0xFF)]
    }
    var list = BinaryPropertyListBytes.list([[0x09]])
    #expect(reason(list) == nil)
    list = wide(deep + [[0x09]])
    #expect(reason(list)?.contains("in one another") == true)

    var value = PropertyListValue.bool(true)
    for _ in 0..<64 { value = .array([value]) }
    #expect(try PropertyListValue(binary: value.binary()) == value)
    value = .array([value])
    #expect(throws: PropertyListError.self) { try value.binary() }
  }

  /// With offsets and references of more bytes than the list of the helper.
  private func wide(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table += BinaryPropertyListBytes.integer(UInt64(bytes.count)).suffix(4)
      bytes += object
    }
    let start = bytes.count
    bytes += table + [0, 0, 0, 0, 0, 0, 4, 2]
    bytes += BinaryPropertyListBytes.integer(UInt64(objects.count))
    bytes += BinaryPropertyListBytes.integer(0) + BinaryPropertyListBytes.integer(UInt64(start))
    return Data(bytes)
  }

  @Test func amplificationIsRefused() {
    // Each of 40 arrays holds the next one ten times: 10^40 values.
    var objects: [[UInt8]] = (1...40).map { [0xAA] + Array(repeating: UInt8($0), count: 10) }
    objects.append([0x09])
    #expect(reason(BinaryPropertyListBytes.list(objects))?.contains("too often") == true)
  }

  @Test func overlapIsRefused() {
    // Many objects that are all the same long piece of data.
    let long = [0x4F, 0x11, 0x40, 0x00] + Array(repeating: 7 as UInt8, count: 0x4000)
    let count = 2000
    var bytes = Array("bplist00".utf8)
    let top = bytes.count
    bytes += [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
    for index in 1...count { bytes += [UInt8(index >> 8), UInt8(index & 0xFF)] }
    let shared = bytes.count
    bytes += long
    let start = bytes.count
    bytes += BinaryPropertyListBytes.integer(UInt64(top)).suffix(4)
    for _ in 0..<count { bytes += BinaryPropertyListBytes.integer(UInt64(shared)).suffix(4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2] + BinaryPropertyListBytes.integer(UInt64(count + 1))
    bytes += BinaryPropertyListBytes.integer(0) + BinaryPropertyListBytes.integer(UInt64(start))
    #expect(reason(Data(bytes))?.contains("overlap") == true)
  }

  @Test func unknownKindsAreRefused() {
    for marker: UInt8 in [0x01, 0x0F, 0x15, 0x1F, 0x20, 0x24, 0x30, 0x7A, 0x90, 0xB1, 0xE0, 0xFF] {
      #expect(reason(BinaryPropertyListBytes.list([[marker, 0, 0, 0]])) != nil)
    }
    // A key that is a number, bytes that are not ASCII, a reference of 2^40.
    #expect(reason(BinaryPropertyListBytes.list([[0xD1, 1, 1], [0x10, 5]])) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0x52, 0x61, 0xE4]])) != nil)
    #expect(reason(BinaryPropertyListBytes.list([[0x85, 1, 0, 0, 0, 0, 0]])) != nil)
  }
}
