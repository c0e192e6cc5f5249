// SPDX-License-Identifier: Apache-2.0

import XCTest

/// The whole text of what `@Model` adds, frozen.
final class ModelExpansionTests: XCTestCase {
  func testFinalClass() {
    assertExpansion(
      #"""
      @Model
      final class Trip {
        @Attribute(.unique) var name: String
        var flag: Bool = false
        var lodging: Lodging?
        let created: Date
        let day = Date()
        @Transient var isSelected = false
        init(name: String) {}
      }
      """#,
      #"""

      final class Trip {
        @Attribute(.unique)
        @_PersistedProperty(0) var name: String
        @_PersistedProperty(1)
        var flag: Bool = false
        @_PersistedProperty(2)
        var lodging: Lodging?
        let created: Date
        let day = Date()
        @Transient var isSelected = false
        init(name: String) {}

        nonisolated public let _$storage = SwiftData._ModelStateStorage()

        nonisolated public var _$ownState: SwiftData._ModelState {
          SwiftData._ModelState(self, _$storage)
        }

        nonisolated public var persistentBackingData: any SwiftData.BackingData<Trip> {
          get { SwiftData._backingData(of: self) }
          set { SwiftData._adopt(newValue, for: self) }
        }

        nonisolated var _$observationRegistrar: SwiftData.ObservationRegistrar {
          SwiftData._registrar(of: self)
        }

        nonisolated func access<_M>(keyPath: Swift.KeyPath<Trip, _M>) {
          _$observationRegistrar.access(self, keyPath: keyPath)
        }

        nonisolated func withMutation<_M, _MR>(
          keyPath: Swift.KeyPath<Trip, _M>, _ mutation: () throws -> _MR
        ) rethrows -> _MR {
          try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
        }

        nonisolated public static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          return SwiftData._withoutIsolation({
            var _$list: [SwiftData.Schema.PropertyMetadata] = []
            typealias _$A = SwiftData.Schema.Attribute
            typealias _$R = SwiftData.Schema.Relationship
            var _$m: (any SwiftData.SchemaProperty)?
        #sourceLocation(file: "test.swift", line: 3)
             _$m=_$A(.unique)
        #sourceLocation()
            _$list.append(SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Trip.name, defaultValue: nil, metadata: _$m))
            _$list.append(SwiftData.Schema.PropertyMetadata(name: "flag", keypath: \Trip.flag, defaultValue: (false as Bool), metadata: nil))
            _$list.append(SwiftData.Schema.PropertyMetadata(name: "lodging", keypath: \Trip.lodging, defaultValue: nil, metadata: nil))
            _$list.append(SwiftData.Schema.PropertyMetadata(name: "created", keypath: \Trip.created, defaultValue: nil, metadata: nil))
            _$list.append(SwiftData.Schema.PropertyMetadata(name: "day", keypath: \Trip.day, defaultValue: Date(), metadata: nil))
            return _$list
          } as @Swift.MainActor () -> [SwiftData.Schema.PropertyMetadata], as: (() -> [SwiftData.Schema.PropertyMetadata]).self)()
        }

        nonisolated public init(backingData: any SwiftData.BackingData<Trip>) {
          self._name = .absent
          self._flag = .absent
          self._lodging = .absent
          self.created = SwiftData._placeholder()
          SwiftData._initialize(self, from: backingData)
        }

        nonisolated public static var _$description: SwiftData._ModelDescription {
          _$ownDescription
        }

        nonisolated private static let _$ownDescription = SwiftData._ModelDescription(Trip.self, superclass: nil, SwiftData._withoutIsolation(Trip._$describe as @Swift.MainActor (inout SwiftData._ModelDescriptionBuilder<Trip>) -> Swift.Void, as: ((inout SwiftData._ModelDescriptionBuilder<Trip>) -> Swift.Void).self))

        @Swift.MainActor private static func _$describe(_ builder: inout SwiftData._ModelDescriptionBuilder<Trip>) {
          builder.attribute("name", \Trip._name)
          builder.attribute("flag", \Trip._flag)
          let _$2 = builder.property("lodging", \Trip._lodging)
        #sourceLocation(file: "test.swift", line: 5)
             SwiftData._persisted(_$2)
        #sourceLocation()
          let _$3 = builder.constant("created", \Trip.created)
        #sourceLocation(file: "test.swift", line: 6)
             SwiftData._persisted(_$3)
        #sourceLocation()
          let _$4 = builder.constant("day", \Trip.day)
        #sourceLocation(file: "test.swift", line: 7)
        SwiftData._persisted(_$4)
        #sourceLocation()
        }

        @inline(__always) nonisolated private static var _$first: Swift.Int {
          0
        }

        nonisolated public func _$load(_ row: inout SwiftData._RowReader) {
          if row.wants(Trip._$first + 0) { row.readAttribute(&self._name) }
          if row.wants(Trip._$first + 1) { row.readAttribute(&self._flag) }
          if row.wants(Trip._$first + 2) { row.read(&self._lodging) }
          if row.wants(Trip._$first + 3) { row.readConstant(self, Trip._$first + 3) }
          if row.wants(Trip._$first + 4) { row.readConstant(self, Trip._$first + 4) }
        }

        nonisolated public func _$store(_ row: inout SwiftData._RowWriter) {
          if row.wants(Trip._$first + 0) { row.writeAttribute(self._name) }
          if row.wants(Trip._$first + 1) { row.writeAttribute(self._flag) }
          if row.wants(Trip._$first + 2) { row.write(self._lodging) }
          if row.wants(Trip._$first + 3) { row.writeConstant(self, Trip._$first + 3) }
          if row.wants(Trip._$first + 4) { row.writeConstant(self, Trip._$first + 4) }
        }
      }

      extension Trip: nonisolated SwiftData.Observable {}

      extension Trip: nonisolated SwiftData.PersistentModel {}

      @available(swift, deprecated: 5.9, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use Trip's persistentModelID instead")
      @available(*, unavailable, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use Trip's persistentModelID instead")
      extension Trip: Swift.Sendable {}
      """#, only: ["Model"])
  }

  func testSubclass() {
    assertExpansion(
      #"""
      @Model class BusinessTrip: Trip, Codable {
        var company: String = ""
        let code: Int
        init() {}
      }
      """#,
      #"""
      class BusinessTrip: Trip, Codable {
        @_PersistedProperty(0)
        var company: String = ""
        let code: Int
        init() {}

        nonisolated override public class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          var _$list: [SwiftData.Schema.PropertyMetadata] = []
          _$list.append(SwiftData.Schema.PropertyMetadata(name: "company", keypath: \BusinessTrip.company, defaultValue: ("" as String), metadata: nil))
          _$list.append(SwiftData.Schema.PropertyMetadata(name: "code", keypath: \BusinessTrip.code, defaultValue: nil, metadata: nil))
          return _$list
        }

        nonisolated required public init(backingData: any SwiftData.BackingData<Root>) {
          self._company = .absent
          self.code = SwiftData._placeholder()
          super.init(backingData: backingData)
        }

        nonisolated override public class var _$description: SwiftData._ModelDescription {
          _$ownDescription
        }

        nonisolated private static let _$ownDescription = SwiftData._ModelDescription(BusinessTrip.self, superclass: Trip.self, _$describe)

        nonisolated private static func _$describe(_ builder: inout SwiftData._ModelDescriptionBuilder<BusinessTrip>) {
          builder.attribute("company", \BusinessTrip._company)
          _ = builder.constant("code", \BusinessTrip.code)
        }

        nonisolated private static let _$first: Swift.Int = Trip._$description.count

        nonisolated override public func _$load(_ row: inout SwiftData._RowReader) {
          super._$load(&row)
          if row.wants(BusinessTrip._$first + 0) { row.readAttribute(&self._company) }
          if row.wants(BusinessTrip._$first + 1) { row.readConstant(self, BusinessTrip._$first + 1) }
        }

        nonisolated override public func _$store(_ row: inout SwiftData._RowWriter) {
          super._$store(&row)
          if row.wants(BusinessTrip._$first + 0) { row.writeAttribute(self._company) }
          if row.wants(BusinessTrip._$first + 1) { row.writeConstant(self, BusinessTrip._$first + 1) }
        }
      }
      """#, kind: .subclass, only: ["Model"])
  }

  func testOtherGlobalActor() {
    assertExpansion(
      #"""
      @StoreActor @Model public class Job {
        var title = ""
        public init() {}
      }
      """#,
      #"""
      @StoreActor public class Job {
        @_PersistedProperty(0)
        var title = ""
        public init() {}

        nonisolated public let _$storage = SwiftData._ModelStateStorage()

        nonisolated public var _$ownState: SwiftData._ModelState {
          SwiftData._ModelState(self, _$storage)
        }

        nonisolated public var persistentBackingData: any SwiftData.BackingData<Job> {
          get { SwiftData._backingData(of: self) }
          set { SwiftData._adopt(newValue, for: self) }
        }

        nonisolated var _$observationRegistrar: SwiftData.ObservationRegistrar {
          SwiftData._registrar(of: self)
        }

        nonisolated func access<_M>(keyPath: Swift.KeyPath<Job, _M>) {
          _$observationRegistrar.access(self, keyPath: keyPath)
        }

        nonisolated func withMutation<_M, _MR>(
          keyPath: Swift.KeyPath<Job, _M>, _ mutation: () throws -> _MR
        ) rethrows -> _MR {
          try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
        }

        nonisolated public class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          return SwiftData._withoutIsolation({
            var _$list: [SwiftData.Schema.PropertyMetadata] = []
            _$list.append(SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Job.title, defaultValue: "", metadata: nil))
            return _$list
          } as @StoreActor () -> [SwiftData.Schema.PropertyMetadata], as: (() -> [SwiftData.Schema.PropertyMetadata]).self)()
        }

        nonisolated required public init(backingData: any SwiftData.BackingData<Job>) {
          self._title = .absent
          SwiftData._initialize(self, from: backingData)
        }

        nonisolated public class var _$description: SwiftData._ModelDescription {
          _$ownDescription
        }

        nonisolated private static let _$ownDescription = SwiftData._ModelDescription(Job.self, superclass: nil, SwiftData._withoutIsolation(Job._$describe as @StoreActor (inout SwiftData._ModelDescriptionBuilder<Job>) -> Swift.Void, as: ((inout SwiftData._ModelDescriptionBuilder<Job>) -> Swift.Void).self))

        @StoreActor private static func _$describe(_ builder: inout SwiftData._ModelDescriptionBuilder<Job>) {
          builder.attribute("title", \Job._title)
        }

        @inline(__always) nonisolated private static var _$first: Swift.Int {
          0
        }

        nonisolated public func _$load(_ row: inout SwiftData._RowReader) {
          if row.wants(Job._$first + 0) { row.readAttribute(&self._title) }
        }

        nonisolated public func _$store(_ row: inout SwiftData._RowWriter) {
          if row.wants(Job._$first + 0) { row.writeAttribute(self._title) }
        }
      }

      extension Job: nonisolated SwiftData.Observable {}

      extension Job: nonisolated SwiftData.PersistentModel {}

      @available(swift, deprecated: 5.9, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use Job's persistentModelID instead")
      @available(*, unavailable, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use Job's persistentModelID instead")
      extension Job: Swift.Sendable {}
      """#, only: ["Model"])
  }

  func testModelActor() {
    assertExpansion(
      #"""
      @available(macOS 15, *)
      @ModelActor
      public actor Importer {
      }
      """#,
      #"""
      @available(macOS 15, *)
      public actor Importer {

        nonisolated public let modelExecutor: any SwiftData.ModelExecutor

        nonisolated public let modelContainer: SwiftData.ModelContainer

        public init(modelContainer: SwiftData.ModelContainer) {
          let modelContext = SwiftData.ModelContext(modelContainer)
          self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
      }

      @available(macOS 15, *)
      extension Importer: SwiftData.ModelActor {
      }
      """#)
  }

  func testAccessors() {
    assertExpansion(
      #"""
      class Trip {
        @_PersistedProperty(2) private(set) var name: String
      }
      """#,
      #"""
      class Trip {
        private(set) var name: String {
        @storageRestrictions(initializes: _name)
        init(initialValue) {
          _name = .value(initialValue)
        }
        get {
          if !SwiftData._isTracking, case .value(let value) = self._name {
            return value
          }
          return SwiftData._readAttribute(self, Trip._$first + 2)
        }
        set {
          if self._$storage.isUnused {
            self._name = .value(newValue)
          } else {
            SwiftData._writeAttribute(self, Trip._$first + 2, newValue)
          }
        }
        }

        \#(safety)@exclusivity(unchecked) nonisolated(unsafe) private var _name: SwiftData._StoredAttribute<String>
      }
      """#)
  }

  func testTransformableAccessors() {
    assertExpansion(
      #"""
      class Trip {
        @_TransformablePersistedProperty(0) var color: Color! = nil
      }
      """#,
      #"""
      class Trip {
        var color: Color! {
        @storageRestrictions(initializes: _color)
        init(initialValue) {
          _color = .value(initialValue)
        }
        get {
          if !SwiftData._isTracking, case .value(let value) = self._color {
            return value
          }
          return SwiftData._readTransformable(self, Trip._$first + 0)
        }
        set {
          if self._$storage.isUnused {
            self._color = .value(newValue)
          } else {
            SwiftData._writeTransformable(self, Trip._$first + 0, newValue)
          }
        }
        }

        \#(safety)@exclusivity(unchecked) nonisolated(unsafe) private var _color: SwiftData._Stored<Color?>
      }
      """#)
  }

  func testHandWrittenModel() {
    assertExpansion(
      #"""
      class Trip {
        @_PersistedProperty var name: String?
        @_TransformablePersistedProperty var color: Color = .red
      }
      """#,
      #"""
      class Trip {
        var name: String? {
        @storageRestrictions(accesses: _$backingData, initializes: _name)
        init(initialValue) {
          _$backingData.setValue(forKey: \.name, to: initialValue)
          _name = _SwiftDataNoType()
        }
        get {
          _$observationRegistrar.access(self, keyPath: \.name)
          return self.getValue(forKey: \.name)
        }
        set {
          _$observationRegistrar.withMutation(of: self, keyPath: \.name) {
            self.setValue(forKey: \.name, to: newValue)
          }
        }
        }

        private var _name: _SwiftDataNoType?
        var color: Color {
        @storageRestrictions(accesses: _$backingData, initializes: _color)
        init(initialValue) {
          _$backingData.setTransformableValue(forKey: \.color, to: initialValue)
          _color = _SwiftDataNoType()
        }
        get {
          _$observationRegistrar.access(self, keyPath: \.color)
          return self.getTransformableValue(forKey: \.color)
        }
        set {
          _$observationRegistrar.withMutation(of: self, keyPath: \.color) {
            self.setTransformableValue(forKey: \.color, to: newValue)
          }
        }
        }

        private var _color: _SwiftDataNoType = _SwiftDataNoType()
      }
      """#)
  }
}
