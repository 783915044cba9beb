// The language with hostile scripts: parsed, formatted and run, in the small world of its tests.

@testable import StoryScript

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScript(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source: Source
  do {
    source = try Source(name: "fuzz", bytes: bytes)
  } catch {
    check([error])
    return 0
  }
  let script: Script
  do {
    script = try Parser.parse(source, TestHost.schema.vocabulary)
  } catch {
    precondition(!error.all.isEmpty)
    check(error.all)
    return 0
  }
  checkRanges(of: script.statements, in: source)
  checkFormat(of: script)
  run(script)
  return 0
}

/// Checks that errors lie inside their source and have a message.
private func check(_ errors: [Diagnostic]) {
  for error in errors {
    let count = error.source?.bytes.count ?? 0
    precondition(error.range.start >= 0 && error.range.start <= error.range.end)
    // A caret may be right behind the last character.
    precondition(Int(error.range.start) <= count && Int(error.range.end) <= count + 1)
    precondition(!error.problem.message.isEmpty)
    _ = error.problem.suggestion
    let position = error.source?.position(of: Int(error.range.start)) ?? (line: 1, column: 1)
    precondition(position.line >= 1 && position.column >= 1)
  }
}

private func checkRanges(of statements: [Statement], in source: Source) {
  var end = 0
  for statement in statements {
    precondition(Int(statement.range.start) >= end && statement.range.start < statement.range.end)
    precondition(Int(statement.range.end) <= source.bytes.count)
    end = Int(statement.range.end)
  }
}

/// Checks that the result parses, means the same, and is not changed by formatting again.
private func checkFormat(of script: Script) {
  let text = Formatter.format(script)
  guard let source = try? Source(name: "formatted", text: text),
    let again = try? Parser.parse(source, TestHost.schema.vocabulary)
  else { preconditionFailure("the formatted script is not accepted:\n\(text)") }
  precondition(TreeText.of(again) == TreeText.of(script), "the formatted script means something else:\n\(text)")
  let second = Formatter.format(again)
  precondition(second == text, "formatting twice differs:\n\(text)\n--- then ---\n\(second)")
}

/// Runs a script for a bounded number of steps, instants and values.
private func run(_ script: Script) {
  let host = TestHost()
  host.passesLeft = 2_000
  host.outputLimit = 1_000
  let runtime = Runtime(host: host, schema: TestHost.schema)
  host.runtime = runtime
  runtime.stepLimit = 4_096
  do {
    var program = runtime.program
    let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
    runtime.program = program
    try runtime.run(main)
  } catch let errors as Diagnostics {
    check(errors.all)
  } catch let error as Diagnostic {
    check([error])
  } catch {
    preconditionFailure("\(error)")
  }
}
