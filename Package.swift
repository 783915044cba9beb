// swift-tools-version: 6.0
import Foundation
import PackageDescription

/// What every module of the shell is built on.
let shell: [Target.Dependency] = ["Journal", "StoryScript", "TerminalText", "JSON", "Timeline", "System"]

let package = Package(
  name: "storyline",
  products: [
    .library(name: "System", targets: ["System"]),
    .library(name: "Timeline", targets: ["Timeline"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "RichText", targets: ["RichText", "RichTextAttributes"]),
    .library(name: "Stories", targets: ["Stories"]),
    .library(name: "Timers", targets: ["Timers"]),
    .library(name: "Moments", targets: ["Moments"]),
    .library(name: "Bluesky", targets: ["Bluesky"]),
    .library(name: "WebSocket", targets: ["WebSocket"]),
    .library(name: "Network", targets: ["Network"]),
    .library(name: "Journal", targets: ["Journal"]),
    .library(name: "StoryScript", targets: ["StorySyntax", "StoryScript"]),
    .executable(name: "storyline", targets: ["storyline"]),
  ],
  targets: [
    .target(name: "CSystem"),
    .target(name: "System", dependencies: ["CSystem"]),
    .target(name: "Timeline"),
    .target(name: "JSON"),
    .target(name: "RichText"),
    .target(name: "RichTextAttributes", dependencies: ["RichText"]),
    .target(name: "Stories", dependencies: ["Timeline"], exclude: ["README.md"]),
    .target(name: "Timers", dependencies: ["JSON", "Timeline"], exclude: ["README.md"]),
    .target(name: "CPlaces", exclude: ["README.md", "places.tsv", "timezones.txt"]),
    .target(name: "Moments", dependencies: ["JSON", "System", "Timeline", "CPlaces"]),
    .target(name: "Bluesky", dependencies: ["JSON", "Timeline", "RichText"], exclude: ["README.md"]),
    .target(name: "WebSocket", dependencies: ["System"]),
    .target(name: "CNetwork"),
    .target(name: "Network", dependencies: ["CNetwork", "System", "Timeline", "WebSocket"]),
    .target(name: "CJournal"),
    .target(name: "Journal", dependencies: ["CJournal", "JSON", "System", "Timeline"], exclude: ["README.md"]),
    .target(name: "StorySyntax", dependencies: ["System", "Timeline"]),
    .target(name: "StoryScript", dependencies: ["StorySyntax", "System", "Timeline"]),
    .systemLibrary(
      name: "CLibEdit", providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(name: "TerminalText", dependencies: ["System"]),
    .target(name: "Terminal", dependencies: ["CLibEdit", "System", "TerminalText"]),
    .target(
      name: "SessionState",
      dependencies: [
        "Stories", "Timers", "Moments", "Bluesky", "Journal", "StoryScript", "TerminalText", "JSON",
        "Timeline", "System",
      ]),
    .target(name: "ShellCore", dependencies: shell + ["SessionState", "RichText"]),
    .target(name: "ScriptTools", dependencies: shell + ["SessionState", "ShellCore"]),
    .target(name: "StoriesWing", dependencies: shell + ["SessionState", "ShellCore", "Stories"]),
    .target(name: "TimersWing", dependencies: shell + ["SessionState", "ShellCore", "Timers"]),
    .target(name: "MomentsWing", dependencies: shell + ["SessionState", "ShellCore", "Moments"]),
    .target(
      name: "PostsWing",
      dependencies: shell + ["SessionState", "ShellCore", "Bluesky", "RichText", "Network", "WebSocket"]),
    .target(
      name: "LessonsWing", dependencies: shell + ["SessionState", "ShellCore"], resources: [.embedInCode("Shelf")]),
    .target(
      name: "Shell",
      dependencies: shell + [
        "SessionState", "ShellCore", "StoriesWing", "TimersWing", "MomentsWing", "PostsWing", "LessonsWing", "Stories",
      ]),
    .target(
      name: "storyline-web",
      dependencies: [
        "Shell", "ShellCore", "SessionState", "LessonsWing", "StoryScript", "TerminalText", "JSON", "System",
      ],
      exclude: ["Page"]),
    .executableTarget(name: "storyline-page", dependencies: ["ShellCore", "System"]),
    .target(
      name: "Classroom", dependencies: ["JSON", "System", "Timeline"], resources: [.embedInCode("Board")]),
    .executableTarget(
      name: "storyline",
      dependencies: [
        "Classroom", "Shell", "ShellCore", "ScriptTools", "SessionState", "MomentsWing", "LessonsWing", "StoryScript",
        "JSON",
        "System", "Terminal", "Timeline",
      ]),
    .target(name: "CPeers"),
    .executableTarget(
      name: "storyline-bench",
      dependencies: [
        "CPeers", "Shell", "ShellCore", "ScriptTools", "SessionState", "Stories", "StoryScript", "RichText",
        "RichTextAttributes",
        "Moments", "Bluesky", "JSON", "Journal", "JournalTesting", "Network", "NetworkTesting", "System", "Timeline",
        "Timers", "Terminal", "WebSocket",
      ]),

    .testTarget(name: "SystemTests", dependencies: ["System"]),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "RichTextTests", dependencies: ["RichText", "RichTextAttributes"]),
    .testTarget(name: "StoriesTests", dependencies: ["Stories", "Timeline"]),
    .testTarget(name: "TimersTests", dependencies: ["Timers", "Timeline"]),
    .testTarget(name: "MomentsTests", dependencies: ["Moments"]),
    .testTarget(name: "BlueskyTests", dependencies: ["Bluesky", "JSON", "RichText", "Timeline"]),
    .testTarget(name: "WebSocketTests", dependencies: ["WebSocket"]),
    .target(name: "NetworkTesting", dependencies: ["System", "WebSocket"], path: "Tests/NetworkTesting"),
    .testTarget(
      name: "NetworkTests", dependencies: ["Network", "NetworkTesting", "System", "Timeline", "WebSocket"]),
    .target(name: "JournalTesting", dependencies: ["Journal", "System", "Timeline"], path: "Tests/JournalTesting"),
    .executableTarget(name: "JournalWriter", dependencies: ["JournalTesting", "System"], path: "Tests/JournalWriter"),
    .testTarget(
      name: "JournalTests", dependencies: ["JSON", "Journal", "JournalTesting", "JournalWriter", "System", "Timeline"]),
    .testTarget(
      name: "StoryScriptTests", dependencies: ["StoryScript", "StorySyntax", "Timeline"], exclude: ["Corpus"]),
    .executableTarget(name: "TerminalProbe", dependencies: ["System", "Terminal"], path: "Tests/TerminalProbe"),
    .target(name: "TerminalTesting", dependencies: ["System", "Terminal"], path: "Tests/TerminalTesting"),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["System", "Terminal", "TerminalProbe", "TerminalTesting", "TerminalText", "Timeline"]),
    .testTarget(name: "ClassroomTests", dependencies: ["Classroom", "JSON", "System", "Timeline"]),
    .testTarget(name: "WebTests", dependencies: ["storyline-web", "JSON", "System", "TerminalText"]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "NetworkTesting", "Shell", "ShellCore", "ScriptTools", "SessionState", "StoriesWing", "TimersWing",
        "MomentsWing", "PostsWing", "LessonsWing", "storyline", "System", "Terminal", "TerminalTesting", "WebSocket",
      ],
      exclude: ["Lessons/Earlier", "StateFolders"]),
  ]
)

// MARK: Compiling

/// The modules below Shell are optimised in debug builds as well: the tests, which play years and try millions of
/// inputs, take a third of the time. Shell itself is not optimised, so that a change in it still compiles quickly.
let foundation = [
  "System", "Timeline", "JSON", "RichText", "Stories", "Timers", "Moments", "Bluesky", "WebSocket", "Journal",
  "StorySyntax", "StoryScript", "TerminalText",
]
/// A session and a script's machine belong to one thread. Debug builds check each access to them; the release omits
/// the checks, which saves a fifth of the time of every command.
let ofOneThread = [
  "StorySyntax", "StoryScript", "SessionState", "ShellCore", "ScriptTools", "StoriesWing", "TimersWing", "MomentsWing",
  "PostsWing", "LessonsWing", "Shell",
]
/// The release calls the accessor functions of generic types, instead of looking the types up by name: at the first
/// lookup, the runtime reads every conformance in the program, which took a quarter of the start.
let directMetadata = ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]
/// Separate sections let the linker omit functions that are not called, and order the others.
let functionSections = ["-Xfrontend", "-function-sections"]

for target in package.targets where ![.test, .system].contains(target.type) && !target.name.hasPrefix("C") {
  var release = directMetadata + functionSections
  if ofOneThread.contains(target.name) { release += ["-enforce-exclusivity=unchecked"] }
  target.swiftSettings = [.unsafeFlags(release, .when(configuration: .release))]
  if foundation.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}
/// Each process of the compiler expands the macros of all files of a module, which is a third of its work on tests: so
/// there are only a few processes.
let processes = "\(ProcessInfo.processInfo.activeProcessorCount * 2)"
for target in package.targets where target.type == .test {
  target.swiftSettings = [
    .unsafeFlags(
      ["-driver-batch-count", processes, "-driver-batch-size-limit", "1000"], .when(configuration: .debug))
  ]
}

// MARK: Linking the release programs on Linux

/// Options for release programs on Linux. The programs contain the standard library and have a fixed address. They
/// start in a third of the time, because the dynamic linker has next to nothing to do. No library that is loaded
/// looks up symbols of the program, so the program exports none.
let carried = ["-static-stdlib"]
var linking = carried + ["-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"]

/// Whether the archives of libedit and of its own libraries are installed, as by Debian's libedit-dev. If so, they
/// are linked statically too. The program then needs only the C library, and its start takes a quarter less time.
let hasArchives = ["x86_64-linux-gnu", "aarch64-linux-gnu"].contains { folder in
  ["edit", "tinfo", "bsd", "md"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/lib/\(folder)/lib\($0).a") }
}
if hasArchives {
  linking += ["-L\(Context.packageDirectory)/Sources/CLibEdit/Archives", "-Xclang-linker", "-static-libgcc"]
  // Functions of newer C libraries that the archives call, replaced by ours.
  for (name, own) in [("arc4random", "arc4random"), ("hypotf", "hypotf"), ("_dl_find_object", "find_object")] {
    linking += ["-Xlinker", "--defsym=\(name)=csystem_\(own)"]
  }
}

/// The linker's order file places the functions used at startup next to each other: spread over the program's
/// megabytes, they cause three times as many page faults. `.ci/order` records these functions; `.ci/release` names
/// the file in `STORYLINE_ORDER`. Any other build links without it.
var ordering: [String] = []
if let order = Context.environment["STORYLINE_ORDER"], !order.isEmpty {
  ordering = ["-use-ld=gold", "-Xlinker", "--section-ordering-file=\(order)"]
}

for target in package.targets where ["storyline", "storyline-bench"].contains(target.name) {
  let onLinux = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
  target.swiftSettings?.append(.unsafeFlags(carried, onLinux))
  target.linkerSettings = [.unsafeFlags(linking + (target.name == "storyline" ? ordering : []), onLinux)]
}
