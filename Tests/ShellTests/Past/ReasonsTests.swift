import Foundation
import StoryScript
import Testing

@testable import Shell

/// The reason of each command that changes something, word for word.
@Suite struct ReasonsTests {
  private static let table = acts + reads + ways + reactions + marks + archives

  private static let acts: [(command: String, script: String, reason: String)] = [
    (
      "story play", "story play 4 for 10s",
      "`story play 4 for 10s` opened a deck, and story 4 by @ana started."
    ),
    (
      "story play deck", "story play deck Examples/deck.json; jump 3",
      "`jump 3` went to its place in the deck: story 3 by @ana started. 'Photos/lost.jpg' is not there, so it cannot be shown. `story retry` tries again, `next` goes on."
    ),
    (
      "story play deck", "story play deck Examples/deck.json; wait 9s",
      "`story play deck Examples/deck.json` opened a deck, and story 1 by @ana started. At 0:08.000 story 3 started by itself, because the one before was over. At 0:08.000 'Photos/lost.jpg' is not there, so it cannot be shown. `story retry` tries again, `next` goes on."
    ),
    (
      "story stop", "story play 4; wait 3s; story stop",
      "Story 4 was stopped at 3.0 s."
    ),
    (
      "story buffer", "story play 4; wait 3s; story buffer",
      "`story buffer` lets the story stand at 3.0 s until its picture is there; nothing of it is lost."
    ),
    (
      "story buffer", "story play 4; wait 3s; story buffer 2s",
      "`story buffer 2s` lets the story stand at 3.0 s until its picture is there; nothing of it is lost. At 0:05.000 the picture came after 2 s, so the story goes on at 3.0 s, exactly where it stood."
    ),
    (
      "story buffer", "story play 4; wait 3s; story buffer; wait 1s; story buffer",
      "The picture came after 1 s, so the story goes on at 3.0 s, exactly where it stood."
    ),
    (
      "story buffer", "story play 4; story buffer 2s at 5s; wait 6s",
      "When the story's own time comes to 5.0 s, it waits for its picture; another story does away with that. At 0:05.000 the story had to wait for its picture at 5.0 s."
    ),
    (
      "story buffer", "story play 4; story buffer 2s at 5s; wait 8s",
      "When the story's own time comes to 5.0 s, it waits for its picture; another story does away with that. At 0:07.000 the picture came after 2 s, so the story goes on at 5.0 s, exactly where it stood."
    ),
    (
      "story fail", "story play 4; wait 3s; story fail",
      "`story fail` let its picture fail. `story retry` tries again, `next` goes on."
    ),
    (
      "story fail", "story play 4; story fail at 5s; wait 6s",
      "When the story's own time comes to 5.0 s, its picture fails; another story does away with that. At 0:05.000 `story fail at 5s` let its picture fail. `story retry` tries again, `next` goes on."
    ),
    (
      "story retry", "story play 4; wait 3s; story fail; story retry; wait 1s",
      "The story is tried again at 3.0 s, where it had failed. Its picture is not in the cache, so it stands at 3.0 s until that is loaded, a second for 10 MB; nothing of it is lost. At 0:03.149 the picture came after 149 ms, so the story goes on at 3.0 s, exactly where it stood."
    ),
    (
      "story play", "set story-failures 100%; story play 4",
      "`story play 4` opened a deck, and story 4 by @ana started. Chance let its picture fail, as 100 % of all do (`set story-failures`). `story retry` tries again, `next` goes on."
    ),
    (
      "hold", "story play 4; wait 3s; hold",
      "A finger came down on the story at 3.0 s; it stands as long as the finger stays, and nothing of it is lost."
    ),
    (
      "hold", "story play 4; wait 3s; hold 2s",
      "A finger came down on the story at 3.0 s; it stands as long as the finger stays, and nothing of it is lost. At 0:05.000 the finger was lifted after 2 s, so the story goes on at 3.0 s, exactly where it stood."
    ),
    (
      "hold", "story play 4; wait 3s; hold 2s; wait 20s",
      "A finger came down on the story at 3.0 s; it stands as long as the finger stays, and nothing of it is lost. At 0:05.000 the finger was lifted after 2 s, so the story goes on at 3.0 s, exactly where it stood. At 0:17.000 story 5 started by itself, because the one before was over."
    ),
    (
      "hold", "set press 350ms; story play 4; wait 3s; hold 200ms",
      "A finger came down on the story at 3.0 s; it stands as long as the finger stays, and nothing of it is lost. At 0:03.200 the press of 200 ms was shorter than a hold, which takes 350 ms, so it was a tap. At 0:03.200 story 5 started because of that tap."
    ),
    (
      "release", "story play 4; wait 3s; hold; wait 2s; release",
      "The finger was lifted after 2 s, so the story goes on at 3.0 s, exactly where it stood."
    ),
    (
      "release", "story play 4; pause; hold; wait 2s; release",
      "The finger was lifted after 2 s, and the story is still paused at 0.0 s."
    ),
    (
      "tap", "story play 4; tap right",
      "A tap left of 33 % of the width goes back, any other goes on: story 5 by @ben started."
    ),
    (
      "tap", "story play 1; tap left",
      "Nothing comes before the deck's first story, so it starts again: story 1 by @cleo started."
    ),
    (
      "tap bar", "story play 4; tap bar 7; wait 1s",
      "`tap bar 7` went to its place in the deck: story 7 by @cleo started. Its picture is not in the cache, so it stands at 0.0 s until that is loaded, a second for 10 MB; nothing of it is lost. At 0:00.305 the picture came after 305 ms, so the story goes on at 0.0 s, exactly where it stood."
    ),
    (
      "jump", "story play 4; jump 7",
      "`jump 7` went to its place in the deck: story 7 by @cleo started. Its picture is not in the cache, so it stands at 0.0 s until that is loaded, a second for 10 MB; nothing of it is lost."
    ),
    (
      "next", "set end dismiss; story play 10; next",
      "That was the last story of the deck, and viewing ends there (`set end dismiss`). So viewing has ended; `story play 4` begins anew."
    ),
    (
      "next", "story play 10; next",
      "That was the last story of the deck, which begins again (`set end loop`). After the deck's last story comes its first: story 1 by @cleo started."
    ),
    (
      "next", "set end next; story play @ana for 1s; next; next; next",
      "That was this user's last story, so the next user follows (`set end next`). The next user's deck followed: story 5 by @ben started."
    ),
    (
      "next", "set end endless; story play 10; next",
      "That was the last story here, and the feed has no end (`set end endless`). After the round's last story comes the feed's next round: story 11 by @cleo started."
    ),
    (
      "next", "set end endless; story play 10; wait 5s; pause; wait 24h; next",
      "That was the last story here, and the feed has no end (`set end endless`). All of the feed had expired, so it was loaded anew: story 11 by @cleo started."
    ),
    (
      "previous", "story play 4; previous",
      "`previous` goes back: story 3 by @emil started. Its picture is not in the cache, so it stands at 0.0 s until that is loaded, a second for 10 MB; nothing of it is lost."
    ),
    (
      "doubletap", "story play 4; doubletap",
      "Story 4 is liked; a double tap never takes a like back, `unlike` does."
    ),
    (
      "like", "story play 4; like",
      "Story 4 is liked; a double tap never takes a like back, `unlike` does."
    ),
    (
      "unlike", "story play 4; like; unlike",
      "Nobody here likes story 4 now."
    ),
    (
      "swipe", "story play @ana; swipe left",
      "The next user's deck followed: story 5 by @ben started. Its picture is not in the cache, so it stands at 0.0 s until that is loaded, a second for 10 MB; nothing of it is lost."
    ),
    (
      "swipe", "story play @ana; swipe right",
      "The deck of the user before followed: story 3 by @emil started. Its picture is not in the cache, so it stands at 0.0 s until that is loaded, a second for 10 MB; nothing of it is lost."
    ),
    (
      "swipe", "story play 4; swipe down",
      "A swipe down ends viewing. `story play 4` begins anew."
    ),
    (
      "pause", "story play 4; wait 3s; pause",
      "The story stands at 3.0 s until `resume`; letting go of a hold does not lift that."
    ),
    (
      "resume", "story play 4; wait 3s; pause; wait 2s; resume",
      "The pause of 2 s is over, so the story goes on at 3.0 s, exactly where it stood."
    ),
    (
      "stories", "stories",
      "A list of the feed takes 500 ms, as over a network (`settings`). What plays goes on meanwhile. At 0:00.500 the list was there: 20 stories."
    ),
    (
      "feed", "feed",
      "A list of the feed takes 500 ms, as over a network (`settings`). What plays goes on meanwhile. At 0:00.500 the list was there: 20 stories."
    ),
    (
      "feed retry", "set feed-failures 100%; try { stories } catch { }; set feed-failures 0; feed retry",
      "A list of the feed takes 500 ms, as over a network (`settings`). What plays goes on meanwhile. At 0:01.000 the list was there: 20 stories."
    ),
    (
      "cache clear", "story play 4; cache clear",
      "The loaded pictures are forgotten, so each has to be loaded again. `cache` tells the figures."
    ),
    (
      "timer start", "timer start reading 20",
      "reading lasts 20 min: half of it is over after 10 min, and the ring's colour changes with 75, 50, 25 and 10 % left. One timer runs at a time; `timer pause` stops it, `timer done` finishes it early."
    ),
    (
      "timer start", "timer start reading 20; wait 16m",
      "reading lasts 20 min: half of it is over after 10 min, and the ring's colour changes with 75, 50, 25 and 10 % left. One timer runs at a time; `timer pause` stops it, `timer done` finishes it early. At 15:00.000 the ring became coral, because 25 % or less of the time was left."
    ),
    (
      "timer start", "timer start reading 20; wait 25m",
      "reading lasts 20 min: half of it is over after 10 min, and the ring's colour changes with 75, 50, 25 and 10 % left. One timer runs at a time; `timer pause` stops it, `timer done` finishes it early. At 20:00.000 the 20 min of reading were over, so it counts and waits for its rating: `rate`."
    ),
    (
      "timer pause", "timer start reading 20; wait 5m; timer pause",
      "The time stands with 15 min left: a pause counts nothing, however long it is."
    ),
    (
      "timer resume", "timer start reading 20; wait 5m; timer pause; wait 1m; timer resume",
      "It stood for 1 min, which does not count: 15 min left, as before."
    ),
    (
      "timer done", "timer start reading 20; wait 5m; timer done",
      "reading was done early: 20 min less the 5 min that it took, pauses left out: 15 min saved. It counts for 2026-01-05, the day on the wall's calendar when it ended. Its stars come with a rating: `rate`."
    ),
    (
      "timer stop", "timer start reading 20; wait 5m; timer stop",
      "reading was stopped with 15 min left, so it does not count: no session, no stars, no day of a streak. `timer done` would have finished it."
    ),
    (
      "rate", "timer start reading; timer done; rate good",
      "good is 10 stars. reading brings 10, because its day was the first in a row, and stars count more from the third day on."
    ),
    (
      "rate", "timer start reading; timer done; rate later",
      "reading brings no stars before it is rated, and waits as long as it takes. `rate good` rates the newest that waits, `rate good of reading` this one."
    ),
    (
      "rate", "timer start reading; timer done; pin set 2580; try { rate good pin 1111 } catch { }",
      "`rate good pin …` could not be done: this PIN is wrong. Try this: after 3 more wrong tries there is a wait."
    ),
    (
      "activity add", "activity add violin for 25",
      "violin is one of your activities and lasts 25 min unless `timer start` says otherwise."
    ),
    (
      "activity edit", "activity edit reading for 25",
      "reading lasts 25 min from the next start on; a timer that runs goes on as it began."
    ),
    (
      "activity remove", "activity add violin; activity remove violin",
      "violin cannot be started any more; what was done with it stays in the history."
    ),
    (
      "profile name", "profile name Mia",
      "Encouragements say \"Mia\" from now on."
    ),
    (
      "profile forget", "profile name Mia; profile forget",
      "Encouragements say no name from now on."
    ),
    (
      "pin set", "pin set 2580",
      "Ratings made here ask for the PIN first. This session forgets it at its end, and `undo` cannot take it back. `help pin set` says what it cannot do."
    ),
    (
      "pin change", "pin set 2580; pin change 2580 1357",
      "The old PIN counts no more; ratings made here ask for the new one first. This session forgets it at its end, and `undo` cannot take it back. `help pin set` says what it cannot do."
    ),
    (
      "pin remove", "pin set 2580; pin remove 2580",
      "Ratings ask for nothing any more. `pin set` sets another PIN."
    ),
    (
      "pin skip", "pin skip",
      "A PIN was declined, so it is not offered again. `pin set` sets one all the same."
    ),
    (
      "history import", "history import Examples/sessions.csv",
      "A session is known by its id, so none counts twice: 12 sessions were new, 0 known already. Streaks and multipliers were counted anew over all days, which makes 141 stars."
    ),
    (
      "history import", "pin set 2580; history import Examples/sessions.csv",
      "A session is known by its id, so none counts twice: 12 sessions were new, 0 known already. A PIN is set and was not given, so 11 ratings stayed outside. Streaks and multipliers were counted anew over all days, which makes 0 stars."
    ),
    (
      "stories", "set feed-failures 100%; try { stories } catch { }",
      "`stories` could not be done: the feed could not be loaded. Try this: feed retry asks again. At 0:00.500 the list did not come: the network is simulated, and 100 % of all requests fail (`set feed-failures`). `feed retry` asks again."
    ),
    (
      "history import", "history import Examples/sessions.csv; history import Examples/sessions.csv",
      "A session is known by its id, so none counts twice: 0 sessions were new, 12 known already. Streaks and multipliers were counted anew over all days, which makes 141 stars."
    ),
    (
      "cluster", "cluster Examples/Photos smart",
      "A new moment begins where nothing was taken for 9 h 22 min or longer, as the longest tenth of this library's gaps, and where the place changed by more than 1 km: so 35 photos are 7 moments. Moment 2: 6.6 km away, 4 h 22 min after the photo before; 3: 14 h 15 min after the photo before; 4: 11 km away, 3 h 26 min after the photo before; 5: 19 h 48 min after the photo before; 6: 9 h 22 min after the photo before; 7: 12 h 37 min after the photo before."
    ),
    (
      "cluster", "cluster Examples/Photos fixed 3h",
      "A new moment begins where nothing was taken for more than 3 h, as was said: so 35 photos are 7 moments. Moment 2: 4 h 22 min after the photo before; 3: 14 h 15 min after the photo before; 4: 3 h 26 min after the photo before; 5: 19 h 48 min after the photo before; 6: 9 h 22 min after the photo before; 7: 12 h 37 min after the photo before."
    ),
    (
      "review", "cluster Examples/Photos; review",
      "Moments are offered by what they are worth, the largest with a place and of this season first; one of which a favourite was chosen comes last. This one has 8 photos left. A photo that was looked at is reviewed and leaves the moments: 1 of 35 are, 34 are left."
    ),
    (
      "review next", "cluster Examples/Photos; review; review next",
      "A photo that was looked at is reviewed and leaves the moments: 2 of 35 are, 33 are left."
    ),
    (
      "review back", "cluster Examples/Photos; review; review next; review back",
      "It was looked at before, so it counts once."
    ),
    (
      "review down", "cluster Examples/Photos; review; review next; review next; review down",
      "A photo that was looked at is reviewed and leaves the moments: 4 of 35 are, 31 are left."
    ),
    (
      "review up", "cluster Examples/Photos; review; review next; review next; review down; review up",
      "It was looked at before, so it counts once."
    ),
    (
      "review skip", "cluster Examples/Photos; review; review skip",
      "Moments are offered by what they are worth, the largest with a place and of this season first; one of which a favourite was chosen comes last. This one has 7 photos left. A photo that was looked at is reviewed and leaves the moments: 2 of 35 are, 33 are left."
    ),
    (
      "review favorite", "cluster Examples/Photos; review; review favorite",
      "The photo itself stays as it is: `favorites export` writes the favourites for other programs."
    ),
    (
      "review unfavorite", "cluster Examples/Photos; review; review favorite; review unfavorite",
      "The photo itself stays as it is, and what it is rated in its file does not count any more."
    ),
    (
      "post", "post \"hi #tag\"",
      "It waits in the outbox: 7 of 300 characters and 7 of 3000 bytes of UTF-8. Of its facets, whose places count in bytes, `#tag` is bytes 3 to 7."
    ),
    (
      "reply", "post \"a\"; reply @1 \"b\"",
      "It waits in the outbox: 1 of 300 characters and 1 of 3000 bytes of UTF-8. It has no mention, tag or link."
    ),
    (
      "quote", "post \"a\"; quote @1 \"b\"",
      "It waits in the outbox: 1 of 300 characters and 1 of 3000 bytes of UTF-8. It has no mention, tag or link."
    ),
    (
      "image", "image 'Examples/Photos/2025-10-02/IMG_0001.jpg' alt \"a\"",
      "Its description is the one that was given. Where, when and by which camera it was taken is not sent."
    ),
    (
      "image remove", "image 'Examples/Photos/2025-10-02/IMG_0001.jpg' alt \"a\"; image remove 1",
      "`image remove` took it away."
    ),
    (
      "set", "set length 5s",
      "`set length 5s` is about how long a story plays that does not say; counts from the next `story play`: 5s now, 15s before. `settings` lists the allowed values, and `undo` restores the previous one."
    ),
    (
      "set", "set gestures toggle",
      "`set gestures toggle` is about how a finger is recognised: hold, or one of the four designs of the app that failed (`gestures machine`): toggle now, hold before. `settings` lists the allowed values, and `undo` restores the previous one."
    ),
    (
      "set", "set end loop",
      "`set end loop` is about what comes after a deck's last story: loop, dismiss, next for the next user's, or endless for the feed's next round, loaded anew when all of it has expired: still loop. `settings` lists the allowed values, and `undo` restores the previous one."
    ),
    (
      "undo", "story play 4; like; undo",
      "`like` was taken back: what it had changed is as it was before."
    ),
    (
      "redo", "story play 4; like; undo; redo",
      "`like` was done again, as if it had not been taken back."
    ),
    (
      "rewind", "story play 4; wait 3s; rewind 2s",
      "Clock and world went back; what had happened since has not happened. Scheduled blocks stay."
    ),
    (
      "fork", "fork",
      "A trial began. `fork drop` comes back to this instant, `fork keep` stays with what was tried."
    ),
    (
      "photos scan", "photos scan Examples/Photos",
      "35 photos could be read, and none was changed; `cluster` makes moments of them."
    ),
    (
      "photos show", "photos show Examples/Photos/2025-10-02/IMG_0001.jpg",
      "1 photo could be read, and none was changed; `cluster` makes moments of them."
    ),
    (
      "photos clock", "cluster Examples/Photos; photos clock \"Storyline Example Camera\" +1h",
      "The photos stay as they are: it applies to what is shown of them, and `undo` takes it back."
    ),
    (
      "outbox remove", "post \"a\"; outbox remove 1", "It was taken out of the outbox before it was published."
    ),
    ("login", "login bob.test", "What `post` writes from now on goes out in this name."),
    ("logout", "login bob.test; logout", "Nobody is logged in: posts wait in the outbox."),
    (
      "account use", "login bob.test; login ana.test; account use bob.test",
      "What `post` writes from now on goes out in this name."
    ),
    (
      "outbox send", "post \"a\"; login bob.test; outbox send 1",
      "`outbox send 1` lets it go out; `post.sent` tells when a server has it."
    ),
    (
      "delete", "login bob.test; let sent = \"\"; when post.sent { sent = $key }; post \"a\"; wait 1s; delete $sent",
      "`delete` asked its server for that."
    ),
    ("draft", "draft \"a\"", "A draft is no post until `draft post` makes one of it."),
    ("draft edit", "draft \"a\"; draft edit 1 \"b\"", "`draft edit` gave it another text."),
    (
      "draft post", "draft \"a\"; draft post 1",
      "It waits in the outbox: 1 of 300 characters and 1 of 3000 bytes of UTF-8. It has no mention, tag or link. It was removed, or became a post."
    ),
    ("draft remove", "draft \"a\"; draft remove 1", "It was removed, or became a post."),
    (
      "fork keep", "fork; fork keep",
      "What was tried belongs to the session now, and `undo` can take it back."
    ),
    (
      "fork drop", "fork; wait 1s; fork drop",
      "Clock and world are as they were before the trial. Scheduled blocks stay."
    ),
    (
      "skip", "story play 4; skip 5s",
      "`skip 5s` skipped time; everything due meanwhile happened at its own instant."
    ),
    (
      "speed", "speed 2; speed instant",
      "`speed instant` sets how fast the clock runs; everything still happens at its own instant."
    ),
  ]

  /// Commands about an archive.
  private static let archives = [
    (
      command: "archive", script: "login bob.test; archive",
      reason: "A server lists the newest first: reading ended where what was here began."
    ),
    (
      command: "archive", script: "login bob.test; archive; archive",
      reason: "The server has nothing that was not here already."
    ),
  ]

  /// Commands that read the posts of others.
  private static let reads: [(command: String, script: String, reason: String)] = [
    ("timeline", "timeline 3"), ("more", "more 3"), ("show", "show @1"), ("thread", "thread @1"),
    ("posts of", "posts of ana.test 3"), ("replies of", "replies of ana.test 3"), ("media of", "media of ana.test 3"),
    ("likes", "likes"), ("bookmarks", "bookmarks"), ("quotes of", "quotes of @1"), ("likers of", "likers of @1"),
    ("reposters of", "reposters of @1"), ("search", "search \"tram\" 3"), ("people", "people \"ana\""),
    ("followers of", "followers of ana.test 3"), ("follows of", "follows of ana.test 3"),
    ("profile of", "profile of ana.test"), ("feeds", "feeds"), ("feeds search", "feeds search \"pop\""),
    ("feeds of", "feeds of feeds.test"), ("notifications", "notifications likes 20"),
    ("archive search", "archive; archive search \"tram\""),
    ("retry", "set network off; try { timeline 2 } catch { }; set network on; retry"),
  ].map { command, call in
    let typed = call.split(separator: "; ").last.map(String.init) ?? call
    return (command, "login bob.test; timeline 2; \(call)", "`\(typed)` only read: nothing has changed.")
  }

  /// Commands that go from place to place.
  private static let ways: [(command: String, script: String, reason: String)] = [
    ("go timeline", "go timeline"), ("go feeds", "go feeds"), ("go feed", "go feeds; go feed hot"),
    ("go notifications", "go notifications"), ("go profile", "go profile"), ("go post", "go post @1"),
    ("go likes", "go likes"), ("go back", "go feeds; go back"), ("go forward", "go feeds; go back; go forward"),
  ].map { command, call in
    let typed = call.split(separator: "; ").last.map(String.init) ?? call
    return (
      command, "login bob.test; timeline 2; \(call)", "`\(typed)` led there, and changed nothing: `go back` leads back."
    )
  }

  private static let marks = [
    (
      command: "notifications seen", script: "login bob.test; notifications; notifications seen",
      reason:
        "It is shown at once and sent as soon as there is a network; what is taken back before that is never sent."
    ),
    (
      "timeline new", "login bob.test; timeline new 3",
      "`timeline new 3` read on where you were: the mark stands at the last post that was shown."
    ),
    (
      "listen to", "login bob.test; listen to timeline",
      "What arrives from now on is an event: `when timeline.arrived`, `when notification.arrived`."
    ),
    (
      "abbreviate", "abbreviate tr \"timer start reading 20\"",
      "`abbreviate \"tr\" \"timer start reading 20\"` affects only lines that are typed from now on."
    ),
    (
      "abbreviations delete", "abbreviate tr \"timer start reading 20\"; abbreviations delete tr",
      "`abbreviations delete tr` affects only lines that are typed from now on."
    ),
    ("mute word", "mute word football", "`mute word` said so; `show` shows one all the same."),
    ("unmute word", "mute word football; unmute word football", "`unmute word` said so."),
    (
      "listen off", "login bob.test; listen to timeline; listen off",
      "Nobody asks any more what is new; `listen to` goes on where that was heard last."
    ),
  ]

  /// Commands about posts and people.
  private static let reactions: [(command: String, script: String, reason: String)] = [
    ("repost", "@1"), ("bookmark", "@1"), ("follow", "june.test"), ("mute", "ana.test"), ("block", "ana.test"),
  ].flatMap { word, about in
    ["\(word) \(about)", "\(word) \(about); un\(word) \(about)"].map { call in
      (
        call.contains("; ") ? "un" + word : word, "login bob.test; timeline 2; \(call)",
        "It is shown at once and sent as soon as there is a network; what is taken back before that is never sent."
      )
    }
  }

  @Test(arguments: table)
  func saysWhy(_ command: String, _ script: String, _ reason: String) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(run.session.explanation() == reason)
  }

  /// Commands that write files or exist only at a prompt; they have their own tests.
  private static let elsewhere: Set = [
    "sync", "history export", "favorites export", "archive export", "photos sheet", "map to", "save", "practice",
    "practice end", "devices forget", "devices remember",
  ]

  @Test func eachCommandThatChangesSomethingIsInTheTable() {
    let catalog = Catalog.standard
    let all = zip(catalog.entries, catalog.roles).filter { $1 != .looks }.map(\.0.command.name)
    #expect(Set(all).subtracting(Self.elsewhere) == Set(Self.table.map(\.command)))
  }

  @Test func whatIsWrittenIsExplained() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reasons-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = ScriptRun()
    try run.session.openState(folder.appending(path: "state").path)
    for (script, reason) in [
      (
        "sync '\(folder.path)/shared'",
        "Each device writes its own file there and reads the files of the others: 0 new events received, and each counts once."
      ),
      (
        "history export to '\(folder.path)/h.csv'",
        "`history export to \(folder.path)/h.csv` wrote sessions to a file, and they stay here as they are."
      ),
      (
        "save [1] to '\(folder.path)/l.json'",
        "`save [1 item] to \(folder.path)/l.json` wrote a file, and changed nothing in the session."
      ),
      (
        "login bob.test; archive; archive export to '\(folder.path)/a.jsonl'",
        "`archive export to \(folder.path)/a.jsonl` wrote a file, and changed nothing in the session."
      ),
      (
        "cluster Examples/Photos; map to '\(folder.path)/m.svg'",
        "`map to \(folder.path)/m.svg` wrote a picture, and the photos stay as they are."
      ),
    ] {
      #expect(run(script).error == nil)
      #expect(run.session.explanation() == reason)
    }
  }
}
