import JSON
import Journal
import Moments
import Timeline

/// A photo folder and its division into moments: the arguments of the last `cluster`, also of an earlier session.
package struct LibraryChoice: Hashable, Sendable {
  /// Its absolute path.
  package var folder: String
  package var rule = Clustering.Rule.smart
  package var cap: Duration?
  /// `true` if the moments most worth reviewing come first, not the earliest.
  package var isByScore = false

  // MARK: Journal

  static let fields: KeyValuePairs<String, String> = [
    "folder": "the folder's absolute path", "rule": "smart or fixed", "gap": "the fixed gap, in microseconds",
    "cap": "the longest gap for smart, in microseconds; 0 for none", "best": "`true` if the best moments come first",
  ]

  var payload: Journal.Payload {
    let gap: Duration? = if case .fixed(let gap) = rule { gap } else { nil }
    return [
      "folder": .string(folder), "rule": .string(gap == nil ? "smart" : "fixed"),
      "gap": .integer(gap?.microseconds ?? 0), "cap": .integer(cap?.microseconds ?? 0), "best": .bool(isByScore),
    ]
  }

  init?(_ payload: Journal.Payload) {
    let lengths: ClosedRange<Int64> = 1...Duration.days(3_650).microseconds
    guard let folder = payload["folder"]?.stringValue, folder.hasPrefix("/"), let rule = payload["rule"]?.stringValue,
      let gap = payload["gap"]?.integerValue, let cap = payload["cap"]?.integerValue,
      case .bool(let isByScore)? = payload["best"], cap == 0 || lengths.contains(cap)
    else { return nil }
    switch rule {
    case "smart": self.rule = .smart
    case "fixed" where lengths.contains(gap): self.rule = .fixed(Duration(microseconds: gap))
    default: return nil
    }
    self.folder = folder
    self.cap = cap == 0 ? nil : Duration(microseconds: cap)
    self.isByScore = isByScore
  }

  package init(folder: String) { self.folder = folder }

  package init(folder: String, rule: Clustering.Rule, cap: Duration?, isByScore: Bool) {
    (self.folder, self.rule, self.cap, self.isByScore) = (folder, rule, cap, isByScore)
  }
}
