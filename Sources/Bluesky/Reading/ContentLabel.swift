import JSON

/// A label that moderators, or authors themselves, have put on a post or a person.
public struct AppliedLabel: Hashable, Sendable {
  /// The label's name, such as `porn`. Untrusted text.
  public let name: String
  /// The DID of the account that applied the label; `nil` if the answer does not include it.
  public let source: String?

  public init(_ name: String, by source: String?) { (self.name, self.source) = (name, source) }
}

extension [AppliedLabel] {
  /// The names of the labels, each once.
  var names: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.name).inserted }.map { $0.name }
  }
}

/// The labels whose meaning is the same everywhere.
///
/// Source: `LABELS` of `@atproto/api` with its default settings.
public enum ContentLabel {
  /// The reason why labelled content is hidden until the user asks for it.
  public enum Reason: String, Hashable, Sendable {
    case hidden = "a moderator hid it"
    case warned = "a moderator put a warning on it"
    case adult = "it has adult content"
    case nude = "it shows nudity"
    case graphic = "it shows violence or wounds"

    /// `true` if the label applies only to pictures and pages: the text beside them is shown.
    public var isOfMedia: Bool {
      switch self {
      case .hidden, .warned: false
      case .adult, .nude, .graphic: true
      }
    }

    /// `true` if the official client shows such content only to accounts that have turned on adult content.
    var isForAdults: Bool { self == .adult || self == .graphic }
  }

  /// - Returns: `nil` for a label that hides nothing: most labels only describe.
  public static func reason(_ label: String) -> Reason? {
    switch label {
    case "!hide", "!takedown", "!suspend": .hidden
    case "!warn": .warned
    case "porn", "sexual": .adult
    case "nudity": .nude
    case "graphic-media", "gore": .graphic
    default: nil
    }
  }

  /// Returns the labels in an answer's `labels`, without retracted ones.
  static func applied(_ json: JSON, _ reader: inout AnswerReader) -> [AppliedLabel] {
    let rows = reader.list(json, "labels")
    if rows.isEmpty { return [] }
    var seen: Set<AppliedLabel> = []
    return reader.each(rows) { label, reader -> (label: AppliedLabel, counts: Bool)? in
      guard let value = reader.text(label, "val"), !value.isEmpty, value.utf8.count <= 128 else { return nil }
      return (AppliedLabel(value, by: reader.text(label, "src")), !reader.flag(label, "neg"))
    }.filter { $0.counts && seen.insert($0.label).inserted }.map { $0.label }
  }
}

/// The treatment of labelled posts: the default one, or the one that an account has chosen.
///
/// Rule: like `moderatePost` of `@atproto/api`, with two differences in favour of caution and of not leaving out
/// anything without a choice. Without a choice, pictures with a label for adults or nudity are covered, and posts are
/// not left out; and without the choice to see adult content, such pictures stay covered whatever else was chosen.
public struct LabelChoices: Hashable, Sendable {
  private enum Visibility: String {
    case ignore, warn, hide
  }

  private var visibilities: [Key: Visibility] = [:]
  /// `nil` if the account has not chosen.
  private var showsAdultContent: Bool?

  private struct Key: Hashable {
    let label: String
    /// The DID of the moderators whose labels are meant; `nil` for labels that mean the same everywhere.
    let labeler: String?
  }

  /// The treatment without any choice.
  public init() {}

  public init(_ preferences: Preferences) {
    showsAdultContent = preferences.adultContent
    for choice in preferences.labels {
      guard let visibility = Self.visibility(choice.visibility) else { continue }
      // A name from before labels were renamed does not replace a choice by the present name.
      let key = Key(label: Self.renamed[choice.label] ?? choice.label, labeler: choice.labeler)
      if key.label == choice.label || visibilities[key] == nil { visibilities[key] = visibility }
    }
  }

  private static let renamed = ["gore": "graphic-media", "nsfw": "porn", "suggestive": "sexual"]

  private static func visibility(_ word: String) -> Visibility? {
    word == "show" ? .ignore : Visibility(rawValue: word)
  }

  /// Returns the reason to hide a post with these labels; `nil` if it is shown.
  public func concealment(_ labels: [AppliedLabel]) -> PostView.HiddenReason? {
    var warned: String?
    for label in labels {
      if let reason = ContentLabel.reason(label.name) {
        if !reason.isOfMedia { return .labelled(reason) }
        if visibility(label, reason) == .hide { return .unwanted(label.name) }
      } else if let source = label.source {
        switch visibilities[Key(label: label.name, labeler: source)] {
        case .hide?: return .unwanted(label.name)
        case .warn?: warned = warned ?? label.name
        case .ignore?, nil: break
        }
      }
    }
    return warned.map { .warned($0) }
  }

  /// Returns the reason to cover the pictures, the video and the card of a post with these labels, while its text is
  /// shown; `nil` if they are shown.
  public func mediaWarning(_ labels: [AppliedLabel]) -> ContentLabel.Reason? {
    for label in labels {
      guard let reason = ContentLabel.reason(label.name), reason.isOfMedia, visibility(label, reason) != .ignore
      else { continue }
      return reason
    }
    return nil
  }

  private func visibility(_ label: AppliedLabel, _ reason: ContentLabel.Reason) -> Visibility {
    if reason.isForAdults, showsAdultContent == false { return .hide }
    let name = Self.renamed[label.name] ?? label.name
    let own = label.source.flatMap { visibilities[Key(label: name, labeler: $0)] }
    let chosen = own ?? visibilities[Key(label: name, labeler: nil)] ?? .warn
    return reason.isForAdults && showsAdultContent != true && chosen == .ignore ? .warn : chosen
  }
}
