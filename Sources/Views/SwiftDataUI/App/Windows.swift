// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The windows of a group that shows a value each.
@MainActor struct PresentedWindow {
  let type: Any.Type
  /// What is shown for a value; nil shows the group's default.
  let content: @MainActor (AnyHashable?) -> AnyView
}

/// The part of an address that says which of the app's windows a page is: `~detail`, or `~detail/String."x"` with a value.
struct WindowAddress: Equatable {
  /// The segments that name the window, as they are in the address.
  var segments: [String] = []

  init() {}

  /// Reads the beginning of an address.
  @MainActor init(_ location: String) {
    let all = Address.segments(location)
    guard let first = all.first, first.hasPrefix(Self.mark) else { return }
    segments = Array(all.prefix(first.hasPrefix(Self.valueMark) ? 2 : 1))
  }

  // A link without a value is named by "~" and letters and digits alone.
  private static let mark = "~window:"
  private static let valueMark = "~window:value:"
  /// What stands for the app's settings in place of an identifier.
  static let settings = "~settings"

  /// The address of a window; nil if the value has no name that another page would know.
  @MainActor init?(id: String?, type: Any.Type? = nil, value: AnyHashable?) {
    guard let value else {
      segments = [Self.mark + (id ?? "")]
      return
    }
    guard let segment = AddressValue.segment(for: value) else { return nil }
    segments = [Self.valueMark + (id ?? ""), segment]
  }

  /// Which of the windows it is, and what it shows; the first one where it says nothing.
  ///
  /// - Parameter context: In which a window looks for the model that an identifier names; asked for only then.
  @MainActor func window(
    of windows: [WindowDescription], context: (WindowDescription) -> ModelContext? = { _ in nil }
  ) -> (WindowDescription, AnyHashable?)? {
    if let first = segments.first {
      if first.hasPrefix(Self.valueMark), segments.count == 2 {
        let id = String(first.dropFirst(Self.valueMark.count))
        for window in windows where id.isEmpty || window.id == id {
          guard let presented = window.presented else { continue }
          let models = presented.type == PersistentIdentifier.self ? context(window) : nil
          if let value = AddressValue.value(segments[1], as: presented.type, models) { return (window, value) }
        }
      } else if let window = windows.first(where: { $0.id == String(first.dropFirst(Self.mark.count)) }) {
        return (window, nil)
      }
    }
    let main = windows.first { $0.kind == .main && $0.presented == nil }
    return (main ?? windows.first { $0.kind == .main } ?? windows.first).map { ($0, nil) }
  }
}

extension WindowGroup {
  /// Creates a group of windows that show a value each: ``EnvironmentValues/openWindow`` opens one for a value, which is
  /// part of its address.
  ///
  /// ```swift
  /// WindowGroup(for: Note.ID.self) { $id in NoteView(id: id) }
  ///   .modelContainer(for: Note.self)
  /// ```
  ///
  /// If the value is the identifier of a model, the scene needs the model's container, and the model must be saved. An
  /// address whose model is gone shows the app's first window.
  public init<D: Hashable & Codable, C: View>(
    for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
  ) where Content == PresentedWindowContent<D?, C> {
    self.init(presenting: type, title: nil, id: nil) { PresentedWindowContent(initial: $0, content: content) }
  }
  /// Creates a group of windows with an identifier that show a value each.
  public init<D: Hashable & Codable, C: View>(
    id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
  ) where Content == PresentedWindowContent<D?, C> {
    self.init(presenting: type, title: nil, id: id) { PresentedWindowContent(initial: $0, content: content) }
  }
  /// Creates a group of windows with a title that show a value each.
  public init<D: Hashable & Codable, C: View>(
    _ title: LocalizedStringKey, id: String? = nil, for type: D.Type,
    @ViewBuilder content: @escaping (Binding<D?>) -> C
  ) where Content == PresentedWindowContent<D?, C> {
    self.init(presenting: type, title: title.plain, id: id) { PresentedWindowContent(initial: $0, content: content) }
  }
  /// Creates a group of windows that show a value each, or a default where there is none.
  public init<D: Hashable & Codable, C: View>(
    for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
  ) where Content == PresentedWindowContent<D, C> {
    self.init(presenting: type, title: nil, id: nil) {
      PresentedWindowContent(initial: $0 ?? defaultValue(), content: content)
    }
  }
  /// Creates a group of windows with an identifier that show a value each, or a default where there is none.
  public init<D: Hashable & Codable, C: View>(
    id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C,
    defaultValue: @escaping () -> D
  ) where Content == PresentedWindowContent<D, C> {
    self.init(presenting: type, title: nil, id: id) {
      PresentedWindowContent(initial: $0 ?? defaultValue(), content: content)
    }
  }
  /// Creates a group of windows with a title that show a value each, or a default where there is none.
  public init<D: Hashable & Codable, C: View>(
    _ title: LocalizedStringKey, id: String? = nil, for type: D.Type = D.self,
    @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
  ) where Content == PresentedWindowContent<D, C> {
    self.init(presenting: type, title: title.plain, id: id) {
      PresentedWindowContent(initial: $0 ?? defaultValue(), content: content)
    }
  }

  private init<D: Hashable & Codable>(
    presenting type: D.Type, title: String?, id: String?, _ make: @escaping @MainActor (D?) -> Content
  ) {
    self.title = title
    self.id = id
    presented = PresentedWindow(type: type) { AnyView(make($0?.base as? D)) }
    content = make(nil)
  }
}

/// What a window shows for its value, which it keeps as a state.
public struct PresentedWindowContent<Value, Content: View>: View {
  @State private var value: Value
  let content: (Binding<Value>) -> Content

  init(initial: Value, content: @escaping (Binding<Value>) -> Content) {
    _value = State(initialValue: initial)
    self.content = content
  }

  /// The content for the value.
  public var body: some View { content($value) }
}

/// Opens other windows of the app: pages in tabs of their own. See Apple's documentation of `OpenWindowAction`.
@MainActor @preconcurrency public struct OpenWindowAction {
  weak var session: PageSession?

  /// Opens the window, or a new window of the group, with an identifier.
  public func callAsFunction(id: String) { open(WindowAddress(id: id, value: nil)) }
  /// Opens a window of the group that shows values of the type. The value is part of the window's address.
  public func callAsFunction<D: Hashable & Codable>(value: D) {
    open(WindowAddress(id: nil, value: AnyHashable(value)))
  }
  /// Opens a window of the group with an identifier, which shows a value.
  public func callAsFunction<D: Hashable & Codable>(id: String, value: D) {
    open(WindowAddress(id: id, value: AnyHashable(value)))
  }

  private func open(_ address: WindowAddress?) {
    guard let address else {
      return Diagnostics.note(
        "No window is opened: its value is too long for an address, cannot be encoded, or is a model without a row.")
    }
    session?.graph?.send(.open("/" + address.segments.map(Address.encoded).joined(separator: "/")))
  }
}

/// What would close other windows. It only writes a note that this is not supported.
public struct DismissWindowAction: Sendable {
  /// Writes a note that a page does not close others.
  public func callAsFunction() { Diagnostics.noteOnce("Not supported: closing a window. A page closes no other one.") }
  /// Writes the same note, whatever window is named.
  public func callAsFunction(id: String) { callAsFunction() }
  /// Writes the same note, whatever value the window shows.
  public func callAsFunction<D: Hashable>(value: D) { callAsFunction() }
  /// Writes the same note, whatever window is named and value it shows.
  public func callAsFunction<D: Hashable>(id: String, value: D) { callAsFunction() }
}

/// Opens the app's ``Settings``: a page in a tab of its own. See Apple's documentation of `OpenSettingsAction`.
@MainActor @preconcurrency public struct OpenSettingsAction {
  weak var session: PageSession?

  /// Opens the settings. An app without settings writes a note, and opens nothing.
  public func callAsFunction() {
    if session?.hasSettings == true {
      OpenWindowAction(session: session)(id: WindowAddress.settings)
    } else {
      Diagnostics.noteOnce("The app has no scene 'Settings' to open.")
    }
  }
}
