import type { LadderStep } from './ladder-step.ts'

/** One line per message; our messages point right, those of the peer left. */
export function ladderLine({ atMs, direction, title, peer }: LadderStep): string {
  const arrow = direction === 'sent' ? `──▶ ${title}` : `◀── ${title}`
  return `${`${atMs} ms`.padStart(9)}  ${arrow.padEnd(44)} ${peer}`
}
