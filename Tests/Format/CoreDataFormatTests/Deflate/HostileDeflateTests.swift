// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct HostileDeflateTests {
  private func reason(_ bytes: [UInt8], limit: Int = Deflate.defaultLimit) -> String? {
    do {
      _ = try Deflate.decompress(Data(bytes), limit: limit)
      return nil
    } catch {
      return (error as? DeflateError)?.reason
    }
  }

  /// Bits, lowest first, as bytes.
  private func bits(_ fields: (value: Int, count: Int)...) -> [UInt8] {
    var all: [Int] = []
    for field in fields { all += (0..<field.count).map { field.value >> $0 & 1 } }
    while all.count % 8 != 0 { all.append(0) }
    return stride(from: 0, to: all.count, by: 8).map { start in
      UInt8((0..<8).reduce(0) { $0 | all[start + $1] << $1 })
    }
  }

  @Test func endsAndKindsAreChecked() {
    #expect(reason([]) != nil)
    #expect(reason(bits((1, 1), (3, 2))) == "There is no such kind of block.")
    #expect(reason([1, 5, 0, 0xFA, 0xFF, 1]) == "It ends too early.")
    #expect(reason([1, 5, 0, 0xFA, 0xFE, 1, 2, 3, 4, 5]) == "The length of a block is damaged.")
  }

  @Test func distancesBeforeTheStartAreRefused() {
    // Fixed codes: length 3, distance 1, of nothing.
    #expect(
      reason(bits((1, 1), (1, 2), (0b1000000, 7), (0, 5), (0, 7)))
        == "It refers to bytes before its start.")
  }

  @Test func codesThatAreNoneAreRefused() {
    // Symbols 286 and 287 of the fixed code, and distance 30.
    #expect(reason(bits((1, 1), (1, 2), (0b01100011, 8))) == "There is no such length.")
    #expect(
      reason(bits((1, 1), (1, 2), (0b10001100, 8), (0b1000000, 7), (0b01111, 5)))
        == "There is no such distance.")
    // 287 literals, 31 distances.
    #expect(reason(bits((1, 1), (2, 2), (30, 5), (0, 5), (0, 4))) == "A block has too many codes.")
    #expect(reason(bits((1, 1), (2, 2), (0, 5), (30, 5), (0, 4))) == "A block has too many codes.")
    // Too many codes of one bit, and none at all.
    #expect(
      reason(bits((1, 1), (2, 2), (0, 5), (0, 5), (0, 4), (1, 3), (1, 3), (1, 3), (1, 3)))
        == "The code of code lengths is not valid.")
    #expect(
      reason(bits((1, 1), (2, 2), (0, 5), (0, 5), (0, 4), (0, 12)))
        == "The code of code lengths is not valid.")
    // Symbol 16 repeats a length where there is none.
    #expect(
      reason(bits((1, 1), (2, 2), (0, 5), (0, 5), (0, 4), (1, 3), (1, 3), (0, 6), (0, 1), (0, 2)))
        == "There is no length to repeat.")
  }

  @Test func bombsAreRefused() {
    let zeros = Data(repeating: 0, count: 4 << 20)
    // A thousandth of its size; longer than the limit, and than is plausible.
    let bomb = [UInt8](Deflate.compress(zeros))
    #expect(bomb.count < 10_000)
    #expect(reason(bomb)?.contains("larger than") == true)
    #expect(reason([UInt8](Deflate.compress(Data(repeating: 1, count: 1000))), limit: 999) != nil)
    #expect(reason([UInt8](Deflate.compress(Data(repeating: 1, count: 1000))), limit: 1000) == nil)
    #expect(reason([UInt8](Deflate.compress(Data(repeating: 1, count: 900_000)))) == nil)
  }
}
