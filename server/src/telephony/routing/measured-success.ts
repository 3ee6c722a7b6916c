/** The weight of one call in the moving average: about the last fifty count. */
const weight = 0.02
/** Trunks within a tenth of each other rank equal: otherwise the order would change with every call. */
const steps = 10

/** A trunk that was never used counts as good. */
export const unmeasured = 1

export function measured(success: number, completed: boolean): number {
  return success + weight * ((completed ? 1 : 0) - success)
}

export function successStep(success: number): number {
  return Math.round(success * steps)
}
