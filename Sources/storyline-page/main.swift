import ShellCore
import System

// Puts the page together that runs the program in a browser: `storyline-page PROGRAM.wasm.lzma UNPACK.wasm FOLDER PAGE.html`.
// UNPACK.wasm unpacks the program; see unpack.c. The folder contains page.html, page.css, host.js, class.js and page.js; the
// result is one file, which asks for nothing else.

func read(_ path: String) throws(SystemError) -> String {
  String(decoding: try File.read(path, atMost: 1 << 20), as: UTF8.self)
}

/// Returns bytes as the page contains them, under a name.
func bytes(_ path: String, _ name: String) throws(SystemError) -> String {
  "<script type=\"application/octet-stream\" id=\"\(name)\">\(Base64.text(try File.read(path, atMost: 64 << 20)))</script>"
}

func page(_ program: String, _ unpack: String, _ folder: String) throws(SystemError) -> String {
  let style = PageStage.style + (try read(folder + "/page.css"))
  let script =
    "\n'use strict';\n(() => {\n" + PageStage.script + (try read(folder + "/host.js"))
    + (try read(folder + "/class.js"))
    + (try read(folder + "/page.js")) + "})();\n"
  let body = try read(folder + "/page.html")
  let place = body.firstRange(of: "<!--stage-->")!
  let programs = try bytes(program, "program") + (try bytes(unpack, "unpack"))
  func named(_ text: String) -> String { "'sha256-\(Base64.text(SHA256.hash(Array(text.utf8))))'" }
  return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'none'; img-src data: blob:; \
    style-src \(named(style)); script-src \(named(script)) 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Storyline</title>
    <style>\(style)</style>
    </head>
    <body>
    \(body[..<place.lowerBound])\(PageStage.html)\(body[place.upperBound...])\
    \(programs)
    <script>\(script)</script>
    </body>
    </html>

    """
}

guard let words = Environment.arguments, words.count == 5 else {
  DiagnosticRenderer.writeToStandardError("usage: storyline-page PROGRAM.wasm.lzma UNPACK.wasm FOLDER PAGE.html\n")
  exit(2)
}
do throws(SystemError) {
  try File.replace(words[4], with: Array(try page(words[1], words[2], words[3]).utf8))
} catch {
  DiagnosticRenderer.writeToStandardError("error: the page was not made: \(error)\n")
  exit(1)
}
