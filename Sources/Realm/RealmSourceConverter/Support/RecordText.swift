// SPDX-License-Identifier: Apache-2.0

/// Adding and creating objects with primary keys, as Realm does it.
enum RecordText {
  static var parts: [String] { [protocols, adding, additions, creation, field, relationships] + ValueCastText.parts }

  private static let protocols = """
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
    """

  private static let adding = """
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

      var realmKey: Any? { Self.realmFields.first(where: \\.isKey)?.get(self) }

      static func realmTaken(_ key: Any?) -> RealmSupportError {
        let value = RealmValue.unwrapped(key).map { "\\($0)" } ?? "nil"
        return RealmSupportError(
          description: "There is a '\\(Self.self)' with the primary key '\\(value)' already; "
            + "pass 'update: .modified' to change it.")
      }
    }
    """

  private static let additions = """
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
          let name = "\\(kind) \\(RealmValue.unwrapped(key).map { "\\($0)" } ?? "")"
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
    """

  private static let creation = """
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
        if let key = T.realmFields.first(where: \\.isKey) {
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
          let known = Set(Swift.type(of: object).realmFields.map(\\.name))
          return Dictionary(
            fields.filter { known.contains($0.name) }.map { ($0.name, $0.get(object)) }) { first, _ in first }
        }
        if let values = value as? [Any], values.count == fields.count {
          return Dictionary(zip(fields.map(\\.name), values)) { first, _ in first }
        }
        throw RealmSupportError(
          description: "'\\(type)' cannot be made of '\\(Swift.type(of: value))'; give a dictionary with its properties.")
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
    """

  private static let field = """
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
          description: "'\\(type).\\(name)' cannot be a "
            + "'\\(RealmValue.unwrapped(value).map { "\\(Swift.type(of: $0))" } ?? "nil")'.")
      }
    }
    """

  private static let relationships = """
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
    """
}
