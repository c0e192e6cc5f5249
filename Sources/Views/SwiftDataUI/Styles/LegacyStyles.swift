// SPDX-License-Identifier: Apache-2.0

// Styles in the spelling of their types: 'tabViewStyle(PageTabViewStyle())'.

public func DefaultTabViewStyle() -> TabViewStyleName { .automatic }
public func PageTabViewStyle(indexDisplayMode: TabViewStyleName.IndexDisplayMode = .automatic) -> TabViewStyleName {
  .page(indexDisplayMode: indexDisplayMode)
}
public func PageIndexViewStyle(backgroundDisplayMode: TabViewStyleName.IndexDisplayMode = .automatic)
  -> TabViewStyleName
{ .page(backgroundDisplayMode: backgroundDisplayMode) }

extension TabViewStyleName {
  /// Has no effect in the browser.
  public static func page(backgroundDisplayMode: IndexDisplayMode) -> Self { .page }
}

public func DefaultDatePickerStyle() -> DatePickerStyleName { .automatic }
public func GraphicalDatePickerStyle() -> DatePickerStyleName { .graphical }
public func CompactDatePickerStyle() -> DatePickerStyleName { .compact }
public func WheelDatePickerStyle() -> DatePickerStyleName { .wheel }
public func FieldDatePickerStyle() -> DatePickerStyleName { .field }
public func StepperFieldDatePickerStyle() -> DatePickerStyleName { .stepperField }
public func ColumnsFormStyle() -> FormStyleName { .columns }
public func GroupedFormStyle() -> FormStyleName { .grouped }
public func DefaultGroupBoxStyle() -> FormStyleName { .automatic }
public func DefaultGaugeStyle() -> GaugeStyleName { .automatic }
public func LinearGaugeStyle() -> GaugeStyleName { .automatic }
public func AccessoryCircularGaugeStyle() -> GaugeStyleName { .accessoryCircular }
public typealias DefaultPickerStyle = MenuPickerStyle
public typealias PalettePickerStyle = SegmentedPickerStyle
