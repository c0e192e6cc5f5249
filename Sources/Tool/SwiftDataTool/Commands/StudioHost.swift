// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataStudio
  import SwiftDataWeb

  /// Studio's pages and downloads, for the host.
  enum StudioHost {
    static func host(_ studio: StudioStore, configuration: WebConfiguration) -> WebHost {
      WebHost(
        configuration: configuration, title: { "Studio — " + studio.access.name },
        styleSheet: StudioStyle.sheet,
        downloads: { target in
          guard let request = ExportRequest(target: target) else { return nil }
          do {
            let file = try await studio.export(request)
            return .file(WebDownload(name: file.name, type: file.type, url: file.url, remove: { file.remove() }))
          } catch {
            return .failure(StudioError(error).description)
          }
        }
      ) { path in StudioPage(studio, at: path) }
    }
  }
#endif
