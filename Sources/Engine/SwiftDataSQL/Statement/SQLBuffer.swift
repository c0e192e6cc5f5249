// SPDX-License-Identifier: Apache-2.0

/// Text that is written piece by piece.
///
/// A look-up by key takes some twenty pieces. Each was three hundred instructions as an append to a `String`, which has to
/// find out how both sides are stored.
struct SQLBuffer {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  static func += (buffer: inout SQLBuffer, text: String) {
    var text = text
    text.withUTF8 { buffer.bytes.append(contentsOf: $0) }
  }
}
