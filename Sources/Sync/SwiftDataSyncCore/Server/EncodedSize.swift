// SPDX-License-Identifier: Apache-2.0

/// At most how many bytes something has in a message, which has a limit. The sizes by which uploads and accounts are
/// counted are about what it has in memory: a text with control characters has six times as many bytes in a message.
extension StoredRecord {
  package var encodedSize: Int {
    var size = 400 + id.encodedSize + (record.life.successor?.encodedSize ?? 0)
    for (name, register) in record.fields {
      size += 100 + name.withBytes(encodedSize(ofText:)) + register.value.encodedSize
    }
    for (name, set) in record.links {
      size += set.members.values.reduce(48 + name.withBytes(encodedSize(ofText:)) + 96 * set.removed.count) {
        $0 + 48 + $1.encodedSize
      }
    }
    return size
  }

  /// ``encodedSize`` is never more than so many times ``size``, which is known without looking at texts.
  static let mostEncodedToSize = 8
}

extension RecordID {
  fileprivate var encodedSize: Int { type.withBytes(encodedSize(ofText:)) + withName(encodedSize(ofText:)) }
}

extension SyncValue {
  fileprivate var encodedSize: Int {
    switch self {
    case .text(let text): text.withBytes(encodedSize(ofText:))
    case .bytes(let data): base64(data.count)
    case .reference(let id): id.encodedSize
    case .sealedBlob(let value): 96 + base64(value.envelope.count)
    case .blob: 96
    default: 32
    }
  }
}

private func base64(_ count: Int) -> Int { (count + 2) / 3 * 4 }

private func encodedSize(ofText bytes: UnsafeRawBufferPointer) -> Int {
  bytes.reduce(2) { size, byte in
    switch byte {
    case 0..<0x20: size + 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
    default: size + 1
    }
  }
}
