// SPDX-License-Identifier: Apache-2.0

/// What a host shows in one window: the tree of elements of one session, kept up to date.
///
/// A host asks for ``root`` once, shows it, and then applies what ``onUpdate`` hands it:
///
/// ```swift
/// let page = try scene.makePage(at: "/")
/// send(html(page.root))
/// page.onUpdate = { operations in send(operations) }
/// page.handle(Event(id, .click))
/// ```
///
/// Everything happens on the main actor. Updates are coalesced: several changes in one turn of the main actor are
/// evaluated together and sent as one list of operations.
@MainActor
package protocol Page: AnyObject {
  /// The tree as it is shown now.
  var root: Element { get }

  /// Called with what changed, after each update that changes anything.
  var onUpdate: (([Operation]) -> Void)? { get set }

  /// Runs the action of an event, and updates what it changed before it returns.
  ///
  /// What has changed before is evaluated first, so that the action finds rows where they are. Returns false if no such
  /// element is shown, if it does not listen to such events, or if what the event names is gone: the event is stale or
  /// forged, and nothing was done.
  @discardableResult func handle(_ event: Event) -> Bool

  /// Takes over what is set in the browser: what depends on it is shown anew.
  func apply(_ settings: PageSettings)

  /// Evaluates what has changed now instead of in a later turn of the main actor.
  func update()

  /// Whether somebody has typed into a field that is still shown, or the page's contexts have changes that nothing saves
  /// by itself: what would be lost with the page.
  var holdsInput: Bool { get }

  /// Whether ``root`` is the page as it begins, before what its views animate when they appear: that is shown by the next
  /// ``update()``.
  var beginsAnimated: Bool { get }

  /// Ends the page: views disappear, their tasks are cancelled, and what the page's contexts have not saved yet is saved.
  /// Nothing is shown afterwards.
  func close()
}

extension Page {
  package var holdsInput: Bool { false }
  package var beginsAnimated: Bool { false }
  package func apply(_ settings: PageSettings) {}
}
