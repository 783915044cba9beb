import SessionState
import ShellCore
import StoryScript
import System
import TerminalText

/// `storyline fmt`: rewrites scripts in canonical form.
public struct ScriptFormatting {
  private let catalog: CommandCatalog
  /// `true` to report which files would change instead of changing them.
  public var checks: Bool

  public init(_ catalog: CommandCatalog, checks: Bool) {
    self.catalog = catalog
    self.checks = checks
  }

  /// - Returns: 0 if everything is canonical (now), 1 if `checks` found differences, 2 for errors.
  public func run(_ paths: [String], output: Output) -> Int32 {
    if paths == ["-"] { return formatStandardInput(output) }
    guard let files = ScriptFiles.findOrReport(paths) else { return ExitCode.usage }
    var code = ExitCode.success
    var changed = 0
    for file in files {
      guard let (old, new) = formatted({ () throws(Diagnostic) in try SourceFile.read(file) }) else {
        code = ExitCode.usage
        continue
      }
      guard old != new else { continue }
      if RecordingTitle.begins(old) {
        DiagnosticRenderer.writeToStandardError(
          "error: '\(sanitized(file))' is a recording, and recordings are not reformatted\n")
        code = ExitCode.usage
        continue
      }
      changed += 1
      if checks {
        output.write("\(sanitized(file))\(difference(old, new))\n")
        code = max(code, ExitCode.failure)
        continue
      }
      do throws(UserFileWriter.Refusal) {
        try UserFileWriter(catalog).write(new.utf8, to: file, replacing: true)
        output.write("\(sanitized(file)) rewritten\n")
      } catch {
        DiagnosticRenderer.writeToStandardError("error: \(sanitized(error.words(file)))\n")
        code = ExitCode.usage
      }
    }
    if changed == 0, code == ExitCode.success {
      output.write("\(TimeText.count(files.count, "script")) already formatted\n")
    }
    let end = output.end()
    return end == ExitCode.success ? code : end
  }

  /// Returns the first line that differs from the canonical form, and the canonical line.
  private func difference(_ old: String, _ new: String) -> String {
    let (old, new) = (
      old.split(separator: "\n", omittingEmptySubsequences: false),
      new.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let place = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let line = place < new.count ? new[place].drop { $0 == " " } : ""
    let instead =
      line.isEmpty ? "" : "; expected: \(sanitized(SecretText.masked(String(line), catalog.schema.vocabulary)))"
    return ":\(place + 1) is not in canonical form\(instead)"
  }

  private func formatStandardInput(_ output: Output) -> Int32 {
    guard
      let (old, new) = formatted({ () throws(Diagnostic) in try SourceFile.read(.input, name: "<stdin>") })
    else { return ExitCode.usage }
    // A file or a pipe gets the script itself; a terminal never gets control characters from a script.
    if checks, old != new { output.write("<stdin>\(difference(old, new))\n") }
    if !checks { output.write(output.isTerminal ? sanitized(new, keepingLines: true, glyphs: output.glyphs) : new) }
    let end = output.end()
    if end != ExitCode.success { return end }
    return checks && old != new ? ExitCode.failure : ExitCode.success
  }

  /// Returns the text before and after; `nil` if it has errors, which are reported.
  private func formatted(_ read: () throws(Diagnostic) -> Source) -> (old: String, new: String)? {
    let renderer = DiagnosticRenderer.ofStandardError(catalog.schema.vocabulary)
    do throws(Diagnostics) {
      let source: Source
      do throws(Diagnostic) { source = try read() } catch { throw Diagnostics([error]) }
      let script = try Parser.parse(
        source, catalog.schema.vocabulary,
        include: { path, base throws(Diagnostic) in try SourceFile.included(path, from: base) }, within: Session.bounds)
      return (source.text(SourceRange(0, source.bytes.count)), Formatter.format(script))
    } catch {
      for error in error.all { DiagnosticRenderer.writeToStandardError(renderer.render(error)) }
    }
    return nil
  }
}
