#include "CPeers.h"

#include <stdio.h>

static const char *const authors[10] = {"cleo", "dora", "emil", "ana", "ben", "ana", "cleo", "ben", "dora", "ana"};

/// Writes a time as the first column of a line: ` 0:15.000`, `1:00:15.000`, `1d 00:00:15.000`.
static void write_time(int64_t milliseconds) {
  int64_t seconds = milliseconds / 1000, days = seconds / 86400;
  int hours = (int)(seconds / 3600 % 24), minutes = (int)(seconds / 60 % 60), second = (int)(seconds % 60);
  int rest = (int)(milliseconds % 1000);
  if (days > 0) {
    printf("%lldd %02d:%02d:%02d.%03d", (long long)days, hours, minutes, second, rest);
  } else if (hours > 0) {
    printf("%d:%02d:%02d.%03d", hours, minutes, second, rest);
  } else {
    printf("%2d:%02d.%03d", minutes, second, rest);
  }
}

static void write_text(int days) {
  fputs(" 0:00.000  ▶ story 1 by @cleo plays, 15 s a story\n", stdout);
  int64_t end = (int64_t)days * 86400000;
  for (int64_t now = 15000, story = 1; now <= end; now += 15000, story = (story + 1) % 10) {
    write_time(now);
    printf(
      "  ⏭ story %d by @%s%s\n", (int)story + 1, authors[story], story == 0 ? ", from the start again" : "");
  }
}

/// Writes seconds as JSON has them: without a fraction if there is none.
static void write_seconds(int64_t milliseconds) {
  if (milliseconds % 1000 == 0) {
    printf("{\"at\":%lld,", (long long)(milliseconds / 1000));
  } else {
    printf("{\"at\":%.15g,", (double)milliseconds / 1000);
  }
}

static void write_json(int days) {
  fputs("{\"at\":0,\"event\":\"story.started\",\"story\":1,\"author\":\"cleo\",\"place\":1,\"cause\":\"opened\"}\n", stdout);
  fputs(
    "{\"at\":0,\"event\":\"result\",\"command\":\"story play\",\"value\":{\"state\":\"entering\",\"number\":1,\"place\":1,"
    "\"count\":10,\"author\":\"cleo\",\"picture\":\"market-before-the-rain\",\"progress\":0,\"drawn\":0,\"position\":0,"
    "\"length\":15,\"segments\":[0,0,0,0,0,0,0,0,0,0],\"liked\":false}}\n",
    stdout);
  int64_t end = (int64_t)days * 86400000;
  for (int64_t now = 15000, story = 1; now <= end; now += 15000, story = (story + 1) % 10) {
    if (story == 0) {
      write_seconds(now);
      fputs("\"event\":\"story.finished\",\"then\":\"loop\"}\n", stdout);
    }
    write_seconds(now);
    printf(
      "\"event\":\"story.started\",\"story\":%d,\"author\":\"%s\",\"place\":%d,\"cause\":\"%s\"}\n", (int)story + 1,
      authors[story], (int)story + 1, story == 0 ? "looped" : "advanced");
  }
}

void peer_write_playback(int days, bool as_json) {
  if (as_json) {
    write_json(days);
  } else {
    write_text(days);
  }
  fflush(stdout);
}
