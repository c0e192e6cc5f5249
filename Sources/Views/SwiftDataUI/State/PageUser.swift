// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The user of a page, as the host's program reports it.
///
/// The host's authorization creates it for a request (`WebAuthorization.user(_:)`); views read it from the environment:
/// ```swift
/// struct Greeting: View {
///   @Environment(\.pageUser) private var user
///
///   var body: some View { Text("Hello, \(user?.name ?? "stranger")") }
/// }
/// ```
/// `@AppStorage` keeps separate values for each user.
///
/// Not part of Apple's API: an app on a phone has one user, its owner.
public struct PageUser: Hashable, Sendable, Identifiable {
  /// The identity of the user, for example the primary key of an account. Users with the same identity share their
  /// stored values.
  public let id: String

  /// The name of the user.
  public let name: String?

  /// When this ends: pages that are open then ask the host's authorization again. `nil`: as long as the page is open.
  public let expires: Date?

  /// Names a person.
  public init(id: String, name: String? = nil, expires: Date? = nil) {
    self.id = id
    self.name = name
    self.expires = expires
  }
}

private enum PageUserKey: EnvironmentKey { static var defaultValue: PageUser? { nil } }
private enum DefaultAppStorageKey: EnvironmentKey { static var defaultValue: UserDefaults? { nil } }

extension EnvironmentValues {
  /// The user of the page; `nil` if the host does not know.
  public var pageUser: PageUser? {
    get { self[PageUserKey.self] }
    set { self[PageUserKey.self] = newValue }
  }

  /// Where `@AppStorage` keeps what names no user defaults of its own; `nil`: in the standard ones.
  var defaultAppStorage: UserDefaults? {
    get { self[DefaultAppStorageKey.self] }
    set { self[DefaultAppStorageKey.self] = newValue }
  }
}

extension View {
  /// Where `@AppStorage` in these views keeps its values unless it names user defaults itself. See Apple's documentation
  /// of `defaultAppStorage(_:)`.
  public func defaultAppStorage(_ store: UserDefaults) -> some View { environment(\.defaultAppStorage, store) }
}

extension Scene {
  /// Where `@AppStorage` in the scene's views keeps its values unless it names user defaults itself. See Apple's
  /// documentation of `defaultAppStorage(_:)`.
  public func defaultAppStorage(_ store: UserDefaults) -> some Scene {
    ChangedScene(content: self) { $0.defaultAppStorage = store }
  }
}

extension PageUser {
  /// The person's own user defaults: a suite of this program's, in a file of its own.
  @MainActor var defaults: UserDefaults? {
    if let known = Self.known[id]?.defaults { return known }
    let made = UserDefaultsKeeper.suite("\(ProcessInfo.processInfo.processName).user.\(Self.fileName(of: id))")
    Self.known = Self.known.filter { $0.value.defaults != nil }
    Self.known[id] = WeakDefaults(defaults: made)
    return made
  }

  private struct WeakDefaults { weak var defaults: UserDefaults? }

  /// One object for each, as long as a page uses it: whoever has read a value hears of its changes.
  @MainActor private static var known: [String: WeakDefaults] = [:]

  /// An identity as the name of a file, on file systems that know no case, too: another one for each.
  package static func fileName(of id: String) -> String {
    var name = ""
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        name.append(Character(Unicode.Scalar(byte)))
      default: name += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    guard name.utf8.count > 120 else { return name }
    // Too long for a name: as much as there is room for, and what tells it from others that begin like it. Two digits
    // follow any other '_', so that no short identity has such a name.
    var hashes: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
    for byte in id.utf8 {
      for index in hashes.indices { hashes[index] = (hashes[index] ^ UInt64(byte)) &* 0x0100_0000_01b3 }
    }
    return name.prefix(80) + "_long" + hashes.map { "-" + String($0, radix: 16) }.joined()
  }
}
