// swift-tools-version: 6.0
import Foundation
import PackageDescription

/// The release programs carry the standard library and Foundation's essentials inside and stand at a fixed address: on
/// Linux that starts in a third of the time, because the dynamic linker has next to nothing to do.
let staticLibrary = ["-static-stdlib"]
/// Where the archives of libedit and of what it needs are there, as Debian's libedit-dev brings them, those are carried
/// inside as well: then the C library is all that a program needs from the system, and a quarter of its start is saved.
let archives = ["x86_64-linux-gnu", "aarch64-linux-gnu"].contains { folder in
  ["edit", "tinfo", "bsd", "md"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/lib/\(folder)/lib\($0).a") }
}
/// Functions of newer C libraries that these archives ask for, and ours in their place.
let standIns = [("arc4random", "arc4random"), ("hypotf", "hypotf"), ("_dl_find_object", "find_object")]
let withArchives =
  ["-L\(Context.packageDirectory)/Sources/CLibEdit/Archives"] + ["-Xclang-linker", "-static-libgcc"]
  + standIns.flatMap { ["-Xlinker", "--defsym=\($0)=csystem_\($1)"] }
/// What a start needs stands together in the file (`.ci/order` writes which functions those are): spread over its megabytes
/// its code took three times as many faults of memory to read, and the prompt nearly twice the memory.
let startOrder = "\(Context.packageDirectory)/Sources/storyline/startup.order"
let canOrder = FileManager.default.fileExists(atPath: "/usr/bin/ld.gold")
let ordered = ["-use-ld=gold", "-Xlinker", "--section-ordering-file=\(startOrder)"]
/// Nothing is loaded that looks for functions of the program, and a table of them all is searched at each start.
let fixedAddress =
  staticLibrary + ["-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"] + (archives ? withArchives : [])
/// A session and the machine of a script belong to one thread, and the tests, built for debugging, still check each access
/// to them; the release does without, which is a fifth of every command.
let unchecked = [SwiftSetting.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
let releaseOnLinux = BuildSettingCondition.when(platforms: [.linux], configuration: .release)

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
    .target(name: "Stories", dependencies: ["Timeline"]),
    .target(name: "Timers", dependencies: ["JSON", "Timeline"]),
    .target(name: "CPlaces", exclude: ["README.md", "places.tsv", "timezones.txt"]),
    .target(name: "Moments", dependencies: ["JSON", "System", "Timeline", "CPlaces"]),
    .target(name: "Bluesky", dependencies: ["JSON", "Timeline", "RichText"]),
    .target(name: "CNetwork"),
    .target(name: "Network", dependencies: ["CNetwork", "System", "Timeline"]),
    .target(name: "CJournal"),
    .target(name: "Journal", dependencies: ["CJournal", "JSON", "System", "Timeline"]),
    .target(name: "StorySyntax", dependencies: ["System", "Timeline"], swiftSettings: unchecked),
    .target(name: "StoryScript", dependencies: ["StorySyntax", "System", "Timeline"], swiftSettings: unchecked),
    .systemLibrary(
      name: "CLibEdit", providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(name: "TerminalText", dependencies: ["System"]),
    .target(name: "Terminal", dependencies: ["CLibEdit", "System", "TerminalText"]),
    .target(
      name: "Shell",
      dependencies: [
        "System", "Timeline", "JSON", "RichText", "Stories", "Timers", "Moments", "Bluesky", "Network",
        "Journal",
        "StoryScript", "Terminal",
      ], resources: [.embedInCode("Lessons/Shelf")], swiftSettings: unchecked),
    .executableTarget(
      name: "storyline", dependencies: ["Shell", "System", "Terminal"], exclude: ["startup.order"],
      swiftSettings: [.unsafeFlags(staticLibrary, releaseOnLinux)],
      linkerSettings: [.unsafeFlags(fixedAddress + (canOrder ? ordered : []), releaseOnLinux)]),
    .executableTarget(
      name: "storyline-bench",
      dependencies: [
        "Shell", "Stories", "StoryScript", "RichText", "RichTextAttributes", "Moments", "Bluesky", "JSON", "Journal",
        "JournalTesting",
        "Network", "NetworkTesting", "System", "Timeline", "Timers", "Terminal",
      ],
      swiftSettings: [.unsafeFlags(staticLibrary, releaseOnLinux)],
      linkerSettings: [.unsafeFlags(fixedAddress, releaseOnLinux)]),

    .testTarget(name: "SystemTests", dependencies: ["System"]),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "RichTextTests", dependencies: ["RichText", "RichTextAttributes"]),
    .testTarget(name: "StoriesTests", dependencies: ["Stories", "Timeline"]),
    .testTarget(name: "TimersTests", dependencies: ["Timers", "Timeline"]),
    .testTarget(name: "MomentsTests", dependencies: ["Moments"]),
    .testTarget(name: "BlueskyTests", dependencies: ["Bluesky", "JSON", "RichText", "Timeline"]),
    .target(name: "NetworkTesting", dependencies: ["System"], path: "Tests/NetworkTesting"),
    .testTarget(name: "NetworkTests", dependencies: ["Network", "NetworkTesting", "System", "Timeline"]),
    .target(name: "JournalTesting", dependencies: ["Journal", "System", "Timeline"], path: "Tests/JournalTesting"),
    .executableTarget(name: "JournalWriter", dependencies: ["JournalTesting", "System"], path: "Tests/JournalWriter"),
    .testTarget(
      name: "JournalTests", dependencies: ["JSON", "Journal", "JournalTesting", "JournalWriter", "System", "Timeline"]),
    .testTarget(
      name: "StoryScriptTests", dependencies: ["StoryScript", "StorySyntax", "Timeline"], exclude: ["Corpus"]),
    .executableTarget(name: "TerminalProbe", dependencies: ["System", "Terminal"], path: "Tests/TerminalProbe"),
    .target(name: "TerminalTesting", dependencies: ["System", "Terminal"], path: "Tests/TerminalTesting"),
    .testTarget(
      name: "TerminalTests", dependencies: ["System", "Terminal", "TerminalProbe", "TerminalTesting", "TerminalText"]),
    .testTarget(
      name: "ShellTests",
      dependencies: ["NetworkTesting", "Shell", "storyline", "System", "Terminal", "TerminalTesting"],
      exclude: ["StateFolders"]),
  ]
)

/// What the shell stands on is optimised in debug builds as well: the tests, which play years and try millions of inputs,
/// take a third of the time. Shell itself is not, so that whoever works on it waits for the compiler as briefly as before.
let foundation = [
  "System", "Timeline", "JSON", "RichText", "Stories", "Timers", "Moments", "Journal", "StorySyntax", "StoryScript",
]
for target in package.targets where foundation.contains(target.name) {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
}

/// The release asks for generic types by their own functions, not by name: the first time a name is looked up, the runtime
/// reads through every conformance that the program carries, which was a quarter of what a start works.
let directMetadata = ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]
/// Each function can be left out where nobody calls it, and be placed by itself.
let functionSections = ["-Xfrontend", "-function-sections"]
for target in package.targets where ![.test, .system].contains(target.type) && !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(directMetadata + functionSections, .when(configuration: .release))]
}
