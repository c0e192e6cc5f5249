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
  /// Returns false if no such element is shown or it does not listen to such events: the event is stale or forged.
  @discardableResult func handle(_ event: Event) -> Bool

  /// Evaluates what has changed now instead of in a later turn of the main actor.
  func update()

  /// Ends observation, cancels the tasks of views and saves what the page's context has not saved yet. Nothing is shown
  /// afterwards.
  func close()
}
