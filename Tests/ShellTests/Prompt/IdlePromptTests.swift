import Testing

@testable import Shell

#if !canImport(Darwin)
  /// A prompt without input uses almost no processor time, whatever the terminal's name.
  @Suite struct IdlePromptTests {
    /// Half of the load of a prompt that never sleeps while other tests keep both processors busy; a prompt that
    /// sleeps uses a few hundredths, even in a debug build.
    private static let most = 0.2

    private func expectIdle(
      _ terminal: PseudoTerminal, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      // A prompt that never sleeps does so by the time its feedback and its status are due.
      _ = terminal.load(for: 0.15)
      if terminal.load(for: 0.25) < Self.most { return }
      // It may still have been busy with the keys.
      _ = terminal.load(for: 0.3)
      let load = terminal.load(for: 1)
      #expect(load < Self.most, "\(what): \(load) of a processor", sourceLocation: sourceLocation)
    }

    /// - Parameter term: the value of `TERM`; `nil` leaves it unset.
    private func start(_ term: String?, rows: Int = 24) throws -> PseudoTerminal {
      let home = try TemporaryHome()
      let program = "\(PseudoTerminal.folder)/storyline"
      let variables = term.map { ["TERM=\($0)"] } ?? ["-u", "TERM"]
      let terminal = try PseudoTerminal(
        "/usr/bin/env", variables + [program, "--no-welcome"], columns: 80, rows: rows,
        environment: ["HOME": home.url.path, "TZ": "UTC"])
      terminal.companion = home
      return terminal
    }

    @Test(
      arguments: [
        "xterm-256color", "dumb", "", nil, "xterm-kitty", "foot", "alacritty", "no-such-terminal", "vt100", "linux",
      ] as [String?])
    func idlePromptsOnAnyTerminal(_ term: String?) throws {
      let terminal = try start(term)
      expectIdle(terminal, "nothing is playing")
      terminal.enter("story play 4")
      terminal.expect("a story") { $0.lines.contains { $0.contains("story 4") } }
      expectIdle(terminal, "a story plays")
      terminal.send("timer s\t\t")
      expectIdle(terminal, "after Tab")
      terminal.send("\u{03}")
      terminal.enter("hold; timer start reading 20")
      terminal.expect("a timer") { $0.lines.contains { $0.contains("reading starts") } }
      expectIdle(terminal, "a timer runs")
      terminal.send("print \"half a line")
      expectIdle(terminal, "half a line")
      terminal.send("\u{03}")
      terminal.enter("timer pause")
      terminal.expect("paused") { $0.lines.contains { $0.contains("paused") } }
      expectIdle(terminal, "a timer is paused")
    }

    @Test func idlePromptsWithComplexTexts() throws {
      let terminal = try start("xterm-256color", rows: 8)
      terminal.enter("timer start reading 20")
      terminal.expect("a timer") { $0.lines.contains { $0.contains("reading starts") } }
      terminal.send("print \"e\u{301} a letter of two parts")
      expectIdle(terminal, "combining marks")
      terminal.send("\u{03}")
      terminal.send("\u{1B}[200~if true {\n" + (1...12).map { "  print \($0)\n" }.joined() + "\u{1B}[201~")
      expectIdle(terminal, "a text higher than the screen")
    }

    /// Other places where the program waits for keys, such as a question, `watch` and a wait.
    @Test(arguments: ["xterm-256color", "dumb", "foot"])
    func whileAQuestionWaits(_ term: String) throws {
      let terminal = try start(term)
      terminal.enter("timer start reading 20")
      terminal.expect("a timer") { $0.lines.contains { $0.contains("reading starts") } }
      terminal.enter("timer stop")
      expectIdle(terminal, "a question")
      terminal.send("n\r")
      terminal.enter("watch")
      expectIdle(terminal, "watch")
      terminal.send("q")
      terminal.enter("wait 1h")
      expectIdle(terminal, "a wait")
      terminal.send("\u{03}")
    }
  }
#endif
