/// The hash of 28 bytes that Realm signs pages with.
///
/// Here because swift-crypto has none shorter than 256 bits. It is SHA-256
/// with another beginning, cut off.
struct SHA224 {
  private static let beginning: [UInt32] = [
    0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939,
    0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4,
  ]

  /// The first 32 bits of the fractional parts of the cube roots of the first
  /// 64 prime numbers.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  private var state = SHA224.beginning
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var length: UInt64 = 0

  /// Takes in whole blocks of 64 bytes.
  mutating func update(blocks bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count % 64 == 0)
    length += UInt64(bytes.count)
    for start in stride(from: 0, to: bytes.count, by: 64) { take(bytes, start) }
  }

  /// The hash. All that was taken in before came in whole blocks.
  mutating func finish(_ rest: [UInt8] = []) -> [UInt8] {
    let bits = (length + UInt64(rest.count)) * 8
    var last = rest + [0x80]
    while last.count % 64 != 56 { last.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      last.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    last.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 64) { take(bytes, start) }
    }
    return state.prefix(7).flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, _ start: Int) {
    schedule.withUnsafeMutableBufferPointer { w in
      for i in 0..<16 {
        w[i] = UInt32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self))
      }
      for i in 16..<64 {
        let (a, b) = (w[i - 15], w[i - 2])
        let first = Self.rotate(a, 7) ^ Self.rotate(a, 18) ^ a >> 3
        let second = Self.rotate(b, 17) ^ Self.rotate(b, 19) ^ b >> 10
        w[i] = w[i - 16] &+ first &+ w[i - 7] &+ second
      }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    Self.constants.withUnsafeBufferPointer { constants in
      schedule.withUnsafeBufferPointer { w in
        for i in 0..<64 {
          let sigma1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
          let first = h &+ sigma1 &+ (e & f ^ ~e & g) &+ constants[i] &+ w[i]
          let sigma0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
          let second = sigma0 &+ (a & b ^ a & c ^ b & c)
          (h, g, f, e) = (g, f, e, d &+ first)
          (d, c, b, a) = (c, b, a, first &+ second)
        }
      }
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
  private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value >> count | value << (32 - count)
  }
}

/// The signature of a page: HMAC with SHA-224.
struct PageSignature {
  private let inner: SHA224
  private let outer: SHA224

  /// - Parameter key: 32 bytes.
  init(key: [UInt8]) {
    func start(_ pad: UInt8) -> SHA224 {
      var block = [UInt8](repeating: pad, count: 64)
      for (index, byte) in key.prefix(64).enumerated() { block[index] ^= byte }
      var hash = SHA224()
      block.withUnsafeBytes { hash.update(blocks: $0) }
      return hash
    }
    inner = start(0x36)
    outer = start(0x5C)
  }

  /// - Parameter page: whole blocks of 64 bytes.
  func sign(_ page: UnsafeRawBufferPointer) -> [UInt8] {
    var inner = inner
    inner.update(blocks: page)
    var outer = outer
    return outer.finish(inner.finish())
  }
}
