// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

/// Threads that programs start on Apple's platforms have 512 KB.
@Suite struct StackTests {
  /// Runs on a thread with a small stack; a deeper one ends the program.
  private func onSmallStack(_ body: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 256 << 10
      thread.start()
    }
  }

  @Test func theDeepestListFits() async {
    let fits = await onSmallStack {
      var value = PropertyListValue.bool(true)
      for _ in 0..<32 { value = .array([.dictionary(["key": value])]) }
      guard let data = try? value.binary() else { return false }
      return (try? PropertyListValue(binary: data)) == value
    }
    #expect(fits)
  }

  @Test func theDeepestValueFits() async {
    let fits = await onSmallStack {
      var value = ArchivedValue.bool(true)
      for _ in 0..<32 {
        value = .array([.dictionary([.init(key: .string("key"), value: value)])])
      }
      guard let data = try? value.keyedArchive() else { return false }
      return (try? ArchivedValue(keyedArchive: data)) == value
    }
    #expect(fits)
  }

  @Test func theDeepestModelFits() async {
    let fits = await onSmallStack {
      var attribute = AttributeDescription(name: "deepest", type: .double)
      for _ in 0..<31 {
        var outer = AttributeDescription(name: "composite", type: .composite)
        outer.elements = [attribute]
        attribute = outer
      }
      attribute.defaultValue = .bool(true)
      var info = UserInfoValue.bool(true)
      for _ in 0..<30 { info = .array([info]) }
      attribute.userInfo = ["deep": info]
      var entity = EntityDescription(name: "Entity")
      entity.attributes = [attribute]
      let model = ManagedObjectModel(entities: [entity])
      guard let content = try? ModelCache.encode(model) else { return false }
      let decoded = try? ModelCache.decode(content)
      return decoded == model
    }
    #expect(fits)
  }
}
