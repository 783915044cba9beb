import StoryScript
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Lines with mistakes that people make, generated from the table of commands.
struct Mistakes {
  private let commands: [Command]
  private let settings: [Setting]

  init() {
    let leaving: Set = ["exit", "quit", "edit", "draft edit"]
    commands = Catalog.standard.entries.map(\.command).filter { !leaving.contains($0.name) }
    settings = Catalog.standard.settings
  }

  /// Habits from system shells, Python and everyday English.
  private static let habits = [
    "ls", "ls -l", "cd Examples", "pwd", "cat README.md", "grep x README.md", "man timer", "echo hello", "echo $name",
    "x = 5", "x=5", "let x=5", "let x == 5", "var x = 5", "const x = 1", "for i in range(5) { print $i }",
    "for i in range(5): print(i)", "for i = 1 to 5 { print $i }", "print(\"hello\")", "print \"a\" + 1", "print [1 2]",
    "print {a = 1}", "print 'it's'", "post \"It's {braces}\"", "post \"50% {off\"", "if x == 1: print 1",
    "if 1 = 1 { print 1 }",
    "if 1 == 1 then print 1", "while 1 < 2 do print 1", "i++", "x += 1", "let y = x + 1", "y := 2",
    "def f(x) { return x }",
    "function f { print 1 }", "return 5", "import math", "stories | sort", "stories | sort author", "stories | head 3",
    "stories | grep ana", "stories | wc -l", "stories | where author = \"ana\"", "stories | where author is ana",
    "stories | where author == ana", "stories | map author", "stories | filter author == \"ana\"",
    "stories | select author",
    "stories | group author", "stories | len", "len(stories)", "stories.length", "stories[0]", "(stories)[100]",
    "settings | sort", "activities | sort", "history | sort", "[3, 1, 2] | sorted", "[1,2,3]", "print 1,000",
    "print 1,5",
    "wait", "wait 5", "wait for 5s", "wait 5 seconds", "wait 1 minute", "wait a minute", "wait until",
    "wait until story",
    "wait until story.state = playing", "wait until story.state == plying", "every 5 { print 1 }", "every 5s print 1",
    "every { print 1 }", "after 5 minutes { print 1 }", "at 18:00 { print 1 }", "at tomorrow { print 1 }",
    "when story.start { print 1 }", "when story started { print 1 }", "when timer.done { print 1 }", "when { print 1 }",
    "cancel", "cancel 5", "cancel tock", "repeat { print 1 }", "repeat 3 print 1", "3.times { print 1 }",
    "until false { }",
    "timer 20", "timer cancel", "timer start 20", "timer start piano", "timer start piano 20",
    "timer start reading 5 min",
    "timer start reading, 20", "timer start reading 20 minutes", "timer reading", "timer start", "start timer",
    "timer end",
    "stop", "pause", "resume", "play", "play 4", "next", "back", "skip", "skip 5", "skip five minutes", "rewind",
    "rewind 5",
    "undo all", "redo 3", "undo 1000", "fork drop", "fork keep", "story pause", "story next", "story 4", "story play",
    "story play @nobody", "story play 99999", "story play ana", "story play 4 for 15", "story play 4 15s",
    "story play 4 for ever",
    "hold 2", "hold for 2s", "tap", "tap middle", "tap 2", "swipe", "swipe up left", "jump", "jump 9999", "like it",
    "like @99",
    "activity edit reading 25", "activity add", "activity add reading", "activity add violin 9",
    "activity edit piano for 5",
    "activity remove reading", "activity remove piano", "activity edit reading", "activity edit reading icon abc",
    "rate", "rate 5", "rate great", "rate good again", "rate bad", "rate good of 7", "pin", "pin set", "pin set 12",
    "pin change",
    "pin change 1234", "pin remove", "pin set abcd", "profile name", "profile forget", "history week month",
    "history 5",
    "history last week", "history of piano", "stats year 2025", "routine start evening", "routine add",
    "routine add evening",
    "routine add evening dress", "routine add evening \"dress\"", "routine edit morning", "routine rate great",
    "routine skip",
    "cluster", "cluster nowhere", "cluster Examples/Phots", "review", "review 99", "review next photo",
    "review favourite",
    "favorites", "photos", "photos show", "photos show x.jpg", "photos clock", "photos clock Canon 1h", "map zoom 9",
    "map zoom",
    "map at 91 0", "map at Berlin", "photos ago", "photos ago x", "image nothing.jpg", "image Examples", "images",
    "image remove 3",
    "login", "login bob", "login bob@example.com", "login @bob.test", "logout ana", "account use nobody", "whoami me",
    "post",
    "post hello world", "post \"x\" at tomorrow", "post \"x\" at 25:00", "post \"x\" at noon", "post \"x\" lang german",
    "post \"x\" warning bad", "post \"x\" split numbered", "reply", "reply @1", "reply @99 \"x\"", "reply @1 hello",
    "quote @1",
    "show", "show @999", "show 5", "show photos", "thread", "thread @999", "delete @999", "delete 3", "draft",
    "draft post 7",
    "draft remove 7", "outbox remove 9", "outbox send 9", "outbox send", "outbox clear", "timeline nonsense",
    "timeline 0",
    "timeline -5", "more", "retry", "go nowhere", "go post", "go post @99", "go back", "go forward", "follow",
    "follow nobody",
    "unfollow bob.test", "mute", "mute words", "mute word", "block bob.test", "list add bob.test enemies", "list new",
    "members of enemies",
    "search", "search hello of", "people", "feeds of", "notifications x", "notifications 5 6", "listen",
    "listen to nobody",
    "listen off", "bookmark", "bookmark @99", "repost @99", "likers of @99", "profile of", "profile edit",
    "profile pin @99",
    "archive search", "archive search x", "archive export", "set", "set theme", "set theme blue", "set length",
    "set length 10",
    "set zone Berlin", "set zone Europe/Berln", "set gestures x", "set nothing 5", "set press 350", "set duration 10",
    "set network on",
    "set end", "set sound yes", "settings length", "help stroy", "help nothing", "help", "help story pley",
    "explain 999", "explain x",
    "events x", "events 0", "record", "record end", "learn nothing", "learn facts", "learn hint", "learn done",
    "learn goal", "learn play",
    "learn skip", "learn reset", "learn status", "tutorial skip", "practice end", "practice", "abbreviate",
    "abbreviate ll", "abbreviate ls cluster",
    "abbreviate story \"x\"", "unabbreviate ll", "recall", "recall 5", "recall delete \"x\"", "time", "time 5", "speed",
    "speed fast", "speed -1",
    "explore", "explore x", "browse", "watch", "waiting 5", "open", "open nothing.csv", "open README.txt", "save x",
    "print $nam", "print $story.state",
    "print story.stat", "print stroy.state", "print clock", "print clock.nw", "$name.x", "$list[5]", "$list | first 9",
    "$r.b", "r.a", "name",
    "let name", "let 5 = x", "twice", "twice 5", "(twice)", "(twice 1 2)", "(uper \"a\")", "(upper)", "upper \"a\"",
    "(date \"x\")",
    "(number \"x\")", "expect 1 == 2", "expect", "expect story.state == playing", "expect error { print 1 }",
    "try { x }", "include nothing.story",
    "tour.story", "storyline check x.story", "check x.story", "!ls", "git status", "python3 x.py", "sudo reboot", "vim",
    ":q", "clear", "history | tail -5",
    "devices forget", "devices forget nothing", "sync", "sync nowhere", "copy", "paste", "name Mia", "feed retry",
    "cache clear all",
    "story fail at x", "story buffer 5", "story retry", "story show 99999", "story machine all x", "stories page 99",
    "stories after x",
    "stories by", "stories of @nobody", "timer extend", "timer extend 500", "timer extend 5 minutes",
    "timer start reading 200", "timer pause 5",
    "what time is it", "how do I stop", "please start the timer", "hello", "why", "quit now", "\"hello\"", "5", "5 + 5",
    "5+5", "5 +5",
    "print 5 / 0", "print 10%3", "print 2**3", "print 1..5", "print true && false", "print !true",
    "print not true == false", "print 1 < 2 < 3",
    "print \"a\" == 1", "print 5s + 1", "print 5s > 3", "print (date \"2026-01-05\") > \"2026\"", "print none > 5",
    "let t = {a: 1", "print (1 + 2",
    "print \"open", "# note", "// note", "print 1 // note", "-- note",
  ]

  /// Values of all kinds, as arguments of the wrong kind.
  private static let values = [
    "banana", "25", "25m", "-1", "0", "999999", "1.5", "\"two words\"", "@999", "@ana", "[1, 2]", "2026-13-45",
    "25 min", "25minutes",
    "5 s", "1,5m", "90x", "5", "15", "on", "yes", "all", "today", "'x'", "$x", "x=1", "--all", "-n", "for 25", "to x",
    "of x", "at 5",
  ]

  func next(_ chance: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<10, using: &chance) {
    case 0..<3: return Self.habits.randomElement(using: &chance) ?? ""
    case 3: return setting(&chance)
    case 4:
      // Words of two commands.
      guard let one = commands.randomElement(using: &chance), let other = commands.randomElement(using: &chance)
      else { return "" }
      return "\(one.words[0]) \(other.words[other.words.count - 1])"
    default:
      guard let command = commands.randomElement(using: &chance) else { return "" }
      return line(command, &chance)
    }
  }

  private func setting(_ chance: inout SeededGenerator) -> String {
    guard let setting = settings.randomElement(using: &chance) else { return "" }
    let value = (Self.values + setting.words).randomElement(using: &chance) ?? ""
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: return "set \(misspelt(setting.name, &chance)) \(value)"
    case 1: return "set \(setting.name) \(misspelt(setting.words.randomElement(using: &chance) ?? "on", &chance))"
    case 2: return "set \(setting.name)"
    default: return "set \(setting.name) \(value)"
    }
  }

  private func line(_ command: Command, _ chance: inout SeededGenerator) -> String {
    let samples = command.examples.flatMap { $0.script.split(separator: "\n").map(String.init) }
      .filter { "\($0) ".hasPrefix(command.name + " ") && !$0.contains("{") }
    let sample = samples.randomElement(using: &chance) ?? command.name
    var words = sample.split(separator: " ").map(String.init)
    let value = Self.values.randomElement(using: &chance) ?? ""
    let count = command.words.count
    switch Int.random(in: 0..<9, using: &chance) {
    case 0: return sample
    case 1:
      let place = Int.random(in: 0..<count, using: &chance)
      words[place] = misspelt(words[place], &chance)
    case 2: return command.name
    case 3: words = Array(words.prefix(Int.random(in: 1...words.count, using: &chance)))
    case 4: words.append(value)
    case 5: return "\(command.name) \(value)"
    case 6:
      let place = Int.random(in: 0..<words.count, using: &chance)
      words[place] = value
    case 7:
      let place = Int.random(in: 0..<words.count, using: &chance)
      words[place] = misspelt(words[place], &chance)
    default: words.insert(value, at: Int.random(in: min(count, words.count)...words.count, using: &chance))
    }
    return words.joined(separator: " ")
  }

  /// Returns a word with one letter too few, too many, wrong, or two letters swapped.
  private func misspelt(_ word: String, _ chance: inout SeededGenerator) -> String {
    var letters = Array(word)
    guard letters.count > 1 else { return word + "x" }
    let place = Int.random(in: 0..<letters.count - 1, using: &chance)
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    case 2: letters.swapAt(place, place + 1)
    default: letters[place] = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &chance) ?? "x"
    }
    return String(letters)
  }
}
