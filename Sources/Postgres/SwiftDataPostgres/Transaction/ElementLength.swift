// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation

  /// The bytes that an element of a JSON array has as a text of the server.
  struct ElementLength: Decodable {
    private let count: Int

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        count = 0
      } else if let text = try? value.decode(String.self) {
        count = text.utf8.count
      } else if let truth = try? value.decode(Bool.self) {
        count = "\(truth)".utf8.count
      } else {
        count = "\(try value.decode(Decimal.self))".utf8.count
      }
    }

    /// - Returns: `nil` for an array of others than plain values.
    static func longest(_ json: [UInt8]) -> Int? {
      try? JSONDecoder().decode([ElementLength].self, from: Data(json)).map(\.count).max()
    }
  }
#endif
