/// A lesson to begin with, whose comments explain each word. It has no faults.
public enum LessonStarter {
  public static let text = """
    # A lesson. `storyline lesson check FILE` plays it and says what is missing,
    # `learn ./FILE` at a prompt walks through it, `storyline lesson notes FILE`
    # writes the teacher's sheet. `help lesson` explains each word.

    lesson "A first lesson" for 10m {
      # Each step says how long it takes; together they take what the lesson does.
      step "Hold a story" for 5m {
        # What is not one of the lesson's words runs when the step begins.
        story play 4 for 15s
        say "Story 4 plays. Stop it without losing anything."
        # A goal is a condition, whatever was typed to make it true; what follows
        # `else` answers the mistake that you expect.
        goal story.state == pausedByHold else "It is not held."
        # Hints come one after the other, each after a try that misses.
        hint "A finger on the screen holds it."
        hint "`hold` alone keeps the finger down."
        # What reaches the goals: `learn solution` types it into the line.
        solution { hold }
        # For the teacher's sheet alone.
        note "Ask before they try: where will it go on?"
      }

      step "Foretell" for 5m {
        release
        wait 100ms
        say "Foretell how many stories are in the row: type a number."
        # `$last` is the value that was typed last, so this asks for a prediction.
        goal $last == 10 else "It is not the number of this story."
        hint "The state knows it: `print story.count`."
        hint "It is a whole number: 10."
        solution { 10 }
        note "Whoever counts is right, too."
      }
    }

    """
}
