import Foundation
import Network
import NetworkTesting
import System

/// Requests to a server on this machine that answers in fixed ways.
enum NetworkBench {
  static func run() {
    Measure.title("requests to a fixed responder")
    guard let responder = Responder() else { Measure.fail("no socket for the responder", 1) }
    defer { responder.close() }
    if let first = Measure.output([firstWord, responder.address(.fine)]).flatMap({ Double($0) }) {
      Measure.row("the first, libcurl opened for it", first * 1e3, "ms")
    }
    let transport = HTTPTransport()
    defer { transport.close() }
    _ = ask(transport, responder.address(.fine))
    let each = 500
    let later = Measure.time { for _ in 0..<each { _ = ask(transport, responder.address(.fine)) } } / Double(each)
    Measure.row("each later one", later * 1e3, "ms")
    if let curl = Measure.find("curl"), let once = Measure.program(curl, ["-s", responder.address(.fine)]) {
      Measure.row("a curl process for each", once * 1e3, "ms", note: String(format: "%.0f times that", once / later))
    }
    Measure.row("60 kB", Measure.time(runs: 50) { _ = ask(transport, responder.address(.page)) } * 1e3, "ms")
    for (name, way) in [("an answer without end", Responder.Way.endless), ("a gzip bomb", .bomb)] {
      Measure.row(name, Measure.time { _ = ask(transport, responder.address(way)) } * 1e3, "ms", note: "given up")
    }
    for way in [Responder.Way.silent, .trickle] {
      let dropped = Measure.time {
        let ticket = transport.send(HTTPRequest(.get, responder.address(way)))
        transport.cancel(ticket)
      }
      Measure.row("dropped, server \(way.rawValue)", dropped * 1e6, "µs")
    }
  }

  private static func ask(_ transport: HTTPTransport, _ address: String) -> Bool {
    let ticket = transport.send(HTTPRequest(.get, address))
    while transport.wait(seconds: 30) { if transport.take().contains(where: { $0.ticket == ticket }) { return true } }
    return false
  }

  /// What a fresh copy of this program is asked to do: one request, with libcurl not opened yet.
  private static let firstWord = "--first-request"

  static func runIfAsked() {
    guard CommandLine.arguments.count == 3, CommandLine.arguments[1] == firstWord else { return }
    let address = CommandLine.arguments[2]
    let time = Measure.time(runs: 1) {
      let transport = HTTPTransport()
      _ = ask(transport, address)
    }
    print(time, terminator: "")
    exit(0)
  }
}
