// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// One operation of `records/modify`.
struct ModifyOperation {
  enum Kind: String, CaseIterable {
    case create, update, forceUpdate, replace, forceReplace, delete, forceDelete

    var isDeletion: Bool { self == .delete || self == .forceDelete }
    /// Fields that are not sent become null.
    var isReplacement: Bool { self == .replace || self == .forceReplace }
    var needsTag: Bool { self == .update || self == .replace || self == .delete }
    var mayCreate: Bool { self == .create || self == .forceUpdate || self == .forceReplace }
  }

  var kind: Kind
  var recordName: String
  var recordType: String?
  var tag: String?
  var fields: [String: CloudInput]
  var path: String
  var desiredKeys: Set<String>?

  init(_ input: CloudInput, using random: inout some RandomNumberGenerator) throws(CloudKitError) {
    path = input.path
    let type = try input.required("operationType").text()
    guard let kind = Kind(rawValue: type) else {
      let all = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("\(path).operationType is '\(type)'; there are \(all)")
    }
    self.kind = kind
    let record = try input.required("record")
    recordType = try record["recordType"].text()
    tag = try record["recordChangeTag"].text()
    if let name = try record["recordName"].text() {
      recordName = name
    } else if kind == .create {
      recordName = RecordNames.random(using: &random)
    } else {
      throw .badRequest("\(path).record lacks 'recordName'")
    }
    fields = [:]
    if let given = record["fields"] {
      for (name, value) in try given.object() { fields[name] = CloudInput(value, "\(given.path).\(name)") }
    }
    if let keys = input["desiredKeys"] { desiredKeys = Set(try keys.texts()) }
    if record["parent"] != nil || record["share"] != nil || record["createShortGUID"] != nil {
      throw .badRequest("\(record.path) is shared: these routes offer no sharing")
    }
  }
}

/// The whole of `records/modify`.
struct ModifyRequest {
  static let mostOperations = 200

  var operations: [ModifyOperation] = []
  var isAtomic: Bool
  var options: AnswerOptions

  init(
    _ input: CloudInput, _ quirks: CloudKitQuirks, using random: inout some RandomNumberGenerator
  ) throws(CloudKitError) {
    options = try AnswerOptions(input)
    isAtomic = quirks.atomicByDefault
    if let atomic = input["atomic"] { isAtomic = try atomic.bool() }
    var names: Set<String> = []
    for element in try input.required("operations").list(atMost: Self.mostOperations) {
      let operation = try ModifyOperation(element, using: &random)
      guard names.insert(operation.recordName).inserted else {
        throw .badRequest("\(operation.path) is about a record that another operation is about: send two requests")
      }
      operations.append(operation)
    }
  }
}

/// What many requests say about their answers.
struct AnswerOptions {
  var desiredKeys: Set<String>?
  var numbersAsStrings = false

  init() {}

  init(_ input: CloudInput) throws(CloudKitError) {
    if let keys = input["desiredKeys"] { desiredKeys = Set(try keys.texts()) }
    numbersAsStrings = try input["numbersAsStrings"].bool()
  }
}
