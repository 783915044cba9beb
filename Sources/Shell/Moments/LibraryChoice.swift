import Journal
import Moments
import StoryScript
import Timeline

/// A folder of photos and how it is divided into moments: what `cluster` was told last, also in an earlier session.
struct LibraryChoice: Hashable, Sendable {
  /// Its absolute path.
  var folder: String
  var rule = Clustering.Rule.smart
  var cap: Duration?
  /// Whether the moments most worth going through stand first, and not the earliest.
  var isByWorth = false

  // MARK: In the journal

  static let fields: KeyValuePairs<String, String> = [
    "folder": "its absolute path", "rule": "smart or fixed", "gap": "of the fixed rule, in microseconds",
    "cap": "the most that smart may take, in microseconds; 0 for none", "best": "whether the best stand first",
  ]

  var payload: Journal.Payload {
    let gap: Duration? = if case .fixed(let gap) = rule { gap } else { nil }
    return [
      "folder": .string(folder), "rule": .string(gap == nil ? "smart" : "fixed"),
      "gap": .integer(gap?.microseconds ?? 0), "cap": .integer(cap?.microseconds ?? 0), "best": .bool(isByWorth),
    ]
  }

  init?(_ payload: Journal.Payload) {
    let lengths: ClosedRange<Int64> = 1...Duration.days(3_650).microseconds
    guard let folder = payload["folder"]?.stringValue, folder.hasPrefix("/"), let rule = payload["rule"]?.stringValue,
      let gap = payload["gap"]?.integerValue, let cap = payload["cap"]?.integerValue,
      case .bool(let isByWorth)? = payload["best"], cap == 0 || lengths.contains(cap)
    else { return nil }
    switch rule {
    case "smart": self.rule = .smart
    case "fixed" where lengths.contains(gap): self.rule = .fixed(Duration(microseconds: gap))
    default: return nil
    }
    self.folder = folder
    self.cap = cap == 0 ? nil : Duration(microseconds: cap)
    self.isByWorth = isByWorth
  }

  init(folder: String) { self.folder = folder }

  init(folder: String, rule: Clustering.Rule, cap: Duration?, isByWorth: Bool) {
    (self.folder, self.rule, self.cap, self.isByWorth) = (folder, rule, cap, isByWorth)
  }
}
