import Testing

@testable import Shell

@Suite struct TypedSecretsTests {
  @Test(arguments: [
    ("print \"7391\"", true), ("print 1 + 7391", true), ("[7391, 1] | count", true), ("xyzzy 7391!", true),
    ("print 73910", false), ("print a7391", false), ("print 2580", true), ("print abcd-efgh-ijkl", true),
    ("print \"abcd-efgh-ijkl\"", true), ("print abcd", false), ("print 12", false), ("", false),
  ])
  func aLineThatHoldsOneIsKnown(_ line: String, _ isSecret: Bool) {
    var secrets = TypedSecrets()
    #expect(!secrets.areIn(line))
    for secret in ["7391", " \"2580\" ", "abcd-efgh-ijkl", "12", ""] { secrets.add(secret) }
    #expect(secrets.areIn(line) == isSecret)
  }

  @Test func whatStandsInALineIsOne() {
    var secrets = TypedSecrets()
    secrets.add(in: "rate good pin 7391; print 2580", Catalog.standard.schema.vocabulary)
    #expect(secrets.areIn("print 7391") && !secrets.areIn("print 2580"))
  }
}
