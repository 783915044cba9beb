import Stories
import Testing
import Timeline

@Suite struct StoryTests {
  @Test func expiresExactlyADayAfterItWasPosted() {
    let story = Story(id: 1, author: "ana", media: .image("a"), posted: .beforeSession(.hours(2)))
    let end = zero + .hours(22)
    #expect(story.isAlive(at: Instant(microseconds: end.microseconds - 1), sessionStart: zero))
    #expect(!story.isAlive(at: end, sessionStart: zero))
  }

  @Test func postedAtAnInstantDoesNotCountFromTheSession() {
    let story = Story(id: 1, author: "ana", media: .video("v"), posted: .at(zero))
    #expect(story.posted.instant(sessionStart: zero + .days(9)) == zero)
    #expect(story.isVideo)
    #expect(story.media.name == "v")
  }

  @Test func aSizeIsNothingAtLeast() {
    #expect(Story(id: 1, author: "ana", media: .image("a"), bytes: -5).bytes == 0)
    #expect(Story(id: 1, author: "ana", media: .image("a"), bytes: 5).bytes == 5)
  }
}
