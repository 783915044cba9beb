import StoryScript
import System
import Terminal

/// `storyline render`: renders a recording by replaying it.
public struct Rendering: Sendable {
  /// The output format, given by the file's extension.
  enum Form: String, CaseIterable {
    case cast, md, svg, html
  }

  private let catalog: CommandCatalog
  /// `true` if the recording may read files, and has no limits.
  private let trusts: Bool

  /// - Parameter trusts: `true` for recordings that may read files here and have no limits; others are sealed, as
  ///   where lessons are graded.
  public init(_ catalog: CommandCatalog, trusts: Bool = false) { (self.catalog, self.trusts) = (catalog, trusts) }

  /// Renders a recording into a new file.
  /// - Parameters:
  ///   - target: a file that ends in `.cast`, `.md`, `.svg` or `.html`.
  ///   - version: of an asciicast, 2 or 3.
  ///   - replaces: whether an existing file is replaced.
  /// - Returns: the exit code; errors are reported.
  public func run(_ path: String, to target: String, version: Int, replaces: Bool) -> Int32 {
    do throws(Diagnostic) {
      guard let form = Form(rawValue: String(target.split(separator: ".").last ?? "")), target.contains(".") else {
        let known = Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        throw problem("'\(target)' does not name a format", "use a name that ends in one of \(known)")
      }
      let source = try SourceFile.read(path)
      // Reading the recording counts as well.
      let bounds = trusts ? nil : Bounds()
      let recording = try Recording(source).masked(catalog.schema.vocabulary)
      if recording.isTorn {
        DiagnosticRenderer.writeToStandardError(
          "note: the last line of '\(sanitized(path))' is incomplete and was left out\n")
      }
      let replay = replay(of: recording, as: form, within: bounds)
      let text = text(of: recording, in: replay, as: form, named: name(path), version: version)
      if let limit = excess(replay, recording, source) {
        report(limit)
        return ExitCode.failure
      }
      try write(text, to: target, replaces: replaces)
      let count = recording.typedCount
      let lines = "\(count) line\(count == 1 ? "" : "s")"
      // A user sees that the work is done; a script needs no message.
      if Descriptor.error.isTerminal {
        DiagnosticRenderer.writeToStandardError("rendered \(lines) to '\(sanitized(target))'\n")
      }
      return reportDifferences(replay, recording, source) ? ExitCode.failure : ExitCode.success
    } catch {
      report(error)
      return ExitCode.usage
    }
  }

  private func report(_ error: Diagnostic) {
    DiagnosticRenderer.writeToStandardError(DiagnosticRenderer(catalog.schema.vocabulary).render(error) + "\n")
  }

  func text(of recording: Recording, as form: Form, named name: String, version: Int = 3) -> String {
    let replay = replay(of: recording, as: form, within: trusts ? nil : Bounds())
    return text(of: recording, in: replay, as: form, named: name, version: version)
  }

  private func replay(of recording: Recording, as form: Form, within bounds: Bounds?) -> Replay {
    let palette: Palette =
      switch form {
      case .md: .plain
      case .cast: Palette(depth: .indexed)
      // All colours: the style defines each of them once.
      case .svg, .html: Palette(depth: .full)
      }
    return Replay(
      recording.head, palette: palette, isSealed: !trusts,
      pageModels: form == .html ? catalog.wings.compactMap(\.pageModel) : [],
      bounds: bounds, catalog: catalog)
  }

  private func text(
    of recording: Recording, in replay: Replay, as form: Form, named name: String, version: Int
  ) -> String {
    switch form {
    case .cast: CastRendering(version: version).text(of: recording, in: replay, named: name)
    case .md: MarkdownRendering().text(of: recording, in: replay, named: name)
    case .svg: SVGRendering().text(of: recording, in: replay, named: name)
    case .html: PageRendering().text(of: recording, in: replay, named: name)
    }
  }

  // MARK: Reports

  /// Returns the error of a recording that has reached a limit, at the line that reached it.
  private func excess(_ replay: Replay, _ recording: Recording, _ source: Source) -> Diagnostic? {
    guard let bounds = replay.bounds, bounds.exceeded != nil else { return nil }
    return Diagnostic(
      .refused(
        "this recording \(bounds.words), so nothing was rendered",
        suggestion: "add --trust to render it without limits"),
      replay.last.map { Recording.place(ofItem: $0, in: source) } ?? SourceRange(0, 0), in: source)
  }

  /// Reports lines with other results than when they were typed.
  /// - Returns: `true` if there are any.
  private func reportDifferences(_ replay: Replay, _ recording: Recording, _ source: Source) -> Bool {
    func found(_ difference: Replay.Difference) -> (place: Int, line: Recording.Line, count: Int)? {
      let places = replay.differences.filter { $0.difference == difference }.map(\.item)
      guard let place = places.first, case .line(let line) = recording.items[place].content else { return nil }
      return (place, line, places.count)
    }
    func subject(_ found: (place: Int, line: Recording.Line, count: Int)) -> String {
      let more = found.count > 1 ? ", and \(TimeText.count(found.count - 1, "more line")) like it," : ""
      return "`\(sanitized(String(found.line.text.prefix { $0 != "\n" })))`\(more)"
    }
    let (lacks, isFine) = (found(.lacksFiles), found(.isFine))
    if let lacks, trusts {
      DiagnosticRenderer.writeToStandardError(
        "note: \(subject(lacks)) failed here, because its files are not in this folder: render it where it was "
          + "recorded\n")
    } else if let lacks {
      let more =
        lacks.count > 1
        ? " (and so \(lacks.count == 2 ? "does" : "do") \(TimeText.count(lacks.count - 1, "more line")))" : ""
      report(
        Diagnostic(
          .refused(
            "this line uses files\(more), which rendering does not allow",
            suggestion: "add --trust to let a recording read your files"),
          Recording.place(ofItem: lacks.place, in: source), in: source))
    }
    if let isFine {
      DiagnosticRenderer.writeToStandardError(
        "note: \(subject(isFine)) failed when it was typed"
          + (isFine.line.failure.map { " (\(sanitized($0)))" } ?? "")
          + ", but not here: the lines after it may differ\n")
    }
    return lacks != nil || isFine != nil
  }

  private func name(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".story") ? String(file.dropLast(6)) : file
  }

  private func write(_ text: String, to target: String, replaces: Bool) throws(Diagnostic) {
    do throws(UserFileWriter.Refusal) {
      try UserFileWriter(catalog).write(text.utf8, to: target, replacing: replaces)
    } catch {
      if case .system(let error) = error, error.code == EEXIST {
        throw problem("'\(target)' already exists", "add --replace to overwrite it")
      }
      throw problem(error.words(target), error.advice)
    }
  }

  private func problem(_ message: String, _ suggestion: String?) -> Diagnostic {
    Diagnostic(.refused(message, suggestion: suggestion), SourceRange(0, 0), in: nil)
  }
}
