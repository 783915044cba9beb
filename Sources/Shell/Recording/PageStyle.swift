/// The style of a page, in pieces: all text has a contrast of at least 4.5:1, dark and light.
enum PageStyle {
  static let text = colours + document + transcript + player + stage + words + paper

  private static let colours = PagePalette.css { colour in
    ":root { " + PagePalette.Name.allCases.map { "--\($0.rawValue): \(colour($0))" }.joined(separator: "; ") + " }"
  }

  private static let document = """
    * { box-sizing: border-box }
    body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--ground); color: var(--text);
      font: 16px/1.45 system-ui, sans-serif }
    h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1rem; margin: 1rem 0 .3rem }
    header p { margin: .2rem 0 1rem; color: var(--dim) }
    [hidden] { display: none !important }
    .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%) }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }

    """

  private static let transcript = """
    #lines { list-style: none; margin: 0; padding: .5rem; background: var(--raised); border-radius: 6px;
      font: 14px/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-x: auto }
    #lines li { padding: .1rem .3rem; border-left: 3px solid transparent }
    #lines code, #typing { font: inherit; white-space: pre-wrap; unicode-bidi: isolate }
    #lines a { color: var(--dim); text-decoration: none } #lines a:hover { text-decoration: underline }
    .out div { white-space: pre; min-height: 1.4em; unicode-bidi: isolate }
    .live #lines { max-height: 60vh; overflow: auto; position: relative }
    @media screen { .live #lines li { content-visibility: auto; contain-intrinsic-size: auto 2.5rem } }
    .live #lines li[aria-current] { border-color: var(--accent) }
    .live .later code, .live .later code span { color: var(--dim); font-weight: normal }
    .live .later .out, .live .out .later { display: none }

    """

  private static let player = """
    .track { position: relative; margin: .5rem 0 }
    #instant { width: 100%; margin: 0; display: block; accent-color: var(--accent) }
    #marks { display: block; width: calc(100% - 16px); height: 12px; margin: 0 8px }
    #marks path { stroke: var(--line); fill: none; vector-effect: non-scaling-stroke }
    #marks .steps { stroke: var(--accent); stroke-width: 3 }
    .controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
    button, select { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--line);
      border-radius: 4px; padding: .3rem .7rem } #play { min-width: 5.5rem }
    #clock { font-variant-numeric: tabular-nums }
    .keys { color: var(--dim); font-size: .85rem; margin: .4rem 0 }
    #typing { font: 18px/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; margin: .5rem 0;
      min-height: 1.4em; max-height: 5.6em; overflow: hidden }

    """

  private static let stage = """
    #stage { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: .7rem;
      align-items: start; align-content: start; min-height: 11rem }
    #stage section { background: var(--raised); border-radius: 6px; padding: .7rem; min-width: 0 }
    #stage p { margin: .3rem 0; overflow-wrap: anywhere } #lesson { grid-column: 1 / -1; font-weight: bold }
    @media (min-width: 66rem) {
      .live main { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 0 1rem; align-items: start }
      #player { grid-column: 1 / -1 } #stage { grid-column: 2; grid-row: 2 } .live #typed { margin-top: 0 } }
    .bars { display: flex; gap: 3px } .bars span { flex: 1; height: 5px; background: var(--line); border-radius: 2px;
      overflow: hidden; opacity: .9 } .bars i { display: block; height: 100%; background: var(--text);
      transform-origin: left; transform: scaleX(0) } .resting .bars i { background: var(--duration) }
    .who { font-weight: bold } .state, #map p { color: var(--dim) } .resting .state { color: var(--duration) }
    #timer svg { width: 8rem; display: block; margin: auto } #timer p { text-align: center }
    #timer circle { fill: none; stroke-width: 9 } #timer .ground { stroke: var(--line); opacity: .35 }
    #timer .ring { stroke-dasharray: 100; transform: rotate(-90deg); transform-origin: 50% 50% }
    #timer text { text-anchor: middle; font-size: 22px; fill: var(--text) }
    .purpleBlue { stroke: var(--purpleBlue) } .periwinkle { stroke: var(--periwinkle) }
    .turquoise { stroke: var(--turquoise) } .orange { stroke: var(--orange) } .coral { stroke: var(--coral) }
    .magenta { stroke: var(--magenta) } .ring.resting { stroke: var(--duration) }
    #map svg { width: 100%; display: block; background: var(--ground); border-radius: 4px }
    #map .towns { fill: var(--line) } #map .pin { fill: var(--accent) } #map .pin.many { fill: var(--error) }
    #map text { fill: var(--ground); font-size: 40px; text-anchor: middle }
    #map ol, #posts ol { margin: 0; padding-left: 1.6rem; max-height: 9rem; overflow: auto; font-size: .9rem }
    #posts li { white-space: pre-wrap; overflow-wrap: anywhere; margin-bottom: .4rem; unicode-bidi: isolate }
    #posts .fate { display: block; color: var(--dim) }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important } }

    """

  /// The colours have the same meanings as on a terminal.
  private static let words = """
    .command, .keyword, .heading, .match { font-weight: bold }
    .tag, .variable { color: var(--tag) } .mention, .partialMention { color: var(--mention) }
    .link { color: var(--accent); text-decoration: underline } .number { color: var(--accent) }
    .path, .match { text-decoration: underline } .duration, .held { color: var(--duration) }
    .string { color: var(--string) } .dim, .comment, .ghost { color: var(--dim) } .error { color: var(--error) }

    """

  private static let paper = """
    @media print {
      :root { --ground: #fff; --raised: #fff; --text: #000; --dim: #444; --accent: #0550ae; --tag: #0b6e75;
        --mention: #8a2a8a; --duration: #855000; --string: #1a6b2c; --error: #b3202a }
      #player, #stage { display: none !important } .live main { display: block } .live #lines { max-height: none; overflow: visible }
      .live .later .out, .live .out .later { display: block } #lines { font-size: 11px } .out div { white-space: pre-wrap }
    }

    """
}

/// The colours of exported pages and pictures: all text has a contrast of at least 4.5:1, on a light background and
/// on a dark one.
enum PagePalette {
  enum Name: String, CaseIterable {
    case ground, raised, text, dim, line, accent, tag, mention, duration, string, error
    /// The rings of timers; see `RingColour`.
    case purpleBlue, periwinkle, turquoise, orange, coral, magenta
  }

  /// Returns a colour on a light background, and on a dark one.
  static func colours(_ name: Name) -> (light: String, dark: String) {
    switch name {
    case .ground: ("#ffffff", "#0d1117")
    case .raised: ("#f3f5f7", "#1a2029")
    case .text: ("#24292f", "#e6edf3")
    case .dim: ("#57606a", "#9aa4ae")
    case .line: ("#7d8590", "#6e7681")
    case .accent: ("#0550ae", "#79b8ff")
    case .tag: ("#0b6e75", "#56d4dd")
    case .mention: ("#8a2a8a", "#e39be3")
    case .duration: ("#855000", "#f0b040")
    case .string: ("#1a6b2c", "#7ee08f")
    case .error: ("#b3202a", "#ff8080")
    case .purpleBlue: ("#6e5adc", "#9a8bff")
    case .periwinkle: ("#5b6bd6", "#96a0ff")
    case .turquoise: ("#0d8a83", "#40d0c8")
    case .orange: ("#b86a00", "#ffa53c")
    case .coral: ("#cf4a32", "#ff6e5a")
    case .magenta: ("#c02ba5", "#f06ad8")
    }
  }

  /// Returns rules for a light background, and for a dark one if the reader's system prefers it.
  /// - Parameter rules: returns the rules with the given colours.
  static func css(_ rules: (_ colour: (Name) -> String) -> String) -> String {
    """
    \(rules { colours($0).light })
    @media (prefers-color-scheme: dark) {
    \(rules { colours($0).dark })
    }

    """
  }
}
