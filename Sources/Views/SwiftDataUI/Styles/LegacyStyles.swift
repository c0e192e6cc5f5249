// SPDX-License-Identifier: Apache-2.0

// Styles in the spelling of their types: 'tabViewStyle(PageTabViewStyle())'.

/// The usual style of tab views. Has no effect in the browser.
public func DefaultTabViewStyle() -> TabViewStyleName { .automatic }
/// The style of tab views whose pages are swiped. Has no effect in the browser.
public func PageTabViewStyle(indexDisplayMode: TabViewStyleName.IndexDisplayMode = .automatic) -> TabViewStyleName {
  .page(indexDisplayMode: indexDisplayMode)
}
/// The style of the dots below pages. Has no effect in the browser.
public func PageIndexViewStyle(backgroundDisplayMode: TabViewStyleName.IndexDisplayMode = .automatic)
  -> TabViewStyleName
{ .page(backgroundDisplayMode: backgroundDisplayMode) }

extension TabViewStyleName {
  /// Has no effect in the browser.
  public static func page(backgroundDisplayMode: IndexDisplayMode) -> Self { .page }
}

/// The usual style of date pickers. Has no effect in the browser.
public func DefaultDatePickerStyle() -> DatePickerStyleName { .automatic }
/// The style of date pickers that show a calendar. Has no effect in the browser.
public func GraphicalDatePickerStyle() -> DatePickerStyleName { .graphical }
/// The style of date pickers that open a calendar. Has no effect in the browser.
public func CompactDatePickerStyle() -> DatePickerStyleName { .compact }
/// The style of date pickers with wheels. Has no effect in the browser.
public func WheelDatePickerStyle() -> DatePickerStyleName { .wheel }
/// The style of date pickers that are a field. Has no effect in the browser.
public func FieldDatePickerStyle() -> DatePickerStyleName { .field }
/// The style of date pickers that are a field with arrows. Has no effect in the browser.
public func StepperFieldDatePickerStyle() -> DatePickerStyleName { .stepperField }
/// The style of forms in two columns. Has no effect in the browser.
public func ColumnsFormStyle() -> FormStyleName { .columns }
/// The style of forms in groups, which is how all forms look here. Has no effect in the browser.
public func GroupedFormStyle() -> FormStyleName { .grouped }
/// The usual style of pickers: a menu.
public typealias DefaultPickerStyle = MenuPickerStyle
/// The style of pickers whose choices are above each other, each with a round button on a Mac.
public typealias RadioGroupPickerStyle = InlinePickerStyle
/// The style of pickers that are a palette: segments here.
public typealias PalettePickerStyle = SegmentedPickerStyle
