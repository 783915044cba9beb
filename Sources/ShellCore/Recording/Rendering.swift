import SessionState
import StoryScript
import System
import TerminalText

/// `storyline render`: renders a recording, or a script, by replaying it.
public struct Rendering: Sendable {
  /// The output format, given by the file's extension.
  enum Form: String, CaseIterable {
    case cast, md, svg, html
  }

  public struct Options: Sendable {
    /// The version of an asciicast, 2 or 3.
    public var version: Int?
    /// `true` to replace an existing file.
    public var replaces = false
    /// The part to render, as typed: a step, a line or a time.
    public var from, to: String?
    /// `true` for a picture with the frame of a window.
    public var hasFrame = false
    /// `true` for a picture in which the lines are typed.
    public var animates = false
    public init() {}
  }

  private let catalog: CommandCatalog
  /// `true` if the recording may read files, and has no limits.
  private let trusts: Bool

  /// - Parameter trusts: `true` for recordings that may read files here and have no limits; others are sealed, as
  ///   where lessons are graded.
  public init(_ catalog: CommandCatalog, trusts: Bool = false) { (self.catalog, self.trusts) = (catalog, trusts) }

  /// The rendered recording, and the place of each of its items in the source.
  private struct Input {
    let source: Source
    var recording: Recording
    /// The name on the page.
    var title: String
    /// `nil` for a recording.
    var typing: ScriptTyping?

    func place(ofItem item: Int) -> SourceRange {
      typing?.place(ofItem: item) ?? Recording.place(ofItem: item, in: source)
    }
  }

  /// Renders a recording or a script into a new file.
  /// - Parameter target: a file that ends in `.cast`, `.md`, `.svg` or `.html`.
  /// - Returns: the exit code; errors are reported.
  public func run(_ path: String, to target: String, _ options: Options = Options()) -> Int32 {
    do throws(Diagnostics) {
      guard let form = Form(rawValue: String(target.split(separator: ".").last ?? "")), target.contains(".") else {
        let known = Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        throw problem("'\(target)' does not name a format", "use a name that ends in one of \(known)")
      }
      let extent = try extent(options, form)
      // Reading the recording counts as well.
      let bounds = trusts ? nil : Bounds()
      let input = try self.input(path, within: bounds)
      let replay = replay(of: input.recording, as: form, within: bounds, stopsAtError: input.typing != nil)
      let items = try items(extent, of: input.recording, within: bounds)
      let part = replay.skip(to: items, of: input.recording)
      let signature = RecordingSignature(of: input.recording)
      let text = text(of: part, in: replay, as: form, named: input.title, by: signature, options)
      if let limit = excess(replay, input) {
        report(limit)
        return ExitCode.failure
      }
      try write(text, to: target, replaces: options.replaces)
      let lines = TimeText.count(part.typedCount, "line")
      // A user sees that the work is done; a script needs no message.
      if Descriptor.error.isTerminal {
        DiagnosticRenderer.writeToStandardError("rendered \(lines) to '\(sanitized(target))'\n")
      }
      return reportDifferences(replay, input) ? ExitCode.failure : ExitCode.success
    } catch {
      for problem in error.all { report(problem) }
      return ExitCode.usage
    }
  }

  private func extent(_ options: Options, _ form: Form) throws(Diagnostics) -> RecordingExtent {
    if form != .svg, options.hasFrame || options.animates {
      throw problem(
        "\(options.hasFrame ? "--frame" : "--animate") is only for pictures", "use a name that ends in .svg")
    }
    if form != .cast, options.version != nil {
      throw problem("--cast is only for films", "use a name that ends in .cast")
    }
    if form == .md, options.from != nil {
      throw problem(
        "--from does not work with .md, because part of a recording would not pass as a test",
        "use --to alone, or a name that ends in .html")
    }
    func place(_ text: String?, _ flag: String) throws(Diagnostics) -> RecordingPlace? {
      guard let text else { return nil }
      guard let place = RecordingPlace(text) else {
        throw problem(
          "\(flag) expects a step, a line or a time, not '\(text)'", "for example: \(flag) 3, or \(flag) 1m30s")
      }
      return place
    }
    return RecordingExtent(from: try place(options.from, "--from"), to: try place(options.to, "--to"))
  }

  private func input(_ path: String, within bounds: Bounds?) throws(Diagnostics) -> Input {
    let source: Source
    do throws(Diagnostic) {
      source = try SourceFile.read(path)
      if RecordingPlayer.plays(source) {
        let recording = try Recording(source).masked(catalog.schema.vocabulary)
        if recording.isTorn {
          DiagnosticRenderer.writeToStandardError(
            "note: the last line of '\(sanitized(path))' is incomplete and was left out\n")
        }
        return Input(source: source, recording: recording, title: name(path))
      }
    } catch { throw Diagnostics([error]) }
    let session = Replay(.init(), isSealed: !trusts, bounds: bounds, catalog: catalog).prompt.session
    let typing = ScriptTyping(try session.parse(source))
    return Input(
      source: source, recording: typing.recording.masked(catalog.schema.vocabulary),
      title: typing.title ?? name(path), typing: typing)
  }

  private func items(
    _ extent: RecordingExtent, of recording: Recording, within bounds: Bounds?
  ) throws(Diagnostics) -> Range<Int> {
    if extent.isWhole { return recording.items.indices }
    let replay = replay(of: recording, as: .html, within: bounds, stopsAtError: false)
    do throws(RecordingExtent.Refusal) { return try extent.items(of: recording, in: replay) } catch {
      throw problem(error.message, error.suggestion)
    }
  }

  private func report(_ error: Diagnostic) {
    DiagnosticRenderer.writeToStandardError(
      DiagnosticRenderer.ofStandardError(catalog.schema.vocabulary).render(error) + "\n")
  }

  func text(of recording: Recording, as form: Form, named name: String, _ options: Options = Options()) -> String {
    let replay = replay(of: recording, as: form, within: trusts ? nil : Bounds(), stopsAtError: false)
    return text(
      of: recording, in: replay, as: form, named: name, by: RecordingSignature(of: recording), options)
  }

  private func replay(
    of recording: Recording, as form: Form, within bounds: Bounds?, stopsAtError: Bool
  ) -> Replay {
    let palette: Palette =
      switch form {
      case .md: .plain
      case .cast: Palette(depth: .indexed)
      // All colours: the style defines each of them once.
      case .svg, .html: Palette(depth: .full)
      }
    let replay = Replay(
      recording.head, palette: palette, isSealed: !trusts,
      pageModels: form == .html ? catalog.wings.compactMap { $0.pageModel } : [],
      bounds: bounds, catalog: catalog)
    replay.stopsAtError = stopsAtError
    return replay
  }

  private func text(
    of recording: Recording, in replay: Replay, as form: Form, named name: String, by signature: RecordingSignature,
    _ options: Options
  ) -> String {
    switch form {
    case .cast: CastRendering(version: options.version ?? 3).text(of: recording, in: replay, named: name)
    case .md: MarkdownRendering().text(of: recording, in: replay, named: name)
    case .svg:
      SVGRendering(hasFrame: options.hasFrame, animates: options.animates).text(of: recording, in: replay, named: name)
    case .html: PageRendering().text(of: recording, in: replay, named: name, by: signature)
    }
  }

  // MARK: Reports

  /// Returns the error of a recording that has reached a limit, at the line that reached it.
  private func excess(_ replay: Replay, _ input: Input) -> Diagnostic? {
    guard let bounds = replay.bounds, bounds.exceeded != nil else { return nil }
    return Diagnostic(
      .refused(
        "this \(input.typing == nil ? "recording" : "script") \(bounds.words), so nothing was rendered",
        suggestion: "add --trust to render it without limits"),
      replay.last.map { input.place(ofItem: $0) } ?? SourceRange(0, 0), in: input.source)
  }

  /// Reports lines with other results than when they were typed.
  /// - Returns: `true` if there are any.
  private func reportDifferences(_ replay: Replay, _ input: Input) -> Bool {
    let (recording, source) = (input.recording, input.source)
    func found(_ difference: Replay.Difference) -> (place: Int, line: Recording.Line, count: Int)? {
      let places = replay.differences.filter { $0.difference == difference }.map { $0.item }
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
        "note: \(subject(lacks)) failed here, because the files are not in this folder: render the recording "
          + "where it was made\n")
    } else if let lacks {
      let more =
        lacks.count > 1
        ? " (and so \(lacks.count == 2 ? "does" : "do") \(TimeText.count(lacks.count - 1, "more line")))" : ""
      report(
        Diagnostic(
          .refused(
            "this line uses files\(more), which rendering does not allow",
            suggestion: "add --trust to let a \(input.typing == nil ? "recording" : "script") read your files"),
          input.place(ofItem: lacks.place), in: source))
    }
    if lacks == nil, let failed = replay.failedItem {
      report(
        Diagnostic(
          .refused("this line failed, and the rendering ends with it", suggestion: "try: storyline \(source.name)"),
          input.place(ofItem: failed), in: source))
      return true
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

  private func write(_ text: String, to target: String, replaces: Bool) throws(Diagnostics) {
    do throws(UserFileWriter.Refusal) {
      try UserFileWriter(catalog).write(text.utf8, to: target, replacing: replaces)
    } catch {
      if case .system(let error) = error, error.code == EEXIST {
        throw problem("'\(target)' already exists", "add --replace to overwrite it")
      }
      throw problem(error.words(target), error.advice)
    }
  }

  private func problem(_ message: String, _ suggestion: String?) -> Diagnostics {
    Diagnostics([Diagnostic(.refused(message, suggestion: suggestion), SourceRange(0, 0), in: nil)])
  }
}
