import Testing
import Timers

@Suite struct ProfileTests {
  static let names: [(String, Profile.NameProblem?)] = [
    ("Ana", nil), ("  Ana Sofía  ", nil), ("👧🏽", nil), ("", .empty), (" \t\n", .empty), ("A\nB", .unprintable),
    ("A\u{1B}[2J", .unprintable), (String(repeating: "é", count: 30), nil),
    (String(repeating: "x", count: 31), .tooLong(31)),
  ]

  @Test(arguments: names)
  func namesAreChecked(text: String, problem: Profile.NameProblem?) throws {
    var profile = Profile()
    if let problem {
      #expect(throws: problem) { try profile.rename(text) }
      #expect(throws: problem) { try profile.onboard(name: text) }
      #expect(profile == Profile())
    } else {
      try profile.rename(text)
      #expect(profile.name.map { text.contains($0) && $0.first != " " && $0.last != " " } == true)
    }
  }

  @Test func theWelcomeComesOnce() throws {
    var profile = Profile()
    #expect(profile.shouldOnboard)
    let isFirst = try profile.onboard(name: "Ana")
    #expect(isFirst && !profile.shouldOnboard && profile.onboarding == .done)
    let isFirstAgain = try profile.onboard(name: "Ben")
    #expect(!isFirstAgain && profile.name == "Ben")
    let skips = profile.skipOnboarding()
    #expect(!skips && profile.onboarding == .done)
  }

  @Test func theWelcomeCanBeSkippedForGood() throws {
    var profile = Profile()
    let skips = profile.skipOnboarding()
    #expect(skips && profile.onboarding == .skipped && profile.name == nil)
    let restored = Profile(name: profile.name, onboarding: profile.onboarding)
    #expect(restored == profile && !restored.shouldOnboard)
    #expect(Profile(name: "A\nB", onboarding: .done).name == nil)
    profile = Profile(name: "Ana", onboarding: .done)
    profile.forgetName()
    #expect(profile.name == nil)
  }
}
