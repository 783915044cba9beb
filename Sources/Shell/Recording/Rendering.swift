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
      let count = recording.items.count { if case .line = $0.content { true } else { false } }
      let lines = "\(count) line\(count == 1 ? "" : "s")"
      // Whoever waits for it sees that it is done; a script needs no word.
      if Descriptor.error.isTerminal {
        DiagnosticRenderer.writeToStandardError("'\(sanitized(target))' shows the recording's \(lines)\n")
      }
      return ExitCode.success
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
