// SPDX-License-Identifier: Apache-2.0

/// An actor with its own context.
///
/// ```swift
/// @ModelActor
/// actor Importer {
///   func rename(_ id: PersistentIdentifier, to name: String) throws {
///     guard let trip = self[id, as: Trip.self] else { return }
///     trip.name = name
///     try modelContext.save()
///   }
/// }
/// ```
public protocol ModelActor: Actor {
  /// The container whose models the actor works with.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor of the actor, which has its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor that runs the actor: its model executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    if let serial = modelExecutor as? any SerialModelExecutor {
      return serial.asUnownedSerialExecutor()
    }
    return ModelActorFallback.executor.asUnownedSerialExecutor()
  }

  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model with an identifier, or `nil` if it does not exist or is of another class.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext._core.existingModel(for: id) as? T
  }
}

/// Runs actors whose own executor is not serial.
enum ModelActorFallback {
  static let executor = DispatchSerialModelExecutor(label: "SwiftData.ModelActor")
}
