/// One type of event in the journal, as Grammar.md describes it.
struct KeptKind {
  /// As `when`, `--json` and `events` call it, where it is an event of theirs.
  let name: String
  /// Names under which it was written once, which are read for ever.
  var formerly: [String] = []
  /// One of two or more of which the later one counts.
  var changes = false
  /// Who may say it.
  var sayer = Sayer.anyone
  /// The field that says what it is about, where each of these has a last event of its own.
  var key: String?
  /// The field that names the device of which it was said first, where the same folder continues it under another name.
  var origin: String?
  /// What it does to what is kept, for `sync`.
  var deed = Deed.adds("event")
  /// `true` if it is sent to a server by whichever device can, so that `sync` tells who said it.
  var isSent = false
  let summary: String
  let fields: KeyValuePairs<String, String>
  /// The forms of the fields, by which events of other devices are judged.
  var forms: [String: KeptForm] = [:]

  /// The devices whose events of a type count.
  enum Sayer: String {
    /// Every device: what people did is the union of what all devices say.
    case anyone
    /// Only the device itself, or an earlier name of its folder: what runs on it, how it is set up and paths on its disk. Of
    /// each thing the last event holds, in the order in which the device wrote them, whatever its clock said.
    case device = "the device itself"
  }

  /// What an event does, with the thing in the singular and the plural.
  enum Deed: Hashable {
    case adds(String, String? = nil)
    case changes(String, String? = nil)
    case removes(String, String? = nil)
  }

  /// What an event is about, so that all events about the same thing have the same subject.
  func subject(_ field: (String) -> String?) -> String {
    let family = key == nil ? name : String(name.prefix { $0 != "." })
    return "\(family)/\(key ?? "")/\(key.flatMap(field) ?? "")"
  }
}
