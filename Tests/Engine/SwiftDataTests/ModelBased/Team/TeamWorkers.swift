// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore

/// Who owns a context: the machine's own actor, or a model actor.
protocol TeamWorker: Sendable {
  func perform<R: Sendable>(_ body: @Sendable (inout TeamDesk) throws -> R) async throws -> R
}

@MainActor
final class TeamOwner: TeamWorker {
  private var desk: TeamDesk

  init(_ context: ModelContext) { desk = TeamDesk(context: context) }

  func perform<R: Sendable>(_ body: @Sendable (inout TeamDesk) throws -> R) async throws -> R {
    try body(&desk)
  }
}

@ModelActor
actor TeamActor: TeamWorker {
  private var held: [any PersistentModel] = []

  func perform<R: Sendable>(_ body: @Sendable (inout TeamDesk) throws -> R) async throws -> R {
    var desk = TeamDesk(context: modelContext, held: held)
    defer { held = desk.held }
    return try body(&desk)
  }
}
