// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "storyline",
  products: [
    .library(name: "Timeline", targets: ["Timeline"]),
    .library(name: "Stories", targets: ["Stories"]),
    .library(name: "Timers", targets: ["Timers"]),
    .library(name: "StoryScript", targets: ["StoryScript"]),
  ],
  targets: [
    .target(name: "Timeline"),
    .target(name: "Stories", dependencies: ["Timeline"]),
    .target(name: "Timers", dependencies: ["Timeline"]),
    .target(name: "StoryScript", dependencies: ["Timeline"]),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
    .testTarget(name: "StoriesTests", dependencies: ["Stories", "Timeline"]),
    .testTarget(name: "TimersTests", dependencies: ["Timers", "Timeline"]),
    .testTarget(name: "StoryScriptTests", dependencies: ["StoryScript", "Timeline"]),
  ]
)
