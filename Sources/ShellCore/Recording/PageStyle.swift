/// The style of a page, in pieces: all text has a contrast of at least 4.5:1, dark and light.
enum PageStyle {
  static let text = colours + document + transcript + player + stage + words + paper

  static let colours = PagePalette.css { colour in
    ":root { " + PagePalette.Name.allCases.map { "--\($0.rawValue): \(colour($0))" }.joined(separator: "; ") + " }"
  }

  private static let document = """
    * { box-sizing: border-box }
    body { margin: 0 auto; padding: 1.2rem 1rem 1rem; max-width: 84rem; background: var(--ground); color: var(--text);
      font: 16px/1.45 system-ui, sans-serif }
    h1 { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; margin: 0 }
    h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--dim); margin: 0 0 .4rem }
    header { margin-bottom: 1.2rem } header p { margin: .3rem 0 0; color: var(--dim) }
    [hidden] { display: none !important }
    .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%) }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }

    """

  private static let transcript = """
    #transcript { min-width: 0 }
    #lines { list-style: none; margin: 0; padding: .6rem; background: var(--raised); border-radius: 10px;
      font: 14px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-x: auto }
    #lines li { padding: .1rem .4rem; border-left: 3px solid transparent; border-radius: 3px }
    #lines code, #typing { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate }
    #lines a { color: var(--dim); text-decoration: none; display: inline-block; min-width: 24px; min-height: 24px }
    #lines a:hover { text-decoration: underline }
    .out div { white-space: pre-wrap; overflow-wrap: anywhere; min-height: 1.45em; unicode-bidi: isolate }
    .live #lines { max-height: 62vh; overflow: auto; position: relative }
    @media screen { .live #lines li { content-visibility: auto; contain-intrinsic-size: auto 2.5rem } }
    .live #lines li[aria-current] { border-color: var(--accent); background: var(--ground) }
    .live .later code, .live .later code span { color: var(--dim); font-weight: normal }
    .live .later .out, .live .out .later { display: none }

    """

  private static let player = """
    #player { position: sticky; bottom: 0; background: var(--ground); border-top: 1px solid var(--line);
      margin: 1rem -1rem 0; padding: .6rem 1rem; z-index: 1 }
    .track { position: relative }
    #instant { width: 100%; height: 26px; margin: 0; display: block; accent-color: var(--accent) }
    #marks { display: block; width: calc(100% - 16px); height: 10px; margin: 0 8px }
    #marks path { stroke: var(--line); fill: none; vector-effect: non-scaling-stroke }
    #marks .steps { stroke: var(--accent); stroke-width: 3 }
    .controls { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; margin-top: .2rem }
    button, select { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--line);
      border-radius: 8px; padding: .3rem .8rem; min-height: 34px }
    #play { min-width: 5.5rem; background: var(--accent); border-color: var(--accent); color: var(--ground);
      font-weight: bold }
    #clock { font-variant-numeric: tabular-nums } #step { max-width: 16rem }
    .keys { color: var(--dim); font-size: .85rem; margin: .5rem 0 0 }
    @media (hover: none), (max-width: 48rem) { .keys { display: none } }
    #typing { font: 17px/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; margin: 0 0 .3rem;
      min-height: 1.4em; max-height: 4.2em; overflow: hidden }
    @media (max-width: 48rem) {
      .controls { gap: .4rem } button, select { padding: .3rem .5rem } #play { min-width: 4.5rem } #speed { width: 4rem }
      #typing { font-size: 14px; max-height: 2.8em } #clock { font-size: .9rem } }

    """

  static let stage = """
    #stage { display: flex; flex-wrap: wrap; gap: .8rem; align-items: flex-start; min-width: 0; margin-bottom: 1rem }
    #stage > section { flex: 1 1 14rem; background: var(--raised); border-radius: 14px; padding: .8rem; min-width: 0 }
    #stage p { margin: .4rem 0 0; overflow-wrap: anywhere }
    #stage #lesson { flex-basis: 100%; font-weight: bold; margin: 0 } #empty { flex-basis: 100%; color: var(--dim) }
    @media (min-width: 62rem) {
      .live main { display: grid; grid-template-columns: 25rem minmax(0, 1fr); gap: 0 1.4rem; align-items: start }
      #player { grid-column: 1 / -1 } #stage { max-height: 74vh; overflow: auto }
      #stage:has(#timer:not([hidden])) .frame { max-height: 42vh } #timer svg { width: 8rem }
      .live #lines { max-height: 66vh; min-height: 20rem } }
    .bars { display: flex; gap: 3px } .bars span { flex: 1; height: 4px; background: var(--line); border-radius: 2px;
      overflow: hidden } .bars i { display: block; height: 100%; background: var(--text);
      transform-origin: left; transform: scaleX(0) }
    #stage #story { background: none; padding: 0 }
    .frame { position: relative; aspect-ratio: 3 / 4; max-height: 26rem; border-radius: 18px; overflow: hidden;
      background: #1b2230; color: #fff; margin: 0 auto }
    .scene { position: absolute; inset: 0; width: 100%; height: 100% }
    .frame .picture { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain }
    #timer .picture { display: block; margin: .6rem auto 0; max-width: 100%; max-height: 12rem; border-radius: 10px }
    .top { position: absolute; inset: 0 0 auto; padding: .7rem; background: linear-gradient(#000b, #0000) }
    .frame .bars span { background: #fff6 } .frame .bars i { background: #fff } .resting .bars i { background: #ffd27a }
    .who { display: flex; align-items: center; gap: .5rem; font-weight: bold; text-shadow: 0 1px 2px #000 }
    .face { flex: none; width: 28px; height: 28px; border-radius: 50%; border: 2px solid #fff; display: grid; place-items: center;
      font-size: .8rem; background: #0006 } .heart { margin-left: auto; color: #ff8fa3; font-size: 1.3rem }
    .heart:not(.on) { visibility: hidden }
    #stage .caption { position: absolute; inset: auto 0 0; margin: 0; padding: 1.6rem .8rem .7rem;
      background: linear-gradient(#0000, #000b); text-shadow: 0 1px 2px #000 }
    .state, #map p { color: var(--dim) } .resting .state { color: var(--duration) } .state { text-align: center }
    #timer svg { width: min(100%, 11rem); display: block; margin: .3rem auto 0 } #timer p { text-align: center }
    #timer circle { fill: none; stroke-width: 9 } #timer .ground { stroke: var(--line); opacity: .35 }
    #timer .ring { stroke-dasharray: 100; stroke-linecap: butt; transform: rotate(-90deg); transform-origin: 50% 50% }
    #timer text { text-anchor: middle; font-size: 24px; font-weight: bold; fill: var(--text) }
    .purpleBlue { stroke: var(--purpleBlue) } .periwinkle { stroke: var(--periwinkle) }
    .turquoise { stroke: var(--turquoise) } .orange { stroke: var(--orange) } .coral { stroke: var(--coral) }
    .magenta { stroke: var(--magenta) } .ring.resting { stroke: var(--duration) }
    #stage > #map, #stage > #posts { flex-basis: 100% }
    #map svg { width: 100%; display: block; background: var(--ground); border-radius: 8px }
    #map .towns { fill: var(--line) } #map .pin { fill: var(--accent) } #map .pin.many { fill: var(--error) }
    #map text { fill: var(--ground); font-size: 40px; text-anchor: middle }
    #map ol, #posts ol { margin: 0; padding-left: 1.6rem; max-height: 9rem; overflow: auto; font-size: .9rem }
    #map ol { margin-top: .4rem }
    #posts li { white-space: pre-wrap; overflow-wrap: anywhere; margin-bottom: .4rem; unicode-bidi: isolate }
    #posts .fate { display: block; color: var(--dim) }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important } }

    """

  /// The colours have the same meanings as on a terminal.
  static let words = """
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
      #player, #stage { display: none !important } .live main { display: block }
      .live #lines { max-height: none; min-height: 0; overflow: visible }
      .live .later .out, .live .out .later { display: block } #lines { font-size: 11px }
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
