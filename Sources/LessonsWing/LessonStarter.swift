import SessionState

/// A lesson to begin with, whose comments explain each word. It has no faults.
public enum LessonStarter {
  public static let text = """
    # A lesson. `storyline lesson check FILE` plays it and reports what is missing,
    # `learn ./FILE` at a prompt walks through it, and
    # `storyline lesson notes FILE` writes the teacher's sheet. `help lesson`
    # explains each word.

    lesson "A first lesson" for 10m {
      # Each step has a length; together they add up to the length of the lesson.
      step "Hold a story" for 5m {
        # `say` and commands in a step run when the step begins.
        story play 4 for 15s
        say "Story 4 is playing. Stop it without losing anything."
        # A goal is a condition, and any way to make it true counts. The text after
        # `else` answers the mistake that you expect.
        goal story.state == pausedByHold else "The story is not held."
        # Each failed attempt shows the next hint.
        hint "A finger on the screen holds it."
        hint "`hold` alone keeps the finger down."
        # A way to reach the goals: `learn solution` types it at the prompt.
        solution { hold }
        # Once the step is solved: why it is so.
        because "A finger that stays down stops the story's time."
        # Only for the teacher's sheet.
        note "Ask before they try: where will the story resume?"
      }

      step "Predict" for 5m {
        release
        wait 100ms
        say "Predict how many stories are in the row: type a number."
        # The answer comes from a copy of the session, so it cannot be wrong:
        # `predict VALUE after { … }` runs its block there first.
        predict story.count else "Count all the stories in the row."
        hint "Ask the program: `print story.count`."
        hint "It is a whole number."
        note "Counting the stories is fine, too."
      }
    }

    """
}
