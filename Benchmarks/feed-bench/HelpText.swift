import FeedBenchSupport

enum HelpText {
  static let text = """
    usage: feed-bench [options]

    Measures FeedEngine as a host sees it: a frame is the whole of setting the viewport, layout,
    and the report. Without options the whole suite runs, in about a minute.

      --scenario NAME   run one scenario; may be given more than once (see --list)
      --items N         use N items instead of the scenario's own numbers (1000000, 1_000_000, 1e6)
      --frames N        time N frames (jumps, openings, operations) instead of the scenario's number
      --seed N          seed of extents and random choices; the same seed gives the same run
      --feed FILE       run the timeline on the lines of a text file, or of standard input (-);
                        each line is an item, as high as it is when wrapped to 80 columns
      --json            print one JSON object instead of tables
      --list            list the scenarios (with --json as a JSON object)
      --help            print this text

    How it measures
      Each frame is timed by itself with the time stamp counter (x86-64; elsewhere the monotonic
      clock), behind fences, less what reading it costs on average. The counter may advance in
      steps of some nanoseconds ("clockStepNanoseconds"). Each run is repeated three times from a
      new feed with the same seed, and of the three times of a frame the middle one counts, so
      that other programs' turns drop out and work that a frame always does stays. The first frames
      warm up and are not counted.
      In prepend, churn, chat and infinite a frame includes the update that it declares
      ("arrivals"); what the host does to its own list before is not part of it.
      "viewMovement" is the most by which anything visible moved against its expected place, as a
      host sees it that keeps what it was told, in a run of its own that is not timed. The expected
      place is the old one, less what the viewport went on; in chat that from the end up.
      What the host does is part of a frame where the engine asks for it (binding two long strings
      that exist already, hashing an index to get an extent, wrapping a line of --feed); making
      strings is not.
      Allocations are calls to malloc and its kin on the benchmark's thread. Where they cannot be
      counted the table says "unavailable" and JSON has null. peakResidentBytes is the highest
      resident size of the whole process so far, earlier scenarios and --feed's pages included.
      A key that does not apply to a scenario is left out of JSON; times of what did not happen are
      null.

    A bad option or an unreadable file gives one line of explanation and exit status 2.
    """
}
