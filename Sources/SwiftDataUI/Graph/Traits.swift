import Foundation

/// What a view says about itself to the container that shows it: a list, a picker, a tab view.
@MainActor struct Traits {
  /// The innermost `.tag(_:)` first.
  var tags: [AnyHashable] = []
  /// The identifiers of ``ForEach`` and `.id(_:)`, the innermost first.
  var ids: [AnyHashable] = []
  /// Set if the element is a ``Section``.
  var section: SectionParts?
  var row = RowTraits()
  var tab: [Rendered]?
  /// What the page of a tab view is told when it is shown.
  var presence: Presence?
  /// What the page of a tab view says of the address.
  var addresses: [any AddressPart] = []
  var badge: String?
  /// What the element says as plain text: the label of an option.
  var plainText: String?
  /// The rows that this element stands for are not evaluated: a gap in a long list.
  var isGap = false
  var isDivider = false
  var layoutPriority = 0.0
  var zIndex = 0.0
  var gridColumns: Int?
  var isGridRow = false
  var menuRole: String?

  struct SectionParts {
    var header: [Rendered]
    var footer: [Rendered]
    var rows: [Rendered]
    var isExpandable: (() -> Void)?
  }

  struct RowTraits {
    var background: [Rendered]?
    var insets: EdgeInsets?
    var isSeparatorHidden = false
    var leading: [Rendered] = []
    var trailing: [Rendered] = []
    /// What can be done to the rows of a ``ForEach``, and which of them this is.
    var actions: RowActions?
    var offset = 0
    var isDeleteDisabled = false
    var isMoveDisabled = false
    var isSelectionDisabled = false
  }
}

/// What `onDelete` and `onMove` do: the latest closures.
@MainActor final class RowActions {
  var delete: ((IndexSet) -> Void)?
  var move: ((IndexSet, Int) -> Void)?
}
