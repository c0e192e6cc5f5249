// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AttributeScopes {
  /// How parts of an attributed string look in a ``Text``. See Apple's documentation of
  /// `AttributeScopes.SwiftUIAttributes`.
  public struct SwiftUIAttributes: AttributeScope {
    /// The font of a part.
    public let font: FontAttribute
    /// The colour of the letters of a part.
    public let foregroundColor: ForegroundColorAttribute
    /// The colour behind the letters of a part.
    public let backgroundColor: BackgroundColorAttribute
    /// The line through a part.
    public let strikethroughStyle: StrikethroughStyleAttribute
    /// The line under a part.
    public let underlineStyle: UnderlineStyleAttribute
    /// The space between the characters of a part, in points. Here it is the same as tracking.
    public let kern: KerningAttribute
    /// The space between the characters of a part, in points.
    public let tracking: TrackingAttribute
    /// How far a part is above the baseline, in points.
    public let baselineOffset: BaselineOffsetAttribute
    /// The attributes of Foundation, such as links.
    public let foundation: FoundationAttributes

    /// The key of ``SwiftUIAttributes/font``.
    public enum FontAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = Font
      /// The name of the attribute.
      public static let name = "SwiftUI.Font"
    }
    /// The key of ``SwiftUIAttributes/foregroundColor``.
    public enum ForegroundColorAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = Color
      /// The name of the attribute.
      public static let name = "SwiftUI.ForegroundColor"
    }
    /// The key of ``SwiftUIAttributes/backgroundColor``.
    public enum BackgroundColorAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = Color
      /// The name of the attribute.
      public static let name = "SwiftUI.BackgroundColor"
    }
    /// The key of ``SwiftUIAttributes/strikethroughStyle``.
    public enum StrikethroughStyleAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = Text.LineStyle
      /// The name of the attribute.
      public static let name = "SwiftUI.StrikethroughStyle"
    }
    /// The key of ``SwiftUIAttributes/underlineStyle``.
    public enum UnderlineStyleAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = Text.LineStyle
      /// The name of the attribute.
      public static let name = "SwiftUI.UnderlineStyle"
    }
    /// The key of ``SwiftUIAttributes/kern``.
    public enum KerningAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = CGFloat
      /// The name of the attribute.
      public static let name = "SwiftUI.Kern"
    }
    /// The key of ``SwiftUIAttributes/tracking``.
    public enum TrackingAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = CGFloat
      /// The name of the attribute.
      public static let name = "SwiftUI.Tracking"
    }
    /// The key of ``SwiftUIAttributes/baselineOffset``.
    public enum BaselineOffsetAttribute: AttributedStringKey {
      /// The type of the attribute.
      public typealias Value = CGFloat
      /// The name of the attribute.
      public static let name = "SwiftUI.BaselineOffset"
    }
  }

  /// The attributes of texts as a scope, for the initializers of attributed strings that take one.
  public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
  /// Finds the attributes of texts by their names, as in `string.foregroundColor = .red`.
  public subscript<T: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>
  ) -> T { self[T.self] }
}

extension AttributedString.Runs.Run {
  /// How the part looks, as its attributes say.
  var styles: [Element.Style] {
    typealias Key = AttributeScopes.SwiftUIAttributes
    var styles = self[Key.FontAttribute.self]?.styles ?? []
    func set(_ style: Element.Style) {
      styles.removeAll { $0.subject == style.subject }
      styles.append(style)
    }
    if let line = self[Key.UnderlineStyleAttribute.self] { styles.addLine(.under, line) }
    if let line = self[Key.StrikethroughStyleAttribute.self] { styles.addLine(.through, line) }
    #if canImport(Darwin)
      // Elsewhere Foundation reads no Markdown, and has no attribute for what it emphasizes.
      let intent: InlinePresentationIntent = self.inlinePresentationIntent ?? []
      if intent.contains(.stronglyEmphasized) { set(.fontWeight(700)) }
      if intent.contains(.emphasized) { set(.isItalic(true)) }
      if intent.contains(.code) { set(.fontFamily(.monospaced)) }
      if intent.contains(.strikethrough) { styles.addLine(.through, .single) }
    #endif
    if let color = self[Key.ForegroundColorAttribute.self] { set(.color(color)) }
    if let color = self[Key.BackgroundColorAttribute.self] { set(.background(_Fill(color))) }
    if let space = self[Key.TrackingAttribute.self] ?? self[Key.KerningAttribute.self] {
      set(.letterSpacing(space))
    }
    if let offset = self[Key.BaselineOffsetAttribute.self] { set(.baselineOffset(offset)) }
    return styles
  }
}
