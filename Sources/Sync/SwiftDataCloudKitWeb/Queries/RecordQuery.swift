// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The whole of `records/query`.
struct RecordQuery {
  struct Sort {
    var field: QueryField
    var isAscending: Bool
  }

  static let mostFilters = 20
  static let mostSorts = 5

  var recordType: String
  var filters: [QueryFilter] = []
  var sorts: [Sort] = []
  var limit: Int
  var marker: ContinuationMarker?

  init(_ input: CloudInput, limit: Int, _ schema: MirroredSchema, _ quirks: CloudKitQuirks) throws(CloudKitError) {
    self.limit = limit
    let query = try input.required("query")
    recordType = try query.required("recordType").text()
    let scope = QueryScope(schema: schema, recordType: recordType, quirks: quirks)
    let isKnown =
      recordType == LinkRecord.type
      || recordType.hasPrefix(RecordLayout.prefix)
        && (schema.isEmpty
          || schema.entities[String(recordType.dropFirst(RecordLayout.prefix.count))]?.parent == nil
            && schema.entities[String(recordType.dropFirst(RecordLayout.prefix.count))] != nil)
    guard isKnown else { throw .badRequest("Did not find record type: \(recordType.prefix(200))") }
    if let filterBy = query["filterBy"] {
      // Apple's own clients send one alone, too.
      let all = if case .object = filterBy.value { [filterBy] } else { try filterBy.list(atMost: Self.mostFilters) }
      for filter in all { filters.append(try QueryFilter(filter, scope)) }
    }
    if let sortBy = query["sortBy"] {
      for sort in try sortBy.list(atMost: Self.mostSorts) {
        guard let field = try QueryField(sort, scope) else {
          throw .badRequest("\(sort.path) has neither 'fieldName' nor 'systemFieldName'")
        }
        if sort["relativeLocation"] != nil { throw .badRequest("\(sort.path): mirrored models have no locations") }
        var isAscending = true
        if let ascending = sort["ascending"] { isAscending = try ascending.bool() }
        sorts.append(Sort(field: field, isAscending: isAscending))
      }
    }
    if let text = try input["continuationMarker"].text() {
      marker = try ContinuationMarker(text, count: sorts.count)
    }
  }
}

/// Where a query goes on: after a record, by what the query sorts by.
struct ContinuationMarker: Hashable {
  /// Nil: the record has no such field.
  var values: [IndexedValue?]
  var recordName: String

  init(values: [IndexedValue?], recordName: String) { (self.values, self.recordName) = (values, recordName) }

  var text: String {
    let values = values.map { value -> CloudJSON in
      switch value {
      case nil: .null
      case .integer(let number)?: .integer(number)
      // By its bits: the text of a number may be that of another one.
      case .double(let number)?: .array([.text(String(number.bitPattern))])
      case .text(let text)?: .text(text)
      }
    }
    return Data(CloudJSON.array([.text(recordName), .array(values)]).bytes).base64EncodedString()
  }

  init(_ text: String, count: Int) throws(CloudKitError) {
    let unknown = CloudKitError.badRequest("the continuation marker is not of this query: begin it anew")
    guard text.utf8.count <= 20_000, let data = Data(base64Encoded: text),
      case .array(let parts)? = try? CloudJSON(Array(data)), parts.count == 2, case .text(let name) = parts[0],
      case .array(let values) = parts[1], values.count == count
    else { throw unknown }
    recordName = name
    self.values = []
    for value in values {
      switch value {
      case .null: self.values.append(nil)
      case .integer(let number): self.values.append(.integer(number))
      case .text(let text): self.values.append(.text(text))
      case .array(let bits):
        guard case .text(let digits)? = bits.first, let bits = UInt64(digits) else { throw unknown }
        self.values.append(.double(Double(bitPattern: bits)))
      default: throw unknown
      }
    }
  }
}
