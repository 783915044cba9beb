// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "storyline",
  products: [
    .library(name: "Timeline", targets: ["Timeline"])
  ],
  targets: [
    .target(name: "Timeline"),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
  ]
)
