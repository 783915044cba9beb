import Testing

@testable import Shell

/// Pictures in posts of others, played as stories.
@Suite struct SessionPicturesTests {
  @Test func theWordsOfAPostsPicturesAreTheStories() {
    ScriptRun.passes(
      """
      login bob.test
      let posts = media of ana.test 4
      story play deck @1
      expect story.picture == $posts[0].images[0].alt and story.author == "ana.test"
      expect story.count == ($posts[0].images | count)
      story play deck $posts[1] for 3s
      expect story.picture == $posts[1].images[0].alt
      story play deck $posts[0].uri
      expect story.count == 1
      """)
  }

  @Test func aPersonsLatestPicturesPlay() {
    ScriptRun.passes(
      """
      login bob.test
      let shown = media of ana.test 100 | where labels == []
      let pictures = 0
      for post in $shown { pictures = $pictures + ($post.images | count) }
      story play deck @ana.test for 1s
      expect story.count == $pictures and story.picture == $shown[0].images[0].alt
      story play deck (profile of ana.test)
      expect story.count == $pictures
      story stop
      undo
      expect story.count == $pictures and story.state != idle
      """)
  }

  /// Two pictures with the same description remain two pictures.
  @Test func ownPicturesPlayOnceTheyArePublished() {
    ScriptRun.passes(
      """
      login bob.test
      image Examples/Photos/2025-10-02/IMG_0001.jpg alt "alike"
      image Examples/Photos/2025-10-02/IMG_0002.jpg alt "alike"
      image Examples/Photos/2025-10-02/IMG_0003.jpg alt ""
      post "mine"
      wait 1s
      story play deck @1 for 1s
      like
      wait 1500ms
      expect story.place == 2 and not story.liked
      wait 1s
      expect story.picture == "a picture without a description"
      story play deck @bob.test
      expect story.count == 3 and story.liked
      """)
  }

  /// A labelled picture is played only if the user names its post.
  @Test func labelledPicturesAreSkipped() throws {
    let result = try Program.run(["-c", "login bob.test; story play deck @cleo.test"])
    let words = "2 posts left out (`media of cleo.test` shows why); to play a single post, try: story play deck @N"
    #expect(result.errors == "note: \(words)\n")
    ScriptRun.passes(
      """
      login bob.test
      let labelled = media of cleo.test 20 | where labels != [] | first
      story play deck $labelled
      expect story.picture == $labelled.images[0].alt
      """)
  }

  @Test(arguments: [
    ("login bob.test; story play deck @bob.test", "bob.test has posted no pictures"),
    (
      "login bob.test; story play deck @9",
      "there is no post @9 | give the post's address (at://…) or the link to its page"
    ),
    ("login bob.test; story play deck @ana", "'@ana' is not a handle | try: people ana"),
    (
      "login bob.test; story play deck {a: 1}",
      "this record is not a post, a person or a moment | try: timeline | first"
    ),
    ("login bob.test; set network off; story play deck @ana.test", "no response: there is no network"),
    ("login bob.test; post \"x\"; story play deck @1", "post 1 has not been published yet | try: outbox"),
    (
      "login bob.test; let posts = timeline 20 | where images == []; story play deck $posts[0]",
      "that post has no pictures | try: media of gus.test"
    ),
  ])
  func invalidAttachments(script: String, error: String) { #expect(ScriptRun.error(script) == error) }
}
