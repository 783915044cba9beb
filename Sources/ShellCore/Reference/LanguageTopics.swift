import StoryScript

/// The topics of the language, apart from its keywords.
enum LanguageTopics {
  static let all: [HelpTopic] = [
    topic(
      "variables", "let NAME = VALUE", "creates a variable; $NAME reads it; NAME = VALUE changes it", ["assign"],
      "let n = 2\nn = $n + 1\nexpect $n == 3", "$last is the value of the last command"),
    topic(
      "operators", "+ - * / mod == != < <= > >= in and or not",
      "calculates, compares and combines values; mod is the remainder of a division",
      ["arithmetic", "compare", "mathematics", "remainder", "modulo"], "expect 2 + 3 * 4 == 14 and not (7 mod 2 == 0)",
      "operators need spaces around them"),
    topic(
      "durations", "15s  20m  1h  250ms  90us  2d", "lengths of time, which can be added and compared",
      ["time", "minutes"],
      "expect 1m + 30s == 90s", "a number with its unit"),
    dates, functions, steps,
    topic(
      "numbers", "5  -2.5  50%  1000000",
      "whole numbers are exact up to 2^63; other numbers have 15 significant digits; 50% is 0.5",
      ["number", "integer", "decimal", "float", "percent"],
      "expect 7 / 2 == 3.5 and (floor 3.5) == 3 and (number \"42\") == 42",
      "a division, rounding down, and text as a number"),
    topic(
      "loops", "for NAME in LIST { … }  repeat COUNT { … }  while CONDITION { … }",
      "repeats a block: for each item, a number of times, or while a condition holds; see also break and continue",
      ["loop", "iterate", "foreach"],
      "let sum = 0\nfor i in (range 1 3) { sum += $i }\nrepeat 2 { sum += 1 }\nexpect $sum == 8",
      "from 1 to 3, then twice"),
    topic(
      "comments", "# TEXT", "starts a comment: everything from # and a space to the end of the line is ignored",
      ["comment", "note", "remark"],
      "let n = 1 # how many\nexpect $n == 1", "after a statement, or on a line of its own"),
    topic(
      "like", "TEXT like PATTERN", "tests whether text matches a pattern: * matches any text, ? matches one character",
      ["wildcard", "glob", "pattern"], "expect \"IMG_5.jpg\" like \"IMG_*.jpg\"", "a file name"),
    topic(
      "changes", "NAME.FIELD = VALUE  NAME[INDEX] += VALUE", "changes part of a variable in place",
      ["assign", "update", "part", "index", "increment"],
      "let p = {name: \"ana\", likes: [1, 2]}\np.likes[0] += 4\np.age = 9\nexpect $p.likes == [5, 2] and $p.age == 9",
      "an item, and a new field"),
    topic(
      "patterns", "TEXT like \"*.jpg\"  (match TEXT \"{name}: {age}\")",
      "matches text against a pattern, or extracts the parts named in the pattern",
      ["regex", "regular", "expression", "wildcard", "glob", "parse"],
      "expect \"IMG_5.jpg\" like \"IMG_*.jpg\"\nexpect (match \"ana: 9\" \"{name}: {age}\").name == \"ana\"",
      "a file name, and a part extracted from text"),
    topic(
      "pipes", "curl … | storyline --quiet report.story",
      "reads data from a pipe, and passes results on to the next program",
      ["stdin", "stdout", "input", "output", "unix"],
      "let rows = (\"[1, 2]\" | from json | each { {n: $it} })\nexpect ($rows | to csv | lines) == [\"n\", \"1\", \"2\"]",
      "in a script, `read json` reads the input"),
    topic(
      "texts", "\"text with {$value}\"", "text between quotes; values in braces are inserted",
      ["string", "interpolation"],
      "let n = 3\nexpect \"{$n} stories\" == \"3 stories\"", "a value inside text"),
    topic(
      "lists", "[1, 2, 3]", "values in order, numbered from 0", ["array"],
      "let l = [3, 1, 2]\nexpect $l[0] == 3\nexpect ($l | sort | last) == 3",
      "an item by its number, and the largest item"),
    topic(
      "records", "{name: \"ana\", age: 7}", "values with names", ["object", "dictionary", "table"],
      "let r = {name: \"ana\", age: 7}\nexpect $r.age == 7", "one field"),
    topic(
      "pipelines", "LIST | STEP | STEP", "passes the result of each step to the next", ["pipe", "filter", "table"],
      "expect (stories | where author == \"ana\" | count) >= 1",
      "in a step, a word without quotes is a field of the item"),
    topic(
      "state", "story.state  timer.remaining  …",
      "the session's current values, which `wait until` can wait for", ["read"],
      "story play 4\nwait until story.number == 5\nexpect clock.elapsed == 15s", "exact to the microsecond"),
  ]

  /// The topic with all letters of `format`.
  private static let dates: HelpTopic = {
    var dates = topic(
      "dates", "2026-01-05T09:00", "points in time, in the session's time zone; the difference of two is a duration",
      ["time", "day", "calendar", "month", "format"],
      "let d = date 2026 1 31\nexpect (months $d 1) == 2026-02-28 and (format $d \"EEE d MMM\") == \"Sat 31 Jan\"",
      "the date a month later, and a date in a readable form")
    let examples = dates.more
    dates.more = {
      [.blank, .text("The letters of a `format` pattern:")]
        + DateFormat.letters.map { .row($0.letters, $0.meaning) } + examples()
    }
    return dates
  }()

  /// The topic with all functions.
  private static let functions: HelpTopic = {
    var functions = topic(
      "functions", "(NAME VALUE…)", "a call returns a value; it needs parentheses only inside a longer expression",
      ["call", "built-in"], "let n = length \"story\"\nexpect (max $n 3) == 5", "alone, and inside a longer expression")
    let examples = functions.more
    functions.more = {
      [.blank] + Functions.all.map { .row("\($0.name) \($0.parameters)", $0.summary) } + examples()
    }
    return functions
  }()

  /// The topic with all steps.
  private static let steps: HelpTopic = {
    var steps = topic(
      "steps", "LIST | STEP", "the parts of a pipeline, separated by |; functions and commands can be steps, too",
      ["step", "pipeline", "map", "filter"], "expect ([3, 1, 2] | where $it > 1 | sort | first) == 2",
      "three steps in a row")
    let examples = steps.more
    steps.more = {
      [.blank] + StageWord.allCases.map { .row($0.usage, $0.summary) }
        + KeyedStep.allCases.map { .row($0.usage, $0.summary) } + examples()
    }
    return steps
  }()

  /// Returns the topic with all events for `when`.
  static func events(_ kinds: [EventKind]) -> HelpTopic {
    var events = topic(
      "events", "when EVENT { … }",
      "runs a block each time an event happens; in the block, the event's fields are variables",
      ["event", "handler", "listen", "trigger"],
      "let started = 0\nwhen story.started { started += 1 }\nstory play 4\nexpect $started == 1",
      "counts the stories that start")
    let examples = events.more
    events.more = { [.blank] + kinds.map { .row($0.name, $0.summary) } + examples() }
    return events
  }

  private static func topic(
    _ name: String, _ usage: String, _ summary: String, _ words: [String], _ script: String, _ meaning: String
  ) -> HelpTopic {
    HelpTopic(name: name, usage: usage, summary: summary, searchWords: words + ["language"]) {
      HelpLine.examples([.init(script, meaning)])
    }
  }
}
