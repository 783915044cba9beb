import StoryScript

enum StoryMachineCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      Command(
        "story machine", summary: "shows what each input does in each state of a story",
        details: "The very table that the player runs on; as a value a list of records.",
        examples: [
          .init(
            "let tap = (story machine | where input == \"tap\" | first)\nexpect $tap.heldPlaying == \"ignored: held\"",
            "one row of it")
        ],
        searchWords: ["states", "transitions", "table", "chart", "diagram"]), in: .stories,
      shows: .drawn { session, _ in session.showMachine() }, role: .looks
    ) { (_, _) in .value(.list(MachineView.records)) }
  ]
}
