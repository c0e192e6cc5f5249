// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What one may do to the rows of a collection behind a binding. See Apple's documentation of `EditActions`.
///
/// ```swift
/// List($steps, editActions: .all) { $step in TextField("Step", text: $step.title) }
/// ```
public struct EditActions<Data>: OptionSet, Sendable {
  /// The bits of the actions.
  public let rawValue: Int
  /// Creates actions of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

extension EditActions where Data: RangeReplaceableCollection {
  /// Rows can be deleted.
  public static var delete: EditActions<Data> { EditActions(rawValue: 1) }
}

extension EditActions where Data: MutableCollection {
  /// Rows can be moved.
  public static var move: EditActions<Data> { EditActions(rawValue: 2) }
}

extension EditActions where Data: RangeReplaceableCollection, Data: MutableCollection {
  /// Rows can be deleted and moved.
  public static var all: EditActions<Data> { [.delete, .move] }
}

/// Changes the collection that rows are made of. An object, as most ``ForEach`` have none.
final class RowEdits {
  private(set) var delete: ((IndexSet) -> Void)?
  private(set) var move: ((IndexSet, Int) -> Void)?

  init<C: MutableCollection & RandomAccessCollection>(_ data: Binding<C>, _ actions: EditActions<C>) {
    if actions.rawValue & 1 != 0 {
      delete = { offsets in
        if let left = (data.wrappedValue as? any RangeReplaceableCollection)?.removing(offsets) as? C {
          data.wrappedValue = left
        }
      }
    }
    if actions.rawValue & 2 != 0 {
      move = { offsets, destination in data.wrappedValue.move(fromOffsets: offsets, toOffset: destination) }
    }
  }
}

extension RangeReplaceableCollection {
  fileprivate func removing(_ offsets: IndexSet) -> Self {
    var left = self
    left.remove(atOffsets: offsets)
    return left
  }
}

extension ForEach where Content: View {
  /// Creates a view for each element of a collection behind a binding; in a list the rows can be deleted or moved,
  /// which changes the collection.
  public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, editActions: EditActions<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  ) where Data == [IndexedBinding<C>], C.Element: Identifiable, ID == C.Element.ID {
    self.init(data, content: content)
    edits = RowEdits(data, editActions)
  }

  /// Creates a view for each element of a collection behind a binding, with identifiers that a key path leads to; in a
  /// list the rows can be deleted or moved, which changes the collection.
  public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  ) where Data == [IndexedBinding<C>] {
    self.init(data, id: id, content: content)
    edits = RowEdits(data, editActions)
  }
}

extension List where SelectionValue == Never {
  /// Creates a list of a collection behind a binding, whose rows can be deleted or moved, which changes the collection.
  public init<C: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<C>, editActions: EditActions<C>, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], C.Element.ID, Row>, C.Element: Identifiable {
    self.init(content: ForEach(data, editActions: editActions, content: rowContent), selection: nil)
  }

  /// Creates a list of a collection behind a binding, each row named by the value at a key path, whose rows can be
  /// deleted or moved, which changes the collection.
  public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
    @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], ID, Row> {
    self.init(content: ForEach(data, id: id, editActions: editActions, content: rowContent), selection: nil)
  }
}

extension List {
  /// Creates a list of a collection behind a binding, whose rows can be deleted or moved, and of which one or none is
  /// selected.
  public init<C: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<C>, editActions: EditActions<C>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], C.Element.ID, Row>, C.Element: Identifiable {
    self.init(
      content: ForEach(data, editActions: editActions, content: rowContent),
      selection: selection.map { ListSelection($0) })
  }

  /// Creates a list of a collection behind a binding, whose rows can be deleted or moved, and of which any are
  /// selected.
  public init<C: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<C>, editActions: EditActions<C>, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], C.Element.ID, Row>, C.Element: Identifiable {
    self.init(
      content: ForEach(data, editActions: editActions, content: rowContent),
      selection: selection.map { ListSelection($0) })
  }

  /// Creates a list of a collection behind a binding, each row named by the value at a key path, whose rows can be
  /// deleted or moved, and of which one or none is selected.
  public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
    selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], ID, Row> {
    self.init(
      content: ForEach(data, id: id, editActions: editActions, content: rowContent),
      selection: selection.map { ListSelection($0) })
  }

  /// Creates a list of a collection behind a binding, each row named by the value at a key path, whose rows can be
  /// deleted or moved, and of which any are selected.
  public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
    selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], ID, Row> {
    self.init(
      content: ForEach(data, id: id, editActions: editActions, content: rowContent),
      selection: selection.map { ListSelection($0) })
  }
}
