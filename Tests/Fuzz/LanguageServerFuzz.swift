// The language server with foreign messages and texts.
//
// The first byte selects what the rest is: bytes from an editor, in pieces, or edits and requests at places of one
// document. The invariants: each request has exactly one answer with its id; incremental edits give the lines of the
// whole text; problems are those of a check of the whole text; ranges lie in the text; and nothing runs that was not
// requested.

import JSON
import StoryScript

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLanguageServer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  if first & 1 == 0 {
    fuzzStream(bytes[1...], pieces: Int(first >> 1) + 1)
  } else {
    fuzzEdits(bytes[1...], first >> 1)
  }
  return 0
}

private let address = "untitled:fuzz"

private func makeServer(_ encoding: String) -> LanguageServer {
  let server = LanguageServer(Catalog.standard, version: "fuzz")
  _ = server.receive([
    [
      "id": 0, "method": "initialize",
      "params": ["capabilities": ["general": ["positionEncodings": [.string(encoding)]]]],
    ]
  ])
  return server
}

/// Passes messages to the server and checks that each request is answered once.
private func pass(_ messages: [JSON], to server: LanguageServer) -> [JSON] {
  let answers = server.receive(messages)
  if server.exitCode == nil {
    let requests = messages.filter { message in
      // A command is answered when its run has ended.
      guard case .request(_, let method, _) = RPCMessage(message) else { return false }
      return method != "workspace/executeCommand"
    }
    for request in requests {
      let own = requests.filter { $0["id"] == request["id"] }.count
      precondition(
        answers.filter { $0["id"] == request["id"] }.count >= own, "no answer to \(request)")
    }
  }
  for answer in answers { precondition((try? JSON(parsing: Array(answer.text.utf8))) == answer) }
  return answers
}

private func fuzzStream(_ bytes: ArraySlice<UInt8>, pieces: Int) {
  let server = makeServer("utf-16")
  var (whole, split) = (MessageFrames(), MessageFrames())
  whole.append(bytes)
  var (frames, others): ([MessageFrames.Frame], [MessageFrames.Frame]) = ([], [])
  while let frame = whole.next() { frames.append(frame) }
  var place = bytes.startIndex
  while place < bytes.endIndex {
    let end = min(place + pieces, bytes.endIndex)
    split.append(bytes[place..<end])
    while let frame = split.next() { others.append(frame) }
    place = end
  }
  // Headers that are too long are cut where the pieces end.
  if bytes.count < 4_000 { precondition(frames == others, "the pieces make a difference") }
  for case .content(let content) in frames {
    guard let message = try? JSON(parsing: content) else { continue }
    // A command is the only thing that runs.
    let isCommand = message["method"]?.stringValue == "workspace/executeCommand"
    _ = pass([message], to: server)
    _ = server.settle()
    precondition(isCommand || server.drainRuns().isEmpty, "something runs by itself")
  }
}

private let methods = [
  "hover", "completion", "signatureHelp", "documentSymbol", "definition", "references",
  "documentHighlight",
  "prepareRename", "rename", "foldingRange", "semanticTokens/full", "selectionRange", "codeLens",
  "inlayHint",
  "rangeFormatting", "onTypeFormatting", "formatting", "codeAction",
]

/// Reads edits: two bytes for the place, one for the length, one for the method; then the new text up to a NUL.
private func fuzzEdits(_ bytes: ArraySlice<UInt8>, _ kind: UInt8) {
  let encoding: PositionEncoding = [.utf8, .utf16, .utf32][Int(kind % 3)]
  let server = makeServer(encoding.rawValue)
  _ = pass(
    [
      [
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": .string(address), "version": 1, "text": ""]],
      ]
    ], to: server)
  var model = EditorText("")
  for (number, edit) in bytes.split(separator: 0, maxSplits: 12).enumerated() where edit.count >= 4 {
    let edit = Array(edit)
    func position(_ offset: Int) -> EditorPosition { model.position(of: offset, encoding) }
    let start = model.offset(
      of: position((Int(edit[0]) << 8 | Int(edit[1])) % (model.end + 1)), encoding)
    let end = model.offset(of: position(min(model.end, start + Int(edit[2]))), encoding)
    let (from, to) = (position(start), position(max(start, end)))
    let new = String(decoding: edit[4...], as: UTF8.self)
    model.replace(
      model.offset(
        of: from, encoding)..<max(model.offset(of: from, encoding), model.offset(of: to, encoding)),
      with: new)
    _ = pass(
      [
        [
          "method": "textDocument/didChange",
          "params": [
            "textDocument": ["uri": .string(address), "version": .integer(Int64(number + 2))],
            "contentChanges": [
              ["range": ["start": from.json, "end": to.json], "text": .string(new)]
            ],
          ],
        ]
      ], to: server)
    guard let document = server.documents[address] else {
      preconditionFailure("the document is gone")
    }
    let whole = EditorText(model.string)
    precondition(document.text.bytes == model.bytes, "the text differs")
    precondition(document.text.lineCount == whole.lineCount, "the lines differ")
    for line in 0..<whole.lineCount { precondition(document.text.line(line) == whole.line(line)) }
    let place = position(Int(edit[3]) % (model.end + 1)).json
    let answers = pass(
      [
        [
          "id": .integer(Int64(number + 1)),
          "method": .string("textDocument/" + methods[Int(edit[3]) % methods.count]),
          "params": [
            "textDocument": ["uri": .string(address)], "position": place, "positions": [place],
            "newName": "zz", "ch": "}",
            "range": ["start": from.json, "end": place],
            "context": ["only": ["quickfix", "source"]],
          ],
        ]
      ], to: server)
    precondition(answers.count == 1)
    for message in server.settle() {
      for problem in message["params"]?["diagnostics"]?.arrayValue ?? [] {
        check(problem["range"], in: model)
      }
    }
    if let source = document.source, !document.hasIncludes, !document.isMarkdown {
      func shown(_ errors: [Diagnostic]) -> [String] { errors.map { "\($0.range) \($0.problem)" } }
      precondition(
        shown(document.errors(Catalog.standard)) == shown(Checker(Catalog.standard).errors(in: source)),
        "a check after a change finds something else than a check of the whole")
    }
    precondition(server.drainRuns().isEmpty, "something runs by itself")
  }
}

private func check(_ range: JSON?, in text: EditorText) {
  guard let start = EditorPosition(range?["start"] ?? .null),
    let end = EditorPosition(range?["end"] ?? .null)
  else {
    preconditionFailure("a problem has no range")
  }
  precondition(
    (0..<text.lineCount).contains(start.line) && (0..<text.lineCount).contains(end.line),
    "\(start) \(end)")
  precondition((start.line, start.column) <= (end.line, end.column), "\(start) is after \(end)")
}
