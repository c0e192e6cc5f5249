// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Says how pages for values of a type look. See Apple's documentation of `navigationDestination(for:destination:)`.
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    DestinationView(content: self, type: data) { ($0.base as? D).map { destination($0) } }
  }

  /// Opens a page over the stack as long as a condition holds. Leaving the page sets it to false. Such a page has no
  /// part in the address, so none leads to it.
  public func navigationDestination<V: View>(isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> V)
    -> some View
  {
    PushedView(
      content: self, isPresented: { isPresented.wrappedValue }, dismiss: { isPresented.wrappedValue = false },
      destination: { destination() })
  }

  /// Opens a page over the stack for an item while there is one. Leaving the page sets it to nil. Such a page has no
  /// part in the address, so none leads to it.
  public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    PushedView(
      content: self, isPresented: { item.wrappedValue != nil }, dismiss: { item.wrappedValue = nil },
      destination: { item.wrappedValue.map { AnyView(destination($0)) } ?? AnyView(EmptyView()) })
  }
}

/// Says in its place in the stack how pages for values of a type look.
struct DestinationView<Content: View>: WrappingView {
  let content: Content
  let type: Any.Type
  let destination: (AnyHashable) -> (any View)?

  func update(_ node: Node) {
    if let navigation = node.environment.navigation {
      let isNew = node.remembered(DestinationOffer.self) == nil
      let offer = node.remember { DestinationOffer(type, page: node.environment.pageIndex, order: node.serial) }
      offer.make = destination
      if isNew {
        navigation.add(offer)
        node.atEnd { [weak navigation] in navigation?.remove(offer) }
      } else {
        // Pages that are open show what the closure makes now.
        offer.readers.changed()
      }
    }
    node.child(0, content)
  }
}

/// Opens a page as long as a condition holds.
struct PushedView<Content: View>: WrappingView {
  let content: Content
  let isPresented: () -> Bool
  let dismiss: () -> Void
  let destination: () -> any View

  func update(_ node: Node) {
    let opened = node.remember { OpenedPage() }
    node.child(0, content)
    let isPresented = node.track { self.isPresented() }
    guard let navigation = node.environment.navigation else { return }
    let (dismiss, destination) = (dismiss, destination)
    if isPresented, let page = opened.page { page.replace(destination) }
    node.graph.afterEvaluation { [weak node] in
      if isPresented, opened.page == nil {
        let page = DirectPage(nil, destination)
        page.onLeave = dismiss
        opened.page = page
        // The host's page is shown over the one that the view is on.
        navigation.push(AnyHashable(page))
      } else if let page = opened.page, !isPresented || !navigation.values.contains(AnyHashable(page)) {
        opened.page = nil
        page.onLeave = nil
        navigation.close(AnyHashable(page))
        if isPresented, node?.isAlive == true { dismiss() }
      }
    }
  }
}
