// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DatePicker {
  /// Creates a picker with a last date, and a label of any views.
  ///
  /// ```swift
  /// DatePicker(selection: $birthday, in: ...Date.now, displayedComponents: .date) { Text("Birthday") }
  /// ```
  public init(
    selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
  ) { self.init(label(), selection, nil, range.upperBound, displayedComponents) }
}

extension DatePicker where Label == Text {
  /// Creates a picker with a first date, and a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(title), selection, range.lowerBound, nil, displayedComponents) }
  /// Creates a picker with a last date, and a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) { self.init(Text(title), selection, nil, range.upperBound, displayedComponents) }
}
