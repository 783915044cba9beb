import JSON
import SessionState
import ShellCore
import StoryScript
import Timeline

/// Inlay hints: the kinds of variables, and the clock after a line that takes or sets a time.
extension LanguageServer {
  func inlayHints(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let range = try textRange(in: document, parameters)
    guard let script = document.script(catalog), let symbols = document.symbols(catalog) else {
      return .array([])
    }
    var hints: [(place: Int, json: JSON)] = []
    func add(_ place: Int, _ label: String, kind: JSON?, tooltip: String, padding: String) {
      let offset = document.textRange(SourceRange(place, place)).lowerBound
      guard range.lowerBound <= offset, offset <= range.upperBound else { return }
      var fields: [JSON.Field] = [
        JSON.Field("position", document.text.position(of: offset, client.encoding).json),
        JSON.Field("label", .string(label)), JSON.Field("tooltip", .string(tooltip)), JSON.Field(padding, true),
      ]
      if let kind { fields.append(JSON.Field("kind", kind)) }
      hints.append((offset, .object(fields)))
    }
    let kinds = document.kinds(catalog)
    for symbol in symbols.symbols where symbol.kind == .variable {
      guard let place = symbol.definitions.first, let known = kinds[symbol.name] else { continue }
      // "a number or text" without its articles, as a type is written.
      let short = known.kinds.split(separator: " ").filter { $0 != "a" }.joined(separator: " ")
      add(Int(place.end), ": " + short, kind: 1, tooltip: Self.phrase(known), padding: "paddingRight")
    }
    for (place, elapsed) in clock(of: script, in: document) {
      add(
        place, "at " + Self.clock(elapsed), kind: nil,
        tooltip: "the script's clock when this line is done", padding: "paddingLeft")
    }
    return .array(hints.sorted { $0.place < $1.place }.map { $0.json })
  }

  private func clock(of script: Script, in document: OpenDocument) -> [(place: Int, elapsed: Duration)] {
    ScriptClock(of: script, catalog) { [self] path in
      (try? includedSource(path.text, from: document.path)).flatMap { parsed($0) }
    }.times
  }

  /// Returns `0:17`, `0:01.500` or `1:00:00`, without a fraction that is zero.
  static func clock(_ elapsed: Duration) -> String {
    let whole = elapsed.microseconds / 1_000_000 * 1_000_000
    let fraction = elapsed.microseconds - whole
    let text = TimeText.clock(Duration(microseconds: whole))
    guard fraction > 0 else { return text }
    let digits = String(1_000_000 + fraction).dropFirst()
    return text + "." + (fraction % 1_000 == 0 ? digits.prefix(3) : digits)
  }

  /// Returns a description of a value: "a record with the fields a, b".
  static func phrase(_ known: KindChecker.Description) -> String {
    known.kinds + (known.fields.isEmpty ? "" : " with the fields \(known.fields.joined(separator: ", "))")
  }
}
