// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a view says about itself to the container that shows it: a list, a picker, a tab view.
///
/// Each element has some, and most say next to nothing: what is said seldom lies in an object of its own.
@MainActor struct Traits {
  /// What the element says as plain text: the label of an option.
  var plainText: String?
  /// Which row of a ``ForEach`` the element is in.
  private(set) var place: RowIdentity?
  /// Whether the first of ``ids`` is that of the place.
  private var isPlaceFirst = false
  private var box: Box?

  static let none = Traits()

  init() {}

  /// What an element says that is nothing but a row.
  init(row: RowIdentity) { add(row: row) }

  /// Whether another element, or what is dropped, asks for the element by its name.
  var isAskedFor: Bool { box.map { $0.others.payload != nil || $0.others.row.place != nil } ?? false }

  /// What is said seldom.
  @MainActor private struct Others {
    var tags: [AnyHashable] = []
    var ids: [AnyHashable] = []
    var section: SectionParts?
    var row = RowTraits()
    var tab: [Rendered]?
    var presence: Presence?
    var addresses: [any AddressPart] = []
    var badge: String?
    var isGap = false
    var isDivider = false
    var layoutPriority = 0.0
    var zIndex = 0.0
    var gridColumns: Int?
    var gridAlignment: HorizontalAlignment?
    var isGridRow = false
    var isUnsized: Axis.Set = []
    var safeArea: SafeAreaTraits = []
    var guideNames: Set<String> = []
    var menuRole: String?
    var keyPresses: [KeyPressAction] = []
    var payload: DraggedPayload?
    var gestures: [Event.Kind: _Recognizer.Priority] = [:]
    var containerEntries: ContainerValues?

    static let none = Others()
  }

  @MainActor private final class Box {
    var others: Others
    init(_ others: Others) { self.others = others }
  }

  private var others: Others {
    get { box?.others ?? .none }
    _modify {
      if box == nil {
        box = Box(.none)
      } else if !isKnownUniquelyReferenced(&box), let shared = box {
        box = Box(shared.others)
      }
      // There is one now.
      yield &box!.others
    }
  }

  // MARK: Identifiers

  /// The innermost `.tag(_:)` first.
  var tags: [AnyHashable] {
    get { box?.others.tags ?? [] }
    _modify { yield &others.tags }
  }

  /// The identifiers of ``ForEach`` and `.id(_:)`, the innermost first.
  var ids: [AnyHashable] {
    guard isPlaceFirst, let place else { return box?.others.ids ?? [] }
    return [place.value] + (box?.others.ids ?? [])
  }

  mutating func add(id: AnyHashable) { others.ids.append(id) }

  /// Notes which row of a ``ForEach`` the element is in, and the row's identifier.
  mutating func add(row: RowIdentity) {
    if let place {
      if isPlaceFirst { others.ids.insert(place.value, at: 0) }
      isPlaceFirst = false
      others.ids.append(row.value)
    } else if let box, !box.others.ids.isEmpty {
      others.ids.append(row.value)
    } else {
      isPlaceFirst = true
    }
    place = row
  }

  // MARK: Others

  /// Set if the element is a ``Section``.
  var section: SectionParts? {
    get { box?.others.section }
    _modify { yield &others.section }
  }
  var row: RowTraits {
    get { box?.others.row ?? Others.none.row }
    _modify { yield &others.row }
  }
  /// Where the row is, if it can be moved.
  var movingPlace: RowIdentity? {
    guard let row = box?.others.row, row.actions?.move != nil, !row.isMoveDisabled else { return nil }
    return row.place
  }
  var tab: [Rendered]? {
    get { box?.others.tab }
    _modify { yield &others.tab }
  }
  /// What the page of a tab view is told when it is shown.
  var presence: Presence? {
    get { box?.others.presence }
    _modify { yield &others.presence }
  }
  /// What the page of a tab view says of the address.
  var addresses: [any AddressPart] {
    get { box?.others.addresses ?? [] }
    _modify { yield &others.addresses }
  }
  var badge: String? {
    get { box?.others.badge }
    _modify { yield &others.badge }
  }
  /// The rows that this element stands for are not evaluated: a gap in a long list.
  var isGap: Bool {
    get { box?.others.isGap ?? false }
    set { if newValue != isGap { others.isGap = newValue } }
  }
  var isDivider: Bool {
    get { box?.others.isDivider ?? false }
    _modify { yield &others.isDivider }
  }
  var layoutPriority: Double {
    get { box?.others.layoutPriority ?? 0 }
    _modify { yield &others.layoutPriority }
  }
  var zIndex: Double {
    get { box?.others.zIndex ?? 0 }
    _modify { yield &others.zIndex }
  }
  var gridColumns: Int? {
    get { box?.others.gridColumns }
    _modify { yield &others.gridColumns }
  }
  /// How the whole column of the grid is aligned.
  var gridAlignment: HorizontalAlignment? {
    get { box?.others.gridAlignment }
    _modify { yield &others.gridAlignment }
  }
  /// What the element stands for when it is dropped somewhere.
  var payload: DraggedPayload? {
    get { box?.others.payload }
    _modify { yield &others.payload }
  }
  var isGridRow: Bool {
    get { box?.others.isGridRow ?? false }
    _modify { yield &others.isGridRow }
  }
  /// In which directions a cell of a grid says nothing of how large the grid is.
  var isUnsized: Axis.Set {
    get { box?.others.isUnsized ?? [] }
    _modify { yield &others.isUnsized }
  }
  /// How far what is drawn reaches behind bars.
  var safeArea: SafeAreaTraits {
    get { box?.others.safeArea ?? [] }
    set { if newValue != safeArea { others.safeArea = newValue } }
  }
  /// The names of the alignment guides that are set in the element.
  var guideNames: Set<String> {
    get { box?.others.guideNames ?? [] }
    _modify { yield &others.guideNames }
  }
  var menuRole: String? {
    get { box?.others.menuRole }
    set { if newValue != nil || box != nil { others.menuRole = newValue } }
  }
  /// What `onKeyPress` does, the innermost first.
  var keyPresses: [KeyPressAction] {
    get { box?.others.keyPresses ?? [] }
    _modify { yield &others.keyPresses }
  }

  /// What the view says to the container that it is in, by key; nil for nothing.
  var containerEntries: ContainerValues? {
    get { box?.others.containerEntries }
    _modify { yield &others.containerEntries }
  }

  /// The gestures that count for what lies in the element, too.
  var gestures: [Event.Kind: _Recognizer.Priority] {
    get { box?.others.gestures ?? [:] }
    _modify { yield &others.gestures }
  }
  /// Whether there are any, without looking at them.
  var hasGestures: Bool { box?.others.gestures.isEmpty == false }

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
    var place: RowIdentity?
    var isDeleteDisabled = false
    var isMoveDisabled = false
    var isSelectionDisabled = false
  }
}

/// What `onDelete` and `onMove` do: the latest closures.
@MainActor final class RowActions {
  /// The rows that it is about: rows change places with those of the same ones alone.
  private var rows: RowActions?

  init() {}

  /// More that can be done to the same rows.
  init(of rows: RowActions) { self.rows = rows }

  func isAboutSameRows(as other: RowActions?) -> Bool {
    guard let other else { return false }
    return (rows ?? self) === (other.rows ?? other)
  }

  var delete: ((IndexSet) -> Void)?
  var move: ((IndexSet, Int) -> Void)?
}
