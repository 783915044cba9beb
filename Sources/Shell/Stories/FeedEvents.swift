import Stories
import StoryScript
import Terminal
import Timeline

/// What the feed's loader says, as events and sentences.
extension Session {
  func tell(_ event: FeedLoader.Event) {
    switch event.kind {
    case .loading(let request):
      emitSilently(.feedLoading, at: event.at, [page(request)])
      showShimmer()
    case .loaded(let request, let waited):
      output.placeholder = nil
      let count = listed(request, at: event.at).count
      emit(.feedLoaded, at: event.at, [page(request), .number(Double(count)), .duration(waited)]) { line in
        line.mark(.done)
        line.add(text: words(for: request))
        line.add(": ")
        line.add(text: TimeText.count(count, "story", "stories"))
      }
    case .failed(let request, let waited):
      output.placeholder = nil
      emit(.feedFailed, at: event.at, [page(request), .duration(waited)]) { line in
        line.mark(.failed, .error)
        line.add(text: words(for: request))
        line.add(" could not be loaded; `feed retry` asks again")
      }
    case .ignored(let input, let reason):
      let words =
        switch reason {
        case .loading: "a list is on its way"
        case .notFailed: "the last list is there"
        }
      emit(.feedIgnored, at: event.at, [.text("\(input)"), .text(words)]) { line in
        line.mark(.note)
        line.add("feed retry ignored: ")
        line.add(text: words)
      }
    }
  }

  private func page(_ request: FeedLoader.Request) -> Value { request.page.map { .number(Double($0)) } ?? .none }

  /// Where somebody watches the clock, a dim row stands for the stories that are on their way.
  private func showShimmer() {
    guard output.isTerminal, output.format == .text, clock.pace != .instant, !output.isHeld else { return }
    let block = output.glyphs == .unicode ? "░" : "."
    let row = [4, 1, 6, 22, 5].map { String(repeating: block, count: $0) }.joined(separator: "  ")
    output.placeholder = output.palette.paint(" " + String(row.prefix(max(0, output.width - 2))), .dim)
  }
}
