// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Models that are made from backing data.
enum Backing {
  @Model final class Owner {
    var name: String
    var age = 5
    var ID = "own"
    let code: Int
    @Relationship(inverse: \Pet.owner) var pets: [Pet] = []

    init(name: String, code: Int = 7) {
      self.name = name
      self.code = code
    }
  }

  @Model final class Pet {
    var name: String
    var owner: Owner?

    init(name: String) { self.name = name }
  }

  @available(macOS 26, *)
  @Model class Vehicle {
    var wheels: Int
    var note: String?

    init(wheels: Int) { self.wheels = wheels }
  }

  @available(macOS 26, *)
  @Model final class Bicycle: Vehicle {
    var bell = "ring"

    override init(wheels: Int) { super.init(wheels: wheels) }
  }

  /// A subclass that is no model.
  @available(macOS 26, *)
  final class Tricycle: Vehicle {
    var basket = true
  }

  /// A backing data of the program's own: its values come from a dictionary, and asking is counted.
  final class Answers<Model: PersistentModel>: BackingData {
    var values: [PartialKeyPath<Model>: Any] = [:]
    private(set) var asked = 0
    var persistentModelID: PersistentIdentifier?
    var metadata: Any { () }

    init(for modelType: Model.Type) {}

    private func answer<V>(_ key: KeyPath<Model, V>) -> V {
      asked += 1
      return values[key] as! V
    }

    func getValue<V: Decodable>(forKey key: KeyPath<Model, V>) -> V { answer(key) }
    func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V>) -> V { answer(key) }
    func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>) -> V? { answer(key) }
    func getValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>) -> V
    where O == V.PersistentElement { answer(key) }
    func getValue<V: Decodable & RelationshipCollection, O>(forKey key: KeyPath<Model, V>) -> V
    where O == V.PersistentElement { answer(key) }
    func getTransformableValue<V>(forKey key: KeyPath<Model, V>) -> V { answer(key) }

    func setValue<V: Encodable>(forKey key: KeyPath<Model, V>, to new: V) { values[key] = new }
    func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V>, to new: V) { values[key] = new }
    func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>, to new: V?) { values[key] = new }
    func setValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>, to new: V)
    where O == V.PersistentElement { values[key] = new }
    func setValue<V: Encodable & RelationshipCollection, O>(forKey key: KeyPath<Model, V>, to new: V)
    where O == V.PersistentElement { values[key] = new }
    func setTransformableValue<V>(forKey key: KeyPath<Model, V>, to new: V) { values[key] = new }
  }
}
