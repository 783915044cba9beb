import StoryScript
import System
import Terminal

/// `storyline render`: what is made of a recording, by living it again.
public struct Rendering: Sendable {
  /// What a recording becomes, by the end of the file's name.
  enum Form: String, CaseIterable {
    case cast, md, svg, html
  }

  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Renders a recording into a new file.
  /// - Parameters:
  ///   - target: a file that ends in `.cast`, `.md`, `.svg` or `.html`.
  ///   - version: of an asciicast, 2 or 3.
  ///   - replaces: whether a file that is there is written anew.
  /// - Returns: the exit code; what is wrong is said.
  public func run(_ path: String, to target: String, version: Int, replaces: Bool) -> Int32 {
    do throws(Diagnostic) {
      guard let form = Form(rawValue: String(target.split(separator: ".").last ?? "")), target.contains(".") else {
        let known = Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        throw problem("'\(target)' does not say what to make of it", "a name that ends in one of \(known)")
      }
      let recording = try Recording.read(path)
      if recording.isTorn {
        DiagnosticRenderer.writeToStandardError(
          "note: the last line of '\(sanitized(path))' is cut off, and left out\n")
      }
      let text = text(of: recording, as: form, named: name(path), version: version)
      try write(text, to: target, replaces: replaces)
      let count = recording.typedCount
      let lines = "\(count) line\(count == 1 ? "" : "s")"
      // Whoever waits for it sees that it is done; a script needs no word.
      if Descriptor.error.isTerminal {
        DiagnosticRenderer.writeToStandardError("'\(sanitized(target))' shows the recording's \(lines)\n")
      }
      return saysWhatDiffers(recording) ? ExitCode.failure : ExitCode.success
    } catch {
      DiagnosticRenderer.writeToStandardError(DiagnosticRenderer(catalog.schema.vocabulary).render(error) + "\n")
      return ExitCode.usage
    }
  }

  func text(of recording: Recording, as form: Form, named name: String, version: Int = 3) -> String {
    switch form {
    case .cast: CastRendering(version: version).text(of: recording, named: name, catalog)
    case .md: MarkdownRendering().text(of: recording, named: name, catalog)
    case .svg: SVGRendering().text(of: recording, named: name, catalog)
    case .html: PageRendering().text(of: recording, named: name, catalog)
    }
  }

  /// Says which lines came out otherwise than when they were typed.
  /// - Returns: whether there are any.
  private func saysWhatDiffers(_ recording: Recording) -> Bool {
    let lines: [Recording.Line] = recording.items.compactMap { item in
      if case .line(let line) = item.content { line } else { nil }
    }
    // Most are about no files, and need not be lived once more.
    let words = wordsAboutFiles
    guard lines.contains(where: { line in line.hasFailed || words.contains { line.text.contains($0) } }) else {
      return false
    }
    let moments = Replay.moments(of: recording, catalog)
    func say(_ difference: Replay.Difference, _ words: (Recording.Line, _ subject: String) -> String) -> Bool {
      let lines: [Recording.Line] = moments.filter { $0.difference == difference }.compactMap { moment in
        if case .line(let line) = moment.item.content { line } else { nil }
      }
      guard let line = lines.first, let text = line.text.split(separator: "\n").first else { return false }
      let more = lines.count > 1 ? ", and \(TimeText.count(lines.count - 1, "more line")) like it," : ""
      let subject = "`\(sanitized(String(text)))`\(more)"
      DiagnosticRenderer.writeToStandardError("note: \(words(line, subject))\n")
      return true
    }
    let lacks = say(.lacksFiles) { _, subject in
      "\(subject) failed here: what is read there is not in this folder; render it where it was recorded"
    }
    let isFine = say(.isFine) { line, subject in
      "\(subject) had failed when it was typed"
        + (line.failure.map { " (\(sanitized($0)))" } ?? "") + ", and did not here: what comes after it may differ"
    }
    return lacks || isFine
  }

  /// What stands in a line that reads or writes files.
  private var wordsAboutFiles: [String] {
    [Keyword.include.rawValue]
      + catalog.entries.map(\.command).filter { $0.parameters.contains { $0.type.isPath } }.map(\.name)
  }

  private func name(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".story") ? String(file.dropLast(6)) : file
  }

  private func write(_ text: String, to target: String, replaces: Bool) throws(Diagnostic) {
    if replaces, File.exists(target), let content = catalog.wings.irreplaceable(target) {
      throw problem("'\(target)' is \(content): nothing is ever written over it", "choose another name")
    }
    do throws(SystemError) {
      if replaces { try File.replace(target, with: text.utf8) } else { try File.create(target, with: text.utf8) }
    } catch {
      throw error.code == EEXIST
        ? problem("'\(target)' is there already", "--replace writes it anew")
        : problem("cannot write '\(target)': \(error)", nil)
    }
  }

  private func problem(_ message: String, _ suggestion: String?) -> Diagnostic {
    Diagnostic(.refused(message, suggestion: suggestion), SourceRange(0, 0), in: nil)
  }
}
