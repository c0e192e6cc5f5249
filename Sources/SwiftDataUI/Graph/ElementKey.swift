/// The identity of an element through all its versions.
///
/// Elements that are made around an element, such as the row of a list, take theirs from its key: they live as long, and
/// nobody has to keep a table.
@MainActor final class ElementKey {
  let id = ElementID()
  private var companions: [String: ElementKey] = [:]
  private var memos: [String: Memo] = [:]

  private struct Memo {
    let source: Rendered
    let variant: AnyHashable
    let result: Rendered
  }

  func companion(_ name: String) -> ElementKey {
    if let known = companions[name] { return known }
    let key = ElementKey()
    companions[name] = key
    return key
  }

  /// Lets go of what was made of elements with this key, which refer to it: they are no longer shown.
  func forget() {
    memos = [:]
    let left = companions.values
    companions = [:]
    for key in left { key.forget() }
  }

  /// What `make` makes of an element with this key: the same object as before if it is the same element.
  func derived(
    _ name: String, of source: Rendered, variant: AnyHashable = 0, _ make: () -> Rendered
  ) -> Rendered {
    if let memo = memos[name], memo.source === source, memo.variant == variant { return memo.result }
    let result = make()
    memos[name] = Memo(source: source, variant: variant, result: result)
    return result
  }
}
