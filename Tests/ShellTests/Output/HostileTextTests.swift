import Foundation
import JSON
import StoryScript
import System
import Terminal
import TerminalTesting
import Testing

@testable import Shell
@testable import ShellCore

/// Text from outside never reaches a terminal unescaped, neither from a command nor from a tool.
@Suite final class HostileTextTests {
  private let folder = "/tmp/storyline-hostile-\(UInt64.random(in: 0 ... .max))"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a session at a prompt on a terminal, where errors and notices are among the output lines.
  private func makeSession(_ format: Output.Format = .text) -> Session {
    var options = Session.Options()
    options.isPrompt = true
    let palette = Palette(environment: { $0 == "CLICOLOR_FORCE" ? "1" : nil }, isTerminal: true)
    return Session(
      options: options,
      output: Output(format: format, to: .memory, palette: palette, width: 100, isTerminal: true),
      catalog: Catalog.standard)
  }

  private func run(_ script: String, in session: Session) -> String {
    do {
      try session.runtime.run(try session.load(try Source(name: "\u{1B}]0;name\u{7}.story", text: script)))
    } catch let errors as Diagnostics {
      session.report(errors.all)
    } catch let error as Diagnostic {
      session.report([error])
    } catch {
      Issue.record("\(error)")
    }
    return session.output.drainLines().joined(separator: "\n")
  }

  private func literal(_ text: String) -> String { ValueWriter.quoted(text) }

  private func expectHarmless(_ shown: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let found = HostileTexts.commands(in: shown.utf8)
    #expect(found.isEmpty, "\(what.debugDescription): \(found)", sourceLocation: sourceLocation)
  }

  /// Returns `true` if an argument of this type can contain any text.
  private static func acceptsText(_ type: ParameterType) -> Bool {
    switch type {
    case .text, .lines, .path, .name, .any: true
    case .either(let types): types.contains(where: acceptsText)
    default: false
    }
  }

  /// Lines and JSON escape the same characters. Flags of regions are the only exception: JSON splits them.
  @Test func textAndJSONHideTheSame() {
    for value in [0xA0..<0xD800, 0xE000..<0x10000, 0x1F000..<0x1FB00, 0xE0000..<0xE0200 as Range<UInt32>].joined() {
      let text = String(Unicode.Scalar(value)!)
      var json = JSONWriter(escaping: .controls)
      json.add(text)
      #expect((sanitized(text) == text) == (json.text == "\"\(text)\""), "U+\(String(value, radix: 16))")
    }
  }

  private static let commands = Catalog.standard.schema.vocabulary.commands.commands.filter {
    $0.parameters.contains { acceptsText($0.type) } && !["exit", "watch"].contains($0.words.joined(separator: " "))
  }

  /// Every command that takes a text or a file: alone, and in its own examples.
  @Test(arguments: [Output.Format.text, .json]) func noCommandShowsAForeignTextAsItIs(_ format: Output.Format) throws {
    #expect(Self.commands.count > 25)
    _ = FileManager.default.changeCurrentDirectoryPath(Package.root.path)
    for (number, text) in (HostileTexts.packed + HostileTexts.nested).enumerated() {
      var session = makeSession(format)
      // Files are read and written in a folder of this test's own.
      let file = literal(folder + "/" + text.replacingOccurrences(of: "/", with: "-"))
      for (place, command) in Self.commands.enumerated() {
        // A practice network takes the longer, the more the examples have posted.
        if place.isMultiple(of: 10) { session = makeSession(format) }
        let words = command.words.joined(separator: " ")
        // Some examples let days pass: what plays would report each of its stories, and the stream each of its posts.
        _ = run("swipe down", in: session)
        _ = run("listen off", in: session)
        let isFile =
          command.effect == .outside || command.parameters.contains { if case .path = $0.type { true } else { false } }
        let said = isFile ? file : literal(text)
        var scripts = ["\(words) \(said)", "\(words) \(said) to \(file)"]
        // An example without a text argument has the same output for all hostile texts.
        let examples = command.examples.map(\.script).filter { number == 0 || $0.contains("\"") }
        scripts += examples.map { $0.replacing(/"[^"]*"/, with: said) }
        for script in scripts {
          expectHarmless(run(script, in: session), script)
        }
        expectHarmless(run("undo", in: session), words)
      }
      for script in [
        "print \(literal(text))", literal(text), "[{a: \(literal(text))}]", "variables",
        "let x = {(\(literal(text))): 1}",
        "print [\(literal(text))]", "expect 1 == \(literal(text))", "stroy \(literal(text))", "print \(text)", text,
        "include \(file)", "let r = with {a: 1} \(literal(text)) 2; $r; [$r]", "print $r.\(text)",
        "$r[\(literal(text))]",
        "upper 5 + \(literal(text))", "cancel \(literal(text))", "events", "history", "explain", "stats", "stars",
        "stories", "outbox", "open \(file)", "number \(literal(text))", "activity list", "set \(text)", "help \(text)",
        "when \(text) { }", "save 1 to \(file); open \(file); save 1 to \(file)",
      ] {
        expectHarmless(run(script, in: session), script)
      }
    }
  }

  /// The content of files: tables, decks, sessions, scripts, names of pictures and folders.
  @Test func noFileShowsAForeignTextAsItIs() throws {
    let picture = try Data(contentsOf: #require(somePicture()))
    for (number, text) in HostileTexts.packed.enumerated() {
      let session = makeSession()
      let place = "\(folder)/\(number)"
      let name = text.replacingOccurrences(of: "/", with: "-")
      let deep = place + "/" + name
      try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
      func write(_ name: String, _ content: String) throws -> String {
        try content.write(toFile: place + "/" + name, atomically: false, encoding: .utf8)
        return literal(place + "/" + name)
      }
      var writer = JSONWriter()
      writer.add(text)
      let json = writer.text
      let cell = "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
      try picture.write(to: URL(filePath: deep + "/\(name).jpg"))
      try Data([1, 2, 3]).write(to: URL(filePath: deep + "/\(name)-bad.jpg"))
      let table = try write("t.csv", "a,\(cell)\n\(cell),1\n")
      let bad = try write("bad.csv", "\(cell),\(cell)\n1,2\n")
      let value = try write("v.json", "{\(json):\(json),\"list\":[{\"a\":\(json)}]}")
      let plain = try write("p.txt", text)
      let deck = try write("d.json", "{\"title\":\(json),\"author\":\(json),\"stories\":[{\"image\":\(json)}]}")
      let deck2 = try write("d2.json", "{\"title\":\(json),\"stories\":[{\"image\":\(json)}]}")
      let unknown = try write("d3.json", "{\(json):1,\"stories\":[]}")
      var lines = try String(contentsOf: Package.root.appending(path: "Examples/sessions.csv"), encoding: .utf8)
        .replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n").map(String.init)
      lines[1] = lines[1].replacingOccurrences(of: ",reading,", with: ",\(cell),")
        .replacingOccurrences(of: ",kitchen", with: ",\(cell)")
      lines[2] = lines[2].replacingOccurrences(of: "900", with: cell)
      let sessions = try write("s.csv", lines.joined(separator: "\n") + "\n")
      let header = try write("h.csv", "\(cell),id\n")
      let script = try write("x.story", "print \(text)\nstroy \(literal(text))\n")
      for script in [
        "open \(table)", "open \(table) | group by a", "open \(bad)", "open \(value)", "(open \(value)).list",
        "open \(plain)", "print (open \(plain))", "story play deck \(deck)", "story play deck \(deck2); view; wait 10s",
        "story play deck \(unknown)", "history import \(sessions)", "history import \(sessions) anyway", "history",
        "history import \(header)", "stats", "stars", "streak", "include \(script)", "cluster \(literal(place))",
        "photos report", "review next", "review next", "cluster \(literal(deep))",
        "story play deck \(literal(deep)); view",
        "explain", "events", "story play \(literal("@" + text))", "timer start \(literal(text)) 20; timer status",
        "profile name \(literal(text)); profile", "sync \(literal(deep))", "undo", "variables",
      ] {
        expectHarmless(run(script, in: session), "\(script) of \(text.debugDescription)")
      }
    }
  }

  private func somePicture() -> URL? {
    let photos = Package.root.appending(path: "Examples/Photos")
    return FileManager.default.enumerator(at: photos, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      .first { $0.pathExtension == "jpg" }
  }

  /// The tools on a terminal, with scripts that have hostile names; every line of TAP is the program's own.
  @Test func noToolShowsANameAsItIs() throws {
    for (number, text) in HostileTexts.all.enumerated() {
      let name = text.replacingOccurrences(of: "/", with: "-")
      let place = "\(folder)/tools"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let content =
        number % 2 == 0 ? "print   1\n# \(text.replacingOccurrences(of: "\n", with: " "))\n" : "print 1 \(text)\n"
      try content.write(toFile: "\(place)/\(name).story", atomically: false, encoding: .utf8)
      try "```story\n› print 1\n\(text)\n```\n".write(toFile: "\(place)/\(name).md", atomically: false, encoding: .utf8)
    }
    let place = folder + "/tools"
    try FileManager.default.createSymbolicLink(atPath: "\(place)/\u{1B}[3J.story", withDestinationPath: "/etc/passwd")
    for arguments in [
      ["check", place], ["fmt", "--check", place], ["test", place], ["test", "--tap", place], ["fmt", place],
      ["test", "--update", place], ["check", "\u{1B}[2J"], ["fmt", "\u{202E}"], ["test", "\u{9B}2J"],
      ["\u{1B}]0;x\u{7}"], ["--\u{1B}[2J"], ["--zone", "\u{1B}[2J", "-c", "1"],
      ["--state", "\u{1B}[2J\u{0}", "-c", "1"],
      ["check", "--\u{1B}[2J"], ["completions", "\u{1B}[2J"],
    ] {
      let run = try TerminalRun.bytes(Program.path, arguments, folder: folder)
      let found = HostileTexts.commands(in: run.bytes)
      #expect(found.isEmpty, "\(arguments): \(found)")
      #expect(!run.bytes.isEmpty, "\(arguments)")
    }
    let lines = try Program.run(["test", "--tap", place]).lines
    for line in lines.dropFirst(2) {
      #expect(line.hasPrefix("# ") || line.contains(/^(not )?ok [0-9]+ - \/tmp\/storyline-hostile/), "\(line)")
      // A TAP directive would hide a failure.
      #expect(!line.contains(/ok [0-9]+ - .*[^\\]#/), "\(line)")
    }
  }

  @Test func aFormattedScriptIsHarmlessOnATerminalAndItselfElsewhere() throws {
    let script = "print \"\u{1B}]0;x\u{7}\u{202E}\"  # \u{9B}2J\n"
    try script.write(toFile: folder + "/in", atomically: false, encoding: .utf8)
    let shown = try TerminalRun.bytes(
      "/bin/sh", ["-c", "exec \"$0\" fmt - < in", Program.path], folder: folder)
    #expect(HostileTexts.commands(in: shown.bytes).isEmpty && shown.status == 0)
    #expect(try Program.run(["fmt", "-"], input: script).output == script)
  }

  /// One rule, in two places: JSON escapes exactly the characters that a terminal never receives.
  @Test func jsonAndTheTerminalAgree() throws {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      var writer = JSONWriter(escaping: .controls)
      writer.add(text)
      let isEscaped = writer.text.hasPrefix("\"\\")
      // A file name's invalid byte is shown as text; in JSON the name stays usable for a script.
      if FileName.byte(scalar) != nil { continue }
      guard isEscaped != (sanitized(text) != text), scalar != "\"", scalar != "\\" else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
    for text in HostileTexts.all {
      var writer = JSONWriter(escaping: .controls)
      writer.add(text)
      #expect(try JSON(parsing: writer.text[...]) == .string(text))
    }
  }
}
