// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import Hummingbird
  import SwiftData

  /// The list of `Board` as one would write it with a web server and a template: each change is a form that is sent, and
  /// a page that is loaded anew.
  enum HandWritten {
    static func run(port: Int) async throws {
      let container = await Board.filled()
      let router = Router()
      router.get("/") { _, _ in
        let context = ModelContext(container)
        let entries = try context.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.created)]))
        var html = "<!doctype html><html><head><title>Board</title></head><body><form method=post action=/add>"
        html += "<input name=title><button>add</button></form><ul>"
        for entry in entries {
          html += "<li><span>\(escaped(entry.title))</span><span>"
          html += "\(entry.created.formatted(date: .abbreviated, time: .omitted))</span></li>"
        }
        html += "</ul></body></html>"
        return Response(
          status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
          body: .init(byteBuffer: ByteBuffer(string: html)))
      }
      router.post("/add") { request, _ in
        let body = try await request.body.collect(upTo: 10_000)
        let context = ModelContext(container)
        context.insert(Entry(title: String(buffer: body)))
        try context.save()
        return Response(status: .seeOther, headers: [.location: "/"])
      }
      let application = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
        onServerRunning: { channel in
          print("http://127.0.0.1:\(channel.localAddress?.port ?? port)/")
          fflush(nil)
        })
      try await application.runService()
    }

    private static func escaped(_ text: String) -> String {
      text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
  }
#endif
