// SPDX-License-Identifier: Apache-2.0

/// Where CloudKit's servers do not do what their documentation says, or where the documentation leaves it open: each
/// has a switch.
///
/// The usual values are those that clients of today cope with, `pyicloud` in its strict mode among them.
package struct CloudKitQuirks: Hashable, Sendable {
  /// `records/modify` is atomic unless the request says otherwise.
  package var atomicByDefault = true
  /// A batch that failed as a whole is answered with status 400 and `ATOMIC_ERROR`, as Apple's table of errors says,
  /// and not with status 200 and an entry for each record.
  package var atomicFailureIs400 = false
  /// The entry of a `CONFLICT` has the server's record, as the native API gives it, in `serverRecord`.
  package var conflictHasRecord = false
  /// Reference fields that name a record which is not there become null; otherwise the change fails with
  /// `VALIDATING_REFERENCE_ERROR`.
  package var danglingReferencesBecomeNull = false
  /// A field that the schema does not have is refused. Without a schema, all fields are taken.
  package var declaredFieldsOnly = true
  /// The address of an asset has a literal `${f}`, for which a client puts a file's name.
  package var downloadURLHasPlaceholder = false
  /// A deletion of a record that is not there succeeds if it is forced.
  package var forcedDeletionOfNothingSucceeds = true
  /// A timestamp with a fraction of a millisecond is refused; otherwise it is rounded.
  package var fractionalTimestampsAreRefused = true
  /// `IN` and `NOT_IN` fail with "Unexpected input" unless the type of their value is that of a list.
  package var inNeedsListType = true
  /// Errors of single records and zones have a `uuid`, as those of whole requests do.
  package var itemErrorsHaveUUID = false
  /// A query finds what the index had before it was asked, and not what was saved a moment ago.
  package var queriesLagBehind = false
  /// An asset that was read cannot be written back without a receipt.
  package var readAssetsNeedReceipt = true
  /// Query parameters that the server does not know are refused.
  package var refusesUnknownParameters = false
  /// Only the documented methods are taken: `GET` for lists and users, `POST` for the rest.
  package var strictMethods = false
  /// Values without a type are what the schema says; otherwise what JSON says: a number without a fraction is `INT64`.
  package var untaggedValuesFollowSchema = true
  /// A zone that is not there is an entry of the answer; otherwise the status is 404.
  package var unknownZoneIsAnEntry = true
  /// Each answer has a new web-auth token in its header.
  package var webAuthTokensRotate = false
  /// A web-auth token is valid once.
  package var webAuthTokensAreSingleUse = false
  /// Zones say that they are atomic.
  package var zonesSayAtomic = false

  package init() {}

  /// All of them, by the names that a command has for them.
  package static let switches: [String: WritableKeyPath<CloudKitQuirks, Bool> & Sendable] = [
    "atomic-by-default": \.atomicByDefault, "atomic-failure-400": \.atomicFailureIs400,
    "conflict-has-record": \.conflictHasRecord, "dangling-references-become-null": \.danglingReferencesBecomeNull,
    "declared-fields-only": \.declaredFieldsOnly, "download-placeholder": \.downloadURLHasPlaceholder,
    "forced-deletion-of-nothing": \.forcedDeletionOfNothingSucceeds,
    "fractional-timestamps-refused": \.fractionalTimestampsAreRefused, "in-needs-list-type": \.inNeedsListType,
    "item-uuid": \.itemErrorsHaveUUID, "queries-lag": \.queriesLagBehind,
    "read-assets-need-receipt": \.readAssetsNeedReceipt, "refuse-parameters": \.refusesUnknownParameters,
    "strict-methods": \.strictMethods, "untagged-follow-schema": \.untaggedValuesFollowSchema,
    "unknown-zone-entry": \.unknownZoneIsAnEntry, "token-rotation": \.webAuthTokensRotate,
    "token-single-use": \.webAuthTokensAreSingleUse, "zone-atomic": \.zonesSayAtomic,
  ]

  /// Reads `name=yes,other=no`.
  ///
  /// - Throws: ``CloudKitOptionError``.
  package init(_ text: String) throws(CloudKitOptionError) {
    for word in text.split(separator: ",") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1] == "yes" || parts[1] == "no" else {
        throw CloudKitOptionError(text: "'\(word)' is no quirk and 'yes' or 'no', such as item-uuid=yes")
      }
      guard let path = Self.switches[String(parts[0])] else {
        let known = Self.switches.keys.sorted().joined(separator: ", ")
        throw CloudKitOptionError(text: "there is no quirk '\(parts[0])'; there are \(known)")
      }
      self[keyPath: path] = parts[1] == "yes"
    }
  }
}

/// An option or a file for these routes that cannot be used.
package struct CloudKitOptionError: Error, Hashable, CustomStringConvertible {
  package var text: String
  package var description: String { text }

  package init(text: String) { self.text = text }
}
