// SPDX-License-Identifier: Apache-2.0

/// The errors of calls that cannot throw.
///
/// An object that could not be read is read again at its next use. If that succeeds, the error is forgotten.
struct NotedErrors {
  private struct Unread {
    weak var object: (any PersistentModel)?
    /// `nil` for the row itself.
    let relationship: _Property?
    let error: any Error

    /// Whether it has been read since.
    var isResolved: Bool {
      guard let object, let state = object._$state, let core = state.core else { return false }
      guard let relationship else { return !state.isFault }
      if relationship.isToMany { return relationship.description.isLoaded(object) }
      return switch relationship.description.related(of: object) {
      case .object, .none: true
      case .key(let key): relationship.destination.map { core.registered($0, key: key) != nil } ?? false
      default: false
      }
    }
  }

  private var other: (any Error)?
  private var unread: [Unread] = []

  /// The first that has not been settled.
  var first: (any Error)? { other ?? unread.first { !$0.isResolved }?.error }

  mutating func note(_ error: any Error) { other = other ?? error }

  mutating func note(_ error: any Error, _ object: any PersistentModel, _ relationship: _Property?) {
    unread.removeAll { $0.isResolved || $0.object === object && $0.relationship === relationship }
    unread.append(Unread(object: object, relationship: relationship, error: error))
  }
}

extension ContextCore {
  var deferredError: (any Error)? {
    get { notedErrors.first }
    set {
      notedErrors = NotedErrors()
      if let newValue { notedErrors.note(newValue) }
    }
  }

  /// An error in a call that cannot throw; the next save throws it.
  func note(_ error: any Error) { notedErrors.note(error) }

  /// An object, or one of its relationships, could not be read; the next save throws the error.
  func note(_ error: any Error, reading object: any PersistentModel, _ relationship: _Property? = nil) {
    notedErrors.note(error, object, relationship)
  }
}
