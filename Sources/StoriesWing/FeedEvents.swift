import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText
import Timeline

/// The events of the feed's loader, with their sentences.
struct FeedEvents {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let all = [loading.row, loaded.row, failed.row, ignored.row]

  static let loading = EventEntry<FeedLoader.Request>(
    "feed.loading", "a list of stories started to load", fields: [page { $0 }],
    reason: { _, why in
      let delay = why.session.world.stories.loader.settings.delay
      return [
        "Loading a list of stories takes \(TimeText.length(delay)), as it would over a network (`set feed-delay`).",
        "Stories keep playing while the list loads.",
      ]
    })

  static let loaded = EventEntry<(request: FeedLoader.Request, stories: Int, waited: Duration)>(
    "feed.loaded", "a list of stories was loaded",
    fields: [
      page { $0.request },
      .init("stories", "the number of stories in the list") { $0.stories },
      .init("waited", "the loading time") { $0.waited },
    ],
    says: { line, list, session in
      line.write(
        .done, FeedCommands(session).words(for: list.request), ": ", TimeText.count(list.stories, "story", "stories"))
    }, reason: { _, _ in [] })

  /// Has no line: the command that waits for the list reports the same as an error.
  static let failed = EventEntry<(request: FeedLoader.Request, waited: Duration)>(
    "feed.failed", "a list of stories could not be loaded",
    fields: [page { $0.request }, .init("waited", "the time until the request failed") { $0.waited }],
    reason: { _, why in lost(why.session) })

  /// Explains why a list could not be loaded.
  static func lost(_ session: Session) -> [String] {
    let share = TimeText.decimal(session.world.stories.loader.settings.failureRate * 100) + "%"
    return [
      "The list could not be loaded: the network is simulated, and \(share) of all requests fail (`set feed-failures`).",
      "`feed retry` repeats the request.",
    ]
  }

  static let ignored = EventEntry<(input: FeedLoader.InputKind, reason: FeedLoader.Ignored)>(
    "feed.ignored", "`feed retry` had no effect",
    fields: [
      .init("input", "the input") { $0.input.name },
      why,
    ],
    says: { line, ignored, _ in line.write(.note, "feed retry ignored: ", words(ignored.reason)) },
    reason: { fields, reasoning in
      [
        "`\(reasoning.input.text)` had no effect: \(why.text(in: fields)).",
        "It repeats only a request that failed.",
      ]
    })

  private static let why = EventField<(input: FeedLoader.InputKind, reason: FeedLoader.Ignored)>(
    "reason", "the reason why it had no effect"
  ) { words($0.reason) }

  private static func page<Payload>(
    _ request: @escaping @Sendable (Payload) -> FeedLoader.Request
  ) -> EventField<Payload> {
    .init("page", "the page number; none if the list was requested without a page") {
      request($0).page.map { .number(Double($0)) } ?? .none
    }
  }

  private static func words(_ reason: FeedLoader.Ignored) -> String {
    switch reason {
    case .loading: "a list is loading"
    case .notFailed: "the last list was loaded"
    }
  }
}

extension FeedEvents {
  func report(_ event: FeedLoader.Event) {
    switch event.kind {
    case .loading(let request):
      session.emit(FeedEvents.loading, request, at: event.at)
      showShimmer()
    case .loaded(let request, let waited):
      session.output.removePlaceholder()
      session.emit(
        FeedEvents.loaded, (request, FeedCommands(session).listed(request, at: event.at).count, waited), at: event.at)
    case .failed(let request, let waited):
      session.output.removePlaceholder()
      session.emit(FeedEvents.failed, (request, waited), at: event.at)
    case .ignored(let input, let reason): session.emit(FeedEvents.ignored, (input, reason), at: event.at)
    }
  }

  /// Shows a dim placeholder row while stories are loading, if the user watches the clock.
  private func showShimmer() {
    guard session.output.isTerminal, session.output.format == .text, session.clock.pace != .instant,
      !session.output.isHeld
    else { return }
    let block = session.output.glyphs == .unicode ? "░" : "."
    let row = [4, 1, 6, 22, 5].map { String(repeating: block, count: $0) }.joined(separator: "  ")
    session.output.showPlaceholder(
      session.output.palette.paint(" " + String(row.prefix(max(0, session.output.width - 2))), .dim))
  }
}
