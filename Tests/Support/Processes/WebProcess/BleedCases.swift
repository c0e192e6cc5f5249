// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// A page with a colour behind its bars, and a sheet with another one.
  struct BleedCases: View {
    @State private var isOpen = false
    @State private var taps = 0

    var body: some View {
      NavigationStack {
        ZStack {
          Color(red: 1, green: 0, blue: 0).ignoresSafeArea().onTapGesture { taps += 1 }
          VStack {
            Text("taps \(taps)").named("bleed.text")
            Button("Open") { isOpen = true }
            NavigationLink("Further") {
              ScrollView { Text("below") }.background(Color(red: 0, green: 1, blue: 0)).navigationTitle("Below")
            }
          }
        }
        .navigationTitle("Red")
        .navigationBarTitleDisplayMode(.inline)
        .sheet(isPresented: $isOpen) {
          NavigationStack {
            ScrollView { Text("sheet") }.background(Color(red: 0, green: 0, blue: 1)).navigationTitle("Blue")
          }
        }
      }
    }
  }
#endif
