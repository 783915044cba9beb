/// What the people of the practice network say.
enum PracticePhrases {
  /// Posts that stand alone.
  static let posts = [
    "The tram is late again, so I read standing up. #commute",
    "Swifts over the roofs since six this morning. Summer is official. #birds",
    "Bread, day three: it rises, it holds, it sings when it cools. #bread",
    "New strings on the old guitar. First chord of the day: E minor, of course. #music",
    "Chalk drawings all along the pavement, and rain is forecast. Go and look now!",
    "Whoever left an umbrella at the market: it is dry, and it misses you.",
    "Reading about value types again. Copies that cost nothing are a kind of magic. #swift",
    "Every AI demo I saw today could write a poem, and none could find the bug.",
    "Fog at the lighthouse. You hear the sea before you see your own shoes.",
    "Two pancakes, one child, no witnesses.",
    "If your test cannot fail, it is decoration. #swift #testing",
    "Last train home, and the driver sings. #commute #music",
    "Ask me about compost. Please. Nobody ever does.",
    "The library gives away old maps. I have no wall left, and three new maps.",
    "A heron stood in the fountain and was taken for art. #birds",
    "Today I taught forty teenagers what a pointer is. Thirty-nine and a half now know.",
    "Good documentation: https://www.swift.org/documentation/ and a pot of tea. #swift",
    "Practice slowly. Slower. No, slower than that. #music",
    "Is it a bug when it is the only part that works?",
    "Rhubarb. That is the whole post.",
    "My AI assistant apologised to my toaster. I have questions.",
    "Sunrise from the harbour. It costs nothing, and is sold out of nothing. #photography",
    "The neighbour's cat has joined the video call. She has opinions on the budget.",
    "Rewrote 300 lines as 30. The tests did not notice, which is the nicest thing they can say. #swift",
    "How to find things in the old town: https://en.wikipedia.org/wiki/Alfama and then get lost anyway.",
    "Someone asked for quieter swifts. #birds",
    "Sourdough question: does it mind if I whistle? #bread",
    "Half the class finished before the bell, the other half learned more. #teaching",
    "Looking for a second violin for Thursdays. Beginners welcome, we are too. #music",
    "Weather: yes.",
    "The best debugger is a walk around the block. #swift",
    "A letter arrived by post. Paper! With a stamp! I am keeping both.",
    "Tram 28 uphill with the windows open. #commute",
    "We counted 14 kinds of moss on one wall. Come and count with us on Sunday. #teaching",
    "AI wrote the minutes of our meeting. Apparently we agreed.",
    "What is your favourite word of four letters? Mine is \"home\".",
  ]

  /// Answers to whatever it is.
  static let answers = [
    "Same here!", "I was just about to write that.", "This made my morning, thank you.", "Photos, please.",
    "How long did it take you?", "Not convinced, but I would like to be.", "Can I come along next time?",
    "Ha, mine did the same.", "Saved for later. #reading", "Where is that?", "Tell me more about the second part.",
    "I tried it. It works, if you wait long enough.", "My grandmother says the opposite, and she is usually right.",
    "Agreed, except on Mondays.", "That is the best thing I have read today.",
  ]

  /// What somebody writes to `@you`.
  static let mentions = [
    "@you the umbrella at the market, is it yours?", "Thinking of @you, who would have liked this heron. #birds",
    "@you you were right about the second part.", "Does anybody know a second violin? @you perhaps? #music",
    "Thank you @you for the map. It hangs in the kitchen now.", "@you lunch on Thursday? The tram stops outside.",
  ]

  /// What somebody writes who shows another one's post.
  static let quotes = [
    "Read this before lunch.", "I have nothing to add, and add it anyway.", "Exactly this. #reading",
    "For everybody who asked me yesterday:", "A good thread begins here.",
  ]

  /// Pictures: what is said, what they show, and whether a moderator has labelled them.
  static let pictures = [
    (text: "This morning. #photography", alts: ["A harbour at sunrise, three boats, no people"], isGraphic: false),
    (
      text: "Before and after. #bread",
      alts: ["A grey lump of dough in a bowl", "A round loaf with a dark crust"], isGraphic: false
    ),
    (text: "Guess what it is.", alts: ["A close view of green moss, like a forest from above"], isGraphic: false),
    (
      text: "Tram 28, as promised. #commute",
      alts: ["A yellow tram climbs a narrow street between tiled houses"], isGraphic: false
    ),
    (text: "The heron again. #birds", alts: [""], isGraphic: false),
    (
      text: "Four strings, one evening. #music",
      alts: ["A guitar on a chair by a window, with new strings on the table"], isGraphic: false
    ),
    (text: "I fell off the bicycle. Wear a helmet.", alts: ["A knee with a bleeding wound"], isGraphic: true),
  ]

  /// Pages: what is said, the address, and what its preview shows.
  static let pages = [
    (
      "Worth an evening. #swift", "https://docs.swift.org/swift-book/documentation/the-swift-programming-language/",
      "The Swift Programming Language", "A tour of the language, and then all of it."
    ),
    (
      "Where our Sundays go. #birds", "https://www.birdlife.org/", "BirdLife International",
      "For birds, for nature, for people."
    ),
    (
      "I can smell it from here. #bread", "https://en.wikipedia.org/wiki/Sourdough", "Sourdough",
      "Bread made by fermenting dough with wild yeasts."
    ),
  ]

  /// The names of those who read and like, and seldom say a word.
  static let readers = [
    "alma", "arne", "bela", "bruno", "cara", "cosmo", "dani", "edda", "elio", "enno", "fina", "flo", "gitta", "gwen",
    "hedi", "hugo", "ida", "ilya", "jana", "jonas", "kaja", "karl", "lena", "levi", "lotte", "lucy", "malu", "mara",
    "milo", "nele", "nils", "nora", "odile", "olaf", "otto", "pau", "pia", "quinn", "rafa", "rosa", "runa", "sami",
    "selma", "sina", "tara", "theo", "tilda", "tom", "ulla", "una", "vera", "vito", "wanda", "will", "xenia", "yara",
    "yuri", "zoe", "zora", "zeno",
  ]

  /// The writers: handles, names, what they say of themselves.
  static let writers = [
    ("ana", "Ana", "Harbours, swifts, early trains."), ("ben", "Ben", "Guitars. Last train home."),
    ("cleo", "Cleo", "I draw with chalk and teach with it too."), ("dora", "Dora 🍞", "Sourdough, day by day."),
    ("emil", "Emil", "Drives tram 28. Opinions are the tram's."), ("fay", "Fay", "Swift, slowly. #swift"),
    ("gus", "Gus", "Compost."), ("hana", "Hana", "Teaches informatics to forty teenagers."),
    ("ivo", "Ivo", "Maps, moss, minutes of meetings."), ("june", "June", "Lighthouse keeper, mostly of the library."),
  ]
}
