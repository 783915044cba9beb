import JournalTesting
import System

// JournalWriter FOLDER DEVICE SEED [GROUPS]: what tests start and kill.

exit(TrialWriter.run(Array(CommandLine.arguments.dropFirst())))
