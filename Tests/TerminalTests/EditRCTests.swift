import Testing

@testable import Terminal

@Suite struct EditRCTests {
  @Test func theModeIsTakenOut() {
    let settings = EditRC("# mine\nbind -v\nother:bind -e\n  bind \"^W\" ed-delete-prev-word\n\nprobe:bind -e\n")
    #expect(settings.isVi(program: "probe") == false)
    #expect(settings.isVi(program: "another") == true)
    #expect(EditRC("edit on").isVi(program: "probe") == nil)
    #expect(
      settings.settings(program: "probe") == ["other:bind -e", "bind \"^W\" ed-delete-prev-word"])
  }

  @Test func boundSequencesAreFound() {
    let settings = EditRC(
      "bind \"^[[A\" x\nbind -a \\e[15~ y\nbind '\\033OP' z\nbind ^X^E w\nprobe:bind \"\\\\e\" v\nbind ^[ u\nbind \\e u"
    )
    #expect(
      settings.boundSequences() == Set(["\u{1B}[A", "\u{1B}[15~", "\u{1B}OP"].map { Array($0.utf8) }))
  }
}
