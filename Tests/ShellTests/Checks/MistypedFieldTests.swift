import StoryScript
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// `check` finds fields that cannot exist, because literals and the declarations of commands show what there is.
@Suite struct MistypedFieldTests {
  private static func found(_ script: String) throws -> [String] {
    Checker(Catalog.standard).errors(in: try Source(name: "test", text: script)).map { diagnostic in
      let source = diagnostic.source
      return "\(source?.text(diagnostic.range) ?? "") \(diagnostic.problem.message)"
        + (diagnostic.problem.suggestion.map { " | \($0)" } ?? "")
    }
  }

  /// Realistic scripts, each with one mistyped field.
  private static let scripts: [(script: String, wrong: String, right: String)] = [
    // Literals
    ("let r = {name: \"x\"}\nprint $r.nam", "nam", "name"),
    ("let xs = [{total: 1}]\nprint $xs[0].totl", "totl", "total"),
    ("[{age: 1}] | each { print $it.aeg }", "aeg", "age"),
    ("for p in [{name: 1}] { print $p.nmae }", "nmae", "name"),
    ("let p = {place: {city: \"Oslo\"}}\nprint $p.place.cty", "cty", "city"),
    ("let p = {name: \"x\"}\np.size = 1\nprint $p.siez", "siez", "size"),
    ("let people = []\npeople += [{name: \"Ana\"}]\nfor p in $people { print $p.naem }", "naem", "name"),
    ("let r = with {name: \"x\"} \"age\" 9\nprint $r.agee", "agee", "age"),
    ("let r = omit {name: \"x\", age: 9} \"age\"\nprint $r.nme", "nme", "name"),
    (
      "let r = if clock.elapsed > 1h { {minutes: 1} } else { {minutes: 2, late: true} }\nprint $r.minuts", "minuts",
      "minutes"
    ),
    ("def kid name { return {name: $name, stars: 0} }\nprint (kid \"Mia\").star", "star", "stars"),
    ("def tell r { print $r.nam }\ntell {name: \"x\"}", "nam", "name"),
    ("print \"{(stats).total.sesions} {({a: 1, count: 2}).cuont}\"", "cuont", "count"),
    // Stories
    ("stories | sort by autor", "autor", "author"),
    ("for s in (stories) { print $s.pictre }", "pictre", "picture"),
    ("let mine = stories | where author == \"ana\" | first\nprint $mine.storey", "storey", "story"),
    ("stories by user | where ringg == \"seen\"", "ringg", "ring"),
    ("print (stories | group by author | each { $it.itmes })", "itmes", "items"),
    ("print (story show 4).likd", "likd", "liked"),
    ("stories | number | each { print $it.item.autor }", "autor", "author"),
    // Photos
    ("cluster Examples/Photos | where fotos > 4", "fotos", ""),
    ("let best = cluster Examples/Photos best | first 3\nfor m in $best { print \"{$m.titel}\" }", "titel", "title"),
    ("photos scan Examples/Photos | where camra != none | count", "camra", "camera"),
    ("print (cluster Examples/Photos | sum photo)", "photo", "photos"),
    // Timers
    ("history | select activity minuts", "minuts", ""),
    ("print (history week | sum star)", "star", ""),
    ("let last = history | max by endd\nprint $last.stars", "endd", "ended"),
    ("activities | where minuets > 20 | each { print $it.name }", "minuets", "minutes"),
    // Posts
    ("timeline | where autor == \"x\"", "autor", "author"),
    ("timeline 50 | where likes > 20 | sort by liks desc | first 3", "liks", "likes"),
    ("for n in (notifications) { if $n.unraed > 0 { print $n.author } }", "unraed", "unread"),
    ("people ana | each { print $it.handel }", "handel", "handle"),
    ("outbox | where stat == \"waiting\"", "stat", "state"),
    ("let posts = timeline\nprint $posts[0].creatd", "creatd", "created"),
    ("print (timeline | unique by autor | count)", "autor", "author"),
    ("waiting | each w { print $w.knd }", "knd", "kind"),
  ]

  @Test func mistypedFieldsAreFound() throws {
    for (script, wrong, right) in Self.scripts {
      let all = try Self.found(script)
      let found = all.filter { $0.contains("there is no field '\(wrong)'") }
      #expect(found.count == 1, "\(script)\n\(all)")
      if !right.isEmpty { #expect(found.first?.hasSuffix("| did you mean '\(right)'?") == true, "\(script)\n\(found)") }
    }
  }
}
