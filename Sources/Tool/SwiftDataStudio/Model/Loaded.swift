// SPDX-License-Identifier: Apache-2.0

/// What is asked for, and comes later.
enum Loaded<Value: Sendable>: Sendable {
  case loading
  case value(Value)
  case failed(StudioError)

  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  var error: StudioError? {
    if case .failed(let error) = self { error } else { nil }
  }

  @MainActor static func of(_ body: @MainActor () async throws -> Value) async -> Loaded {
    do {
      return .value(try await body())
    } catch {
      return .failed(StudioError(error))
    }
  }
}
