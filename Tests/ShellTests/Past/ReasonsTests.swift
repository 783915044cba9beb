import Foundation
import StoryScript
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The reason of each command that changes something, word for word.
@Suite struct ReasonsTests {
  private static let table =
    children + unchanged + routines + corrections + acts + reads + ways + reactions + moderation + marks + archives
    + lists + profile

  private static let children: [(command: String, script: String, reason: String)] = [
    ("child", "child", "`child` listed the children and changed nothing."),
    (
      "child", "profile name Mia; child add Ben; child Mia",
      "Timers, stars, history and routines are now Mia's. A running timer stays with the child it was started for."
    ),
    (
      "child add", "child add Ben",
      "The stars, streak, history and routines of each child are separate. All commands now apply to Ben; `child` lists all children."
    ),
    (
      "child remove", "profile name Mia; child add Ben; child remove Ben",
      "Ben no longer belongs to the family. Sessions and stars stay in the journal: `child add Ben` brings them back."
    ),
    (
      "routine picture",
      "\(day); routine picture day b to Examples/Photos/2025-10-02/IMG_0001.jpg; routine picture day b to none",
      "From the next start of day, b shows only its icon."
    ),
  ]

  /// Inputs that change nothing, because it was so already.
  private static let unchanged: [(command: String, script: String, reason: String)] = [
    (
      "profile name", "profile name Mia; profile name Mia",
      "`profile name \"Mia\"` changed nothing: the name is already \"Mia\"."
    ),
    ("child", "profile name Mia; child add Ben; child Ben", "`child Ben` changed nothing: Ben was already active."),
    (
      "pin skip", "pin skip; pin skip",
      "`pin skip` changed nothing: the PIN was already declined; to set a PIN, try: pin set."
    ),
    (
      "pin change", "pin set 1234; pin change 1234 1234",
      "`pin change … …` changed nothing: the new PIN is the current one."
    ),
    (
      "activity edit", "activity add violin icon 🎻; activity edit violin icon 🎻",
      "`activity edit violin icon \"🎻\"` changed nothing: violin already has these values."
    ),
    (
      "routine at", "\(day); routine at 07:30 on weekdays; routine at 07:30 on weekdays",
      "`routine at \"07:30\" on weekdays` changed nothing: day already has a reminder at 07:30 on weekdays."
    ),
    ("routine at", "\(day); routine at none", "`routine at \"none\"` changed nothing: day had no reminder."),
    (
      "routine edit", "\(day); routine edit day steps \"a 1m, b 1m\"",
      "`routine edit day steps \"a 1m, b 1m\"` changed nothing: day already has this name and these steps."
    ),
    (
      "doubletap", "story play 4; doubletap; doubletap",
      "`doubletap` changed nothing: story 4 was already liked. A double tap never removes a like, but `unlike` does."
    ),
    ("unlike", "story play 4; unlike", "`unlike` changed nothing: story 4 was not liked."),
    (
      "mute word", "mute word \"x\"; mute word \"x\"",
      "`mute word \"x\"` changed nothing: posts with \"x\" are already hidden."
    ),
    (
      "mute word", "login bob.test; mute word \"x\"; wait 1s; mute word \"x\"; wait 1s",
      "`mute word \"x\"` changed nothing: posts with \"x\" are already hidden."
    ),
    (
      "draft edit", "draft \"a\"; draft edit 1 \"a\"",
      "`draft edit 1 \"a\"` changed nothing: draft 1 already has this text."
    ),
  ]

  private static let routines: [(command: String, script: String, reason: String)] = [
    (
      "timer done", "\(day); routine start day; timer done",
      "a was done early: it took 0 s of 1 min, not counting pauses, so 1 min was saved. The session counts for 2026-01-05, the local day on which it ended. It can be rated with the whole routine, at its end. b is step 2 of 2 in day, the first unfinished step."
    ),
    (
      "timer done", "set routine-break 30s; \(day); routine start day; timer done",
      "a was done early: it took 0 s of 1 min, not counting pauses, so 1 min was saved. The session counts for 2026-01-05, the local day on which it ended. It can be rated with the whole routine, at its end. `set routine-break` puts 30 s between two steps: b is next. `routine next` ends the break."
    ),
    (
      "timer done", "\(day); routine start day; timer done; timer done",
      "b was done early: it took 0 s of 1 min, not counting pauses, so 1 min was saved. The session counts for 2026-01-05, the local day on which it ended. No step of day is left, so the routine is over. It took 0 s from start to end, including breaks and pauses. Each finished step is a session (2 of 2); `routine rate` gives all of them their stars."
    ),
    (
      "routine skip", "\(day); routine start day; routine skip; routine skip",
      "b was skipped, so it is not a session and earns no stars. No step of day is left, so the routine is over. It took 0 s from start to end, including breaks and pauses. No step was finished, so there is nothing to rate."
    ),
    (
      "timer stop", "\(day); routine start day; timer done; timer stop",
      "b was stopped with 1 min left, so it does not count: no session, no stars, no streak day. To finish early, use `timer done`. b was skipped, so it is not a session and earns no stars. No step of day is left, so the routine is over. It took 0 s from start to end, including breaks and pauses. Each finished step is a session (1 of 2); `routine rate` gives all of them their stars."
    ),
    (
      "routine rate", "\(day); routine start day; timer done; timer done; routine rate good",
      "good is worth 10 stars. a and b each earn 10: their day was the first in a row, and stars count more only from the third day in a row."
    ),
    (
      "routine edit", "\(day); routine edit day name early",
      "day is now called early. A running routine does not change."
    ),
  ]

  private static let corrections: [(command: String, script: String, reason: String)] = [
    (
      "timer start", "timer start reading 20 at 5m",
      "reading lasts 20 min: halfway is after 10 min, and the ring's colour changes when 75, 50, 25 and 10% of the time is left. `at` puts its start 5 min back, so 15 min of it was left. Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early."
    ),
    (
      "timer done", "timer start reading 20; wait 15m; timer done at 5m",
      "reading was done early: it took 10 min of 20 min, not counting pauses, so 10 min was saved. `at` puts its end 5 min back: the time since then does not count. The session counts for 2026-01-05, the local day on which it ended."
    ),
    (
      "rate", "timer start reading; timer done; rate amazing; rate good again",
      "good replaces amazing: it is worth 10 stars, not 15. reading earns 10: its day was the first in a row, and stars count more only from the third day in a row."
    ),
    (
      "history remove",
      "reward add film for 15; timer start reading; timer done; rate amazing; stars spend film; history remove 1",
      "The session of reading was removed from the history: it no longer counts for stars or streaks. `undo` restores it. Streaks and multipliers were recalculated for all days; the total is 0 stars. More stars have been spent than earned, so the balance is -15 stars."
    ),
    (
      "history import",
      "pin set 2580; history import Examples/sessions.csv; history import Examples/sessions.csv pin 2580",
      "Each session has an id, so no session counts twice: 0 sessions were new, 11 ratings of known sessions were new, 1 already known. Streaks and multipliers were recalculated for all days; the total is 141 stars."
    ),
    (
      "post", "login bob.test; set network-failures 100%; post \"x\"; wait 3s",
      "The post is waiting in the outbox, with 1 of 300 characters and 1 of 3,000 UTF-8 bytes. It has no mention, tag or link. At 0:00.600 post 1 may or may not have been published: the connection ended before the response was complete; every request fails (`set network-failures`)."
    ),
  ]

  private static let day = "routine add day \"a 1m, b 1m\""
  private static let acts: [(command: String, script: String, reason: String)] = [
    (
      "story play", "story play 4 for 10s",
      "`story play 4 for 10s` opened a deck, and story 4 by @ana started."
    ),
    (
      "story play deck", "story play deck Examples/deck.json; jump 3",
      "`jump 3` went to that place in the deck: story 3 by @ana started. 'Photos/lost.jpg' does not exist, so it cannot be shown. `story retry` tries again; `next` skips the story."
    ),
    (
      "story play deck", "story play deck Examples/deck.json; wait 9s",
      "`story play deck Examples/deck.json` opened a deck, and story 1 by @ana started. At 0:08.000 story 3 started by itself, because the previous story ended. At 0:08.000 'Photos/lost.jpg' does not exist, so it cannot be shown. `story retry` tries again; `next` skips the story."
    ),
    (
      "story share", "story share Examples/Photos/2025-10-02/IMG_0001.jpg",
      "'IMG_0001.jpg' is now your story -1: it comes first in the feed, and expires 24 h after you shared it. Only this device knows it; nothing was published."
    ),
    (
      "story unshare", "story share Examples/Photos/2025-10-02/IMG_0001.jpg; story unshare -1",
      "Story -1 is no longer in the feed. Its file 'IMG_0001.jpg' stays."
    ),
    (
      "story stop", "story play 4; wait 3s; story stop",
      "Story 4 was stopped at 3.0 s."
    ),
    (
      "story buffer", "story play 4; wait 3s; story buffer",
      "`story buffer` stops the story at 3.0 s until its picture is loaded; then the story continues from there."
    ),
    (
      "story buffer", "story play 4; wait 3s; story buffer 2s",
      "`story buffer 2s` stops the story at 3.0 s until its picture is loaded; then the story continues from there. At 0:05.000 the picture was loaded after 2 s, so the story resumes at 3.0 s, exactly where it stopped."
    ),
    (
      "story buffer", "story play 4; wait 3s; story buffer; wait 1s; story buffer",
      "`story buffer` ended the wait for the picture after 1 s, so the story resumes at 3.0 s, exactly where it stopped."
    ),
    (
      "story buffer", "story play 4; jump 8; story buffer",
      "`story buffer` ended the wait for the picture after 0 s, so the story resumes at 0.0 s, exactly where it stopped."
    ),
    (
      "story buffer", "story play 4; story buffer 2s at 5s; wait 6s",
      "When the story reaches 5.0 s, it waits for its picture; going to another story cancels the fault. At 0:05.000 the story had to wait for its picture at 5.0 s."
    ),
    (
      "story buffer", "story play 4; story buffer 2s at 5s; wait 8s",
      "When the story reaches 5.0 s, it waits for its picture; going to another story cancels the fault. At 0:07.000 the picture was loaded after 2 s, so the story resumes at 5.0 s, exactly where it stopped."
    ),
    (
      "story fail", "story play 4; wait 3s; story fail",
      "`story fail` made the story's picture fail. `story retry` tries again; `next` skips the story."
    ),
    (
      "story fail", "story play 4; story fail at 5s; wait 6s",
      "When the story reaches 5.0 s, its picture fails; going to another story cancels the fault. At 0:05.000 `story fail at 5s` made the story's picture fail. `story retry` tries again; `next` skips the story."
    ),
    (
      "story retry", "story play 4; wait 3s; story fail; story retry; wait 1s",
      "The picture is loaded again, and the story continues at 3.0 s, where the picture failed. The story's picture is not in the cache, so the story waits at 3.0 s until the picture is loaded (1 s per 10 MB). Nothing is lost. At 0:03.149 the picture was loaded after 149 ms, so the story resumes at 3.0 s, exactly where it stopped."
    ),
    (
      "story play", "set story-failures 100%; story play 4",
      "`story play 4` opened a deck, and story 4 by @ana started. The story's picture failed at random, as 100% of all pictures do (`set story-failures`). `story retry` tries again; `next` skips the story."
    ),
    (
      "hold", "story play 4; wait 3s; hold",
      "A finger went down on the story at 3.0 s; the story stays there as long as the finger is down, and nothing is lost."
    ),
    (
      "hold", "story play 4; wait 3s; hold 2s",
      "A finger went down on the story at 3.0 s; the story stays there as long as the finger is down, and nothing is lost. At 0:05.000 the finger was lifted after 2 s, so the story resumes at 3.0 s, exactly where it stopped."
    ),
    (
      "hold", "story play 4; wait 3s; hold 2s; wait 20s",
      "A finger went down on the story at 3.0 s; the story stays there as long as the finger is down, and nothing is lost. At 0:05.000 the finger was lifted after 2 s, so the story resumes at 3.0 s, exactly where it stopped. At 0:17.000 story 5 started by itself, because the previous story ended."
    ),
    (
      "hold", "set press 350ms; story play 4; wait 3s; hold 200ms",
      "A finger went down on the story at 3.0 s; the story stays there as long as the finger is down, and nothing is lost. At 0:03.200 the press of 200 ms was shorter than a hold, which needs 350 ms, so it was a tap. At 0:03.200 story 5 started because of that tap."
    ),
    (
      "release", "story play 4; wait 3s; hold; wait 2s; release",
      "The finger was lifted after 2 s, so the story resumes at 3.0 s, exactly where it stopped."
    ),
    (
      "release", "story play 4; pause; hold; wait 2s; release",
      "The finger was lifted after 2 s, but the story is still paused at 0.0 s."
    ),
    (
      "tap", "story play 4; tap right",
      "A tap in the left 33% of the width goes back; any other tap goes forward: story 5 by @ben started."
    ),
    (
      "tap", "story play 1; tap left",
      "No story comes before the deck's first one, so it starts again: story 1 by @cleo started."
    ),
    (
      "tap bar", "story play 4; tap bar 7; wait 1s",
      "`tap bar 7` went to that place in the deck: story 7 by @cleo started. The story's picture is not in the cache, so the story waits at 0.0 s until the picture is loaded (1 s per 10 MB). Nothing is lost. At 0:00.305 the picture was loaded after 305 ms, so the story resumes at 0.0 s, exactly where it stopped."
    ),
    (
      "jump", "story play 4; jump 7",
      "`jump 7` went to that place in the deck: story 7 by @cleo started. The story's picture is not in the cache, so the story waits at 0.0 s until the picture is loaded (1 s per 10 MB). Nothing is lost."
    ),
    (
      "next", "set end dismiss; story play 10; next",
      "That was the last story of the deck, so viewing ends (`set end dismiss`). Viewing has ended; `story play 4` starts it again."
    ),
    (
      "next", "story play 10; next",
      "That was the last story of the deck, so the deck starts again (`set end loop`). After the deck's last story, its first one follows: story 1 by @cleo started."
    ),
    (
      "next", "set end next; story play @ana for 1s; next; next; next",
      "That was this user's last story, so the next user follows (`set end next`). The next user's deck followed: story 5 by @ben started."
    ),
    (
      "next", "set end endless; story play 10; next",
      "That was the last story of the deck, so the feed continues (`set end endless`). After the round's last story, the feed's next round follows: story 11 by @cleo started."
    ),
    (
      "next", "set end endless; story play 10; wait 5s; pause; wait 24h; next",
      "That was the last story of the deck, so the feed continues (`set end endless`). The whole feed had expired, so it was loaded again: story 11 by @cleo started."
    ),
    (
      "previous", "story play 4; previous",
      "`previous` goes back: story 3 by @emil started. The story's picture is not in the cache, so the story waits at 0.0 s until the picture is loaded (1 s per 10 MB). Nothing is lost."
    ),
    (
      "doubletap", "story play 4; doubletap",
      "Story 4 is liked; a double tap never removes a like, but `unlike` does."
    ),
    (
      "like", "story play 4; like",
      "Story 4 is liked; a double tap never removes a like, but `unlike` does."
    ),
    (
      "unlike", "story play 4; like; unlike",
      "Story 4 is no longer liked."
    ),
    (
      "swipe", "story play @ana; swipe left",
      "The next user's deck followed: story 5 by @ben started. The story's picture is not in the cache, so the story waits at 0.0 s until the picture is loaded (1 s per 10 MB). Nothing is lost."
    ),
    (
      "swipe", "story play @ana; swipe right",
      "`swipe right` went back to the previous user's deck: story 3 by @emil started. The story's picture is not in the cache, so the story waits at 0.0 s until the picture is loaded (1 s per 10 MB). Nothing is lost."
    ),
    (
      "swipe", "story play 4; swipe down 40%",
      "The finger went up before the halfway point, so the swipe was cancelled: the story is unchanged. A swipe counts from 50% of the full distance."
    ),
    (
      "swipe", "story play @ana for 1d; hold; wait 23h; release; swipe left",
      "A swipe to the side goes to another user, but no user after @ana has stories left: stories expire after 24 h. `stories by user` lists the users with stories; `next` goes to the next story."
    ),
    // The reason stays the same when the deck is over.
    (
      "swipe", "set end dismiss; story play @ben for 2s; swipe left; wait 1m",
      "A swipe to the side goes to another user, but there is no user after @ben. `swipe right` goes the other way; `next` goes to the next story, and with `set end endless` the next round follows. At 0:04.000 viewing ended, because the last story of the deck ended (`set end dismiss`)."
    ),
    (
      "swipe", "story play 4; swipe down",
      "A swipe down ends viewing. `story play 4` starts it again."
    ),
    (
      "pause", "story play 4; wait 3s; pause",
      "The story stays at 3.0 s until `resume`; releasing a hold does not end the pause."
    ),
    (
      "resume", "story play 4; wait 3s; pause; wait 2s; resume",
      "The pause of 2 s is over, so the story resumes at 3.0 s, exactly where it stopped."
    ),
    (
      "stories", "stories",
      "Loading a list of stories takes 500 ms, as it would over a network (`set feed-delay`). Stories keep playing while the list loads. At 0:00.500 the list was loaded: 20 stories."
    ),
    (
      "feed", "feed",
      "Loading a list of stories takes 500 ms, as it would over a network (`set feed-delay`). Stories keep playing while the list loads. At 0:00.500 the list was loaded: 20 stories."
    ),
    (
      "feed retry", "set feed-failures 100%; try { stories } catch { }; set feed-failures 0; feed retry",
      "Loading a list of stories takes 500 ms, as it would over a network (`set feed-delay`). Stories keep playing while the list loads. At 0:01.000 the list was loaded: 20 stories."
    ),
    (
      "cache clear", "story play 4; cache clear",
      "The cache is empty, so each picture has to be loaded again. `cache` shows the statistics."
    ),
    (
      "timer start", "timer start reading 20",
      "reading lasts 20 min: halfway is after 10 min, and the ring's colour changes when 75, 50, 25 and 10% of the time is left. Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early."
    ),
    (
      "timer start", "timer start reading 20; wait 16m",
      "reading lasts 20 min: halfway is after 10 min, and the ring's colour changes when 75, 50, 25 and 10% of the time is left. Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early. At 15:00.000 the ring became coral, because 25% or less of the time was left."
    ),
    (
      "timer start", "timer start reading 20; wait 25m",
      "reading lasts 20 min: halfway is after 10 min, and the ring's colour changes when 75, 50, 25 and 10% of the time is left. Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early. At 20:00.000 reading reached its full length of 20 min, so the session counts and can be rated with `rate`."
    ),
    (
      "timer pause", "timer start reading 20; wait 5m; timer pause",
      "The timer is paused with 15 min left: a pause never costs time, no matter how long it is."
    ),
    (
      "timer resume", "timer start reading 20; wait 5m; timer pause; wait 1m; timer resume",
      "The pause of 1 min does not count: 15 min left, as before."
    ),
    (
      "timer extend", "timer start reading 20; wait 5m; timer extend 5",
      "reading was extended by 5 min, so it lasts 25 min; the time already spent counts as before. Colours and messages depend on the share of the whole time that is left, so they may change back. The ring became periwinkle, because more than 75% of the time is left."
    ),
    (
      "timer done", "timer start reading 20; wait 5m; timer done",
      "reading was done early: it took 5 min of 20 min, not counting pauses, so 15 min was saved. The session counts for 2026-01-05, the local day on which it ended. Rate the session to get its stars: `rate`."
    ),
    (
      "history edit", "timer start reading 20; wait 15m; timer done; history edit 1 spent 10",
      "The session of reading was corrected: it took 10 min, not 15 min. Its rating does not change. Streaks and multipliers were recalculated for all days; the total is 0 stars."
    ),
    (
      "history remove", "timer start reading 20; timer done; rate good; history remove 1",
      "The session of reading was removed from the history: it no longer counts for stars or streaks. `undo` restores it. Streaks and multipliers were recalculated for all days; the total is 0 stars."
    ),
    (
      "routine at", "routine add morning \"dress 5m\"; routine at 07:30 on weekdays",
      "At 07:30 on weekdays, an open prompt asks you to start morning, unless a routine is already active."
    ),
    (
      "routine at", "routine add morning \"dress 5m\"; routine at 07:30; routine at none",
      "morning no longer has a reminder."
    ),
    (
      "reward add", "reward add \"film evening\" for 50",
      "You can get film evening for 50 stars: `stars spend \"film evening\"`."
    ),
    (
      "reward remove", "reward add film for 50; reward remove film",
      "Stars can no longer be spent on film. Stars that were spent on it stay spent."
    ),
    (
      "stars spend", "reward add film for 10; timer start reading; timer done; rate amazing; stars spend film",
      "film costs 10 stars, which leaves 5 stars to spend. Spent stars still count as earned: multipliers and streaks do not change."
    ),
    (
      "stars goal", "stars goal 60", "Weekly stars are counted from Monday to Sunday; the goal is 60 stars."
    ),
    ("stars goal", "stars goal 60; stars goal none", "There is no goal now; stars count as before."),
    (
      "rest weekly", "rest weekly weekends",
      "A rest day without a session neither counts towards a streak nor ends it; a rest day with a session counts like any other day. Streaks and multipliers were recalculated for all days; the total is 0 stars."
    ),
    (
      "rest on", "rest on 2026-01-07",
      "A rest day without a session neither counts towards a streak nor ends it; a rest day with a session counts like any other day. Streaks and multipliers were recalculated for all days; the total is 0 stars."
    ),
    (
      "rest off", "rest on 2026-01-07; rest off 2026-01-07",
      "A rest day without a session neither counts towards a streak nor ends it; a rest day with a session counts like any other day. Streaks and multipliers were recalculated for all days; the total is 0 stars."
    ),
    (
      "timer stop", "timer start reading 20; wait 5m; timer stop",
      "reading was stopped with 15 min left, so it does not count: no session, no stars, no streak day. To finish early, use `timer done`."
    ),
    (
      "rate", "timer start reading; timer done; rate good",
      "good is worth 10 stars. reading earns 10: its day was the first in a row, and stars count more only from the third day in a row."
    ),
    (
      "rate", "timer start reading; timer done; rate later",
      "reading earns no stars until you rate it, but there is no hurry. `rate good` rates the newest unrated session; `rate good of reading` rates this session."
    ),
    (
      "rate", "timer start reading; timer done; pin set 2580; try { rate good pin 1111 } catch { }",
      "`rate good pin …` was refused: wrong PIN. You must wait after 3 more failed attempts."
    ),
    (
      "activity add", "activity add violin for 25",
      "violin is now one of your activities. It lasts 25 min unless you give `timer start` another length."
    ),
    (
      "activity edit", "activity edit reading for 25",
      "From its next start, reading lasts 25 min (previously 20 min). A running timer does not change."
    ),
    (
      "activity edit", "activity add violin icon 🎻 for 25; activity edit violin icon 🎸",
      "From its next start, violin has the icon 🎸 (previously 🎻). A running timer does not change."
    ),
    (
      "activity edit", "activity add violin icon 🎻 for 25; activity edit violin name cello",
      "violin is now called cello. A running timer does not change."
    ),
    (
      "activity edit", "activity add violin icon 🎻 for 25; activity edit violin name cello for 30 icon 🎸",
      "violin is now called cello. From its next start, cello has the icon 🎸 (previously 🎻) and lasts 30 min (previously 25 min). A running timer does not change."
    ),
    (
      "activity remove", "activity add violin; activity remove violin",
      "You can no longer start violin. Its past sessions stay in the history."
    ),
    (
      "routine add", "routine add morning \"dress 5m, teeth 3m\"",
      "morning is now one of your routines: ⭐ dress 5m, ⭐ teeth 3m. `routine start morning` plays it."
    ),
    (
      "routine edit", "\(day); routine edit day steps \"a 2m\"",
      "From its next start, day has these steps: ⭐ a 2m. A running routine does not change."
    ),
    (
      "routine remove", "\(day); routine remove day",
      "You can no longer start day. The sessions of its steps stay in the history."
    ),
    (
      "routine start", "routine add day \"a 1m\"; routine start",
      "day has one step: it is a timer, and the finished step is a session. `timer done` finishes the step, and `timer pause` pauses it. a is step 1 of 1 in day, the first unfinished step."
    ),
    (
      "routine start", "\(day); routine start",
      "day plays its 2 steps one after another: each is a timer, and each finished step is a session. `timer done` goes to the next step, `routine later` moves a step to the end, and `timer pause` pauses the step. a is step 1 of 2 in day, the first unfinished step."
    ),
    (
      "routine later", "\(day); routine start; wait 10s; routine later",
      "a now comes after the other steps of day. When its turn comes, it still has 50 s. b is step 1 of 2 in day, the first unfinished step. b lasts 1 min: halfway is after 30 s, and the ring's colour changes when 75, 50, 25 and 10% of the time is left."
    ),
    (
      "routine next", "set routine-break 20s; \(day); routine start; timer done; routine next",
      "b is step 2 of 2 in day, the first unfinished step. b lasts 1 min: halfway is after 30 s, and the ring's colour changes when 75, 50, 25 and 10% of the time is left. Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early."
    ),
    (
      "routine skip", "\(day); routine start; routine skip",
      "a was skipped, so it is not a session and earns no stars; day continues. b is step 2 of 2 in day, the first unfinished step. b lasts 1 min: halfway is after 30 s, and the ring's colour changes when 75, 50, 25 and 10% of the time is left."
    ),
    (
      "routine end", "\(day); routine start; timer done; routine end",
      "day was stopped. Finished steps stay in the history (1 of 2); the other steps do not count."
    ),
    (
      "routine rate", "\(day); routine start; timer done; routine end; routine rate good",
      "good is worth 10 stars. a earns 10: its day was the first in a row, and stars count more only from the third day in a row."
    ),
    (
      "profile name", "profile name Mia",
      "From now on, encouragements use the name \"Mia\"."
    ),
    (
      "profile forget", "profile name Mia; profile forget",
      "From now on, encouragements use no name."
    ),
    (
      "pin set", "pin set 2580",
      "Ratings made here need the PIN. The PIN is lost when this session ends, and `undo` cannot remove it. `help pin set` describes its limits."
    ),
    (
      "pin change", "pin set 2580; pin change 2580 1357",
      "The old PIN is no longer valid; ratings made here need the new one. The PIN is lost when this session ends, and `undo` cannot remove it. `help pin set` describes its limits."
    ),
    (
      "pin remove", "pin set 2580; pin remove 2580",
      "Ratings no longer need a PIN. `pin set` sets a new one."
    ),
    (
      "pin skip", "pin skip",
      "You declined a PIN, so it is not offered again. `pin set` still sets a PIN."
    ),
    (
      "history import", "history import Examples/sessions.csv",
      "Each session has an id, so no session counts twice: 12 sessions were new, 0 already known. Streaks and multipliers were recalculated for all days; the total is 141 stars."
    ),
    (
      "history import", "pin set 2580; history import Examples/sessions.csv",
      "Each session has an id, so no session counts twice: 12 sessions were new, 0 already known. A PIN is set and was not given, so 11 ratings were left out. Streaks and multipliers were recalculated for all days; the total is 0 stars."
    ),
    (
      "stories", "set feed-failures 100%; try { stories } catch { }",
      "`stories` was refused: the feed could not be loaded. Try: feed retry. At 0:00.500 the list could not be loaded: the network is simulated, and 100% of all requests fail (`set feed-failures`). `feed retry` repeats the request."
    ),
    (
      "history import", "history import Examples/sessions.csv; history import Examples/sessions.csv",
      "`history import Examples/sessions.csv` changed nothing: no row has a new session or a new rating."
    ),
    (
      "photos example", "photos example fixed 8h",
      "A new moment begins after a gap of more than 8 h, as you asked: 30 photos in 3 moments. Moment 2: 13 h after the previous photo; 3: 16 h 45 min after the previous photo."
    ),
    (
      "cluster", "cluster Examples/Photos smart",
      "A new moment begins after a gap of at least 9 h 22 min, based on the longest tenth of this library's gaps, or when the place changes by more than 1 km: 35 photos in 7 moments. Moment 2: 6.6 km away, 4 h 22 min after the previous photo; 3: 14 h 15 min after the previous photo; 4: 11 km away, 3 h 26 min after the previous photo; 5: 19 h 48 min after the previous photo; 6: 9 h 22 min after the previous photo; 7: 12 h 37 min after the previous photo."
    ),
    (
      "cluster", "cluster Examples/Photos fixed 3h",
      "A new moment begins after a gap of more than 3 h, as you asked: 35 photos in 7 moments. Moment 2: 4 h 22 min after the previous photo; 3: 14 h 15 min after the previous photo; 4: 3 h 26 min after the previous photo; 5: 19 h 48 min after the previous photo; 6: 9 h 22 min after the previous photo; 7: 12 h 37 min after the previous photo."
    ),
    (
      "review", "cluster Examples/Photos; review",
      "The moments most worth reviewing come first: large ones, those with a place, and those from this time a year ago. Moments with a favourite come last. This moment has 8 photos left. Each shown photo counts as reviewed and leaves its moment. Reviewed so far: 1 of 35."
    ),
    (
      "review next", "cluster Examples/Photos; review; review next",
      "Each shown photo counts as reviewed and leaves its moment. Reviewed so far: 2 of 35."
    ),
    (
      "review back", "cluster Examples/Photos; review; review next; review back",
      "The photo was reviewed before, so the number of reviewed photos does not change."
    ),
    (
      "review down", "cluster Examples/Photos; review; review next; review next; review down",
      "Each shown photo counts as reviewed and leaves its moment. Reviewed so far: 4 of 35."
    ),
    (
      "review up", "cluster Examples/Photos; review; review next; review next; review down; review up",
      "The photo was reviewed before, so the number of reviewed photos does not change."
    ),
    (
      "review skip", "cluster Examples/Photos; review; review skip",
      "The moments most worth reviewing come first: large ones, those with a place, and those from this time a year ago. Moments with a favourite come last. This moment has 7 photos left. Each shown photo counts as reviewed and leaves its moment. Reviewed so far: 2 of 35."
    ),
    (
      "review favorite", "cluster Examples/Photos; review; review favorite",
      "The photo itself is not changed; `favorites export` exports the favourites for other programs."
    ),
    (
      "review unfavorite", "cluster Examples/Photos; review; review favorite; review unfavorite",
      "The photo itself is not changed, and the stars in its file no longer count."
    ),
    (
      "post", "post \"hi #tag\"",
      "The post is waiting in the outbox, with 7 of 300 characters and 7 of 3,000 UTF-8 bytes. Its facets, with byte positions: `#tag` starts at byte 3 and ends before byte 7."
    ),
    (
      "reply", "post \"a\"; reply @1 \"b\"",
      "The post is waiting in the outbox, with 1 of 300 characters and 1 of 3,000 UTF-8 bytes. It has no mention, tag or link."
    ),
    (
      "quote", "post \"a\"; quote @1 \"b\"",
      "The post is waiting in the outbox, with 1 of 300 characters and 1 of 3,000 UTF-8 bytes. It has no mention, tag or link."
    ),
    (
      "image", "image 'Examples/Photos/2025-10-02/IMG_0001.jpg' alt \"a\"",
      "You gave the description. The place, the time and the camera are not sent."
    ),
    (
      "image remove", "image 'Examples/Photos/2025-10-02/IMG_0001.jpg' alt \"a\"; image remove 1",
      "`image remove` removed the picture."
    ),
    (
      "set", "set length 5s",
      "`length` is now 5s (previously 15s): the default length of a story, from the next `story play`. `settings` lists the allowed values, and `undo` restores the previous value."
    ),
    (
      "set", "set gestures toggle",
      "`gestures` is now toggle (previously hold): the gesture design: hold, or one of the app's four designs that failed (`gestures machine`). `settings` lists the allowed values, and `undo` restores the previous value."
    ),
    (
      "set", "set end loop",
      "`set end loop` changed nothing: `end` was already loop."
    ),
    (
      "undo", "story play 4; like; undo",
      "`like` was undone: everything that it changed was restored."
    ),
    (
      "redo", "story play 4; like; undo; redo",
      "`like` was redone, as if it had never been undone."
    ),
    (
      "rewind", "story play 4; wait 3s; rewind 2s",
      "The session went back in time: everything that happened in between is gone. Scheduled blocks are kept."
    ),
    (
      "fork", "fork",
      "A trial has started. `fork drop` returns to the moment before the fork, and `fork keep` keeps the result."
    ),
    (
      "photos scan", "photos scan Examples/Photos",
      "Storyline read 35 photos and changed nothing; `cluster` divides a folder's photos into moments."
    ),
    (
      "photos show", "photos show Examples/Photos/2025-10-02/IMG_0001.jpg",
      "Storyline read 1 photo and changed nothing; `cluster` divides a folder's photos into moments."
    ),
    (
      "photos clock", "cluster Examples/Photos; photos clock \"Storyline Example Camera\" +1h",
      "The photos are not changed: the correction applies when they are shown, and `undo` removes it."
    ),
    (
      "outbox remove", "post \"a\"; outbox remove 1", "The post was removed from the outbox before it was published."
    ),
    ("login", "login bob.test", "`post` now publishes with this account."),
    ("logout", "login bob.test; logout", "No account is logged in: posts wait in the outbox."),
    (
      "account use", "login bob.test; login ana.test; account use bob.test",
      "`post` now publishes with this account."
    ),
    (
      "outbox send", "post \"a\"; login bob.test; outbox send 1",
      "`outbox send 1` sends waiting posts; `post.sent` reports each post that a server has received."
    ),
    (
      "delete", "login bob.test; let sent = \"\"; when post.sent { sent = $key }; post \"a\"; wait 1s; delete $sent",
      "`delete` asked the server to delete the post."
    ),
    ("draft", "draft \"a\"", "A draft is not a post until `draft post` publishes it."),
    ("draft edit", "draft \"a\"; draft edit 1 \"b\"", "`draft edit` changed the draft's text."),
    (
      "draft post", "draft \"a\"; draft post 1",
      "The post is waiting in the outbox, with 1 of 300 characters and 1 of 3,000 UTF-8 bytes. It has no mention, tag or link. `draft post` turned the draft into a post."
    ),
    (
      "draft remove", "draft \"a\"; draft remove 1",
      "`draft remove 1` removed the draft."
    ),
    (
      "fork keep", "fork; fork keep",
      "The trial is now part of the session, and `undo` can undo it."
    ),
    (
      "fork drop", "fork; wait 1s; fork drop",
      "The clock and the world are as they were before the trial. Scheduled blocks are kept."
    ),
    (
      "skip", "story play 4; skip 5s",
      "`skip 5s` skipped time; everything due in that time happened at its own time."
    ),
    (
      "speed", "speed 2; speed instant",
      "`speed instant` sets how fast the clock runs; events keep their times."
    ),
  ]

  /// Commands about an archive.
  private static let archives = [
    (
      command: "archive", script: "login bob.test; archive",
      reason: "A server lists the newest records first: `archive` stopped at a record that it already had."
    ),
    (
      command: "archive", script: "login bob.test; archive; archive",
      reason: "The archive already has everything that the server has."
    ),
  ]

  /// Commands that read the posts of others.
  private static let reads: [(command: String, script: String, reason: String)] = [
    ("timeline", "timeline 3"), ("more", "more 3"), ("show", "show @1"), ("thread", "thread @1"),
    ("posts of", "posts of ana.test 3"), ("replies of", "replies of ana.test 3"), ("media of", "media of ana.test 3"),
    ("likes", "likes"), ("bookmarks", "bookmarks"), ("quotes of", "quotes of @1"), ("likers of", "likers of @1"),
    ("reposters of", "reposters of @1"), ("search", "search \"tram\" 3"), ("people", "people \"ana\""),
    ("followers of", "followers of ana.test 3"), ("follows of", "follows of ana.test 3"), ("lists", "lists"),
    ("starter packs of", "starter packs of ana.test"),
    ("starter pack", "starter pack \"at://did:web:ana.test/app.bsky.graph.starterpack/harbour\""),
    ("mutes", "mutes"), ("hidden", "hidden"), ("preferences", "preferences"),
    ("blocks", "blocks"),
    ("profile of", "profile of ana.test"), ("feeds", "feeds"), ("feeds search", "feeds search \"pop\""),
    ("feeds of", "feeds of feeds.test"), ("notifications", "notifications likes 20"),
    ("archive search", "archive; archive search \"tram\""),
    ("retry", "set network off; try { timeline 2 } catch { }; set network on; retry"),
  ].map { command, call in
    let typed = call.split(separator: "; ").last.map(String.init) ?? call
    return (command, "login bob.test; timeline 2; \(call)", "`\(typed)` only read, and changed nothing.")
  }

  /// Commands that go from place to place.
  private static let ways: [(command: String, script: String, reason: String)] = [
    ("go timeline", "go timeline"), ("go feeds", "go feeds"), ("go feed", "go feeds; go feed hot"),
    ("go notifications", "go notifications"), ("go profile", "go profile"), ("go post", "go post @1"),
    ("go likes", "go likes"), ("go back", "go feeds; go back"), ("go forward", "go feeds; go back; go forward"),
  ].map { command, call in
    let typed = call.split(separator: "; ").last.map(String.init) ?? call
    return (
      command, "login bob.test; timeline 2; \(call)",
      "`\(typed)` took you there without changing anything: `go back` returns."
    )
  }

  private static let marks = [
    (
      command: "notifications seen", script: "login bob.test; notifications; notifications seen",
      reason:
        "The change is shown at once and sent as soon as there is a network. If you undo the change first, nothing is sent."
    ),
    (
      "timeline new", "login bob.test; timeline new 3",
      "`timeline new 3` read from where you stopped, and moved the mark to the last post shown."
    ),
    (
      "listen to", "login bob.test; listen to timeline",
      "From now on, each arrival is an event: `when timeline.arrived`, `when notification.arrived`, `when stream.post`."
    ),
    (
      "listen to stream", "listen to stream",
      "From now on, each arrival is an event: `when timeline.arrived`, `when notification.arrived`, `when stream.post`."
    ),
    (
      "hide", "login bob.test; timeline 1; hide @1; wait 1s",
      "`hide` and `unhide` change the choices of your account on its server."
    ),
    (
      "unhide", "login bob.test; timeline 1; hide @1; wait 1s; unhide @1; wait 1s",
      "`hide` and `unhide` change the choices of your account on its server."
    ),
    (
      "preferences label", "login bob.test; preferences label nudity hide",
      "The choices of your account are on its server, and apply in all clients."
    ),
    (
      "preferences adult", "login bob.test; preferences adult on",
      "The choices of your account are on its server, and apply in all clients."
    ),
    (
      "feeds save", "login bob.test; feeds save all",
      "The choices of your account are on its server, and apply in all clients."
    ),
    (
      "feeds remove", "login bob.test; feeds remove hot",
      "The choices of your account are on its server, and apply in all clients."
    ),
    (
      "abbreviate", "abbreviate tr \"timer start reading 20\"",
      "`abbreviate \"tr\" \"timer start reading 20\"` affects only lines typed from now on."
    ),
    (
      "abbreviations delete", "abbreviate tr \"timer start reading 20\"; abbreviations delete tr",
      "`abbreviations delete tr` affects only lines typed from now on."
    ),
    ("mute word", "mute word football", "`mute word` hides posts with that word; `show` still shows any of them."),
    ("unmute word", "mute word football; unmute word football", "`unmute word` shows posts with that word again."),
    (
      "listen off", "login bob.test; listen to timeline; listen off",
      "The checks have stopped; a later `listen to` continues from here."
    ),
  ]

  /// Commands about everyone on a list.
  private static let moderation: [(command: String, script: String, reason: String)] = ["mute", "block"].flatMap {
    word in
    ["\(word) list x", "\(word) list x; un\(word) list x"].map { call in
      (
        (call.contains("; ") ? "un" : "") + word + " list", "login bob.test; list new x; \(call)",
        "`mute list`, `block list` and their opposites change your account on its server at once."
      )
    }
  }

  /// Commands about posts and people.
  private static let reactions: [(command: String, script: String, reason: String)] = [
    ("repost", "@1"), ("bookmark", "@1"), ("follow", "june.test"), ("mute", "ana.test"), ("block", "ana.test"),
  ].flatMap { word, about in
    ["\(word) \(about)", "\(word) \(about); un\(word) \(about)"].map { call in
      (
        call.contains("; ") ? "un" + word : word, "login bob.test; timeline 2; \(call)",
        "The change is shown at once and sent as soon as there is a network. If you undo the change first, nothing is sent."
      )
    }
  }

  @Test(arguments: table)
  func saysWhy(_ command: String, _ script: String, _ reason: String) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(Explanations(run.session).text() == reason)
  }

  private static let bob = "login bob.test; "

  private static let lists: [(command: String, script: String, reason: String)] = [
    ("list new", bob + "list new spam", "`list new \"spam\"` created a list on your server."),
    (
      "list add", bob + "list new spam; list add ana.test spam",
      "`list add` and `list remove` change the list on your server at once."
    ),
    (
      "list remove", bob + "list new spam; list add ana.test spam; list remove ana.test spam",
      "`list add` and `list remove` change the list on your server at once."
    ),
    (
      "members of", bob + "list new spam; list add ana.test spam; members of spam",
      "`members of spam` only read, and changed nothing."
    ),
    ("list delete", bob + "list new spam; list delete spam", "`list delete spam` deleted a list on your server."),
  ]

  private static let profile: [(command: String, script: String, reason: String)] = [
    (
      "profile pin", bob + "post \"mine\"; wait 1s; profile pin @1",
      "`profile pin @1` changed your profile on your server."
    ),
    ("profile unpin", bob + "profile unpin", "`profile unpin` changed your profile on your server."),
    (
      "profile edit", bob + "profile edit name Bob",
      "`profile edit name \"Bob\"` changed your profile on your server."
    ),
    (
      "mute thread", bob + "timeline 3; mute thread @1",
      "`mute thread @1` changed the notification setting of this conversation on your server."
    ),
    (
      "unmute thread", bob + "timeline 3; unmute thread @1",
      "`unmute thread @1` changed the notification setting of this conversation on your server."
    ),
    ("report", bob + "timeline 3; report @1 for spam", "`report @1 for spam` sent a report to the moderators."),
  ]

  /// Commands that write files or exist only at a prompt; they have their own tests.
  private static let elsewhere: Set = [
    "sync", "history export", "favorites export", "archive export", "photos sheet", "stats sheet", "map to", "save",
    "practice",
    "practice end", "devices forget", "devices remember", "clock confirm",
  ]

  @Test func eachCommandThatChangesSomethingIsInTheTable() {
    let catalog = Catalog.standard
    let all = zip(catalog.entries, catalog.roles).filter { $1 != .looks }.map(\.0.command.name)
    #expect(Set(all).subtracting(Self.elsewhere) == Set(Self.table.map(\.command)))
  }

  @Test func everyWrittenEventIsExplained() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reasons-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = ScriptRun()
    try run.session.openState(folder.appending(path: "state").path)
    for (script, reason) in [
      (
        "sync '\(folder.path)/shared'",
        "Each device writes its own file in the folder and reads the files of the other devices: 0 new events received, and each event counts only once."
      ),
      (
        "history export to '\(folder.path)/h.csv'",
        "`history export to \(folder.path)/h.csv` copied sessions to a file; the session history did not change."
      ),
      (
        "save [1] to '\(folder.path)/l.json'",
        "`save [1 item] to \(folder.path)/l.json` wrote a file and changed nothing in the session."
      ),
      (
        "login bob.test; archive; archive export to '\(folder.path)/a.jsonl'",
        "`archive export to \(folder.path)/a.jsonl` wrote a file and changed nothing in the session."
      ),
      (
        "cluster Examples/Photos; map to '\(folder.path)/m.svg'",
        "`map to \(folder.path)/m.svg` wrote a picture and did not change the photos."
      ),
    ] {
      #expect(run(script).error == nil)
      #expect(Explanations(run.session).text() == reason)
    }
  }
}
