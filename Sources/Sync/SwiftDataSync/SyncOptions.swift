// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// How models are synced.
///
/// ```swift
/// var options = SyncOptions()
/// options.deletionsWin = ["Draft"]
/// options.localProperties = ["Trip": ["isExpanded"]]
/// ```
///
/// What is said of a class holds for its subclasses, too. A name that the container's schema does not have is an error
/// (``SyncError/invalidOption(_:name:reason:)``): change it together with the property.
public struct SyncOptions: Sendable {
  /// Classes, by name, whose deletions beat edits that did not know of them. With all others the edit stays.
  public var deletionsWin: Set<String> = []
  /// Properties that stay on the device, by the name of the class. Of a relationship with an inverse, name the end that
  /// records have, as ``SyncError/invalidOption(_:name:reason:)`` says it of the other one; or name both.
  public var localProperties: [String: Set<String>] = [:]
  /// Which value stays if two devices have changed an attribute without knowing of each other, by `"Class.property"`.
  /// The later one, without an entry.
  public var rules: [String: SyncRule] = [:]
  /// Attributes that are encrypted besides those with `.allowsCloudEncryption`, by the name of the class.
  public var encryptedProperties: [String: Set<String>] = [:]
  /// What properties are called in records, by the name of the class and that of the property, where it is neither
  /// their name nor their `originalName`.
  ///
  /// That is the first name that a property had: if `title` became `name`, and `name` became `label`, records have
  /// `title`. Devices that were there at the time know it; say it for new ones.
  public var fieldNames: [String: [String: String]] = [:]
  /// Whether values of encrypted attributes that come unencrypted are refused, once there are keys.
  ///
  /// By default they are taken, and encrypted: a device with a version of the app from before the encryption may have
  /// written them. A server could do the same, and make up a value. Set it if no such version is in use.
  public var refusesUnencryptedValues = false
  /// Where the keys of encrypted attributes are kept; nil: in a file beside the state file, with its name and `.keys`.
  public var keyStore: (any SyncKeyStore)?
  /// Whether all objects of a store that was synced before are uploaded as new ones, if the state file of that time is not
  /// there: for another account or server. If the server has them already, they are there twice then.
  public var uploadsSyncedStore = false
  /// Whether objects may be shared with other accounts, and those that others share are followed.
  ///
  /// Set it in all versions of an app that an account uses: for others, an object that is shared is deleted.
  public var sharing = false
  /// The version of the app's models, which a server may demand a least one of; nil: that of the container's schema, or
  /// the latest one of its migration plan.
  ///
  /// Devices with different versions sync with each other. Where an earlier one must not any more, let the version grow,
  /// and the server's `--least-schema` with it. No part of it is negative.
  public var schemaVersion: Schema.Version?
  /// The part of the account that is synced.
  public var zone = "main"
  /// How often the server is asked while nothing happens here: once a second at most.
  public var interval: Duration = .seconds(60)

  /// The options of an app that sets none.
  public init() {}

  /// Which of two values stays.
  public enum SyncRule: Sendable, Hashable {
    /// The one that was written later.
    case newer
    /// The one that the server has.
    case server
    /// The device's own.
    case device
  }
}

/// A model whose records have names of the app's choice.
///
/// Objects that each device makes for itself, such as defaults at the first launch, are one object on the server if they
/// have the same name:
///
/// ```swift
/// extension Category: SyncNamed {
///   var syncName: String { "default-\(code)" }
/// }
/// ```
///
/// The name is asked for once, when the object is uploaded for the first time: 1 to 255 bytes, without control
/// characters.
public protocol SyncNamed: PersistentModel {
  /// The name of the record.
  var syncName: String { get }
}
