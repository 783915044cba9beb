import Network
import Testing

@Suite struct HostNameTests {
  @Test(arguments: [
    "localhost", "LOCALHOST", "a.localhost", "localhost.", "A.Localhost.", "127.0.0.1", "127.255.0.9", "[::1]",
  ])
  func thisMachine(host: String) { #expect(HostName.isLoopback(host)) }

  @Test(arguments: [
    "", "example.com", "localhost.example.com", "alocalhost", "127.0.0.1.example.com", "127.0.0", "127.0.0.256",
    "128.0.0.1",
    "127.0.0.1.1", "127.0..0.1", "127.0.0.1.", ".127.0.0.1", "[::2]", "::1", "10.0.0.1",
  ])
  func another(host: String) { #expect(!HostName.isLoopback(host)) }
}
