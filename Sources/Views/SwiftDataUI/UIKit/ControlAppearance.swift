// SPDX-License-Identifier: Apache-2.0

import Foundation

// Lists and controls of UIKit, as far as apps of SwiftUI set how they would look.

/// A list, of which nothing is shown.
@MainActor @preconcurrency open class UITableView: UIView {
  private static let proxy = UITableView()
  /// The list that stands for all lists: what is set is kept but not applied. Use `scrollContentBackground(_:)`.
  public static func appearance() -> UITableView {
    noteAppearance("UITableView")
    return proxy
  }
  /// The colour of the lines between rows, which is not applied.
  open var separatorColor: UIColor?
  /// The room above sections, which is not applied.
  open var sectionHeaderTopPadding: CGFloat = 0
  /// Whether the list would scroll, which it does.
  open var isScrollEnabled = true
  /// Whether scroll bars would be shown, which the browser decides.
  open var showsVerticalScrollIndicator = true
}
/// A row of a list, of which nothing is shown.
@MainActor @preconcurrency open class UITableViewCell: UIView {
  private static let proxy = UITableViewCell()
  /// The row that stands for all rows: what is set is kept but not applied. Use `listRowBackground(_:)`.
  public static func appearance() -> UITableViewCell {
    noteAppearance("UITableViewCell")
    return proxy
  }
}

/// A field for text, of which nothing is shown. Use ``TextField``.
@MainActor @preconcurrency open class UITextField: UIView {
  /// When a button would be shown that empties the field.
  public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  private static let proxy = UITextField()
  /// The field that stands for all fields: what is set is kept but not applied.
  public static func appearance() -> UITextField {
    noteAppearance("UITextField")
    return proxy
  }
  /// The field that stands for all fields in others: what is set is kept but not applied.
  public static func appearance(whenContainedInInstancesOf containerTypes: [AnyClass]) -> UITextField { appearance() }
  /// When a button would be shown that empties the field, which is not applied.
  open var clearButtonMode = ViewMode.never
  /// The text, which is not shown.
  open var text: String?
  /// What would be shown while there is no text.
  open var placeholder: String?
  /// The colour of text, which is not applied.
  open var textColor: UIColor?
  /// The font, which is not applied.
  open var font: UIFont?
}

/// A field that searches, of which nothing is shown. Use `searchable(text:)`.
@MainActor @preconcurrency open class UISearchBar: UIView {
  private static let proxy = UISearchBar()
  /// The field that stands for all such fields: what is set is kept but not applied.
  public static func appearance() -> UISearchBar {
    noteAppearance("UISearchBar")
    return proxy
  }
  /// The colour around the field, which is not drawn.
  open var barTintColor: UIColor?
  /// The appearance asked for, which is not applied.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
}

/// A row of segments, of which nothing is shown. Use a ``Picker`` in the style `segmented`.
@MainActor @preconcurrency open class UISegmentedControl: UIView {
  private static let proxy = UISegmentedControl()
  /// The control that stands for all such controls: what is set is kept but not applied.
  public static func appearance() -> UISegmentedControl {
    noteAppearance("UISegmentedControl")
    return proxy
  }
  /// The colour of the selected segment, which is not applied.
  open var selectedSegmentTintColor: UIColor?
  /// Has no effect in the browser.
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {}
}

/// A control of UIKit's, of which nothing is shown.
@MainActor @preconcurrency open class UIControl: UIView {
  /// Whether a control is pressed, selected or disabled.
  public struct State: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Creates a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Nothing of it.
    public static let normal: State = []
    /// It is pressed.
    public static let highlighted = State(rawValue: 1)
    /// It cannot be used.
    public static let disabled = State(rawValue: 2)
    /// It is selected.
    public static let selected = State(rawValue: 4)
  }
}

/// The dots below pages, of which nothing is shown.
@MainActor @preconcurrency open class UIPageControl: UIControl {
  private static let proxy = UIPageControl()
  /// The dots that stand for all dots: what is set is kept but not applied.
  public static func appearance() -> UIPageControl {
    noteAppearance("UIPageControl")
    return proxy
  }
  /// The colour of the dot of the page that is shown, which is not applied.
  open var currentPageIndicatorTintColor: UIColor?
  /// The colour of the other dots, which is not applied.
  open var pageIndicatorTintColor: UIColor?
}
