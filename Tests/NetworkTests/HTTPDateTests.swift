import Network
import Testing
import Timeline

/// The server's time in the `Date` header of a response.
@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Mon, 30 Feb 2026 00:00:00 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("06 Nov 1994", nil), ("", nil),
      ("Sun, 06 Nov 99999 08:49:37 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 8:49 GMT", nil),
    ] as [(String, Int64?)])
  func aDateIsRead(text: String, seconds: Int64?) {
    let response = HTTPResponse(status: 200, headers: [HTTPHeader("date", text)])
    #expect(response.date == seconds.map { Instant(microseconds: $0 * 1_000_000) })
  }
}
