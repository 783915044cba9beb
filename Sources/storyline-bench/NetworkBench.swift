import Foundation
import Network
import NetworkTesting
import System

/// Requests to a server on this machine with fixed answers.
enum NetworkBench {
  static func run() {
    Measure.title("requests to a local server with fixed answers")
    guard let responder = Responder() else { Measure.fail("no socket for the local server", 1) }
    defer { responder.close() }
    if let first = Measure.output([firstWord, responder.address(.fine)]).flatMap({ Double($0) }) {
      Measure.row("the first, which also opens libcurl", first * 1e3, "ms")
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
    for (name, way) in [("an endless answer", Responder.Way.endless), ("a gzip bomb", .bomb)] {
      Measure.row(name, Measure.time { _ = ask(transport, responder.address(way)) } * 1e3, "ms", note: "given up")
    }
    for (name, way) in [("an endless answer", Responder.Way.endless), ("a gzip bomb", .bomb)] {
      guard let most = Measure.output([memoryWord, responder.address(way)]).flatMap({ Double($0) }) else { continue }
      Measure.row("peak memory, \(name)", most / 1_048_576, "MiB")
    }
    for way in [Responder.Way.silent, .trickle] {
      let dropped = Measure.time {
        let ticket = transport.send(HTTPRequest(.get, responder.address(way)))
        transport.cancel(ticket)
      }
      Measure.row("dropped, server \(way.rawValue)", dropped * 1e6, "µs")
    }
    for (name, scheme) in [("server silent", "http"), ("in a TLS handshake", "https")] {
      let time = withDeafPort { interruption(of: "\(scheme)://127.0.0.1:\($0)") } ?? nil
      if let time { Measure.row("^C to the end, \(name)", time * 1e3, "ms") }
    }
    if let drop = Responder(otherwise: .trickle) {
      defer { drop.close() }
      let host = String(drop.address(.trickle).dropLast(Responder.Way.trickle.rawValue.count + 1))
      if let time = interruption(of: host) { Measure.row("^C to the end, server trickling", time * 1e3, "ms") }
    }
  }

  /// Runs a function with a port that never answers; `nil` if there is none.
  private static func withDeafPort<Result>(_ body: (UInt16) -> Result) -> Result? {
    // The system accepts connections, but no one reads from them.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    return isOpen ? body(UInt16(bigEndian: address.sin_port)) : nil
  }

  /// Returns the seconds that the program takes to end after ^C while it waits for a server.
  private static func interruption(of host: String) -> Double? {
    let command = "login bob.test on \(host)"
    var times: [Double] = []
    for _ in 0..<9 {
      guard
        let child = Measure.start(
          Measure.storyline, ["--quiet", "--real", "-c", command], 0...2, on: "/dev/null",
          variables: ["STORYLINE_PASSWORD=x", "HOME=\(NSTemporaryDirectory())"])
      else { return nil }
      usleep(150_000)
      let start = ContinuousClock.now
      var status: Int32 = 0
      // A program that has ended by itself was not waiting.
      guard waitpid(child, &status, WNOHANG) == 0 else { return nil }
      kill(child, SIGINT)
      waitpid(child, &status, 0)
      times.append((ContinuousClock.now - start).inSeconds)
    }
    return Measure.median(times)
  }

  private static func ask(_ transport: HTTPTransport, _ address: String) -> Bool {
    let ticket = transport.send(HTTPRequest(.get, address))
    while transport.wait(seconds: 30) { if transport.drain().contains(where: { $0.ticket == ticket }) { return true } }
    return false
  }

  /// The argument for a fresh copy of this program that makes one request, with libcurl not loaded yet.
  private static let firstWord = "--first-request"

  /// The argument for a fresh copy that makes one request and prints its peak memory.
  private static let memoryWord = "--request-memory"

  static func runIfRequested() {
    guard CommandLine.arguments.count == 3, [firstWord, memoryWord].contains(CommandLine.arguments[1]) else { return }
    let address = CommandLine.arguments[2]
    if CommandLine.arguments[1] == memoryWord {
      _ = ask(HTTPTransport(), address)
      print(Measure.peakMemory, terminator: "")
      exit(0)
    }
    let time = Measure.time(runs: 1) {
      let transport = HTTPTransport()
      _ = ask(transport, address)
    }
    print(time, terminator: "")
    exit(0)
  }
}
