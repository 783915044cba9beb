import JournalTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// JournalWriter FOLDER DEVICE SEED [GROUPS]: what tests start and kill.

exit(TrialWriter.run(Array(CommandLine.arguments.dropFirst())))
