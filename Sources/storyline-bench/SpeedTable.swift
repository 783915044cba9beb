import Foundation

/// The table in Examples/Guide/speed.md: the figures of one run, with related ones in a row.
enum SpeedTable {
  private struct Row {
    let name: String
    /// Storyline's figures, by part and name.
    let own: [String]
    /// The figures of other programs in the same run, each with the words before it.
    var beside: [(words: String, figure: String)] = []
  }

  private static let rows = [
    Row(
      name: "cold start of `-c 'print 1'`", own: ["start/storyline -c 'print 1'"],
      beside: [("fish", "start/fish"), ("lua5.4", "start/lua5.4"), ("python3", "start/python3")]),
    Row(
      name: "a loop iteration that calls a definition", own: ["loop/storyline"],
      beside: [
        ("lua5.4", "loop/lua5.4"), ("luajit -joff", "loop/luajit -joff"), ("python3", "loop/python3"),
        ("tclsh", "loop/tclsh (in a proc)"),
      ]),
    Row(
      name: "a trivial command; a state read", own: ["command/tap (ignored while held)", "command/clock.now"]),
    Row(
      name: "a script of 100,000 lines: parsed; checked and compiled",
      own: ["parse/parsed", "parse/checked and compiled"]
    ),
    Row(
      name: "JSON, a page of 75 kB read", own: ["json/read into a tree"],
      beside: [("python3's json.loads", "json/python3's json.loads"), ("JSONSerialization", "json/JSONSerialization")]),
    Row(
      name: "a year of playback, 2.1 million advances; with every line written; as JSON",
      own: ["year/the player alone", "year/storyline, every line written", "year/storyline --json"],
      beside: [("printf in C", "year/the same lines in C"), ("as JSON", "year/the same JSON in C")]),
    Row(
      name: "inputs to a player; a saved copy of a session",
      own: ["stories/inputs to a player", "stories/a copy of the world"]),
    Row(name: "100,000 commands that can be undone", own: ["stories/100,000 steps of tap right"]),
    Row(name: "page 1,000,000 of the feed; page 1", own: ["stories/page 1,000,000", "stories/page 1"]),
    Row(
      name: "mentions, links and tags in a megabyte of posts", own: ["text/1 MB of posts"],
      beside: [("memchr for one byte", "text/memchr over them")]),
    Row(
      name: "a million photos clustered; shuffled; a million places named",
      own: ["photos/cluster 1,000,000 photos", "photos/the same, shuffled", "photos/1,000,000 places"],
      beside: [("shuffled, in C", "photos/the same in C")]),
    Row(
      name: "5,000 JPEGs read", own: ["photos/5,000 JPEGs"],
      beside: [("open, pread of 64 KiB, close", "photos/open, pread 64 KiB, close")]),
    Row(
      name: "a step of a review in 50 photos; in 50,000",
      own: ["photos/a review step in 50 photos", "photos/a review step in 50,000 photos"]),
    Row(
      name: "a durable event in the journal", own: ["journal/journal"],
      beside: [("`write` and `fsync` alone", "journal/write + fsync")]),
    Row(
      name: "a journal of a million events: opened; memory; a whole shell with it",
      own: ["journal/time", "journal/peak memory", "journal/a shell with that state"]),
    Row(
      name: "10,000 handlers run 41 times; 100,000 timers opened; 1,000,000 undo steps",
      own: [
        "scale/10,000 handlers, each run 41 times", "scale/100,000 timers opened", "scale/1,000,000 undo steps",
      ]),
    Row(
      name: "100 forks deep, then dropped; 5,000 journals in a shared folder, first sync",
      own: ["scale/100 forks deep, then dropped", "scale/5,000 journals in a shared folder, first sync"]),
    Row(
      name: "an archive of 100,000 posts: opened; searched without a match",
      own: ["archive/opened", "archive/searched: nothing"]),
    Row(
      name: "ten years of timers, 15,000 sessions: `stats`; imported",
      own: ["stats/stats, shown on a terminal", "stats/imported and synced"]),
    Row(
      name: "the prompt: on screen; a key in 300 characters; a menu of 10,000 files; memory",
      own: [
        "terminal/a prompt after", "terminal/a key in 300 characters", "terminal/a menu of 10,000 files",
        "terminal/memory in use",
      ],
      beside: [
        ("fish's prompt", "terminal/fish's prompt after"), ("an echo of a key", "terminal/an echo"),
        ("the folder's names read", "terminal/reading the folder"),
      ]
    ),
    Row(
      name: "`watch` at 30 frames a second: a frame; sent for it; processor",
      own: ["watch/a frame built", "watch/sent for a frame", "watch/processor while it plays"]),
  ]

  /// Runs the parts for the table silently, and prints it.
  static func print() {
    Part.run(Part.all)
    Swift.print("| | Storyline | beside it |\n| --- | --- | --- |")
    for row in rows {
      let own = row.own.map { Measure.figures[$0] ?? "–" }.joined(separator: "; ")
      let others = row.beside.compactMap { (words, figure) in Measure.figures[figure].map { "\(words) \($0)" } }
      Swift.print("| \(row.name) | \(own) | \(others.joined(separator: ", ")) |")
    }
  }
}
