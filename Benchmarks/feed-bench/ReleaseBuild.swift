import FeedBenchSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sees to it that figures come from optimised code: `swift run feed-bench` builds debug.
enum ReleaseBuild {
  #if DEBUG
    static let name = "debug"
  #else
    static let name = "release"
  #endif

  /// In a debug build, replaces this process by the release build of the same sources, with the
  /// same arguments. Where that cannot be done it says so and returns.
  static func takeOver() {
    #if DEBUG
      let mark = "FEED_BENCH_TAKEN_OVER"
      if unsafe getenv(mark) == nil {
        unsafe setenv(mark, "1", 1)
        printError("feed-bench: this is a debug build, going on in release")
        execute(command + CommandLine.arguments.dropFirst())
      }
      printError("feed-bench: DEBUG BUILD, the figures say nothing about the engine's speed")
    #endif
  }

  #if DEBUG
    private static var command: [String] {
      // This file lies two folders below the package.
      let root = parent(of: parent(of: parent(of: #filePath)))
      var command = ["swift", "run", "--quiet", "-c", "release", "--package-path", root]
      // The scratch folder holds <platform>/debug/feed-bench; a custom one stays in use.
      let products = parent(of: programPath)
      if products.hasSuffix("/debug") {
        command += ["--scratch-path", parent(of: parent(of: products))]
      }
      return command + ["feed-bench"]
    }

    private static var programPath: String {
      guard let path = unsafe realpath(CommandLine.arguments[0], nil) else { return "" }
      defer { unsafe free(path) }
      return unsafe String(cString: path)
    }

    private static func parent(of path: String) -> String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Returns only if there is no such program.
    private static func execute(_ command: [String]) {
      var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
      _ = unsafe arguments[0].map { unsafe execvp($0, &arguments) }
    }
  #endif
}

/// Prints a line to the standard error stream.
func printError(_ message: String) {
  var line = message + "\n"
  line.withUTF8 { text in _ = unsafe write(STDERR_FILENO, text.baseAddress, text.count) }
}
