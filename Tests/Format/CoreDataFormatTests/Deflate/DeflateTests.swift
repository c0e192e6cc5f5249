// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct DeflateTests {
  static let text = String(
    repeating: """
      It was the best of times, it was the worst of times, it was the age of wisdom, it was the \
      age of foolishness. \

      """, count: 3
  ).replacingOccurrences(of: "\n", with: "")

  private func roundTrip(_ data: Data, atMost size: Int? = nil) throws {
    let compressed = Deflate.compress(data)
    #expect(try Deflate.decompress(compressed) == data)
    if let size { #expect(compressed.count <= size) }
  }

  @Test func bytesReturn() throws {
    try roundTrip(Data(), atMost: 2)
    for count in 1...300 { try roundTrip(Data((0..<count).map { UInt8($0 % 7) })) }
    try roundTrip(Data(Self.text.utf8), atMost: 120)
    try roundTrip(Data(repeating: 0x61, count: 200_000), atMost: 400)
    try roundTrip(Data((0..<60_000).map { UInt8(truncatingIfNeeded: $0 >> 8 ^ $0) }))
  }

  @Test func randomBytesDoNotGrowMuch() throws {
    var random = SeededGenerator(seed: 1)
    let data = Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    try roundTrip(data, atMost: data.count + 200)
  }

  @Test func distantRepetitionsReturn() throws {
    var random = SeededGenerator(seed: 2)
    let piece = Data((0..<400).map { _ in UInt8.random(in: 0...255, using: &random) })
    for gap in [1, 32_367, 32_368, 32_369, 32_767, 32_768, 32_769, 40_000] {
      let filling = Data((0..<gap).map { _ in UInt8.random(in: 0...3, using: &random) })
      try roundTrip(piece + filling + piece)
    }
  }

  @Test func longCodesAreCutOff() throws {
    // Frequencies of Fibonacci make a Huffman tree that is as deep as it can
    // be; no byte repeats the three before it often enough to be shortened.
    var random = SeededGenerator(seed: 3)
    var bytes: [UInt8] = []
    var (a, b) = (1, 1)
    for byte in 0..<22 as Range<UInt8> {
      bytes += repeatElement(byte, count: a)
      (a, b) = (b, a + b)
    }
    bytes.shuffle(using: &random)
    try roundTrip(Data(bytes))
  }

  @Test func streamsOfOthersAreRead() throws {
    let expected = Data(Self.text.utf8)
    // By zlib: the fixed codes, and codes of its own without repetitions.
    let streams = [
      "8yxRKE8sVijJSFVISi0uUchPUyjJzE0t1lHIRMiU5xfhkkpMTwVJlGcWp+TnYpNJy8/PySzOyEstLtZT8BzG"
        + "tgEA",
      "BcGBCUJBDETBVl4Bh31YRsTcv4DfgLuQ9p15mgnhk7xSpjeuO7UoMyF8kumfTG9cd2pRZkL4JHElvZnSu+9F"
        + "mQnhk8SV9GZ3f0rnm9KDp5kQPskrZXrjulOLMhPCJ5n+yfTGdacWZSaETxJX0pspvftelJkQPklcSW9296d0"
        + "vik9eJoJ4ZO8UqY3rju1KDMhfJLpn0xvXHdqUWZC+CRxJb2Z0rvvRZkJ4ZPElfRmd39K55vSgz8=",
    ]
    for stream in streams {
      #expect(try Deflate.decompress(try #require(Data(base64Encoded: stream))) == expected)
    }
    // Codes of its own, with repetitions.
    let squares = try #require(
      Data(
        base64Encoded:
          "FY7BAcAwCAJXYQQ11sT9F+vxIlHAC6VaqxzVpzPq1bReKiOUhXazxbFY8NSHvtWpxk8aXzf6Wl+tvjsafINe"
          + "/pf5Y7/4dtxLMIOGTKrSnVmU5/GV9rnPd8cAY5ILUb42A4QVpkgTV6zqRKs6EjISNX5dz563i+84ceg3NOSH"
          + "vtM0/w=="))
    #expect(
      try Deflate.decompress(squares) == Data((0..<60).map { "\($0 * $0) " }.joined().utf8))
    let stored = try #require(Data(base64Encoded: "AQYA+f9zdG9yZWQ="))
    #expect(try Deflate.decompress(stored) == Data("stored".utf8))
    #expect(try Deflate.decompress(try #require(Data(base64Encoded: "AwA="))).isEmpty)
    // What follows the end is not looked at.
    #expect(try Deflate.decompress(stored + Data([1, 2, 3])) == Data("stored".utf8))
  }

  @Test(
    .enabled(if: !AppleStore.withModel.isEmpty, AppleStore.areThere),
    arguments: AppleStore.withModel)
  func modelsOfAppleStoresReturn(_ store: AppleStore) throws {
    let content = try store.modelCache()
    let archive = try Deflate.decompress(content)
    #expect(archive.starts(with: Data("bplist00".utf8)))
    let ours = Deflate.compress(archive)
    #expect(try Deflate.decompress(ours) == archive)
    // As small as theirs, by and large.
    #expect(ours.count < content.count + content.count / 20)
    for length in stride(from: 0, to: content.count, by: 61) {
      #expect(throws: DeflateError.self) { try Deflate.decompress(content.prefix(length)) }
    }
  }
}
