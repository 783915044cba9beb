// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "storyline",
  products: [
    .library(name: "Timeline", targets: ["Timeline"]),
    .library(name: "StoryScript", targets: ["StoryScript"]),
  ],
  targets: [
    .target(name: "Timeline"),
    .target(name: "StoryScript", dependencies: ["Timeline"]),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
    .testTarget(name: "StoryScriptTests", dependencies: ["StoryScript", "Timeline"]),
  ]
)
