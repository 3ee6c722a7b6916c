/** The output of a command for people. Its return value is for `--json`. */
export interface CommandOutput {
  line(text: string): void
  /** A progress bar that is redrawn in place; 0 to 1. */
  progress(label: string, share: number): void
}

/** 450362 -> 450,362 */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US')
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
