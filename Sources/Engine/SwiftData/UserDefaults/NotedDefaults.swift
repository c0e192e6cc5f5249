// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// User defaults that say when they are changed, and that see to their file before they are read for the first time.
  ///
  /// Foundation posts a notification only when a whole domain is replaced. So the shared object is made one of this class:
  /// it has no stored properties of its own, and what is called on it goes by its class, as for any other object.
  final class NotedDefaults: UserDefaults {
    /// Makes an object one of this class.
    ///
    /// - Returns: Whether it is one now; objects of subclasses are left alone, and so is everything if objects are not
    ///   laid out as they are known to be.
    static func follow(_ defaults: UserDefaults) -> Bool {
      let former: AnyClass = UserDefaults.self
      let new: AnyClass = NotedDefaults.self
      // An object begins with its class, on every platform without Objective-C; a class is the address of its metadata.
      let object = Unmanaged.passUnretained(defaults).toOpaque()
      let found = object.load(as: UnsafeRawPointer.self)
      if found == unsafeBitCast(new, to: UnsafeRawPointer.self) { return true }
      guard found == unsafeBitCast(former, to: UnsafeRawPointer.self), size(former) == size(new) else { return false }
      // The layout stays as it is: the subclass has no stored properties.
      object.storeBytes(of: unsafeBitCast(new, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
      return true
    }

    /// How many bytes objects of a class take: after its kind, its superclass and two numbers of half a word each.
    private static func size(_ type: AnyClass) -> UInt32 {
      // The metadata of a class, without what Objective-C adds.
      unsafeBitCast(type, to: UnsafeRawPointer.self).load(
        fromByteOffset: 2 * MemoryLayout<Int>.size + 8, as: UInt32.self)
    }

    private static let isRestored: Void = { DefaultsFile.standard?.restore() }()

    // All others call these.

    override func object(forKey defaultName: String) -> Any? {
      Self.isRestored
      return super.object(forKey: defaultName)
    }

    override func dictionaryRepresentation() -> [String: Any] {
      Self.isRestored
      return super.dictionaryRepresentation()
    }

    override func set(_ value: Any?, forKey defaultName: String) {
      Self.isRestored
      let isSame = Self.isSame(super.object(forKey: defaultName), value)
      super.set(value, forKey: defaultName)
      UserDefaultsKeeper.writeSoon()
      if !isSame { UserDefaultsKeeper.didChange(defaultName, in: self) }
    }

    override func removeObject(forKey defaultName: String) {
      Self.isRestored
      let isSame = super.object(forKey: defaultName) == nil
      super.removeObject(forKey: defaultName)
      UserDefaultsKeeper.writeSoon()
      if !isSame { UserDefaultsKeeper.didChange(defaultName, in: self) }
    }

    /// Whether a value is what there is. Of lists and dictionaries it is not looked into.
    private static func isSame(_ lhs: Any?, _ rhs: Any?) -> Bool {
      guard let lhs, let rhs else { return lhs == nil && rhs == nil }
      guard let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable else { return false }
      return lhs == rhs
    }

    @discardableResult
    override func synchronize() -> Bool {
      Self.isRestored
      return UserDefaultsKeeper.write { super.synchronize() }
    }
  }
#endif
