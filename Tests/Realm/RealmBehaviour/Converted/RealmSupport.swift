// What the converted sources share. Written by 'swiftdata realm convert'.

import Foundation
import SwiftData

extension ModelContainer {
  /// The container of the app, in place of Realm's default configuration.
  ///
  /// Tests and previews may put another one into its place; nothing has been opened then.
  static var app: Result<ModelContainer, any Error> {
    get { other ?? standard }
    set { other = newValue }
  }
  nonisolated(unsafe) private static var other: Result<ModelContainer, any Error>?
  private static let standard: Result<ModelContainer, any Error> = Result {
    try ModelContainer(
      for: Schema([
          Person.self,
          Dog.self,
          Photo.self,
          Fan.self,
          Album.self,
          Note.self,
          Legacy.self,
          PersonDogsElement.self,
          PersonPetsElement.self,
          AlbumPhotosElement.self,
          AlbumNamedElement.self,
          LegacyChildrenElement.self
      ]))
  }
}

extension ModelContext {
  /// The context of the current thread, as `Realm()` was the realm of it.
  ///
  /// On the main thread this is the one that views have.
  static func current() throws -> ModelContext {
    let container = try ModelContainer.app.get()
    if Thread.isMainThread {
      nonisolated(unsafe) var context: ModelContext?
      MainActor.assumeIsolated { context = container.mainContext }
      if let context { return context }
    }
    let key = "RealmSupport.context"
    if let context = Thread.current.threadDictionary[key] as? ModelContext,
      context.container === container
    {
      return context
    }
    let context = ModelContext(container)
    Thread.current.threadDictionary[key] = context
    return context
  }
}

extension ModelContext {
  /// The objects of a fetch. As queries of Realm's do not throw, an error is kept, and thrown by the next `write`.
  func objects<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> [T] {
    do {
      return try fetch(descriptor)
    } catch {
      fail(error)
      return []
    }
  }

  /// How many objects a fetch finds; its error is kept as that of `objects`.
  func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> Int {
    do {
      return try fetchCount(descriptor)
    } catch {
      fail(error)
      return 0
    }
  }

  /// The first object of a fetch, which fetches no others; its error is kept as that of `objects`.
  func first<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> T? {
    var descriptor = descriptor
    descriptor.fetchLimit = 1
    return objects(descriptor).first
  }
}

/// Names values for a predicate, which can capture constants only.
func capturing<each Value, Result>(
  _ values: repeat each Value, in body: (repeat each Value) throws -> Result
) rethrows -> Result {
  try body(repeat each values)
}

extension ModelContext {
  /// Runs a block and saves; undoes everything that it has changed if it throws, or the save does.
  ///
  /// What was changed before, outside of a `write`, is saved first. In another `write` it is a part of that.
  @discardableResult
  func write<Result>(withoutNotifying tokens: [Any] = [], _ block: () throws -> Result) throws -> Result {
    let state = RealmWriteState.of(self)
    if state.isWriting { return try block() }
    beginWrite()
    do {
      // What is deleted by predicate is a part of the attempt, too.
      return try attempt {
        let result = try block()
        if state.isWriting { try commitWrite(withoutNotifying: tokens) }
        return result
      }
    } catch {
      cancelWrite()
      throw error
    }
  }

  /// Runs a block and saves, on the thread of the caller, before it returns.
  @discardableResult
  func asyncWrite<Result>(_ block: () throws -> Result) async throws -> Result { try write(block) }

  /// Runs a block and saves, at once; then says whether that was possible.
  func writeAsync(_ block: () -> Void, onComplete: ((Error?) -> Void)? = nil) {
    do {
      try write(block)
      onComplete?(nil)
    } catch {
      onComplete?(error)
      if onComplete == nil { fail(error) }
    }
  }

  /// Begins a write that `commitWrite` or `cancelWrite` ends.
  ///
  /// What was changed before is saved; if that fails, the write throws the error at its end.
  func beginWrite() {
    do {
      if hasChanges { try save() }
    } catch {
      fail(error)
    }
    RealmWriteState.of(self).isWriting = true
  }

  /// Saves what was changed since `beginWrite`.
  func commitWrite(withoutNotifying tokens: [Any] = []) throws {
    let state = RealmWriteState.of(self)
    do {
      if let error = state.failure ?? RealmWriteState.unsaid { throw error }
      deleteOrphans()
      // Blocks that are called now may write, too.
      state.isWriting = false
      for case let token as any RealmSilenced in tokens { token.isSilent = true }
      defer { for case let token as any RealmSilenced in tokens { token.isSilent = false } }
      try save()
    } catch {
      cancelWrite()
      throw error
    }
  }

  /// Takes back what was changed since `beginWrite`.
  func cancelWrite() {
    let state = RealmWriteState.of(self)
    state.isWriting = false
    state.failure = nil
    RealmWriteState.unsaid = nil
    rollback()
  }

  /// Whether a write has begun, and not ended.
  var isInWriteTransaction: Bool { RealmWriteState.of(self).isWriting }
}

extension ModelContext {
  /// Deletes several objects.
  func delete<S: Sequence>(_ objects: S) where S.Element: PersistentModel {
    for object in Array(objects) { delete(object) }
  }
}

extension ModelContext {
  /// Deletes embedded objects that were replaced or taken out: nothing has them any more.
  fileprivate func deleteOrphans() {
    for object in insertedModelsArray + changedModelsArray where !object.isDeleted {
      if let object = object as? Photo, object.albumPhotosElement == nil && object.album == nil && object.albumNamedElement == nil { delete(object) }
    }
  }
}

extension ModelContext {
  /// Deletes all objects; an error is kept, and thrown by the next `write`.
  func deleteAll() {
    do {
      // Those of this write as well.
      for object in insertedModelsArray { delete(object) }
      try delete(model: Person.self)
      try delete(model: Dog.self)
      try delete(model: Photo.self)
      try delete(model: Fan.self)
      try delete(model: Album.self)
      try delete(model: Note.self)
      try delete(model: Legacy.self)
      try delete(model: PersonDogsElement.self)
      try delete(model: PersonPetsElement.self)
      try delete(model: AlbumPhotosElement.self)
      try delete(model: AlbumNamedElement.self)
      try delete(model: LegacyChildrenElement.self)
    } catch {
      fail(error)
    }
  }
}

extension ModelContext {
  /// Whether there are no objects of any class; an error is kept as that of `objects`.
  var isEmpty: Bool {
    if count(FetchDescriptor<Person>()) > 0 { return false }
    if count(FetchDescriptor<Dog>()) > 0 { return false }
    if count(FetchDescriptor<Photo>()) > 0 { return false }
    if count(FetchDescriptor<Fan>()) > 0 { return false }
    if count(FetchDescriptor<Album>()) > 0 { return false }
    if count(FetchDescriptor<Note>()) > 0 { return false }
    if count(FetchDescriptor<Legacy>()) > 0 { return false }
    if count(FetchDescriptor<PersonDogsElement>()) > 0 { return false }
    if count(FetchDescriptor<PersonPetsElement>()) > 0 { return false }
    if count(FetchDescriptor<AlbumPhotosElement>()) > 0 { return false }
    if count(FetchDescriptor<AlbumNamedElement>()) > 0 { return false }
    if count(FetchDescriptor<LegacyChildrenElement>()) > 0 { return false }
    return true
  }
}

extension ModelContext {
  /// Keeps the first error of what does not throw, for the next `write`.
  fileprivate func fail(_ error: any Error) {
    let state = RealmWriteState.of(self)
    if state.failure == nil { state.failure = error }
    FileHandle.standardError.write(Data("RealmSupport: \(error)\n".utf8))
  }
}

/// What a write may leave without news of it.
protocol RealmSilenced: AnyObject { var isSilent: Bool { get set } }

/// The present activity of a context.
private final class RealmWriteState {
  var isWriting = false
  var failure: (any Error)?
  /// The error of an object that is in no context yet.
  static var unsaid: (any Error)? {
    get { Thread.current.threadDictionary["RealmSupport.error"] as? any Error }
    set { Thread.current.threadDictionary["RealmSupport.error"] = newValue }
  }
  private weak var context: ModelContext?

  private init(_ context: ModelContext) { self.context = context }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var states: [ObjectIdentifier: RealmWriteState] = [:]

  static func of(_ context: ModelContext) -> RealmWriteState {
    lock.lock()
    defer { lock.unlock() }
    let key = ObjectIdentifier(context)
    if let state = states[key], state.context === context { return state }
    states = states.filter { $0.value.context != nil }
    let state = RealmWriteState(context)
    states[key] = state
    return state
  }
}

/// What to do with an object whose primary key is taken.
enum RealmUpdatePolicy {
  /// An error, which the `write` throws.
  case error
  /// The object that has the key gets the values.
  case modified, all
}

/// A model that was a class of Realm's.
protocol RealmRecord: AnyObject {
  init()
  /// Its properties, in order.
  static var realmFields: [RealmField] { get }
  /// The object with a primary key.
  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject?
}

extension RealmRecord {
  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? { nil }
}

typealias RealmModel = RealmRecord & PersistentModel

/// The error of an object, for the `write` that throws it.
struct RealmSupportError: LocalizedError, CustomStringConvertible {
  var description: String
  var errorDescription: String? { description }
}

extension ModelContext {
  /// Adds an object, and those that it leads to.
  ///
  /// If its key was taken, the object that had it gets the values. The given one has handed them over then, and
  /// stays out of the store: `adding` returns the one that is in it.
  func add<T: PersistentModel>(_ object: T, update: RealmUpdatePolicy = .error) { _ = adding(object, update: update) }

  /// Adds several objects.
  func add<S: Sequence>(_ objects: S, update: RealmUpdatePolicy = .error) where S.Element: PersistentModel {
    for object in Array(objects) { add(object, update: update) }
  }

  func add<S: Sequence>(_ objects: S, update: RealmUpdatePolicy = .error) where S.Element == any PersistentModel {
    for object in Array(objects) { add(object, update: update) }
  }

  /// Adds an object.
  ///
  /// - Returns: the object that is in the store now: another one if the key was taken.
  func adding<T: PersistentModel>(_ object: T, update: RealmUpdatePolicy = .error) -> T {
    guard let record = object as? any RealmModel else {
      insert(object)
      return object
    }
    var addition = RealmAddition(self, update)
    return addition.add(record) as? T ?? object
  }

  /// The object with a primary key, of a class that is known only when the app runs.
  func object<T>(ofType type: T.Type, forPrimaryKey key: Any?) -> T? {
    (type as? any RealmRecord.Type)?.realmObject(forKey: key, in: self) as? T
  }

  /// Makes an object of a dictionary, of an array with all values, or of another object.
  ///
  /// If the key is taken, only what is named is changed.
  @discardableResult
  func create<T: RealmModel>(
    _ type: T.Type, value: Any = [String: Any](), update: RealmUpdatePolicy = .error
  ) -> T {
    do {
      return try RealmCreation(self, update).object(type, value)
    } catch {
      fail(error)
      return T()
    }
  }
}

extension RealmRecord where Self: PersistentModel {
  /// Makes an object of a dictionary, of an array with all values, or of another object.
  init(value: Any) {
    self.init()
    do {
      try RealmCreation(nil, .error).set(self, value)
    } catch {
      RealmWriteState.unsaid = error
    }
  }

  var realmKey: Any? { Self.realmFields.first(where: \.isKey)?.get(self) }

  static func realmTaken(_ key: Any?) -> RealmSupportError {
    let value = RealmValue.unwrapped(key).map { "\($0)" } ?? "nil"
    return RealmSupportError(
      description: "There is a '\(Self.self)' with the primary key '\(value)' already; "
        + "pass 'update: .modified' to change it.")
  }
}

/// Objects that are put into a context together.
private struct RealmAddition {
  private let context: ModelContext
  private let policy: RealmUpdatePolicy
  private var found: [any RealmModel] = []
  private var targets: [ObjectIdentifier: any RealmModel] = [:]
  private var keys: [String: any RealmModel] = [:]

  init(_ context: ModelContext, _ policy: RealmUpdatePolicy) {
    self.context = context
    self.policy = policy
  }

  mutating func add(_ object: any RealmModel) -> any RealmModel {
    find(object)
    let replacements = RealmReplacements(targets: targets)
    // First everything is read; then what hands its values over lets go of what it leads to.
    var changes: [() -> Void] = []
    for object in found {
      guard let target = targets[ObjectIdentifier(object)] else { continue }
      for field in type(of: object).realmFields {
        let isReplaced = field.children(object).contains { targets[ObjectIdentifier($0)] !== $0 }
        guard target !== object || isReplaced else { continue }
        let change = field.taking(object, replacements)
        changes.append { change(target) }
      }
    }
    for object in found where targets[ObjectIdentifier(object)] !== object {
      for field in type(of: object).realmFields { field.clear(object) }
    }
    for object in found where targets[ObjectIdentifier(object)] === object { context.insert(object) }
    for change in changes { change() }
    return targets[ObjectIdentifier(object)] ?? object
  }

  /// Finds out what becomes of an object and of those that it leads to.
  private mutating func find(_ object: any RealmModel) {
    guard targets[ObjectIdentifier(object)] == nil else { return }
    guard object.modelContext == nil else {
      targets[ObjectIdentifier(object)] = object
      return
    }
    let kind = type(of: object)
    var target: any RealmModel = object
    if let key = object.realmKey {
      let name = "\(kind) \(RealmValue.unwrapped(key).map { "\($0)" } ?? "")"
      let former = kind.realmObject(forKey: key, in: context) as? any RealmModel ?? keys[name]
      if former != nil, policy == .error {
        context.fail(kind.realmTaken(key))
      } else {
        target = former ?? object
      }
      keys[name] = target
    }
    targets[ObjectIdentifier(object)] = target
    found.append(object)
    for field in kind.realmFields {
      for child in field.children(object) { find(child) }
    }
  }
}

/// The objects that take the places of others.
struct RealmReplacements {
  fileprivate var targets: [ObjectIdentifier: any RealmModel]

  func callAsFunction<T: RealmModel>(_ object: T) -> T { targets[ObjectIdentifier(object)] as? T ?? object }
}

/// Makes objects of values.
struct RealmCreation {
  /// Where they are put; `nil` for those that have not been added yet.
  fileprivate let context: ModelContext?
  fileprivate let policy: RealmUpdatePolicy

  fileprivate init(_ context: ModelContext?, _ policy: RealmUpdatePolicy) {
    self.context = context
    self.policy = policy
  }

  fileprivate func object<T: RealmModel>(_ type: T.Type, _ value: Any) throws -> T {
    guard let context else {
      let object = T()
      try set(object, value)
      return object
    }
    let values = try values(value, T.self)
    let object = T()
    if let key = T.realmFields.first(where: \.isKey) {
      if let given = values[key.name] { try key.set(object, given, self) }
      if let former = T.realmObject(forKey: key.get(object), in: context) as? T {
        guard policy != .error else { throw T.realmTaken(key.get(object)) }
        try set(former, values)
        return former
      }
    }
    context.insert(object)
    try set(object, values)
    return object
  }

  /// Sets what a value names.
  fileprivate func set<T: RealmModel>(_ object: T, _ value: Any) throws {
    let values = try values(value, type(of: object))
    for field in type(of: object).realmFields {
      if let value = values[field.name] { try field.set(object, value, self) }
    }
  }

  private func values(_ value: Any, _ type: any RealmModel.Type) throws -> [String: Any?] {
    if let values = value as? [String: Any?] { return values }
    if let values = value as? [String: Any] { return values }
    let fields = type.realmFields
    if let object = value as? any RealmModel {
      let known = Set(Swift.type(of: object).realmFields.map(\.name))
      return Dictionary(
        fields.filter { known.contains($0.name) }.map { ($0.name, $0.get(object)) }) { first, _ in first }
    }
    if let values = value as? [Any], values.count == fields.count {
      return Dictionary(zip(fields.map(\.name), values)) { first, _ in first }
    }
    throw RealmSupportError(
      description: "'\(type)' cannot be made of '\(Swift.type(of: value))'; give a dictionary with its properties.")
  }

  /// The object that a value of a relationship stands for.
  fileprivate func linked<T: RealmModel>(_ value: Any?, former: T?, isEmbedded: Bool) throws -> T? {
    guard let value = RealmValue.unwrapped(value) else { return nil }
    if let object = value as? T {
      if isEmbedded {
        if object === former { return object }
        // It belongs to one other, which keeps its own.
        return object.modelContext == nil ? object : T(value: object)
      }
      guard let context, object.modelContext == nil else { return object }
      return context.adding(object, update: policy)
    }
    if let former, isEmbedded, policy == .modified {
      try set(former, value)
      return former
    }
    if isEmbedded {
      let object = T()
      try set(object, value)
      return object
    }
    return try self.object(T.self, value)
  }
}

/// A property of a model that was a class of Realm's.
struct RealmField {
  let name: String
  var isKey = false
  let get: (AnyObject) -> Any?
  fileprivate let set: (AnyObject, Any?, RealmCreation) throws -> Void
  /// The objects that it leads to.
  fileprivate var children: (AnyObject) -> [any RealmModel] = { _ in [] }
  /// Reads it, and says how another object gets the same.
  fileprivate let taking: (AnyObject, RealmReplacements) -> (AnyObject) -> Void
  /// Lets go of what it leads to.
  fileprivate var clear: (AnyObject) -> Void = { _ in }

  /// A value.
  static func value<Root: AnyObject, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Root, Value>, isKey: Bool = false
  ) -> RealmField {
    RealmField(
      name: name, isKey: isKey, get: { ($0 as? Root)?[keyPath: path] },
      set: { object, value, _ in
        guard let new = RealmValue.cast(value, to: Value.self) else {
          throw wrong(value, name, Root.self)
        }
        (object as? Root)?[keyPath: path] = new
      },
      taking: { object, _ in
        guard let value = (object as? Root)?[keyPath: path] else { return { _ in } }
        return { target in
          guard let target = target as? Root, !RealmValue.isSame(target[keyPath: path], value) else { return }
          target[keyPath: path] = value
        }
      })
  }

  fileprivate static func wrong(_ value: Any?, _ name: String, _ type: Any.Type) -> RealmSupportError {
    RealmSupportError(
      description: "'\(type).\(name)' cannot be a "
        + "'\(RealmValue.unwrapped(value).map { "\(Swift.type(of: $0))" } ?? "nil")'.")
  }
}

extension RealmField {
  /// A link to one object.
  static func object<Root: PersistentModel, Child: RealmModel>(
    _ name: String, _ path: ReferenceWritableKeyPath<Root, Child?>, isEmbedded: Bool = false
  ) -> RealmField {
    func assign(_ child: Child?, _ root: Root) {
      let former = root[keyPath: path]
      guard former !== child else { return }
      root[keyPath: path] = child
      if isEmbedded, let former { former.modelContext?.delete(former) }
    }
    return RealmField(
      name: name, get: { ($0 as? Root)?[keyPath: path] },
      set: { object, value, creation in
        guard let root = object as? Root else { return }
        assign(try creation.linked(value, former: root[keyPath: path], isEmbedded: isEmbedded), root)
      },
      children: { [($0 as? Root)?[keyPath: path]].compactMap { $0 } },
      taking: { object, replaced in
        let child = (object as? Root)?[keyPath: path].map { replaced($0) }
        return { target in (target as? Root).map { assign(child, $0) } }
      },
      clear: { ($0 as? Root)?[keyPath: path] = nil })
  }

  /// A list or set of objects.
  static func list<Root: PersistentModel, Child: RealmModel>(
    _ name: String, _ path: ReferenceWritableKeyPath<Root, [Child]>, isEmbedded: Bool = false
  ) -> RealmField {
    RealmField(
      name: name, get: { ($0 as? Root)?[keyPath: path] },
      set: { object, value, creation in
        guard let values = RealmValue.elements(value) else { throw wrong(value, name, Root.self) }
        (object as? Root)?[keyPath: path] = try values.compactMap {
          try creation.linked($0, former: nil, isEmbedded: isEmbedded)
        }
      },
      children: { ($0 as? Root)?[keyPath: path] ?? [] },
      taking: { object, replaced in
        let children = ((object as? Root)?[keyPath: path] ?? []).map { replaced($0) }
        return { target in
          guard let target = target as? Root, !target[keyPath: path].elementsEqual(children, by: ===) else { return }
          target[keyPath: path] = children
        }
      },
      clear: { ($0 as? Root)?[keyPath: path] = [] })
  }

  /// Objects under keys.
  static func map<Root: PersistentModel, Child: RealmModel>(
    _ name: String, _ path: ReferenceWritableKeyPath<Root, [String: Child]>, isEmbedded: Bool = false
  ) -> RealmField {
    RealmField(
      name: name, get: { ($0 as? Root)?[keyPath: path] },
      set: { object, value, creation in
        guard let root = object as? Root else { return }
        guard let values = value as? [String: Any] else { throw wrong(value, name, Root.self) }
        let former = root[keyPath: path]
        var objects: [String: Child] = [:]
        for (key, value) in values {
          objects[key] = try creation.linked(value, former: former[key], isEmbedded: isEmbedded)
        }
        root[keyPath: path] = objects
      },
      children: { ($0 as? Root).map { Array($0[keyPath: path].values) } ?? [] },
      taking: { object, replaced in
        let children = ((object as? Root)?[keyPath: path] ?? [:]).mapValues { replaced($0) }
        return { ($0 as? Root)?[keyPath: path] = children }
      },
      clear: { ($0 as? Root)?[keyPath: path] = [:] })
  }
}

/// Turns what a dictionary has into what a property takes.
enum RealmValue {
  /// The value of an optional; `nil` for `NSNull`, too.
  static func unwrapped(_ value: Any?) -> Any? {
    guard let value, !(value is NSNull) else { return nil }
    guard let optional = value as? any RealmOptionalValue else { return value }
    return unwrapped(optional.realmWrapped)
  }

  /// - Returns: `nil` if the value does not fit.
  static func cast<Value>(_ value: Any?, to type: Value.Type) -> Value? {
    guard let value = unwrapped(value) else { return (type as? any RealmOptionalValue.Type)?.realmNone as? Value }
    if let same = value as? Value { return same }
    if let known = type as? any RealmBuildable.Type { return known.realmBuilt(of: value) as? Value }
    if let raw = type as? any RawRepresentable.Type { return enumeration(raw, value) as? Value }
    return nil
  }

  private static func enumeration<Raw: RawRepresentable>(_ type: Raw.Type, _ value: Any) -> Any? {
    cast(value, to: Raw.RawValue.self).flatMap { Raw(rawValue: $0) }
  }

  static func elements(_ value: Any?) -> [Any?]? {
    guard let value = unwrapped(value) else { return [] }
    if let values = value as? [Any?] { return values }
    return (value as? any Sequence).map { Array(erased: $0) }
  }

  static func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    func compare<E: Equatable>(_ left: E) -> Bool { left == right as? E }
    return (left as? any Equatable).map { compare($0) } ?? false
  }
}

extension [Any?] {
  fileprivate init(erased sequence: some Sequence) { self = sequence.map { $0 as Any? } }
}

protocol RealmOptionalValue {
  static var realmNone: Any { get }
  var realmWrapped: Any? { get }
}

/// Types that are made of others.
protocol RealmBuildable {
  static func realmBuilt(of value: Any) -> Any?
}

extension Optional: RealmOptionalValue, RealmBuildable {
  static var realmNone: Any { Self.none as Any }
  var realmWrapped: Any? { map { $0 as Any } }
  static func realmBuilt(of value: Any) -> Any? {
    RealmValue.cast(value, to: Wrapped.self).map { Self.some($0) as Any }
  }
}

extension Array: RealmBuildable {
  static func realmBuilt(of value: Any) -> Any? {
    guard let values = RealmValue.elements(value) else { return nil }
    let cast = values.map { RealmValue.cast($0, to: Element.self) }
    let known = cast.compactMap { $0 }
    return known.count == cast.count ? known : nil
  }
}

extension Set: RealmBuildable {
  static func realmBuilt(of value: Any) -> Any? {
    (Array<Element>.realmBuilt(of: value) as? [Element]).map { Set($0) }
  }
}

extension Dictionary: RealmBuildable {
  static func realmBuilt(of value: Any) -> Any? {
    guard let values = value as? [AnyHashable: Any] else { return nil }
    var result: [Key: Value] = [:]
    for (key, value) in values {
      guard let key = key as? Key, let cast = RealmValue.cast(value, to: Value.self) else { return nil }
      result[key] = cast
    }
    return result
  }
}

extension RealmBuildable where Self: BinaryInteger {
  static func realmBuilt(of value: Any) -> Any? {
    if let number = value as? any BinaryInteger { return Self(exactly: number) }
    if let number = value as? any BinaryFloatingPoint { return Self(exactly: Double(number)) }
    return (value as? NSNumber).flatMap { Self(exactly: $0.int64Value) }
  }
}

extension RealmBuildable where Self: BinaryFloatingPoint {
  static func realmBuilt(of value: Any) -> Any? {
    if let number = value as? any BinaryInteger { return Self(number) }
    if let number = value as? any BinaryFloatingPoint { return Self(number) }
    return (value as? NSNumber).map { Self($0.doubleValue) }
  }
}

extension Int: RealmBuildable {}
extension Int8: RealmBuildable {}
extension Int16: RealmBuildable {}
extension Int32: RealmBuildable {}
extension Int64: RealmBuildable {}
extension Float: RealmBuildable {}
extension Double: RealmBuildable {}

extension Bool: RealmBuildable {
  static func realmBuilt(of value: Any) -> Any? {
    if let number = value as? Int { return number != 0 }
    return (value as? NSNumber)?.boolValue
  }
}

extension Decimal: RealmBuildable {
  static func realmBuilt(of value: Any) -> Any? {
    if let number = value as? Int { return Decimal(number) }
    if let number = value as? Double { return Decimal(number) }
    if let text = value as? String { return Decimal(string: text) }
    return (value as? NSNumber)?.decimalValue
  }
}

extension PersistentModel {
  /// Whether the object was deleted. Stays so after the save, and is `false` for an object that was never added.
  var isInvalidated: Bool {
    isDeleted || (modelContext == nil && persistentModelID.storeIdentifier != nil)
  }

  /// Whether another object, perhaps of another context, stands for the same row.
  func isSameObject(as other: (any PersistentModel)?) -> Bool { persistentModelID == other?.persistentModelID }
}

/// Ends an observation when it is invalidated or released.
final class NotificationToken: RealmSilenced {
  /// Whether what is saved now is not told.
  var isSilent = false
  private var observer: (any NSObjectProtocol)?

  /// Calls a block after each save: on the thread that observes, at once if that has saved, else, for the main
  /// thread, as soon as it is free. Other threads read anew when they write.
  fileprivate init(_ block: @escaping (Set<PersistentIdentifier>, _ isSilent: Bool) -> Void) {
    nonisolated(unsafe) let block = block
    nonisolated(unsafe) weak var token: NotificationToken?
    let isMain = Thread.isMainThread
    nonisolated(unsafe) let thread = pthread_self()
    observer = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
      let changed = $0.userInfo?[ModelContext.NotificationKey.updatedIdentifiers.rawValue] as? [PersistentIdentifier]
      let changes = Set(changed ?? [])
      if pthread_equal(pthread_self(), thread) != 0 {
        block(changes, token?.isSilent ?? false)
      } else if isMain {
        DispatchQueue.main.async { block(changes, token?.isSilent ?? false) }
      }
    }
    token = self
  }

  deinit { invalidate() }

  /// Ends the observation.
  func invalidate() {
    if let observer { NotificationCenter.default.removeObserver(observer) }
    observer = nil
  }
}

/// The changes of a collection. Deletions have their former positions, all others the present ones.
enum RealmCollectionChange<Collection> {
  case initial(Collection)
  case update(Collection, deletions: [Int], insertions: [Int], modifications: [Int])
  case error(any Error)
}

/// Calls a block with a collection, and again after each save that has changed it or objects in it.
///
/// - Parameter read: is evaluated each time.
func observing<Element: PersistentModel>(
  _ read: @autoclosure @escaping () -> [Element], _ block: @escaping (RealmCollectionChange<[Element]>) -> Void
) -> NotificationToken {
  var known = read()
  var former = known.map(\.persistentModelID)
  block(.initial(known))
  return NotificationToken { changed, isSilent in
    known = read()
    let current = known.map(\.persistentModelID)
    let difference = current.difference(from: former)
    former = current
    var deletions: [Int] = []
    var insertions: [Int] = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): deletions.append(offset)
      case .insert(let offset, _, _): insertions.append(offset)
      }
    }
    let new = Set(insertions)
    let modifications = current.indices.filter { changed.contains(current[$0]) && !new.contains($0) }
    guard !isSilent, !(deletions.isEmpty && insertions.isEmpty && modifications.isEmpty) else { return }
    block(
      .update(
        known, deletions: deletions.sorted(), insertions: insertions.sorted(), modifications: modifications))
  }
}

/// What has happened to a realm.
enum RealmNotification: String { case didChange, refreshRequired }

/// Calls a block after each save of the container that a context belongs to.
func observing(
  realm: ModelContext, _ block: @escaping (RealmNotification, ModelContext) -> Void
) -> NotificationToken {
  NotificationToken { _, isSilent in
    if !isSilent { block(.didChange, realm) }
  }
}

/// The changes of an object.
enum ObjectChange<T> {
  case error(any Error)
  case change(T, [PropertyChange])
  case deleted
}

/// A property that has another value.
struct PropertyChange {
  let name: String
  let oldValue: Any?
  let newValue: Any?
}

/// Calls a block after each save that has changed an object, or deleted it.
func observing<T: RealmModel>(object: T, _ block: @escaping (ObjectChange<T>) -> Void) -> NotificationToken {
  func values() -> [(name: String, value: Any?)] {
    T.realmFields.map { ($0.name, RealmValue.unwrapped($0.get(object))) }
  }
  var former = values()
  var isThere = true
  return NotificationToken { _, isSilent in
    guard isThere else { return }
    guard !object.isDeleted, object.modelContext != nil else {
      isThere = false
      if !isSilent { block(.deleted) }
      return
    }
    let current = values()
    var changes: [PropertyChange] = []
    for (old, new) in zip(former, current) {
      let isSame = (old.value as? AnyHashable) == (new.value as? AnyHashable)
      if !isSame { changes.append(PropertyChange(name: new.name, oldValue: old.value, newValue: new.value)) }
    }
    former = current
    if !isSilent, !changes.isEmpty { block(.change(object, changes)) }
  }
}

extension ModelContext {
  /// The object that a reference stands for, in this context; `nil` if it was deleted.
  func resolve(_ reference: PersistentIdentifier) -> (any PersistentModel)? {
    func found<T: PersistentModel>(_ object: T) -> T? {
      object.isDeleted ? nil : first(FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == reference }))
    }
    return found(model(for: reference))
  }
}

extension Array {
  /// Moves one element, as lists of Realm's do.
  mutating func move(from: Int, to: Int) { insert(remove(at: from), at: to) }
}

extension Sequence {
  /// The first element for each of the values that key paths lead to.
  func distinct(by keys: [PartialKeyPath<Element>]) -> [Element] {
    var seen: Set<[AnyHashable?]> = []
    return filter { element in seen.insert(keys.map { element[keyPath: $0] as? AnyHashable }).inserted }
  }

  /// The mean of what a key path leads to; `nil` without any.
  func average<Value: BinaryInteger>(of key: KeyPath<Element, Value>) -> Double? {
    average(of: { Double($0[keyPath: key]) })
  }

  func average<Value: BinaryFloatingPoint>(of key: KeyPath<Element, Value>) -> Double? {
    average(of: { Double($0[keyPath: key]) })
  }

  func average<Value: BinaryInteger>(of key: KeyPath<Element, Value?>) -> Double? {
    average(of: { $0[keyPath: key].map { Double($0) } })
  }

  func average<Value: BinaryFloatingPoint>(of key: KeyPath<Element, Value?>) -> Double? {
    average(of: { $0[keyPath: key].map { Double($0) } })
  }

  private func average(of value: (Element) -> Double?) -> Double? {
    let values = compactMap(value)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

/// A model that keeps the place of an object in a list.
protocol RealmListElement: AnyObject {
  associatedtype ListedObject: PersistentModel
  /// Whether the objects belong to the list, and go with their elements.
  static var ownsObjects: Bool { get }
  /// Ascending along the list, with gaps.
  var index: Int { get set }
  var object: ListedObject? { get set }
  init(index: Int, object: ListedObject?)
}

extension Array where Element: RealmListElement & PersistentModel {
  /// The objects, in their order.
  var objects: [Element.ListedObject] { inOrder.compactMap(\.object) }

  private var inOrder: [Element] {
    map { (index: $0.index, element: $0) }.sorted { $0.index < $1.index }.map(\.element)
  }

  /// Makes a list of elements one of other objects. What stays in the list keeps its element, and only places
  /// that must change are written.
  static func set<Owner: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Owner, [Element]>, of owner: Owner, to objects: [Element.ListedObject]
  ) {
    let former = owner[keyPath: path].inOrder
    var free: [ObjectIdentifier: [Element]] = [:]
    var removed: [Element] = []
    for element in former.reversed() {
      if let object = element.object {
        free[ObjectIdentifier(object), default: []].append(element)
      } else {
        removed.append(element)
      }
    }
    var added: [Element] = []
    let new = objects.map { object -> Element in
      if let element = free[ObjectIdentifier(object)]?.popLast() { return element }
      let element = Element(index: 0, object: object)
      added.append(element)
      return element
    }
    removed += free.values.joined()
    place(new, after: former)
    if !removed.isEmpty {
      let gone = Set(removed.map { ObjectIdentifier($0) })
      owner[keyPath: path].removeAll { gone.contains(ObjectIdentifier($0)) }
      let kept = Set(objects.map { ObjectIdentifier($0) })
      for element in removed {
        let object = element.object
        element.object = nil
        element.modelContext?.delete(element)
        guard Element.ownsObjects, let object, !kept.contains(ObjectIdentifier(object)) else { continue }
        object.modelContext?.delete(object)
      }
    }
    if !added.isEmpty { owner[keyPath: path].append(contentsOf: added) }
  }

  /// Gives places to the part between those that have not moved.
  private static func place(_ new: [Element], after former: [Element]) {
    var start = 0
    while start < new.count, start < former.count, new[start] === former[start] { start += 1 }
    var end = 0
    while end < new.count - start, end < former.count - start,
      new[new.count - 1 - end] === former[former.count - 1 - end]
    {
      end += 1
    }
    let count = new.count - start - end
    guard count > 0 else { return }
    let lower = start > 0 ? new[start - 1].index : nil
    let upper = end > 0 ? new[new.count - end].index : nil
    let first = lower.map { $0 + 1 } ?? upper.map { $0 - count } ?? 0
    for offset in 0..<count where new[start + offset].index != first + offset {
      new[start + offset].index = first + offset
    }
    guard let upper, first + count > upper else { return }
    let shift = first + count - upper
    for element in new.suffix(end) { element.index += shift }
  }
}

/// A model that keeps an object under a key.
protocol RealmMapEntry: AnyObject {
  associatedtype KeyedObject: PersistentModel
  /// Whether the objects belong to the dictionary, and go with their entries.
  static var ownsObjects: Bool { get }
  var key: String { get set }
  var object: KeyedObject? { get set }
  init(key: String, object: KeyedObject?)
}

extension Array where Element: RealmMapEntry & PersistentModel {
  /// The objects by their keys.
  var objectsByKey: [String: Element.KeyedObject] {
    var objects: [String: Element.KeyedObject] = [:]
    for entry in self { objects[entry.key] = entry.object }
    return objects
  }

  /// Makes entries those of other objects. What stays keeps its entry, and so does a key without an object.
  static func set<Owner: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Owner, [Element]>, of owner: Owner, to objects: [String: Element.KeyedObject]
  ) {
    var missing = objects
    var replaced: [Element.KeyedObject] = []
    var removed: [Element] = []
    for entry in owner[keyPath: path] {
      guard let object = missing.removeValue(forKey: entry.key) else {
        if objects.isEmpty || entry.object != nil { removed.append(entry) }
        continue
      }
      guard entry.object !== object else { continue }
      if let former = entry.object { replaced.append(former) }
      entry.object = object
    }
    if !removed.isEmpty {
      let gone = Set(removed.map { ObjectIdentifier($0) })
      owner[keyPath: path].removeAll { gone.contains(ObjectIdentifier($0)) }
      for entry in removed {
        if let object = entry.object { replaced.append(object) }
        entry.object = nil
        entry.modelContext?.delete(entry)
      }
    }
    if !missing.isEmpty {
      owner[keyPath: path].append(
        contentsOf: missing.sorted { $0.key < $1.key }.map { Element(key: $0.key, object: $0.value) })
    }
    guard Element.ownsObjects else { return }
    let kept = Set(objects.values.map { ObjectIdentifier($0) })
    for object in replaced where !kept.contains(ObjectIdentifier(object)) { object.modelContext?.delete(object) }
  }
}
