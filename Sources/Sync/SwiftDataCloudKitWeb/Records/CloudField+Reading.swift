// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Fields as clients send them: `{"value": "Ann", "type": "STRING"}`.
extension CloudField {
  /// - Parameter declared: What the schema says; nil: nothing.
  /// - Returns: nil: the field is cleared.
  static func read(
    _ input: CloudInput, declared: CloudFieldType?, _ quirks: CloudKitQuirks
  ) throws(CloudKitError) -> CloudField? {
    _ = try input.object()
    let tag = try input["type"].text()
    guard let value = input["value"] else { return nil }
    let type: CloudFieldType
    if let tag {
      guard let known = Self.type(tag) else {
        throw .badRequest("\(input.path).type is '\(tag)', which no field of a mirrored model has")
      }
      type = known
    } else if quirks.untaggedValuesFollowSchema, let declared {
      type = declared
    } else {
      type = try inferred(value)
    }
    return try read(value, as: type, quirks)
  }

  private static func type(_ tag: String) -> CloudFieldType? {
    // Clients send the one, and read the other.
    tag == "ASSET" ? .asset : CloudFieldType(rawValue: tag)
  }

  private static func inferred(_ value: CloudInput) throws(CloudKitError) -> CloudFieldType {
    switch value.value {
    case .integer: .int64
    case .number: .double
    case .text: .string
    case .object(let members) where members["recordName"] != nil: .reference
    case .object(let members) where members["size"] != nil || members["receipt"] != nil: .asset
    default: throw .badRequest("\(value.path) needs a type: it is \(value.value.kind)")
    }
  }

  private static func read(
    _ value: CloudInput, as type: CloudFieldType, _ quirks: CloudKitQuirks
  ) throws(CloudKitError) -> CloudField {
    switch type {
    case .string: return .text(try value.text())
    case .int64: return .integer(try integer(value))
    case .double: return .double(try number(value))
    case .timestamp:
      if case .number(let number) = value.value, !quirks.fractionalTimestampsAreRefused, abs(number) < 9e15 {
        return .timestamp(Int64(number.rounded()))
      }
      let time = try integer(value)
      guard abs(Double(time)) < 9e15 else { throw .badRequest("\(value.path) is no time in milliseconds since 1970") }
      return .timestamp(time)
    case .bytes:
      guard let data = Data(base64Encoded: try value.text()) else { throw value.wrong("bytes in base64") }
      return .bytes(data)
    case .reference: return .reference(try value.required("recordName").text())
    case .asset: return try asset(value, quirks)
    }
  }

  private static func integer(_ value: CloudInput) throws(CloudKitError) -> Int64 {
    if case .text(let digits) = value.value, let number = Int64(digits) { return number }
    return try value.integer()
  }

  private static func number(_ value: CloudInput) throws(CloudKitError) -> Double {
    switch value.value {
    case .integer(let integer): return Double(integer)
    case .number(let number): return number
    case .text(let digits):
      guard let number = Double(digits), number.isFinite else { throw value.wrong("a number") }
      return number
    default: throw value.wrong("a number")
    }
  }

  private static func asset(_ value: CloudInput, _ quirks: CloudKitQuirks) throws(CloudKitError) -> CloudField {
    if let receipt = value["receipt"] {
      guard let blob = AssetReceipt.blob(try receipt.text()) else {
        throw .badRequest("\(receipt.path) is no receipt of this server: upload the bytes, and send what it answers")
      }
      return .asset(blob)
    }
    guard !quirks.readAssetsNeedReceipt else {
      throw .badRequest("\(value.path) has no receipt: upload the bytes, or ask assets/rereference for one")
    }
    let size = try value.required("size").integer()
    return .readAsset(
      CloudAsset(checksum: try value.required("fileChecksum").text(), size: Int(clamping: size)))
  }
}
