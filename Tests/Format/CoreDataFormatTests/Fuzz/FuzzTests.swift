// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

/// Whatever the bytes are: a value or an error of ours, and soon.
///
/// The seed is printed. Set `SWIFTDATA_TEST_SEED` for another one, and
/// `SWIFTDATA_FUZZ_ROUNDS` for so many times as many mutations.
@Suite struct FuzzTests {
  static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED"]
    return text.flatMap { UInt64($0) } ?? 1
  }()

  static let factor: Int = {
    let text = ProcessInfo.processInfo.environment["SWIFTDATA_FUZZ_ROUNDS"]
    return text.flatMap { Int($0) } ?? 1
  }()

  /// Archives of models: one of ours, and the small ones of Apple's.
  static let archives: [Data] = {
    var model = ManagedObjectModel(entities: [SampleModel.small])
    model.versionIdentifiers = ["1.0.0"]
    let ours = [model, SampleModel.make()].compactMap { try? ModelCache.archive(of: $0) }
    let theirs = AppleStore.withModel.compactMap { try? Deflate.decompress($0.modelCache()) }
    return ours + theirs.filter { $0.count < 5000 }
  }()

  static let lists: [Data] = {
    let ours = PropertyListValue.dictionary([
      "all": .array(PropertyListTests.samples.filter { $0 != .array([]) }),
      "set": .set([.integer(1), .string("x")]), "nested": .array([.array([.dictionary([:])])]),
    ])
    let theirs = AppleStore.withModel.compactMap { try? $0.metadata() }
    return [try? ours.binary()].compactMap { $0 } + theirs
  }()

  static let values: [Data] = ArchivedValueTests.samples.compactMap { sample in
    try? ArchivedValue.array([sample, .string("beside"), sample]).keyedArchive()
  }

  /// Runs a reader on mutations, and counts how they end.
  private func fuzz(
    _ count: Int, _ name: String, mutation: (inout SeededGenerator) throws -> Data,
    read: (Data) throws -> Void
  ) throws {
    let clock = ContinuousClock()
    let start = clock.now
    var random = SeededGenerator(seed: Self.seed)
    var slowest = Duration.zero
    var accepted = 0
    let total = count * Self.factor
    for round in 0..<total {
      let data = try mutation(&random)
      let begun = clock.now
      do {
        try read(data)
        accepted += 1
      } catch is PropertyListError {
      } catch is KeyedArchiveError {
      } catch is DeflateError {
      } catch is ModelCacheError {
      } catch {
        Issue.record(
          "seed \(Self.seed), round \(round): \(error), of \(data.base64EncodedString())")
      }
      slowest = max(slowest, clock.now - begun)
    }
    // Milliseconds, as a rule; an endless loop is what this is about.
    #expect(slowest < .seconds(30), "seed \(Self.seed)")
    print(
      "fuzz \(name): seed \(Self.seed), \(total) mutations, \(accepted) accepted,",
      "\(clock.now - start), slowest \(slowest)")
  }

  private func bytes(of inputs: [Data]) -> (inout SeededGenerator) throws -> Data {
    { random in
      let data = inputs.randomElement(using: &random) ?? Data()
      let other = inputs.randomElement(using: &random) ?? Data()
      var mutator = ByteMutator(random: SeededGenerator(seed: random.next()))
      return mutator.mutate(data, with: other)
    }
  }

  @Test func propertyLists() throws {
    try fuzz(12_000, "property lists", mutation: bytes(of: Self.lists)) { data in
      let value = try PropertyListValue(binary: data)
      // What was read can be written, and is the same then.
      let written = try value.binary()
      #expect(try PropertyListValue(binary: written).binary() == written)
    }
  }

  @Test func archivesOfModels() throws {
    try fuzz(4000, "archives of models", mutation: bytes(of: Self.archives)) { data in
      try check(ModelCache.decode(archive: data))
    }
  }

  @Test func archivesWithOtherFields() throws {
    let lists = try Self.archives.map { try PropertyListValue(binary: $0) }
    try fuzz(
      1000, "archives with other fields",
      mutation: { random in
        var mutator = ArchiveMutator(random: SeededGenerator(seed: random.next()))
        // Mostly the first, which is the smallest.
        let index = Int.random(in: 0..<lists.count * 3, using: &random)
        let list = lists.indices.contains(index) ? lists[index] : lists.first
        return try mutator.mutate(list ?? .null).binary()
      }
    ) { data in
      try check(ModelCache.decode(archive: data))
    }
  }

  @Test func archivedValues() throws {
    try fuzz(12_000, "archived values", mutation: bytes(of: Self.values)) { data in
      try check(ArchivedValue(keyedArchive: data))
    }
  }

  @Test func archivedValuesWithOtherFields() throws {
    let lists = try Self.values.map { try PropertyListValue(binary: $0) }
    try fuzz(
      6000, "archived values with other fields",
      mutation: { random in
        var mutator = ArchiveMutator(random: SeededGenerator(seed: random.next()))
        return try mutator.mutate(lists.randomElement(using: &random) ?? .null).binary()
      }
    ) { data in
      try check(ArchivedValue(keyedArchive: data))
    }
  }

  @Test func compressedBytes() throws {
    let inputs =
      Self.archives.map { Deflate.compress($0) } + Self.lists.map { Deflate.compress($0) }
    try fuzz(8000, "compressed bytes", mutation: bytes(of: inputs)) { data in
      let output = try Deflate.decompress(data, limit: 1 << 20)
      #expect(output.count <= 1 << 20)
    }
  }

  @Test func modelCaches() throws {
    let inputs = Self.archives.map { Deflate.compress($0) }
    try fuzz(2000, "model caches", mutation: bytes(of: inputs)) { data in
      try check(ModelCache.decode(data))
    }
  }

  @Test func noise() throws {
    let noise: (inout SeededGenerator) -> Data = { random in
      let count = Int.random(in: 0..<200, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      return Bool.random(using: &random) ? Data(bytes) : Data("bplist00".utf8) + Data(bytes)
    }
    try fuzz(10_000, "noise", mutation: noise) { data in
      _ = try? Deflate.decompress(data, limit: 1 << 20)
      _ = try ArchivedValue(keyedArchive: data)
    }
  }

  /// A model that was read can be hashed, and written so that it has the same
  /// hashes.
  private func check(_ model: ManagedObjectModel) throws {
    let hashes = VersionHashes.hashes(of: model)
    let again = try ModelCache.decode(archive: ModelCache.archive(of: model))
    #expect(VersionHashes.hashes(of: again) == hashes, "seed \(Self.seed)")
  }

  /// A value that was read can be written, unless there are classes in it
  /// that are not known.
  private func check(_ value: ArchivedValue) throws {
    guard let written = try? value.keyedArchive() else { return }
    let again = try ArchivedValue(keyedArchive: written)
    #expect(try again.keyedArchive() == written, "seed \(Self.seed)")
  }
}
