import ShellCore
import StoryScript
import System

/// The lessons inside the program, so that a clone and an installed program both have them, wherever they are
/// started.
package enum BuiltInLessons {
  /// The lessons' names.
  package static var names: [String] { all.map { $0.name } }

  /// The shortest lesson, which has its own command.
  static let tutorial = "tutorial"

  /// The lessons' names, in the order in which they build on each other, with their texts.
  static let all: [(name: String, bytes: [UInt8])] = [
    (tutorial, PackageResources.tutorial_story),
    ("hold-to-pause", PackageResources.hold_to_pause_story),
    ("countdown", PackageResources.countdown_story),
    ("rewards", PackageResources.rewards_story),
    ("moments", PackageResources.moments_story),
    ("facets", PackageResources.facets_story),
    ("program", PackageResources.program_story),
    ("undo", PackageResources.undo_story),
    ("feed", PackageResources.feed_story),
  ]

  /// Returns the lessons' names, for completion.
  static func candidates(_ kind: NameKind) -> [Candidate]? {
    kind == .lesson ? all.map { Candidate($0.name, "a lesson") } : nil
  }

  /// Returns the text of a lesson that comes with the program; `nil` if there is none of that name.
  static func source(_ name: String) throws(Diagnostic) -> Source? {
    guard let lesson = all.first(where: { $0.name == name }) else { return nil }
    return try Source(name: "\(name).story", bytes: lesson.bytes)
  }

  /// Returns whether a lesson's name is the path of a file.
  static func isFile(_ name: String) -> Bool {
    !all.contains { $0.name == name } && (name.contains("/") || name.hasSuffix(".story"))
  }

  /// Returns a lesson by its name, or from a file.
  /// - Throws: the error in the name or the file, with its place.
  static func parsedLesson(_ name: String, in session: Session) throws(ScriptFailure) -> ParsedLesson {
    if let source = try ScriptFailure.running(source(name)) {
      return try ScriptFailure.compiling(ParsedLesson(source, named: name, isForeign: false, in: session))
    }
    guard isFile(name) else {
      let words = session.catalog.schema.vocabulary.commands.commands.lazy.filter {
        $0.words.count > 1 && $0.words[0] == "learn"
      }.map { $0.words.dropFirst().joined(separator: " ") }
      let file = name + ".story"
      // A replay must have the same result in each folder.
      if !session.options.isReplay, !session.options.isSealed, File.exists(file) {
        throw .refused(
          .refused("there is no built-in lesson '\(name)'", Problem.question(about: "learn \(file)")).about(0))
      }
      let meant = closest(to: name, among: all.map { $0.name } + words)
      throw .refused(
        .refused(
          "there is no lesson '\(name)', and `learn` has no such command",
          meant.map { Problem.question(about: "learn \($0)") } ?? "try: learn, or help learn"
        ).about(0))
    }
    let isGraded = session.resources.lessons.graded == name
    let source = try ScriptFailure.running(
      isGraded ? ThreadSandbox.opened { () throws(Diagnostic) in try SourceFile.read(name) } : SourceFile.read(name))
    return try ScriptFailure.compiling(ParsedLesson(source, named: name, isForeign: true, in: session))
  }
}
