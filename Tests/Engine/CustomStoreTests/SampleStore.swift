// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// How a file is written: the strategies that coders have.
struct SampleCoding: Sendable {
  var name: String
  var makeEncoder: @Sendable () -> JSONEncoder
  var makeDecoder: @Sendable () -> JSONDecoder

  static let all: [SampleCoding] = [
    .init(name: "plain") { _ in
    } decoder: { _ in
    },
    .init(name: "ISO 8601") {
      $0.dateEncodingStrategy = .iso8601
    } decoder: {
      $0.dateDecodingStrategy = .iso8601
    },
    .init(name: "seconds") {
      $0.dateEncodingStrategy = .secondsSince1970
    } decoder: {
      $0.dateDecodingStrategy = .secondsSince1970
    },
    .init(name: "a format of its own") {
      $0.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("at \(date.timeIntervalSinceReferenceDate)")
      }
      $0.dataEncodingStrategy = .custom { data, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(data.map { String($0, radix: 16) }.joined(separator: "-"))
      }
    } decoder: {
      $0.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return Date(timeIntervalSinceReferenceDate: Double(text.dropFirst(3)) ?? -1)
      }
      $0.dataDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return Data(text.split(separator: "-").compactMap { UInt8($0, radix: 16) })
      }
    },
    .init(name: "snake case") {
      $0.keyEncodingStrategy = .convertToSnakeCase
      $0.dataEncodingStrategy = .deferredToData
    } decoder: {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dataDecodingStrategy = .deferredToData
    },
  ]

  /// Floating-point numbers that are no JSON are written as texts by all of them.
  private init(
    name: String, encoder: @escaping @Sendable (JSONEncoder) -> Void, decoder: @escaping @Sendable (JSONDecoder) -> Void
  ) {
    self.name = name
    makeEncoder = {
      let made = JSONEncoder()
      made.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      encoder(made)
      return made
    }
    makeDecoder = {
      let made = JSONDecoder()
      made.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      decoder(made)
      return made
    }
  }
}

struct SampleConfiguration: DataStoreConfiguration {
  typealias Store = SampleStore
  var name = "sample"
  var schema: Schema?
  var file: URL
  var coding: SampleCoding

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.file == rhs.file }
  func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

/// All models in one file, which is read and written as a whole: the pattern of most first stores. Conditions and orders,
/// limits and offsets are the context's business.
final class SampleStore: DataStore {
  typealias Configuration = SampleConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: SampleConfiguration
  let schema: Schema
  let identifier: String

  init(_ configuration: SampleConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    identifier = configuration.file.lastPathComponent
  }

  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let all = try read().values.filter { $0.persistentIdentifier.entityName == Schema.entityName(for: T.self) }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: all)
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    var all = try read()
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
    }
    for snapshot in request.inserted + request.updated {
      let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      all[identifier] = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped)
    }
    for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
    try configuration.coding.makeEncoder().encode(Array(all.values)).write(to: configuration.file, options: .atomic)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard let data = try? Data(contentsOf: configuration.file) else { return [:] }
    let snapshots = try configuration.coding.makeDecoder().decode([DefaultSnapshot].self, from: data)
    return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
  }
}
