import Testing

@testable import TimersWing

@Suite struct SlowHashTests {
  @Test func eachHashHasASaltOfItsOwnAndMatchesOneText() throws {
    let hash = try SlowHash.make("0412")
    #expect(hash.hasPrefix("$y$") || hash.hasPrefix("$6$rounds="))
    #expect(!hash.contains("0412"))
    #expect(SlowHash.isHash(hash))
    #expect(try SlowHash.matches("0412", hash))
    #expect(try !SlowHash.matches("0413", hash))
    #expect(try !SlowHash.matches("412", hash))
    #expect(try SlowHash.make("0412") != hash)
  }

  /// Hashes that another system made earlier and that must still be readable.
  @Test func readsTheHashesOfOtherSystems() throws {
    let sha =
      "$6$rounds=200000$abcdefgh12345678$UvWPnBXPj2LNbC3nV0AfT8N0fCVyLj3/COerqkRHkBf3oP6OsOhaJHoJKTuv.FxEqKtAk0qIuynduHJHgtCPU1"
    #expect(try SlowHash.matches("1234", sha))
    #expect(try !SlowHash.matches("1235", sha))
    let yescrypt = "$y$j9T$75GCtoNg/r/KIcxDsAzU11$hH5H1y8NFs1nZwxWt3aMJBeXybpl.gDcpzuzjArYvY6"
    #expect(try SlowHash.matches("1234", yescrypt))
  }

  @Test(arguments: [
    "", "1234", "*0", "$1$abc$defdefdefdefdefdefdefdefdefdefdefdefdefdefdef", "ab01FAX.bQRSU",
    "$y$j9T$75GCtoNg/r/KIcxDsAzU11$ hH5H1y8NFs1nZwxWt3aMJBeXybpl", "$6$rounds=1", "$6$salt$short",
  ])
  func nothingFastIsAHash(_ text: String) { #expect(!SlowHash.isHash(text)) }

  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("a", "b", false), ("ab", "a", false), ("a", "ab", false), ("", "a", false),
  ])
  func comparesAllOfThem(_ a: String, _ b: String, _ same: Bool) {
    #expect(SlowHash.isEqual(Array(a.utf8), Array(b.utf8)) == same)
  }
}
