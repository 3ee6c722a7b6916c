/** Delayed work, as the service's clock offers it; tests own the time. */
export interface Timers {
  after(delayMs: number, run: () => void): { clear(): void }
}
