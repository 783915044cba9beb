import Testing

@testable import PostsWing

/// The account that publishes, as its listeners receive it.
@Suite struct AccountChangesTests {
  @Test func eachListenerHearsThePresentAndWhatComes() async {
    let run = ScriptRun()
    let early = AccountAccess(run.session).accountChanges.stream()
    _ = run("login bob.test")
    let late = AccountAccess(run.session).accountChanges.stream()
    _ = run("login ana.test; account use ana.test; account use bob.test; logout; logout")
    let handles = ["bob.test", "ana.test", "bob.test", "ana.test", "nobody"]
    var heard: [String] = []
    for await name in early.prefix(6) { heard.append(name?.handle ?? "nobody") }
    #expect(heard == ["nobody"] + handles)
    heard = []
    for await name in late.prefix(5) { heard.append(name?.handle ?? "nobody") }
    #expect(heard == handles)
  }
}
