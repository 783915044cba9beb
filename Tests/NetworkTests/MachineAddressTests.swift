import NetworkTesting
import System
import Testing

@testable import Network

/// The addresses to which a host name resolves, whatever the name suggests.
@Suite struct MachineAddressTests {
  static func bytes(_ text: String) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    let isAddress = bytes.withUnsafeMutableBytes {
      inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, $0.baseAddress)
    }
    try #require(isAddress == 1, "\(text)")
    return bytes
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.9",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.0.1", "198.18.0.1",
    "198.19.9.9",
    "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "::ffff:0:169.254.169.254", "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b:1::8.8.8.8", "2002:7f00:1::", "2002:c0a8:1::1", "2001::1", "2001:db8::1", "100::1",
    "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "3fff::1", "5f00::1",
  ])
  func inward(text: String) throws { #expect(!MachineAddress.isOutward(try Self.bytes(text))) }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
    "169.253.0.1", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.1.1", "198.17.0.1", "198.20.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2001:4860::1",
  ])
  func outward(text: String) throws { #expect(MachineAddress.isOutward(try Self.bytes(text))) }

  @Test func invalidAddressesAreNotReached() {
    for count in [0, 3, 5, 15, 17] { #expect(!MachineAddress.isOutward([UInt8](repeating: 8, count: count))) }
  }

  /// A proxy changes nothing: requests to this machine use none. Runs in a process of its own, because the environment
  /// variable affects all requests.
  @Test func proxiesDoNotAllowInwardAddresses() async {
    await #expect(processExitsWith: .success) {
      let (responder, transport) = (Responder()!, HTTPTransport())
      setenv("https_proxy", "http://127.0.0.1:9", 1)
      _ = transport.send(HTTPRequest(.get, responder.address(.fine), timeout: .seconds(5), isOutward: true))
      #expect(transport.wait(seconds: 20))
      guard case .failure(let failure)? = transport.drain().first?.result else {
        Issue.record("it was reached")
        return
      }
      #expect(failure.reason == .inward && responder.log == [])
    }
  }

  /// The address of a name is checked again when the connection is opened, and nothing is sent to a local address.
  @Test func noConnectionIsOpenedInward() throws {
    let (responder, transport) = (Responder()!, HTTPTransport())
    defer {
      transport.close()
      responder.close()
    }
    func ask(_ address: String, isOutward: Bool) throws -> Result<HTTPResponse, HTTPFailure> {
      _ = transport.send(HTTPRequest(.get, address, timeout: .seconds(5), isOutward: isOutward))
      let end = SystemClock.steadySeconds + 30
      while SystemClock.steadySeconds < end {
        _ = transport.wait(seconds: 1)
        if let arrival = transport.drain().first { return arrival.result }
      }
      throw HTTPFailure(.other, "no answer within 30 s")
    }
    let address = responder.address(.fine)
    let named = address.replacing("http://127.0.0.1", with: "http://localhost")
    let forms = [
      "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0", "0.0.0.0", "[::1]", "[::]",
      "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "localhost.",
      "a.localhost", "127.0.0.1.", "169.254.169.254", "[fe80::1]", "[fd00::1]",
    ].map { "https://\($0):\(responder.port)/fine" }
    let count = responder.log.count
    for address in forms + [
      address, named, named.replacing("http:", with: "https:"), address.replacing("http:", with: "https:"),
    ] {
      guard case .failure(let failure) = try ask(address, isOutward: true) else {
        Issue.record("\(address) was reached")
        continue
      }
      // Some systems cannot connect to such addresses, or do not find such names.
      let isRefused = failure.reason == .inward || forms.contains(address) && failure.reason == .unknownHost
      #expect(isRefused && !failure.mayHaveArrived, "\(address): \(failure)")
    }
    #expect(responder.log.count == count)
    // A user who chose that server reaches it.
    #expect(try ask(address, isOutward: false).get().status == 200)
  }
}
