// SPDX-License-Identifier: Apache-2.0

// What rows mostly consist of: parts without memory, and how they are arranged.

extension Text: StatelessView {}
extension Image: StatelessView {}
extension Spacer: StatelessView {}
extension Divider: StatelessView {}
extension EmptyView: StatelessView {}

extension HStack: StatelessView {}
extension VStack: StatelessView {}
extension ZStack: StatelessView {}

extension AnyView: StatelessView {}
extension TupleView: StatelessView {}
extension Group: StatelessView where Content: View {}
extension Optional: StatelessView where Wrapped: View {}
extension _ConditionalContent: StatelessView where First: View, Second: View {}
