import JSON

/// The labels that moderators, or writers themselves, put on posts and people.
///
/// Source: `LABELS` of `@atproto/api` with its settings for those who have chosen nothing.
public enum ContentLabel {
  /// Why what is labelled so is not shown unless somebody asks for it.
  public enum Reason: String, Hashable, Sendable {
    case hidden = "a moderator hides it"
    case warned = "a moderator warns of it"
    case adult = "it is for adults"
    case nude = "it shows somebody naked"
    case graphic = "it shows violence or wounds"

    /// Whether it is said of pictures and pages alone: what is written beside them is shown.
    public var isOfMedia: Bool {
      switch self {
      case .hidden, .warned: false
      case .adult, .nude, .graphic: true
      }
    }
  }

  /// - Returns: `nil` for a label that hides nothing: most of them only say what something is.
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

  /// The labels of an answer's `labels` that count: those that were taken back do not.
  static func values(_ json: JSON, _ reader: inout AnswerReader) -> [String] {
    let rows = reader.list(json, "labels")
    if rows.isEmpty { return [] }
    var seen: Set<String> = []
    return reader.each(rows) { label, reader -> (value: String, counts: Bool)? in
      guard let value = reader.text(label, "val"), !value.isEmpty, value.utf8.count <= 128 else { return nil }
      return (value, !reader.flag(label, "neg"))
    }.filter { $0.counts && seen.insert($0.value).inserted }.map(\.value)
  }
}
