import Testing

@testable import Network

@Suite struct HeaderLinesTests {
  @Test func headersUpToTheLimitAreAccepted() {
    var lines = HeaderLines()
    let value = String(repeating: "y", count: HeaderLines.limit - 7)
    let areTaken = ["X: \(value)\r\n", "\r\n", "\n"].map { lines.append(Array($0.utf8)) }
    #expect(areTaken == [true, true, false])
    #expect(lines.headers == [HTTPHeader("X", value)])
  }
}
