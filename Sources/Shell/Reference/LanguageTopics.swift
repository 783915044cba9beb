import StoryScript

/// What the language is made of, apart from its words.
enum LanguageTopics {
  static let all: [HelpTopic] = [
    topic(
      "variables", "let NAME = VALUE", "a name for a value; $NAME reads it, NAME = VALUE changes it", ["assign"],
      "let n = 2\nn = $n + 1\nexpect $n == 3", "$last is what the last command gave"),
    topic(
      "operators", "+ - * / mod == != < <= > >= in and or not", "as in arithmetic; mod is what a division leaves",
      ["arithmetic", "compare", "mathematics", "remainder", "modulo"], "expect 2 + 3 * 4 == 14 and not (7 mod 2 == 0)",
      "spaces stand around an operator"),
    topic(
      "durations", "15s  20m  1h  250ms  90us  2d", "lengths of time; they add up, and compare", ["time", "minutes"],
      "expect 1m + 30s == 90s", "a number with its unit"),
    topic(
      "dates", "2026-01-05T09:00", "instants in the session's zone; the difference of two is a duration",
      ["time", "day"],
      "expect 2026-01-06T09:00 - 2026-01-05T09:00 == 1d", "a day later"),
    topic(
      "texts", "\"a text with {$value}\"", "between quotes; what stands in braces is put in",
      ["string", "interpolation"],
      "let n = 3\nexpect \"{$n} stories\" == \"3 stories\"", "a value inside a text"),
    topic(
      "lists", "[1, 2, 3]", "values in order; the first one is number 0", ["array"],
      "let l = [3, 1, 2]\nexpect $l[0] == 3\nexpect ($l | sort | last) == 3", "one item; and in order"),
    topic(
      "records", "{name: \"ana\", age: 7}", "values with names", ["object", "dictionary", "table"],
      "let r = {name: \"ana\", age: 7}\nexpect $r.age == 7", "one field"),
    topic(
      "pipelines", "LIST | STEP | STEP", "what one step gives is what the next one takes", ["pipe", "filter", "table"],
      "expect (stories | where author == \"ana\" | count) >= 1", "in a step, a word is a field of the item"),
    topic(
      "state", "story.state  timer.remaining  …", "what the session is now; `wait until` waits for it", ["read"],
      "story play 4\nwait until story.number == 5\nexpect clock.elapsed == 15s", "exact to the microsecond"),
  ]

  private static func topic(
    _ name: String, _ usage: String, _ summary: String, _ words: [String], _ script: String, _ meaning: String
  ) -> HelpTopic {
    HelpTopic(name: name, usage: usage, summary: summary, searchWords: words + ["language"]) {
      HelpLine.examples([.init(script, meaning)])
    }
  }
}
