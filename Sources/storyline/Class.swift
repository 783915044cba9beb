import Classroom
import LessonsWing
import SessionState
import Shell
import ShellCore
import StoryScript
import System
import TerminalText

/// `storyline class [LESSON]`: a class whose learners work in their browsers.
extension ToolUsage.Tool {
  func runClass(_ words: [String]) -> Int32 {
    var (lesson, port, folder, page, isLocal) = (String?.none, 8080, "class", String?.none, false)
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case Flag.port.rawValue:
        guard let text = rest.popFirst(), let number = Int(text), (1...65_535).contains(number) else {
          return complain("--port expects a number from 1 to 65535", hint)
        }
        port = number
      case Flag.folder.rawValue, Flag.page.rawValue:
        guard let path = rest.popFirst() else { return complain("\(word) expects a path", hint) }
        if word == Flag.folder.rawValue { folder = path } else { page = path }
      case Flag.local.rawValue: isLocal = true
      default:
        guard !word.hasPrefix("-") else {
          let meant = closest(to: word, among: flags.map(\.rawValue))
          return complain("'class' has no option '\(word)'", meant.map { Problem.question(about: $0) } ?? hint)
        }
        guard lesson == nil else { return complain("'class' accepts only one lesson", hint) }
        lesson = word
      }
    }
    if let lesson, !BuiltInLessons.names.contains(lesson) {
      let meant = closest(to: lesson, among: BuiltInLessons.names)
      return complain(
        "there is no lesson '\(lesson)' in the page",
        meant.map { Problem.question(about: $0) } ?? "`learn` lists the lessons")
    }
    guard let path = page ?? Self.pagePath else {
      return complain(
        "the page for learners is missing: there is no 'storyline.html' here or beside the program",
        "`.ci/web` builds it from the sources; then try: storyline class --page FILE")
    }
    Interruption.install()
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.read(path, atMost: 32 << 20) } catch {
      return complain("the page '\(path)' cannot be read: \(error)", hint)
    }
    do throws(SystemError) { if !File.exists(folder) { try Folder.make(folder) } } catch {
      return complain("the folder '\(folder)' cannot be made: \(error)", "try: storyline class --folder FOLDER")
    }
    do throws(SystemError) {
      let server = try ClassServer(
        page: bytes, lesson: lesson, folder: folder, port: port, isLocal: isLocal
      ) { line in _ = write("\(sanitized(line))\n") }
      defer { server.close() }
      greet(server, folder)
      while !Interruption.isRequested { server.serve(for: 1_000) }
      return write(
        "\nThe class is over: \(TimeText.count(server.learnerCount, "learner")), recordings in '\(sanitized(folder))'.\n"
      )
    } catch {
      let advice =
        error.code == EADDRINUSE ? "another program has port \(port): try: storyline class --port \(port + 1)" : hint
      return complain("the class cannot begin: \(error)", advice)
    }
  }

  private func greet(_ server: ClassServer, _ folder: String) {
    let folder = sanitized(folder)
    _ = write(
      """
      The class is open. Learners in this network open, in any browser:

        \(server.addresses.joined(separator: "\n  "))
        code \(server.code)

      Your board, for your eyes alone:

        http://127.0.0.1:\(server.port)/board?key=\(server.key)

      What learners hand in is written to '\(folder)'; afterwards try:
        storyline lesson grade \(folder)/*.story
      Plain HTTP is not encrypted: others in the network could read names, answers and
      the code. Behind a proxy with TLS, use --local. Ctrl-C ends the class.


      """)
  }

  /// The page beside the program, or here.
  private static var pagePath: String? {
    let beside = (try? FilePath.resolved(Environment.programFile)).map { FilePath.folder(of: $0) }
    let folders = [".", beside, beside.map { $0 + "/../share/storyline" }].compactMap { $0 }
    return folders.map { $0 + "/storyline.html" }.first { File.exists($0) }
  }
}
