/// One type of event in the journal, as Grammar.md describes it.
struct KeptKind {
  /// As `when`, `--json` and `events` call it, where it is an event of theirs.
  let name: String
  /// Names under which it was written once, which are read for ever.
  var formerly: [String] = []
  /// One of two or more of which the later one counts.
  var changes = false
  /// Only what this device wrote last counts, whatever its clock said.
  var isOwn = false
  /// The field that says what it is about, where each of these has a last event of its own.
  var key: String?
  let summary: String
  let fields: KeyValuePairs<String, String>
}
