// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import SwiftData

/// What the service answers.
enum Routes {
  static func router(_ container: ModelContainer, _ metrics: ServiceMetrics) -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: ErrorAnswers(metrics: metrics))
    router.get("books") { request, _ in
      let query = request.uri.queryParameters
      let size = query.get("size", as: Int.self) ?? 20
      guard (1...200).contains(size) else { throw HTTPError(.badRequest, message: "A page has 1 to 200 books.") }
      return try await Library(modelContainer: container).books(
        by: query.get("author"), size: size, after: query.get("after").map(CursorText.cursor))
    }
    router.get("books/:isbn") { _, context in
      let isbn = try context.parameters.require("isbn")
      guard let book = try await Library(modelContainer: container).book(isbn) else { throw HTTPError(.notFound) }
      return book
    }
    router.put("books/:isbn") { request, context -> HTTPResponse.Status in
      let content = try await request.decode(as: BookContent.self, context: context)
      guard content.isbn == (try context.parameters.require("isbn")) else {
        throw HTTPError(.badRequest, message: "The number is not that of the address.")
      }
      return try await Library(modelContainer: container).put(content) ? .created : .noContent
    }
    router.delete("books/:isbn") { _, context -> HTTPResponse.Status in
      let isbn = try context.parameters.require("isbn")
      guard try await Library(modelContainer: container).delete(isbn) else { throw HTTPError(.notFound) }
      return .noContent
    }
    // Whether the store answers; a balancer sends nobody here while it does not.
    router.get("health") { _, _ -> HTTPResponse.Status in
      do { try await Library(modelContainer: container).check() } catch { return .serviceUnavailable }
      return .ok
    }
    router.get("metrics") { _, _ in metrics.text(container.statistics) }
    return router
  }
}

/// Errors of the store as answers, without what concerns the service only.
struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
  let metrics: ServiceMetrics

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await next(request, context)
      metrics.note(response.status)
      return response
    } catch let error as HTTPError {
      metrics.note(error.status)
      throw error
    } catch let error as SwiftDataError {
      context.logger.error("\(error)")
      let answer = HTTPError(Self.status(error))
      metrics.note(answer.status)
      throw answer
    } catch {
      metrics.note(.internalServerError)
      throw error
    }
  }

  private static func status(_ error: SwiftDataError) -> HTTPResponse.Status {
    switch error {
    case .unsupportedSortDescriptor, .valueOutOfRange: .badRequest
    case .uniqueConflict, .optimisticLockFailure: .conflict
    case .storeIsBusy, .storeIsFull: .serviceUnavailable
    default: .internalServerError
    }
  }
}
