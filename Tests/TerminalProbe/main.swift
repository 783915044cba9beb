// A line editor with a toy language, for the tests to drive through a pseudo-terminal. Options:
//   --vi --emacs --plain --ascii --prompt TEXT --history FILE --entry TEXT --status --fixed-status TEXT
//   --shapes --right TEXT
//   --post SECONDS TEXT --series --every SECONDS TEXT --messages FIFO --reflect --help --answers
import System
import Terminal

var configuration = LineEditorConfiguration(programName: "probe")
// The number of colours that the tests know, if the terminal has any.
configuration.palette =
  Palette(environment: Environment.value, isTerminal: true).hasColour ? Palette(depth: .basic) : .plain
configuration.highlight = colours
configuration.complete = completions
configuration.isComplete = isComplete
var prompt: StyledText = StyledText("› ", .dim)
let history = History(path: nil)
var chosenHistory = history
/// `true` if the message of `--every` replaces the last one.
var isSeries = false
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  switch option {
  case "--vi": configuration.mode = .vi
  case "--emacs": configuration.mode = .emacs
  case "--plain": configuration.palette = .plain
  case "--ascii": configuration.glyphs = .ascii
  case "--prompt": prompt = StyledText(arguments.popFirst()!, .dim)
  case "--history": chosenHistory = History(path: arguments.popFirst()!, isSecret: { $0.hasPrefix("login ") })
  case "--entry": chosenHistory.add(arguments.popFirst()!)
  case "--status":
    configuration.status = { StyledText("[\(Int(elapsed() * 10) % 10)]", .held) }
  case "--fixed-status":
    let text = arguments.popFirst()!
    configuration.status = { StyledText(text, .held) }
  case "--shapes": configuration.shapesCursor = true
  case "--right":
    let text = arguments.popFirst()!
    configuration.rightText = { StyledText(text, .dim) }
  case "--post":
    onThread(
      LateMessage(
        seconds: Double(arguments.popFirst()!)!, text: arguments.popFirst()!, mailbox: configuration.mailbox))
  case "--messages":
    onThread(MessageSource(path: arguments.popFirst()!, mailbox: configuration.mailbox))
  case "--reflect":
    // Each `x` is marked as wrong, and the predicted outcome is the length of the line.
    configuration.reflect = { line, _ in
      let places = line.utf8.enumerated().filter { $0.element == UInt8(ascii: "x") }.map { $0.offset..<$0.offset + 1 }
      return Reflection(problems: places, outcome: StyledText("\(line.count)", .dim))
    }
  case "--reflect-often":
    // The number of predictions so far.
    var count = 0
    configuration.reflect = { line, _ in
      count += 1
      return Reflection(outcome: StyledText("said \(count)", .dim), lasts: count < 4 ? 0.02 : nil)
    }
  case "--help": configuration.help = { line, _ in [StyledText("about \(line)")] }
  case "--answers":
    // F1 asks whether all earlier input has been handled and shown: the window title, set after all of it, counts
    // the answers.
    configuration.complete = manyCompletions
    var (asked, answered) = (0, 0)
    configuration.help = { _, _ in
      asked += 1
      return []
    }
    configuration.nextDeadline = { answered < asked ? 0 : nil }
    configuration.onWake = {
      if answered < asked { show("\u{1B}]2;\(asked)\u{07}") }
      answered = asked
      return Announcement()
    }
  case "--series": isSeries = true
  case "--every":
    let seconds = Double(arguments.popFirst()!)!
    let text = arguments.popFirst()!
    var next = elapsed() + seconds
    var count = 0
    configuration.nextDeadline = { next - elapsed() }
    configuration.onWake = {
      next += seconds
      count += 1
      return Announcement(
        ["\(text) \(count)"],
        series: isSeries ? .init("every", since: "1") { ["\(text) \(count) (\($0) since \($1))"] } : nil)
    }
  default: say("unknown option \(option)")
  }
}
configuration.history = chosenHistory
configuration.hint = { line in
  if line.isEmpty { return nil }
  if let entry = chosenHistory.continuations(of: line).first { return entry }
  return words.first { $0.0.hasPrefix(line) && $0.0 != line }.map { String($0.0.dropFirst(line.count)) }
}

let editor = LineEditor(configuration: configuration)

reading: while true {
  switch editor.readLine(prompt: prompt) {
  case .line(let line):
    say("got: \(shown(line))")
    chosenHistory.add(line)
    if line == "crash" { raise(SIGSEGV) }
    if line == "ask" || line.hasPrefix("ask ") {
      let question = line == "ask" ? "name? " : line.dropFirst(4) + " "
      if case .text(let answer) = editor.ask(StyledText(String(question)), hidden: false) {
        say("answer: \(shown(answer))")
      } else {
        say("no answer")
      }
    }
    if line == "sleep" { sleep(1) }
  case .interrupted: say("interrupted")
  case .endOfInput:
    say("end")
    break reading
  case .terminalLost:
    say("lost")
    break reading
  }
}
