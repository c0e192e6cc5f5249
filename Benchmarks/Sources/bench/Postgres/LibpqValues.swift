// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation

  /// Numbers and texts in PostgreSQL's binary form, one after the other.
  struct LibpqBytes {
    var bytes: [UInt8] = []

    @inline(__always)
    mutating func raw<I: FixedWidthInteger>(_ value: I) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ value: String) {
      var value = value
      value.withUTF8 { bytes.append(contentsOf: $0) }
    }
  }

  /// The values of a statement.
  struct LibpqValues {
    private var all = LibpqBytes()
    private var ends: [Int] = []

    private mutating func end() { ends.append(all.bytes.count) }

    mutating func add(_ value: Int64) {
      all.raw(value)
      end()
    }

    mutating func add(_ value: Double) {
      all.raw(value.bitPattern)
      end()
    }

    mutating func add(_ value: Bool) {
      all.raw(UInt8(value ? 1 : 0))
      end()
    }

    mutating func add(_ value: String) {
      all.text(value)
      end()
    }

    mutating func add(_ array: LibpqArray) {
      array.write(to: &all)
      end()
    }

    func withPointers<R>(
      _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> R
    ) -> R {
      all.bytes.withUnsafeBytes { bytes in
        var values: [UnsafePointer<CChar>?] = []
        var lengths: [Int32] = []
        var start = 0
        let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        for end in ends {
          values.append(base.map { UnsafePointer($0) + start })
          lengths.append(Int32(end - start))
          start = end
        }
        return body(values, lengths, [Int32](repeating: 1, count: ends.count))
      }
    }
  }

  /// An array without NULL.
  struct LibpqArray {
    private let element: LibpqType
    private var all = LibpqBytes()
    private(set) var count: Int32 = 0

    init(of element: LibpqType, bytes: Int) {
      self.element = element
      all.bytes.reserveCapacity(bytes)
    }

    mutating func add(_ value: Int64) {
      all.raw(Int32(8))
      all.raw(value)
      count += 1
    }

    mutating func add(_ value: Double) { add(Int64(bitPattern: value.bitPattern)) }

    mutating func add(_ value: Bool) {
      all.raw(Int32(1))
      all.raw(UInt8(value ? 1 : 0))
      count += 1
    }

    mutating func add(_ value: String) {
      all.raw(Int32(value.utf8.count))
      all.text(value)
      count += 1
    }

    func write(to target: inout LibpqBytes) {
      target.raw(Int32(1))
      target.raw(Int32(0))
      target.raw(element.rawValue)
      target.raw(count)
      target.raw(Int32(1))
      target.bytes.append(contentsOf: all.bytes)
    }
  }
#endif
