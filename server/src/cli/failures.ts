/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and could not be carried out: exit code 1. */
export class CommandFailed extends Error {}
