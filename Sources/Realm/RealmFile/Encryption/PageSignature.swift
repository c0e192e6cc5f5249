// SPDX-License-Identifier: Apache-2.0

import SecureHashes

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
