import JSON

/// The text format of a journal file, version 1, as Grammar.md describes it under "The journal" for whoever reads such
/// a file without this program.
///
/// Each line is `CHECKSUM SPACE JSON`; the first is the header, every other one an event, in one order of fields:
///
/// ```text
/// 043b1a83 {"format":"storyline-journal","version":1,"kind":"real","device":"kitchen"}
/// ........ {"seq":1,"at":1767603600000000,"device":"kitchen","type":"timer.saved","id":"…","day":"2026-01-05",
///           "offset":3600,"data":{"activity":"reading","stars":15}}      (in one line)
/// ```
enum Format {
  static let name = "storyline-journal"
  static let version = 1
  static let fileSuffix = ".journal"
  static let lockName = "journal.lock"
  /// Checksum, space.
  static let prefixLength = 9
  /// Bytes of the longest line, its line feed included: 1 MiB, a thousand times what a post with all its facets takes.
  static let longestLine = 1 << 20
}

extension Journal {
  /// The use of a state folder. A folder of one kind is refused by sessions of the other, so that an exercise never
  /// mixes with a child's real stars.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case practice, real
  }
}
