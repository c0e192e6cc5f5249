// SPDX-License-Identifier: Apache-2.0

#if Web
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import SwiftDataUI

  /// Answers requests: the files of every page, and the first page, whole.
  struct PageResponder: HTTPResponder {
    typealias Context = PageContext

    let gate: Gate
    let store: SessionStore
    let assets: Assets
    let icons: Icons
    let downloads: WebHost.Downloads?
    let isSecure: Bool
    let logger: Logger

    func respond(to request: Request, context: PageContext) async throws -> Response {
      let target = request.head.path ?? "/"
      let path = target.prefix { $0 != "?" }
      guard request.method == .get || request.method == .head else {
        return plain(.methodNotAllowed, "Only GET is answered.")
      }
      let mayCompress = Gzip.isAccepted(request.headers[.acceptEncoding])
      if let asset = assets.asset(at: path) {
        return response(asset, isVersioned: target.contains("?v="), mayCompress: mayCompress)
      }
      if path.hasPrefix(Assets.prefix) || ["/favicon.ico", "/robots.txt"].contains(path) {
        return plain(.notFound, "There is nothing here.")
      }
      let known = WebRequest(
        target: target, remoteAddress: context.remoteAddress, headers: request.head.named)
      switch await gate.judge(known, isLive: false) {
      case .refused(let status, let realm):
        let isEntry = gate.configuration.entryToken != nil
        var response = plain(
          status,
          isEntry ? "Open the address that the program has printed: what follows its '?' lets you in." : "Refused.")
        if let realm {
          response.headers[HTTPField.Name.wwwAuthenticate] = "Basic realm=\"\(realm.filter { $0 != "\"" })\""
        }
        return response
      case .entered(let location, let token):
        var response = plain(.seeOther, "")
        response.headers[.location] = location
        // Whoever knows the token may do all: no other site brings it along.
        response.headers[.setCookie] = cookie(gate.entryCookie, token, sameSite: "Strict")
        return response
      case .allowed(let browser, let isNew, let user):
        if request.method == .head { return plain(.ok, "") }
        // A page of another site may lead here, and not make files.
        if !isNew, !Gate.isFromAnotherSite(known), let downloads, let answer = await downloads(target) {
          return response(answer)
        }
        return await page(
          target: target, browser: browser, isNew: isNew, user: user, settings: PageSettings(known),
          mayCompress: mayCompress)
      }
    }

    private func page(
      target: String, browser: String, isNew: Bool, user: PageUser?, settings: PageSettings, mayCompress: Bool
    ) async -> Response {
      let first: FirstPage?
      do {
        first = try await FirstPage.make(
          target: target, browser: browser, user: user, settings: settings, store: store)
      } catch {
        logger.error("The page cannot be shown: \(error)", metadata: ["path": "\(target)"])
        #if DEBUG
          return plain(.internalServerError, "The page cannot be shown: \(error)")
        #else
          return plain(.internalServerError, "The page cannot be shown.")
        #endif
      }
      guard let first else {
        var response = plain(.serviceUnavailable, "Too many pages are open. Try again later.")
        response.headers[.retryAfter] = "10"
        return response
      }
      let nonce = randomToken()
      var headers = commonHeaders
      headers[.contentType] = "text/html; charset=utf-8"
      headers[.cacheControl] = "no-store"
      headers[.contentSecurityPolicy] =
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-\(nonce)'; "
        + "img-src 'self' data:\(gate.configuration.showsForeignPictures ? " https: http:" : ""); "
        + "media-src 'self' https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      headers[.crossOriginResourcePolicy] = "same-origin"
      if isNew {
        // A link of another site brings it along: without it, this browser would get another name, and lose its pages.
        // A connection, which may do something, needs this site as its origin.
        headers[.setCookie] = cookie(gate.cookieName, browser, sameSite: "Lax")
      }
      var html = first.html(assets: assets, icons: icons, nonce: nonce)
      headers[.vary] = "Accept-Encoding"
      if mayCompress, html.count >= Gzip.least {
        headers[.contentEncoding] = "gzip"
        html = Gzip.compress(html)
      }
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: html)))
    }

    private func cookie(_ name: String, _ value: String, sameSite: String) -> String {
      "\(name)=\(value); Path=/; HttpOnly; SameSite=\(sameSite)" + (isSecure ? "; Secure" : "")
    }

    private func response(_ asset: Assets.Asset, isVersioned: Bool, mayCompress: Bool) -> Response {
      var headers = commonHeaders
      headers[.contentType] = asset.type
      // Pictures are asked for by their names alone.
      headers[.cacheControl] = isVersioned ? "public, max-age=31536000, immutable" : "no-cache"
      // A picture of the kind SVG that is opened by itself runs no scripts.
      headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
      headers[.crossOriginResourcePolicy] = "same-origin"
      headers[.vary] = "Accept-Encoding"
      var body = asset.body
      if mayCompress, body.readableBytes >= Gzip.least, let compressed = asset.compressed {
        headers[.contentEncoding] = "gzip"
        body = compressed
      }
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }

    private func response(_ answer: WebDownload.Answer) -> Response {
      switch answer {
      case .failure(let text): return plain(.internalServerError, text)
      case .file(let file):
        var headers = commonHeaders
        headers[.contentType] = file.type
        headers[.cacheControl] = "no-store"
        headers[.crossOriginResourcePolicy] = "same-origin"
        headers[.contentDisposition] = "attachment; filename=\"\(file.name)\""
        return Response(
          status: .ok, headers: headers,
          body: ResponseBody { writer in
            try await file.send { try await writer.write($0) }
            try await writer.finish(nil)
          })
      }
    }

    private func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
      var headers = commonHeaders
      headers[.contentType] = "text/plain; charset=utf-8"
      headers[.cacheControl] = "no-store"
      return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private var commonHeaders: HTTPFields {
      var headers = HTTPFields()
      headers[.xContentTypeOptions] = "nosniff"
      headers[.referrerPolicy] = "no-referrer"
      headers[.xFrameOptions] = "DENY"
      headers[.crossOriginOpenerPolicy] = "same-origin"
      return headers
    }
  }

  /// What is known of a request beside itself: where it comes from.
  struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: String?

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      remoteAddress = source.channel.remoteAddress?.ipAddress
    }
  }

  extension HTTPRequest {
    var named: [(name: String, value: String)] {
      var fields = headerFields.map { (name: $0.name.rawName, value: $0.value) }
      if let authority { fields.append((name: "host", value: authority)) }
      return fields
    }
  }

  extension HTTPField.Name {
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let xFrameOptions = HTTPField.Name("X-Frame-Options")!
  }
#endif
