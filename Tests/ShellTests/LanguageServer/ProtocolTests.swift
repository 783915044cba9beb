import Foundation
import JSON
import Testing

@testable import ScriptTools
@testable import Shell
@testable import ShellCore

/// Framing, life cycle and errors of the protocol.
@Suite struct ProtocolTests {
  private static func frames(_ pieces: [[UInt8]]) -> [MessageFrames.Frame] {
    var (frames, found) = (MessageFrames(), [MessageFrames.Frame]())
    for piece in pieces {
      frames.append(piece)
      while let frame = frames.next() { found.append(frame) }
    }
    return found
  }

  @Test func messagesArriveInAnyPieces() {
    let messages = ["{}", "", "\"é👋\"", String(repeating: "x", count: 70_000)].map { Array($0.utf8) }
    let stream = messages.flatMap { MessageFrames.framed($0) }
    let expected = messages.map { MessageFrames.Frame.content($0) }
    #expect(Self.frames([stream]) == expected)
    for size in [1, 2, 3, 7, 4096] {
      let pieces = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
      #expect(Self.frames(pieces) == expected)
    }
  }

  @Test func invalidHeadersAreSkipped() {
    let good = MessageFrames.framed(Array("{}".utf8))
    for header in [
      "Content-Type: x", "Content-Length: -1", "Content-Length: 1e2", "Content-Length: ",
      "Content-Length: 99999999999999999999",
      "Content-Length: 2\r\nContent-Length: 3", "x",
    ] {
      let found = Self.frames([Array("\(header)\r\n\r\n".utf8) + good])
      #expect(found == [.broken("the headers have no valid Content-Length"), .content(Array("{}".utf8))], "\(header)")
    }
    let more = Array("content-length:  2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}".utf8)
    #expect(Self.frames([more]) == [.content(Array("{}".utf8))])
  }

  @Test func tooLongMessagesAndHeadersAreSkipped() {
    let good = MessageFrames.framed(Array("{}".utf8))
    let length = MessageFrames.contentLimit + 1
    let found = Self.frames([
      Array("Content-Length: \(length)\r\n\r\n".utf8), [UInt8](repeating: 0x20, count: length), good,
    ])
    #expect(found.count == 2)
    #expect(found.last == .content(Array("{}".utf8)))
    #expect(Self.frames([[UInt8](repeating: 0x41, count: 100_000)]).count == 1)
  }

  @Test func requestsNeedInitialize() throws {
    let server = LanguageServer(Catalog.standard, version: "1")
    func code(_ message: JSON) -> Int64? { server.receive([message]).first?["error"]?["code"]?.integerValue }
    #expect(code(["jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": [:]]) == -32002)
    #expect(code(["jsonrpc": "2.0", "id": 1, "method": "shutdown"]) == -32002)
    #expect(server.receive([["method": "initialized"], ["method": "nope", "params": 4]]).isEmpty)
    let answer = server.receive([["id": "a", "method": "initialize", "params": ["capabilities": [:]]]])
    #expect(answer.first?["id"] == "a")
    #expect(answer.first?["result"]?["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(code(["id": 2, "method": "initialize", "params": [:]]) == -32600)
    #expect(code(["id": 2, "method": "textDocument/fly", "params": [:]]) == -32601)
    #expect(code(["id": 2, "method": "textDocument/hover", "params": [:]]) == -32602)
    #expect(
      code(["id": 2, "method": "textDocument/hover", "params": ["textDocument": ["uri": "file:///no"]]]) == -32602)
    #expect(code(["id": 2, "method": 5]) == -32600)
    #expect(code(["id": [], "method": "x"]) == -32600)
    #expect(code([1, 2]) == -32600)
    #expect(server.receive([["id": 5, "result": nil]]).isEmpty)
    let cancelled = server.receive([
      ["id": 7, "method": "textDocument/hover", "params": [:]], ["method": "$/cancelRequest", "params": ["id": 7]],
    ])
    #expect(cancelled.count == 1)
    #expect(cancelled[0]["error"]?["code"] == -32800)
  }

  /// A cancellation that arrives later ends a request that is being answered; the next one is not concerned.
  @Test func aRequestEndsWhenItIsCancelled() throws {
    final class Switch: RequestCancellation {
      var (isRequested, begun, looks) = (false, [JSON](), 0)
      func begin(_ id: JSON) {
        begun.append(id)
        isRequested = id == 2
      }
      func end() { isRequested = false }
    }
    let cancellation = Switch()
    let server = LanguageServer(Catalog.standard, version: "1", cancellation: cancellation)
    let text = String(repeating: "print 1 === 1\n", count: 400)
    let answers = server.receive([
      [
        "id": 1, "method": "initialize",
        "params": ["capabilities": ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]]],
      ],
      [
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": "untitled:a", "version": 1, "text": .string(text)]],
      ],
      [
        "id": 2, "method": "textDocument/codeAction",
        "params": [
          "textDocument": ["uri": "untitled:a"], "context": ["only": ["source.fixAll"]],
          "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
        ],
      ],
      ["id": 3, "method": "textDocument/documentSymbol", "params": ["textDocument": ["uri": "untitled:a"]]],
    ])
    #expect(cancellation.begun == [1, 2, 3])
    #expect(answers[1]["error"]?["code"] == -32800)
    #expect(answers[2]["result"] == [])
  }

  @Test(arguments: [
    (["utf-8", "utf-16"], "utf-8"), (["utf-16"], "utf-16"), (["utf-32", "utf-16"], "utf-32"), ([], "utf-16"),
    (["x"], "utf-16"),
  ])
  func theEncodingIsNegotiated(_ offered: [String], _ chosen: String) throws {
    let server = LanguageServer(Catalog.standard, version: "1")
    let answer = server.receive([
      [
        "id": 1, "method": "initialize",
        "params": ["capabilities": ["general": ["positionEncodings": .array(offered.map { .string($0) })]]],
      ]
    ])
    #expect(answer[0]["result"]?["capabilities"]?["positionEncoding"]?.stringValue == chosen)
  }

  private static func run(_ messages: [String]) throws -> Program.Result {
    let bytes = messages.flatMap { MessageFrames.framed(Array($0.utf8)) }
    return try Program.run(["lsp", "--stdio"], bytes: Data(bytes))
  }

  @Test func theExitCodeTellsWhetherShutdownCameFirst() throws {
    let start = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#
    let (stop, exit) = (#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(try Self.run([start, stop, exit]).status == 0)
    #expect(try Self.run([start, exit]).status == 1)
    #expect(try Self.run([exit]).status == 1)
    #expect(try Self.run([start, stop]).status == 1)
    #expect(try Program.run(["lsp", "x"], input: "").status == 2)
  }

  @Test func theProgramAnswersWhatIsNotJSON() throws {
    let start = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#
    let result = try Self.run([
      "{", start, String(repeating: "[", count: 5000), #"{"id":2,"method":"shutdown"}"#, #"{"method":"exit"}"#,
    ])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.components(separatedBy: "-32700").count == 3)
    #expect(result.output.contains("\"positionEncoding\":\"utf-16\""))
  }
}
