import Bluesky
import Network
import SessionState
import StoryScript
import Timeline

/// The settings of posts: the delay before sending, and the practice network.
enum PostSettings {
  static let all: [Setting] = [
    .time(
      "send-delay", "the delay before a post is sent; until then `undo` can stop it",
      .zero ... .hours(24), "a time from 0s to 24h", { $1(&$0.posts.choices.sendDelay) }, "set send-delay 5s"),
    Setting(
      name: "kept-pages",
      summary: "when to show the saved copy of a list that cannot be loaded: only at a prompt, always, or never",
      range: "prompt, always or never",
      read: { .text($0.posts.choices.cachedPages.rawValue) },
      change: { world, value in
        guard let choice = value.text.flatMap({ CachedPagesChoice(rawValue: $0) }) else { return false }
        world.posts.choices.cachedPages = choice
        return true
      },
      words: CachedPagesChoice.allCases.map { $0.rawValue }, suggestion: "set kept-pages always"),
    Setting(
      name: "post-language", summary: "the language of new posts when `lang` is not given, or off for none",
      range: "language codes, such as de or \"de en\", or off",
      read: { .text($0.posts.choices.language ?? "off") },
      change: { world, value in
        guard let text = value.text ?? value.bool.map({ $0 ? "on" : "off" }) else { return false }
        let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        guard text == "off" || !words.isEmpty && (try? Post.Labels(languages: words, tags: [])) != nil else {
          return false
        }
        world.posts.choices.language = text == "off" ? nil : text
        return true
      },
      words: ["off"], suggestion: "set post-language en"
    ).kept,
    Setting(
      name: "link-cards", summary: "previews of linked pages in new posts, unless `card` is given", range: "on or off",
      read: { .text($0.posts.choices.showsCards ? "on" : "off") },
      change: { world, value in
        guard let word = value.text ?? value.bool.map({ $0 ? "on" : "off" }), ["on", "off"].contains(word) else {
          return false
        }
        world.posts.choices.showsCards = word == "on"
        return true
      },
      words: ["on", "off"], suggestion: "set link-cards off"
    ).kept,
    .host(
      "public-host", "the server for reading without an account", "the address of an AppView",
      standard: XRPCCall.publicHost, { $0.publicHost }, { $0.publicHost = $1 }),
    .host(
      "stream-host", "the server of the live stream, for `listen to stream`", "the address of a Jetstream server",
      standard: StreamRequest.host, { $0.streamHost }, { $0.streamHost = $1 }),
    .time(
      "network-delay", "the response time of the practice network", .zero ... .minutes(1),
      "a time from 0s to 1m", { $1(&$0.posts.choices.conditions.delay) }, "set network-delay 300ms"
    ).ofPractice,
    .share(
      "network-failures", "the share of requests that fail in the practice network, half of them after taking effect",
      { $1(&$0.posts.choices.conditions.failures) }, "set network-failures 25%"
    ).ofPractice,
    Setting(
      name: "network", summary: "the connection to the practice network", range: "on or off",
      read: { .text($0.posts.choices.conditions.isOn ? "on" : "off") },
      change: { world, value in
        guard let word = value.text ?? value.bool.map({ $0 ? "on" : "off" }), ["on", "off"].contains(word) else {
          return false
        }
        world.posts.choices.conditions.isOn = word == "on"
        return true
      },
      follows: { world, instant in if world.posts.choices.conditions.isOn { world.posts.networkReturned(at: instant) }
      },
      words: ["on", "off"], suggestion: "set network off"
    ).ofPractice,
  ]
}

extension Setting {
  /// Creates the setting of a server's address.
  fileprivate static func host(
    _ name: String, _ summary: String, _ range: String, standard: String,
    _ read: @escaping @Sendable (PostChoices) -> Host?, _ write: @escaping @Sendable (inout PostChoices, Host) -> Void
  ) -> Setting {
    Setting(
      name: name, summary: summary, range: range,
      read: { .text(read($0.posts.choices)?.description ?? standard) },
      change: { world, value in
        guard let text = value.text, let host = try? Host(text, isLoopback: HostName.isLoopback) else { return false }
        write(&world.posts.choices, host)
        return true
      },
      words: [standard], suggestion: "set \(name) \(standard)"
    ).kept
  }
}
