// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Classes that are written as few people would, and must work all the same.
enum Unusual {
  /// A static variable has the name of a property.
  @Model final class Namesake {
    static let count = 7
    var title: String
    var count: Int

    init(title: String, count: Int) {
      self.title = title
      self.count = count
    }
  }

  /// A private field has the name of the storage of a subclass's property.
  @available(macOS 26, *)
  @Model class Base {
    @Transient private var _title = 0x4141_4141
    var number = 0

    init() {}

    var hidden: Int { _title }
  }

  @available(macOS 26, *)
  @Model final class Derived: Base {
    var title: String

    init(title: String) {
      self.title = title
      super.init()
    }
  }

  /// A default value is an object that has related ones.
  @Model final class Settings {
    var theme: Theme? = Theme.make()

    init() {}
  }

  @Model final class Theme {
    var number: Int
    var parent: Theme?
    @Relationship(inverse: \Settings.theme) var settings: [Settings] = []

    init(number: Int) { self.number = number }

    static func make() -> Theme {
      let theme = Theme(number: 1)
      theme.parent = Theme(number: 2)
      return theme
    }
  }

  /// In the form of the expansion of Apple's macro.
  final class Handwritten: PersistentModel {
    var _$backingData: any BackingData<Handwritten> = Handwritten.createBackingData()
    var persistentBackingData: any BackingData<Handwritten> {
      get { _$backingData }
      set { _$backingData = newValue }
    }

    static var schemaMetadata: [Schema.PropertyMetadata] {
      [
        Schema.PropertyMetadata(
          name: "name", keypath: \Handwritten.name, defaultValue: nil, metadata: nil)
      ]
    }

    required init(backingData: any BackingData<Handwritten>) { _$backingData = backingData }

    init(name: String) { self.name = name }

    var name: String {
      get { getValue(forKey: \.name) }
      set { setValue(forKey: \.name, to: newValue) }
    }
  }
}
