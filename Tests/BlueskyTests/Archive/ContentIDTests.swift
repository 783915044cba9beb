import Bluesky
import Testing

/// Content identifiers, made of the hash of the content.
@Suite struct ContentIDTests {
  /// The identifier of no bytes; the hash is the one in FIPS 180-4.
  @Test func theHashIsInTheName() throws {
    let name = try #require(ContentID("bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"))
    let digits = name.sha256.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(digits == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test(arguments: [
    "", "b", "bafkrei", "Qmbafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvy",
    "bafyreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk1",
    "zafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
  ])
  func otherFormsAreRejected(text: String) { #expect(ContentID(text) == nil) }
}
